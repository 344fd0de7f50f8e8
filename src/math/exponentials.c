/* exponentials - exp of many numbers: the kernel of this machine. */
#include "math/exponentials.h"

#include "base/isa.h"

void exponentials(size_t n, double *x)
{
    if (isa_has(ISA_AVX2))
        exponentials_avx2(n, x);
    else
        exponentials_baseline(n, x);
}
