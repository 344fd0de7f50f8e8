/* exponentials - exp and log of many numbers: the kernels of this machine. */
#include "math/exponentials.h"

#include "base/isa.h"
#include "math/exponential.h"

/* Fewer numbers are taken one by one: tuned. */
enum { FEW = 8 };

static void one_by_one(size_t n, double *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] = exponential(x[i]);
}

static void by_best(exponentials_kernel *baseline, exponentials_kernel *avx2, size_t n, double *x)
{
    if (isa_best() >= ISA_AVX2)
        avx2(n, x);
    else
        baseline(n, x);
}

void exponentials(size_t n, double *x)
{
    if (n < FEW)
        one_by_one(n, x);
    else
        by_best(exponentials_baseline, exponentials_avx2, n, x);
}

void logarithms(size_t n, double *x)
{
    by_best(logarithms_baseline, logarithms_avx2, n, x);
}

void entropies(size_t n, double *x)
{
    by_best(entropies_baseline, entropies_avx2, n, x);
}
