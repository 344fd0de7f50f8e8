/* par - fixed parts of work, any number of threads. Without OpenMP the parts run one after the other. */
#include "base/par.h"

#include <unistd.h>

void par_for(const struct par *par, int parts, void (*body)(void *context, int part), void *context)
{
    int threads = par->threads < parts ? par->threads : parts;

    if (threads <= 1) {
        for (int part = 0; part < parts; part++)
            body(context, part);
        return;
    }
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (int part = 0; part < parts; part++)
        body(context, part);
}

int par_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    return cores < 1 ? 1 : cores > 1024 ? 1024 : (int)cores;
}
