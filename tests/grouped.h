/* grouped - losses of groups a second time: all pairs, all orders, all labelings of each group. */
#ifndef RRM_TESTS_GROUPED_H
#define RRM_TESTS_GROUPED_H

#include "risk/composite.h"

/* Cuts rows into groups of 3, 1, 4, 2, 3 .. rows, the last one of what is left; start has room for rows + 1. */
struct groups grouped_deal(int64_t rows, int64_t *start);

/* The loss of one query, times the queries, by all orders of its n <= 7 rows. */
double grouped_ndcg(const double *y, const double *z, size_t n, double k);

/* g_mu(z) of a loss of groups, the own scores behind those of the rows; mu counts for m3n alone. */
double grouped_risk(const struct risk_spec *spec, double mu, const double *z);

#endif
