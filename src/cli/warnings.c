/* warnings - a run that can be done but is hardly what was meant: a line on standard error, with -q too. */
#include "cli/warnings.h"

#include <math.h>

#include "base/file.h"
#include "cli/choices.h"
#include "cli/message.h"

/* Up to so many labels may be anything: marks, years and codes of classes leave gaps, but seldom among so many. */
enum { FREE_LABELS = 20 };

static const char trainer[] = "rrm-train";

/* Whether the labels, all different, are the whole numbers from 0 or 1 on. */
static bool labels_count(int classes, const double *labels, double lo, double hi)
{
    for (int k = 0; k < classes; k++)
        if (labels[k] != floor(labels[k]))
            return false;
    return (lo == 0 || lo == 1) && hi - lo == classes - 1;
}

static void warn_of_numbers(const struct options *o, const struct examples *e)
{
    double lo = INFINITY, hi = -INFINITY;
    char list[CHOICE_LIST];

    if (e->classes <= FREE_LABELS || o->loss->traits & LOSS_ORDINAL)
        return;
    for (int k = 0; k < e->classes; k++) {
        lo = fmin(lo, e->labels[k]);
        hi = fmax(hi, e->labels[k]);
    }
    if (!labels_count(e->classes, e->labels, lo, hi))
        message(trainer, "warning: %s: %d different labels, from %.15g to %.15g, look like numbers rather than "
                "classes: for a regression choose a loss (-l): %s", input_called(o->data), e->classes, lo, hi,
                choices_losses(LOSS_REGRESSION, list));
}

void warnings_of_labels(const struct training *t)
{
    warn_of_numbers(t->o, &t->examples);
}
