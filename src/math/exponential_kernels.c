/* exponential_kernels - exp and log of many numbers, compiled once for each instruction set. */
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
