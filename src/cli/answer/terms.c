/* terms - features with a number each, the greatest first. */
#include "cli/answer/terms.h"

#include <math.h>
#include <stdlib.h>

static int by_size(const void *a, const void *b)
{
    const struct term *x = a, *y = b;
    double size = fabs(x->value), other = fabs(y->value);

    if (size != other)
        return size > other ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

void terms_order(struct term *term, size_t count)
{
    if (count > 1)
        qsort(term, count, sizeof *term, by_size);
}
