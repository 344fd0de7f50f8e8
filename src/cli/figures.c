/* figures - what rrm-predict says about its predictions. */
#include "cli/figures.h"

#include <inttypes.h>
#include <math.h>

#include "base/text.h"

static void figure(FILE *stream, const char *name, double value)
{
    if (isnan(value))
        fprintf(stream, "%s = n/a\n", name);
    else
        fprintf(stream, "%s = %g\n", name, value);
}

/* As LIBLINEAR prints the accuracy. */
static void share(FILE *stream, const char *name, const struct metrics *m)
{
    fprintf(stream, "%s = %g%% (%" PRId64 "/%" PRId64 ")\n", name, m->accuracy, m->correct, m->rows);
}

static void print_label(FILE *stream, const char *name, double label)
{
    char text[32];

    text_format(label, text, sizeof text);
    fprintf(stream, "%s = %s\n", name, text);
}

void figures_print(FILE *stream, const struct metrics *m)
{
    switch (m->kind) {
    case METRICS_CLASSES: share(stream, "Accuracy", m); break;
    case METRICS_TWO_CLASSES:
        share(stream, "Accuracy", m);
        print_label(stream, "Positive label", m->positive);
        figure(stream, "ROC area", m->roc_area);
        figure(stream, "Precision", m->precision);
        figure(stream, "Recall", m->recall);
        figure(stream, "F1", m->f1);
        break;
    case METRICS_RANKS:
        share(stream, "Accuracy", m);
        figure(stream, "Mean absolute error", m->absolute);
        break;
    case METRICS_ACCEPTED: share(stream, "Accepted", m); break;
    case METRICS_VALUES:
        figure(stream, "Mean squared error", m->squared);
        figure(stream, "Mean absolute error", m->absolute);
        figure(stream, "R^2", m->r2);
        break;
    }
}
