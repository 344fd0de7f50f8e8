/* newton_estimate - the time of proximal:newton, and which systems it has. */
#include "solve/newton/newton_estimate.h"

#include <math.h>

#include "data/rows/gram.h"
#include "math/logarithm.h"
#include "risk/dual.h"
#include "solve/newton/newton_model.h"
#include "solve/newton/newton_rows.h"
#include "solve/newton/newton_system.h"

/* To a gap of 1e-3: SUMS over all rows, or where every h_i changes one in each step; SMOOTH steps
 * or with kinks KINKED, each a pass and the solution of a system. A system of k outputs takes
 * OUTPUTS_STEPS sqrt(k) products; over many columns, by conjugate gradients, CG_STEPS sqrt(1 + q).
 * The slope of a row takes the time of ROW entries, with kinks of ROW_KINKED. In a ball kinks ask
 * for IN_BALL times as much. Tuned. */
static const double SUMS = 1.5, SMOOTH = 5, KINKED = 8, OUTPUTS_STEPS = 4.2, CG_STEPS = 40, ROW = 6,
                    ROW_KINKED = 12, IN_BALL = 2;

/* Losses of one score take CG_FIRST + CG_QUADRATIC (1 + q)^(1/2) n/m products of conjugate
 * gradients in all, n columns and m units, with kinks CG_FIRST_KINKED and CG_KINKED for those, or
 * CG_OTHER (1 + q)^(1/4); with coherent units at most CG_MOST: the preconditioner takes what a
 * single column adds to q. Each product takes the time of COLUMN entries for a column besides.
 * Tuned. */
static const double CG_FIRST = 10, CG_FIRST_KINKED = 20, CG_KINKED = 42, CG_QUADRATIC = 20,
                    CG_OTHER = 13, CG_MOST = 1400, COLUMN = 5;

/* Where the risk is one of a whole set (problem_is_whole) they take CG_WHOLE (1 + q)^(1/2), where
 * that couples rows CG_COUPLED (1 + q)^(1/4). Tuned. */
static const double CG_WHOLE = 100, CG_COUPLED = 60;

/* Over n columns, m units factors are made 1 + min(1, SHAPE n/m) log(1 + q) times as often as over
 * few, without kinks 1 + BENDS of that logarithm. They give way to conjugate gradients whose
 * products take less than SURE of that time. Tuned. */
static const double SHAPE = 3, BENDS = 0.3, SURE = 0.75;

/* From the solution at half the cost a single problem of a loss with logarithms, whose factors are
 * made in each step, takes NEAR of the steps. Tuned. */
static const double NEAR = 0.5;

/* The blocks of an elimination are made in BLOCKS passes; it is done SMOOTH times, with kinks
 * BLOCKS_KINKED. Tuned. */
static const double BLOCKS = 12, BLOCKS_KINKED = 20;

/* To a corner of J (problem_has_corners) at least CORNERS (1 + q)^(1/2) passes. Tuned. */
static const double CORNERS = 1;

static double steps_of(const struct risk *risk)
{
    return risk_has_flats(risk) ? KINKED : SMOOTH;
}

/* The time of a system by elimination, in that of an entry. */
static double system_work(const struct risk *risk)
{
    return newton_schur_work(risk) + newton_factor_work((double)risk->A->independent.rest);
}

/* The slopes of all rows in the SMOOTH or KINKED steps of a run with one output, in passes. */
static double slopes(const struct risk *risk)
{
    double each = risk_has_flats(risk) ? KINKED * ROW_KINKED : SMOOTH * ROW;

    return each * (double)risk->units / fmax(1, matrix_work(risk->A));
}

/* The products of conjugate gradients with one output, in passes, and the slopes. */
static double products(const struct problem *p, double q)
{
    double column = COLUMN * (double)p->risk->dim / fmax(1, matrix_work(p->risk->A));
    double root = sqrt(1 + q), count = CG_OTHER * sqrt(root);
    double shape = (double)p->risk->dim / (double)p->risk->units;

    if (problem_is_whole(p))
        count = p->risk->g->coupled ? CG_COUPLED * sqrt(root) : CG_WHOLE * root;
    else if (risk_has_flats(p->risk))
        count = CG_FIRST_KINKED + CG_KINKED * root * shape;
    else if (p->risk->traits & RISK_QUADRATIC)
        count = CG_FIRST + CG_QUADRATIC * root * shape;
    if (risk_is_coherent(p->risk))
        count = fmin(CG_MOST, count);
    return count * (1 + column) + slopes(p->risk);
}

