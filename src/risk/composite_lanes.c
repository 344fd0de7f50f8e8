/* composite_lanes - several risks over the matrix of one. */
#include "loss/pointwise.h"
#include "risk/composite_parts.h"

static lanes_kernel *kernel_of(const struct matrix *A)
{
    switch (A->isa) {
    case ISA_AVX512: return lanes_kernel_avx512(&A->x);
    case ISA_AVX2: return lanes_kernel_avx2(&A->x);
    default: return lanes_kernel_baseline(&A->x);
    }
}

void risk_sweep_lanes(const struct risk *risk, struct lanes *s)
{
    const struct composite *r = risk->self;

    kernel_of(&r->A)(r, s);
}

void risk_lane_labels(const struct risk *risk, size_t lane, double *y)
{
    const struct composite *r = risk->self;

    for (size_t i = 0; i < risk->units; i++)
        y[i * LANES + lane] = r->g->pointwise->y[i];
}

void risk_apply_lanes(const struct risk *risk, const double *v, double *z)
{
    const struct composite *r = risk->self;
    struct matrix wide = r->A;

    wide.outputs = LANES;
    wide.dim = wide.x.cols * LANES;
    wide.image = (size_t)wide.x.rows * LANES;
    matrix_apply(&wide, v, z);
}
