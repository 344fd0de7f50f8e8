/* shared - what the risks of several problems over the same rows have in common. */
#include "risk/shared.h"

#include "data/rows/gram.h"

void risk_shared_init(struct risk_shared *s, int risks)
{
    *s = (struct risk_shared){.risks = risks, .left = risks};
    pthread_mutex_init(&s->lock, NULL);
}

static void forget(struct risk_shared *s)
{
    arena_free(&s->arena);
    arena_free(&s->some);
    s->M = NULL;
    s->made = false;
}

void risk_shared_free(struct risk_shared *s)
{
    pthread_mutex_destroy(&s->lock);
    forget(s);
}

void risk_shared_leave(struct risk_shared *s)
{
    pthread_mutex_lock(&s->lock);
    if (--s->left == 0)
        forget(s);
    pthread_mutex_unlock(&s->lock);
}

bool risk_shared_room(struct risk_shared *s, const struct matrix *A)
{
    size_t n = A->x.cols;
    bool room;

    pthread_mutex_lock(&s->lock);
    if (!s->M) {
        s->M = arena_get(&s->arena, n, n * sizeof *s->M);
        s->c = arena_doubles(&s->some, (size_t)A->x.rows);
    }
    room = s->M && !s->some.failed;
    if (!room)
        forget(s);
    pthread_mutex_unlock(&s->lock);
    return room;
}

static void make(struct risk_shared *s, const struct matrix *A, struct costs c)
{
    for (size_t i = 0; i < (size_t)A->x.rows; i++)
        s->c[i] = costs_at(c, i);
    matrix_gram(A, A->x.rows, NULL, s->c, s->M);
    arena_free(&s->some);
    s->made = true;
}

const double *risk_shared_gram(struct risk_shared *s, const struct matrix *A, struct costs c)
{
    pthread_mutex_lock(&s->lock);
    if (!s->made)
        make(s, A, c);
    pthread_mutex_unlock(&s->lock);
    return s->M;
}
