/* figures - how good predictions are, as a list of name and value. */
#include "task/figures.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

static void add(struct figures *list, struct figure figure)
{
    assert(list->count < FIGURES);
    list->figure[list->count++] = figure;
}

double figures_ratio(double a, double b)
{
    return b > 0 ? a / b : NAN;
}

void figures_number(struct figures *list, const char *name, double value)
{
    add(list, (struct figure){.name = name, .kind = FIGURE_NUMBER, .value = value});
}

void figures_percent(struct figures *list, const char *name, double percent)
{
    add(list, (struct figure){.name = name, .kind = FIGURE_PERCENT, .value = percent});
}

void figures_share(struct figures *list, const char *name, int64_t count, int64_t of)
{
    double percent = figures_ratio((double)count * 100, (double)of);

    add(list, (struct figure){
                  .name = name, .kind = FIGURE_SHARE, .value = percent, .count = count, .of = of});
}

void figures_label(struct figures *list, const char *name, double label)
{
    add(list, (struct figure){.name = name, .kind = FIGURE_LABEL, .value = label});
}

const struct figure *figures_find(const struct figures *list, const char *name)
{
    for (int k = 0; k < list->count; k++)
        if (strcmp(list->figure[k].name, name) == 0)
            return &list->figure[k];
    return NULL;
}
