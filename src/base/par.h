/* par - fixed parts of work, any number of threads. */
#ifndef RRM_PAR_H
#define RRM_PAR_H

struct par {
    int threads;           /* 1 or more, the caller's included */
    struct par_pool *pool; /* NULL: the caller works alone */
};

/* Starts the threads; where the system gives fewer, or none, those there are do the work. Free with par_free. */
void par_init(struct par *par, int threads);
void par_free(struct par *par);

/* Calls body(context, part) once for every part in [0, parts), in any order. The caller cuts its work into parts by the
 * data alone and adds the results in the order of the parts: then the result is the same to the last bit for every
 * number of threads. The caller works too and takes whatever part is next, so that a thread which the system lets wait
 * delays nobody. Not to be called from inside a body, nor by two threads at once. */
void par_for(const struct par *par, int parts, void (*body)(void *context, int part), void *context);

/* How many cores this machine offers. */
int par_cores(void);

#endif
