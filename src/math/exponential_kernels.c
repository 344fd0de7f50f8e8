/* exponential_kernels - exp, log and entropies of many numbers, once for each instruction set. */
#include <math.h>
#include <stdbool.h>

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

/* x log x of x in [0, 1/2], to the bits of logarithm(x) without its branches; -0 at 0. */
static inline double entropy_of(double x)
{
    bool low = x < DBL_MIN;

    return x * logarithm_of_bits(double_bits(low ? x * RAISE : x), low ? RAISED : 0);
}

void ISA_NAME(entropies)(size_t count, double *x)
{
    for (size_t i = 0; i < count; i++) {
        double a = x[i] > 0.5 ? 1 - x[i] : x[i], entropy;
        entropy = entropy_of(a) + (1 - a) * logarithm_1p_within(-a);
        x[i] = x[i] < 0 || x[i] > 1 ? INFINITY : entropy;
    }
}
