/* path - one problem for a list of lambdas, each from the solution of the one before. */
#include "train/path.h"

#include <math.h>

#include "base/clock.h"

enum status path_run(struct fit *fit, size_t count, const double *lambda, path_visit *visit,
                     void *context, struct error *err)
{
    double begin = clock_now();
    enum status status = OK;
    bool more = true;

    for (size_t k = 0; k < count && more && status == OK; k++) {
        fit->monitor.limits.max_seconds = fmax(0, fit->recipe->seconds - (clock_now() - begin));
        status = fit_run(fit, lambda[k], err);
        if (status == OK)
            more = visit(context, k, fit) && fit->monitor.verdict != INTERRUPTED &&
                   fit->monitor.verdict != OUT_OF_TIME;
    }
    return status;
}
