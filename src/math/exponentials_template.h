/* exponentials_template - exp of many numbers in vectors.
 *
 * Parameter: EXPONENTIALS, the name of the function to define, undefined at the end. */
#include "math/exponential.h"
#include "math/exponentials.h"

/* A loop of its own limits x: in one loop compilers branch to a constant, exp at the limit. */
void EXPONENTIALS(size_t count, double *x)
{
    for (size_t i = 0; i < count; i++)
        x[i] = exponential_limited(x[i]);
    for (size_t i = 0; i < count; i++)
        x[i] = exponential_within(x[i]);
}

#undef EXPONENTIALS