/* The passes of a run by elimination. */
static double elimination(const struct risk *risk)
{
    double steps = risk_has_flats(risk) ? BLOCKS_KINKED : SMOOTH;

    return BLOCKS + steps * system_work(risk) / matrix_work(risk->A);
}

double newton_allowance(const struct problem *p)
{
    const struct risk *risk = p->risk;
    double order = (double)risk->A->x.cols;

    if (!risk->A->independent.lead || newton_rows_apply(risk) || !(p->reg->traits & REG_QUADRATIC))
        return INFINITY;
    if (newton_system_direct(risk))
        return system_work(risk) < newton_factor_work(order) ? 0 : INFINITY;
    return risk->A->outputs > 1 ? INFINITY : elimination(risk);
}

/* How many times as often as over few columns factors are made. */
static double growth(const struct risk *risk, double q)
{
    double shape = fmin(1, SHAPE * (double)risk->dim / (double)risk->units);

    return 1 + (risk_has_flats(risk) ? 1 : BENDS) * shape * logarithm(1 + q);
}

/* The passes of a run by factors of the columns or, where `rows`, of the rows, besides the SMOOTH
 * or KINKED passes of its steps. */
static double factors(const struct problem *p, double q, bool rows)
{
    const struct matrix *A = p->risk->A;
    double n = (double)(rows ? p->risk->units : p->risk->dim), k = (double)A->outputs;
    double pass = matrix_work(A), sum = (rows ? matrix_row_gram_work(A) : matrix_gram_work(A));
    double first = p->risk->shared.problems > 1 && !rows ? sum / p->risk->shared.problems : sum;
    double solution = k > 1 ? OUTPUTS_STEPS * sqrt(k) : newton_factor_work(n) / pass;
    double steps = steps_of(p->risk);
    bool changes = risk_has_logarithms(p->risk) || p->risk->g->prox_size == 0; /* every h_i */
    bool anew = !rows && changes;
    bool steady = rows || k > 1 || risk_is_coherent(p->risk);
    double sums = (first + ((anew ? steps : SUMS) - 1) * sum) / (k * pass);

    return (k > 1 ? 0 : slopes(p->risk)) +
           (steady ? 1 : growth(p->risk, q)) * (sums + steps * solution);
}

bool newton_factors(const struct problem *p)
{
    const struct risk *risk = p->risk;
    bool may = newton_system_factors(risk);
    double q;

    if (!(p->reg->traits & REG_QUADRATIC))
        return newton_model_dense(risk);
    if (!may || newton_bends(risk) || risk->borders > 0 || newton_allowance(p) == 0)
        return may;
    q = problem_condition(p);
    return products(p, q) >= SURE * factors(p, q, newton_rows_apply(risk));
}

/* The products of a run over many columns with several outputs or kinks of Omega: a step takes
 * CG_STEPS, without those kinks (1 + q)^(1/2) times as many, under a strongly convex Omega that has
 * them STRONG times, with one output and not of a whole set. Over few rows the time of their
 * factors bounds it: columns take .2 to .7 of that. Tuned. */
static const double STRONG = 0.5;

static double many_columns(const struct problem *p, double q)
{
    bool strong = p->reg->traits & REG_STRONG && p->risk->outputs == 1 && !problem_is_whole(p);
    double count = steps_of(p->risk) * CG_STEPS;

    if (p->reg->traits & REG_QUADRATIC)
        count *= sqrt(1 + q);
    else if (strong)
        count *= STRONG;
    if (newton_rows_apply(p->risk))
        count = fmin(count, factors(p, q, true));
    return count;
}

struct estimate newton_estimate(const struct problem *p, double q)
{
    double k = (double)p->risk->A->outputs, allowance = newton_allowance(p);
    double steps = steps_of(p->risk);
    bool quadratic = p->reg->traits & REG_QUADRATIC, factored = newton_factors(p);
    struct estimate e = {.passes = steps * problem_step(p), .pass = 1, .second_order = true};

    if (k == 1 && allowance == 0)
        e.passes += elimination(p->risk);
    else if (factored)
        e.passes += factors(p, q, newton_rows_apply(p->risk));
    else if (k == 1 && quadratic)
        e.passes += fmin(products(p, q), 2 * allowance) - steps; /* their passes are products */
    else
        e.passes += many_columns(p, q);
    if (k == 1 && quadratic && factored && allowance > 0 && risk_has_logarithms(p->risk) &&
        p->risk->shared.problems <= 1)
        e.near = NEAR;
    if (problem_has_corners(p))
        e.passes = fmax(e.passes, CORNERS * sqrt(1 + q));
    if (!(p->reg->traits & REG_SEPARABLE) && risk_has_flats(p->risk))
        e.passes *= IN_BALL;
    return e;
}
