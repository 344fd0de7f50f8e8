/* clock - seconds of wall time that never run backwards. */
#include "base/clock.h"

#include <time.h>

double clock_now(void)
{
    struct timespec t;

    if (clock_gettime(CLOCK_MONOTONIC, &t) != 0)
        return 0;
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
