/* figures - how a list of figures is printed. */
#include "cli/figures.h"

#include <inttypes.h>
#include <math.h>

#include "base/text.h"

/* A share as LIBLINEAR prints the accuracy. */
void figures_print_one(FILE *stream, const struct figure *f)
{
    const struct figure_row *row = figures_row(f->id);
    char label[32];

    fprintf(stream, "%s = ", row->name);
    if (row->kind == FIGURE_LABEL) {
        text_format(f->value, label, sizeof label);
        fputs(label, stream);
    } else if (isnan(f->value)) {
        fputs("n/a", stream);
    } else if (row->kind == FIGURE_SHARE) {
        fprintf(stream, "%g%% (%" PRId64 "/%" PRId64 ")", f->value, f->count, f->of);
    } else {
        fprintf(stream, row->kind == FIGURE_PERCENT ? "%g%%" : "%g", f->value);
    }
    putc('\n', stream);
}

void figures_print(FILE *stream, const struct figures *list)
{
    for (int k = 0; k < list->count; k++)
        figures_print_one(stream, &list->figure[k]);
}
