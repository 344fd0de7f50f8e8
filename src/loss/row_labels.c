/* row_labels - pointwise losses that are a maximum over the labels of a row. */
#include <math.h>

#include "loss/labelings.h"
#include "loss/pointwise.h"

static uint16_t side_truth(const struct loss *g, int64_t t)
{
    return g->pointwise->y[t] > 0;
}

/* max(0, 1 - y_i z) */
static double side_worst(struct loss *g, int64_t lo, int64_t hi, const double *z, const double *own,
                         uint16_t *y)
{
    double l = 1 - g->pointwise->y[lo] * *z;
    uint16_t truth = side_truth(g, lo);

    (void)hi;
    (void)own;
    *y = l > 0 ? !truth : truth;
    return l > 0 ? l : 0;
}

static double side_loss(const struct loss *g, int64_t lo, int64_t hi, const uint16_t *y)
{
    (void)hi;
    return *y != side_truth(g, lo);
}

static uint16_t class_truth(const struct loss *g, int64_t t)
{
    return (uint16_t)g->pointwise->y[t];
}

static double class_loss(const struct loss *g, int64_t lo, int64_t hi, const uint16_t *y)
{
    const struct pointwise *f = g->pointwise;
    size_t truth = class_truth(g, lo);

    (void)hi;
    return f->p.shift ? f->p.shift[truth * f->k + *y] : *y != truth;
}

/* max_o D_yo + z_o - z_(y_i) */
static double class_worst(struct loss *g, int64_t lo, int64_t hi, const double *z,
                          const double *own, uint16_t *y)
{
    size_t truth = class_truth(g, lo);
    double most = -INFINITY;

    (void)own;
    for (size_t o = 0; o < g->pointwise->k; o++) {
        uint16_t label = (uint16_t)o;
        double s = class_loss(g, lo, hi, &label) + (z[o] - z[truth]);
        if (s > most || isnan(s)) {
            *y = label;
            most = s;
        }
    }
    return most;
}

const struct labelings labelings_margin = {
    .truth = side_truth, .worst = side_worst, .loss = side_loss};

const struct labelings labelings_classes = {
    .truth = class_truth, .worst = class_worst, .loss = class_loss};
