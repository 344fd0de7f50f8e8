/* logarithms - log(1 + x) of many numbers: the kernel of this machine. */
#include "math/logarithms.h"

#include "base/isa.h"

void logarithms(size_t n, double *x)
{
    if (isa_has(ISA_AVX2))
        logarithms_avx2(n, x);
    else
        logarithms_baseline(n, x);
}
