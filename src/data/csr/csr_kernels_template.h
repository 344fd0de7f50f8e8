/* csr_kernels_template - the table of kernels of one storage (struct csr_kernels).
 *
 * The includer has included csr_rows_template.h, or csr_quads_template.h, which includes it, with
 * their parameters. Parameter: CSR_KERNELS, the name of the table to define. All macros are
 * undefined at the end. */
static void product(const struct csr *x, int64_t lo, int64_t hi, size_t outputs, const double *w,
                    double *z)
{
    if (outputs == 1)
        for (int64_t i = lo; i < hi; i++)
            z[i - lo] = ROW_DOT(x, i, w);
    else
        for (int64_t i = lo; i < hi; i++)
            row_scores(x, i, outputs, w, z + (size_t)(i - lo) * outputs);
}

static void adjoint(const struct csr *x, int64_t lo, int64_t hi, size_t outputs, const double *u,
                    double *g)
{
    if (outputs == 1) {
        for (int64_t i = lo; i < hi; i++)
            if (u[i - lo] != 0)
                ROW_ADD(x, i, u[i - lo], g);
    } else {
        for (int64_t i = lo; i < hi; i++)
            row_add_outputs(x, i, outputs, 1, u + (size_t)(i - lo) * outputs, g);
    }
}

static double add(const struct csr *x, int64_t i, size_t outputs, double a, const double *u,
                  double *w)
{
    return outputs == 1 ? row_add(x, i, a * *u, w, true)
                        : row_add_norm(x, i, outputs, a, u, w);
}

static double sqnorm(const struct csr *x, int64_t i)
{
    return row_sqnorm(x, i);
}

static void outer(const struct csr *x, int64_t i, double h, uint32_t lo, uint32_t hi, double *H)
{
    row_outer(x, i, h, lo, hi, H);
}

static void panel(const struct csr *x, int64_t i, uint32_t lo, struct panel *p, size_t k)
{
    row_panel(x, i, lo, p, k);
}

const struct csr_kernels CSR_KERNELS = {
    .product = product, .adjoint = adjoint, .add = add, .sqnorm = sqnorm, .outer = outer,
    .panel = panel};

#undef ROW_VALUE
#undef ROW_WIDTH
#undef ROW_DOT
#undef ROW_ADD
#undef CSR_KERNELS
