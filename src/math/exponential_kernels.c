/* exponential_kernels - exp, log and entropies of many numbers, once for each instruction set. */
#include <math.h>

#include "base/isa.h"
#include "math/exponential.h"
#include "math/exponentials.h"
#include "math/logarithm.h"

/* A loop of its own limits x: in one loop compilers branch to a constant, exp at the limit. */
void ISA_NAME(exponentials)(size_t count, double *x)
{
    for (size_t i = 0; i < count; i++)
        x[i] = exponential_limited(x[i]);
    for (size_t i = 0; i < count; i++)
        x[i] = exponential_within(x[i]);
}

void ISA_NAME(logarithms)(size_t count, double *x)
{
    for (size_t i = 0; i < count; i++)
        x[i] = logarithm_1p_within(x[i]);
}

/* x log x of x in [0, 1/2]: logarithm(x) without a branch. At 0, whose bits are all 0, k is -64 -
 * EXPONENT_BIAS and f = 0: the logarithm is a number, and x log x is -0. */
static inline double entropy_of(double x)
{
    const uint64_t least = (uint64_t)1 << FRACTION_BITS;
    double up = x < DBL_MIN ? 0x1p64 : 1, k = x < DBL_MIN ? -64 : 0;
    uint64_t bits = double_bits(x * up), exponent = (bits + least / 2) >> FRACTION_BITS;
    double raised = double_of_bits(double_bits(0x1p52) + exponent); /* 2^52 + exponent */

    bits -= (exponent - EXPONENT_BIAS) << FRACTION_BITS;
    k += raised - 0x1p52 - EXPONENT_BIAS;
    return x * logarithm_within(k, double_of_bits(bits) - 1);
}

void ISA_NAME(entropies)(size_t count, double *x)
{
    for (size_t i = 0; i < count; i++) {
        double a = x[i] > 0.5 ? 1 - x[i] : x[i], entropy;
        entropy = entropy_of(a) + (1 - a) * logarithm_1p_within(-a);
        x[i] = x[i] < 0 || x[i] > 1 ? INFINITY : entropy;
    }
}
