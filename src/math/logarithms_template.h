/* logarithms_template - log(1 + x) of many numbers in vectors.
 *
 * Parameter: LOGARITHMS, the name of the function to define, undefined at the end. */
#include "math/logarithm.h"
#include "math/logarithms.h"

void LOGARITHMS(size_t count, double *x)
{
    for (size_t i = 0; i < count; i++)
        x[i] = logarithm_1p_within(x[i]);
}

#undef LOGARITHMS
