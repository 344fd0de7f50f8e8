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

void exponentials(size_t n, double *x)
{
    if (n < FEW)
        one_by_one(n, x);
    else if (isa_best() >= ISA_AVX2)
        exponentials_avx2(n, x);
    else
        exponentials_baseline(n, x);
}

void logarithms(size_t n, double *x)
{
    if (isa_best() >= ISA_AVX2)
        logarithms_avx2(n, x);
    else
        logarithms_baseline(n, x);
}

void entropies(size_t n, double *x)
{
    if (isa_best() >= ISA_AVX2)
        entropies_avx2(n, x);
    else
        entropies_baseline(n, x);
}
