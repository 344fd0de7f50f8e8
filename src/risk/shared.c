/* shared - what the risks of several problems over the same rows have in common. */
#include "risk/shared.h"

#include "data/gram.h"

void risk_shared_init(struct risk_shared *s, int risks)
{
    *s = (struct risk_shared){.risks = risks, .left = risks};
    pthread_mutex_init(&s->lock, NULL);
}

void risk_shared_free(struct risk_shared *s)
{
    pthread_mutex_destroy(&s->lock);
    arena_free(&s->arena);
}

void risk_shared_leave(struct risk_shared *s)
{
    pthread_mutex_lock(&s->lock);
    if (--s->left == 0)
        arena_free(&s->arena);
    pthread_mutex_unlock(&s->lock);
}

/* M. NULL: no memory. */
static double *make(struct arena *arena, const struct matrix *A, struct costs c)
{
    size_t n = A->x.cols, rows = (size_t)A->x.rows;
    struct arena some = {0};
    double *M = arena_get(arena, n, n * sizeof *M);
    double *h = arena_doubles(&some, rows);

    for (size_t i = 0; M && h && i < rows; i++)
        h[i] = costs_at(c, i);
    if (M && h)
        matrix_gram(A, A->x.rows, NULL, h, M, NULL);
    arena_free(&some);
    return h ? M : NULL;
}

const double *risk_shared_gram(struct risk_shared *s, const struct matrix *A, struct costs c)
{
    pthread_mutex_lock(&s->lock);
    if (!s->made)
        s->M = make(&s->arena, A, c);
    s->made = true;
    pthread_mutex_unlock(&s->lock);
    return s->M;
}
