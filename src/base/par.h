/* par - fixed parts of work, any number of threads. */
#ifndef RRM_PAR_H
#define RRM_PAR_H

struct par {
    int threads; /* 1 or more */
};

/* Calls body(context, part) once for every part in [0, parts), on up to par->threads threads, in any order. The
 * caller cuts its work into parts by the data alone and adds the results in the order of the parts: then the result is
 * the same to the last bit for every number of threads. */
void par_for(const struct par *par, int parts, void (*body)(void *context, int part), void *context);

/* How many cores this machine offers. */
int par_cores(void);

#endif
