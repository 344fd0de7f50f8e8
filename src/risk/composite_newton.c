/* composite_newton - second derivatives of the risk of linear scores: A' diag(h) A. */
#include "data/rows/gram.h"
#include "risk/composite_parts.h"
#include "risk/newton.h"

static struct newton_work work(const struct risk *risk)
{
    const struct composite *r = risk->self;
    struct newton_work work;

    work.pass = matrix_work(&r->A);
    work.gram = matrix_gram_work(&r->A);
    work.first_gram = work.gram / (r->shared ? r->shared->risks : 1);
    work.row_gram = matrix_row_gram_work(&r->A);
    return work;
}

static double proximal(const struct risk *risk, const struct prox *x, double *offset)
{
    const struct composite *r = risk->self;

    return r->g->ops->proximal(r->g, x, offset);
}

static double search(const struct risk *risk, const struct prox *x, double lin, double quad,
                     const double *d)
{
    const struct composite *r = risk->self;

    return r->g->ops->proximal_search(r->g, x, lin, quad, d);
}

static void hessian(const struct risk *risk, const struct weighted_rows *s, const double *d,
                    double *Hd)
{
    const struct composite *r = risk->self;

    matrix_hessian(&r->A, s->count, s->row, s->h, d, Hd);
}

static void diagonal(const struct risk *risk, const struct weighted_rows *s, double *D)
{
    const struct composite *r = risk->self;

    matrix_diagonal(&r->A, s->count, s->row, s->h, D);
}

static void gram(const struct risk *risk, const struct weighted_rows *s, double *H, double *other)
{
    const struct composite *r = risk->self;

    matrix_gram(&r->A, s->count, s->row, s->h, H, other);
}

static bool shared(const struct risk *risk, struct costs *c)
{
    const struct composite *r = risk->self;

    *c = r->g->c;
    return r->shared != NULL;
}

static bool shared_room(const struct risk *risk)
{
    const struct composite *r = risk->self;

    return risk_shared_room(r->shared, &r->A);
}

static const double *shared_gram(const struct risk *risk)
{
    const struct composite *r = risk->self;

    risk_count(risk, 1 / (double)r->shared->risks);
    return risk_shared_gram(r->shared, &r->A, r->g->c);
}

static bool row_gram(const struct risk *risk, double *K)
{
    const struct composite *r = risk->self;

    return matrix_row_gram(&r->A, K);
}

static double border_image(const struct risk *risk, size_t k, const struct prox *x, double *hd)
{
    const struct composite *r = risk->self;

    return r->g->ops->border(r->g, k, x, hd);
}

static double border(const struct risk *risk, size_t k, const struct prox *x, double *e)
{
    const struct composite *r = risk->self;
    double s = border_image(risk, k, x, r->u);

    matrix_adjoint(&r->A, r->u, e);
    return s;
}

static void bend(const struct risk *risk, const struct prox *x, const double *d, double *to)
{
    const struct composite *r = risk->self;

    r->g->ops->bend(r->g, x, d, to);
}

static bool columns(const struct risk *risk, struct columns *X)
{
    const struct composite *r = risk->self;

    return matrix_columns(&r->A, X);
}

const struct newton_ops risk_newton_ops = {.work = work,
                                           .proximal = proximal,
                                           .search = search,
                                           .hessian = hessian,
                                           .diagonal = diagonal,
                                           .gram = gram,
                                           .shared = shared,
                                           .shared_room = shared_room,
                                           .shared_gram = shared_gram,
                                           .row_gram = row_gram,
                                           .border = border,
                                           .border_image = border_image,
                                           .bend = bend,
                                           .columns = columns};
