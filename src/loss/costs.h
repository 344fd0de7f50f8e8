/* costs - the weights c_i >= 0 of examples: a number each, or one for all without a vector. */
#ifndef RRM_COSTS_H
#define RRM_COSTS_H

#include <stddef.h>
#include <stdint.h>

struct costs {
    const double *each; /* c_i; NULL: c_i = all */
    double all;
};

/* The weights `each` of the rows; NULL: 1/rows for each of them. */
static inline struct costs costs_of(const double *each, int64_t rows)
{
    return (struct costs){each, 1 / (double)rows};
}

/* c_i */
static inline double costs_at(struct costs c, size_t i)
{
    return c.each ? c.each[i] : c.all;
}

/* Those from row lo on: costs_at(costs_from(c, lo), i) = c_{lo + i}. */
static inline struct costs costs_from(struct costs c, size_t lo)
{
    return (struct costs){c.each ? c.each + lo : NULL, c.all};
}

#endif
