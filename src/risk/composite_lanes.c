/* composite_lanes - several risks over the matrix of one. */
#include "loss/pointwise.h"
#include "risk/composite_parts.h"

static const struct lanes_kernels *kernels_of(const struct matrix *A)
{
    switch (A->isa) {
    case ISA_AVX512: return lanes_kernels_avx512(&A->x);
    case ISA_AVX2: return lanes_kernels_avx2(&A->x);
    default: return lanes_kernels_baseline(&A->x);
    }
}

void risk_sweep_lanes(const struct risk *risk, struct lanes *s)
{
    const struct composite *r = risk->self;

    kernels_of(&r->A)->sweep(r, s);
}

void risk_lane_labels(const struct risk *risk, size_t lane, double *y)
{
    const struct composite *r = risk->self;

    for (size_t i = 0; i < risk->units; i++)
        y[i * LANES + lane] = r->g->pointwise->y[i];
}

struct scores_job {
    const struct matrix *A;
    const double *v;
    double *z;
};

static void scores_part(void *context, int part, int64_t lo, int64_t hi)
{
    const struct scores_job *job = context;

    (void)part;
    kernels_of(job->A)->scores(&job->A->x, lo, hi, job->v, job->z + lo * LANES);
}

void risk_apply_lanes(const struct risk *risk, const double *v, double *z)
{
    const struct composite *r = risk->self;
    struct scores_job job = {&r->A, v, z};

    parts_for(&r->A.rows, scores_part, &job);
}
