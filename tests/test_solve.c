/* test_solve - every engine, loss and bias mode on the reference problems; when engines stop. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "math/vec.h"
#include "common.h"
#include "problems.h"

/* What is watched from tick to tick. */
struct watch {
    const char *name;
    double J;            /* the optimum; NAN: unknown */
    double primal, dual; /* at the last tick */
    long raise;          /* raise the flag at this tick; 0: never */
    atomic_int flag;
};

/* The best values only get better, but for the rounding that monitor_prefer forgives and by which a bound is above J, and
 * enclose the optimum. */
static void see(void *context, const struct monitor *m, const double *w)
{
    struct watch *v = context;
    double J = isnan(v->J) ? 0 : v->J, tol = 1e-12 * (1 + fabs(J)) + (isnan(v->J) ? 0 : 1e-10);
    double rounding = isfinite(v->primal) ? 1e-13 * (1 + fabs(v->primal)) : 0;

    (void)w;
    ck_assert_msg(m->primal <= v->primal + rounding && m->dual >= v->dual - rounding,
                  "%s: primal %.17g after %.17g, dual %.17g after %.17g", v->name, m->primal, v->primal, m->dual, v->dual);
    ck_assert_msg(m->dual <= m->primal + tol, "%s: bound %.17g above %.17g", v->name, m->dual, m->primal);
    if (!isnan(v->J)) {
        ck_assert_msg(m->dual <= J + tol, "%s: bound %.17g above the optimum %.17g", v->name, m->dual, J);
        ck_assert_msg(m->last_primal >= J - tol, "%s: J %.17g below the optimum %.17g", v->name, m->last_primal, J);
    }
    v->primal = m->primal;
    v->dual = m->dual;
    if (m->iterations == v->raise)
        v->flag = 1;
}

static void watch(struct run *r, struct watch *v, const char *name, double J)
{
    *v = (struct watch){.name = name, .J = J, .primal = INFINITY, .dual = -INFINITY};
    r->m.report = see;
    r->m.context = v;
    r->m.limits.interrupt = &v->flag;
}

/* Engines that need not reach 1e-6 in the passes they get. A new engine does. Smoothing is slow where J has no strong
 * convexity, or no bound to tell how much of it is too much. */
static bool slow(const struct solver *solver, const struct risk *risk, const struct reg *reg)
{
    static const char *const name[] = {"linesearch", "proximal:online", "pegasos"};

    for (size_t k = 0; k < sizeof name / sizeof *name; k++)
        if (strcmp(solver->name, name[k]) == 0)
            return true;
    return strcmp(solver->name, "agm") == 0 && !(risk->traits & RISK_SMOOTH) &&
           !(risk->traits & RISK_BOUNDED && reg->traits & REG_STRONG);
}

/* ---- reference optima ------------------------------------------------------------------------------------------------- */

/* Linear convergence, or better. */
static bool converges_fast(const struct solver *solver)
{
    static const char *const name[] = {"proximal:newton", "sda:maxgain", "sda:pairwise"};
    bool fast = false;

    for (size_t k = 0; k < sizeof name / sizeof *name; k++)
        fast = fast || strcmp(solver->name, name[k]) == 0;
    return fast;
}

static void check_optimum(const struct optimum *o, const struct examples *e, const struct risk_spec *spec,
                          const struct solver *solver)
{
    double reg_p[REG_PARAMETERS];
    const struct reg *reg = reg_named(o->reg, reg_p);
    struct run r;
    struct watch v;
    char name[256];
    double gap, distance = 0, asked = converges_fast(solver) ? 1e-8 : 1e-6;

    snprintf(name, sizeof name, "%.63s by %s", o->id, solver->name);
    ck_assert_int_eq(run_init(&r, spec, reg, o->lambda, 1), OK);
    memcpy(r.reg_p, reg_p, sizeof reg_p);
    if (solver_admits(solver, r.risk->traits, reg)) {
        watch(&r, &v, name, o->J);
        r.m.limits.relative = asked;
        r.m.limits.max_passes = slow(solver, r.risk, r.reg) ? 1000 : solver->max_passes;
        ck_assert_int_eq(run_solver(&r, solver), OK);
        gap = monitor_gap(&r.m);
        ck_assert_msg(r.m.verdict == CONVERGED || slow(solver, r.risk, r.reg), "%s: %s at gap %g after %g passes", name,
                      verdict_name(r.m.verdict), gap, r.m.meter.passes);
        ck_assert_int_eq(r.m.verdict == CONVERGED, gap <= asked * fabs(r.m.primal));
        ck_assert_double_le(r.m.primal - o->J, gap + 1e-9);
        ck_assert_msg(gap < (reg->traits & REG_STRONG ? 0.05 : 0.1), "%s: gap %g", name, gap);
        ck_assert_double_eq_tol(run_primal(&r, e, spec), r.m.primal, 1e-12);
        for (size_t j = 0; j < r.risk->dim; j++) {
            double wanted = j < (size_t)o->n ? o->w[j] : o->b;
            distance += (r.m.best[j] - wanted) * (r.m.best[j] - wanted);
            ck_assert(isfinite(r.x.w[j]));
        }
        if (reg->facts(r.reg_p).curvature > 0)
            ck_assert_double_le(distance, 2 * gap / (o->lambda * reg->facts(r.reg_p).curvature) + 1e-8);
    }
    run_free(&r);
}

START_TEST(test_optima)
{
    static struct optimum list[400];
    int count = optima_read(list, 400), tried = 0;

    for (int k = 0; k < count; k++)
        for (int mode = 0; mode < BIAS_MODES; mode++) {
            double p;
            const struct loss_row *loss = loss_named(list[k].loss, &p);
            double reg_p[REG_PARAMETERS];
            const struct reg *reg = reg_named(list[k].reg, reg_p);
            struct examples *e;
            struct risk_spec spec;
            if (!loss || !reg || strcmp(list[k].bias, bias_name[mode]) != 0)
                continue;
            e = examples_read(list[k].data);
            spec = examples_spec(e, loss, p, (enum bias_mode)mode, 1);
            for (size_t s = 0; solver_at(s); s++)
                check_optimum(&list[k], e, &spec, solver_at(s));
            examples_free(e);
            tried++;
        }
    ck_assert_int_ge(tried, 12);
}
END_TEST

/* With other settings of its own an engine is as right. */
/* ---- warm starts ------------------------------------------------------------------------------------------------------ */

/* From t w*: bounds are bounds, and the run comes to the optimum, for a smooth risk and t = 1 at once. */
static void check_warm(const struct optimum *o, const struct risk_spec *spec, const struct solver *solver, double t)
{
    double reg_p[REG_PARAMETERS];
    const struct reg *reg = reg_named(o->reg, reg_p);
    struct problem p = {.reg = reg, .reg_p = reg_p, .lambda = o->lambda};
    struct run r;
    struct watch v;
    char name[256];

    snprintf(name, sizeof name, "%.63s by %s from %g w*", o->id, solver->name, t);
    ck_assert_int_eq(run_init(&r, spec, reg, o->lambda, 1), OK);
    memcpy(r.reg_p, reg_p, sizeof reg_p);
    p.risk = r.risk;
    if (solver_admits(solver, r.risk->traits, reg)) {
        watch(&r, &v, name, o->J);
        r.m.limits.relative = 1e-3;
        r.m.limits.max_passes = slow(solver, r.risk, r.reg) ? 200 : solver->max_passes;
        for (size_t j = 0; j < r.risk->dim; j++)
            r.x.w[j] = t * (j < (size_t)o->n ? o->w[j] : o->b);
        r.x.warm = true;
        ck_assert(problem_admit(&p, r.x.w, &r.arena) && isfinite(problem_regularizer(&p, r.x.w)));
        ck_assert_int_eq(run_solver(&r, solver), OK);
        ck_assert_msg(r.m.verdict == CONVERGED || slow(solver, r.risk, r.reg), "%s: %s at gap %g after %g passes", name,
                      verdict_name(r.m.verdict), monitor_gap(&r.m), r.m.meter.passes);
        ck_assert_msg(!(t == 1 && r.risk->traits & RISK_SMOOTH) || r.m.meter.passes <= 4, "%s: %g passes", name,
                      r.m.meter.passes);
    }
    run_free(&r);
}

START_TEST(test_warm)
{
    static struct optimum list[400];
    static const double times[] = {1, 0.5, -3, 1e200};
    int count = optima_read(list, 400);

    for (int k = 0; k < count; k++)
        for (int mode = 0; mode < BIAS_MODES; mode++) {
            double p, reg_p[REG_PARAMETERS];
            const struct loss_row *loss = loss_named(list[k].loss, &p);
            struct examples *e;
            struct risk_spec spec;
            if (!loss || !reg_named(list[k].reg, reg_p) || strcmp(list[k].bias, bias_name[mode]) != 0)
                continue;
            e = examples_read(list[k].data);
            spec = examples_spec(e, loss, p, (enum bias_mode)mode, 1);
            for (size_t s = 0; solver_at(s); s++)
                for (size_t t = 0; t < sizeof times / sizeof *times; t++)
                    check_warm(&list[k], &spec, solver_at(s), times[t]);
            examples_free(e);
        }
}
END_TEST

START_TEST(test_settings)
{
    static struct optimum list[400];
    int count = optima_read(list, 400);

    for (int k = 0; k < count; k++) {
        double p, set[SETTINGS];
        const struct loss_row *loss = loss_named(list[k].loss, &p);
        struct examples *e;
        struct risk_spec spec;
        if (!loss || strcmp(list[k].reg, "l2") != 0 || strcmp(list[k].bias, "reg") != 0)
            continue;
        e = examples_read(list[k].data);
        spec = examples_spec(e, loss, p, BIAS_REGULARIZED, 1);
        for (size_t s = 0; solver_at(s); s++)
            for (int which = 0; which < SETTINGS && solver_at(s)->setting[which].name; which++)
                for (int low = 0; low < 2; low++) {
                    const struct solver *solver = solver_at(s);
                    const struct setting *x = &solver->setting[which];
                    char name[256];
                    struct run r;
                    struct watch v;
                    for (int i = 0; i < SETTINGS; i++)
                        set[i] = solver->setting[i].initial;
                    set[which] = x->whole ? (low ? x->lo : fmin(x->hi, x->lo + 6)) : x->initial * (low ? 0.2 : 5);
                    set[which] = fmax(x->lo, fmin(x->hi, set[which]));
                    snprintf(name, sizeof name, "%.63s by %s %s=%g", list[k].id, solver->name, x->name, set[which]);
                    ck_assert_int_eq(run_init(&r, &spec, reg_find("l2"), list[k].lambda, 1), OK);
                    watch(&r, &v, name, list[k].J);
                    r.set = set;
                    r.m.limits.relative = 1e-4;
                    r.m.limits.max_passes = 2000;
                    if (!solver_admits(solver, r.risk->traits, r.reg)) {
                        run_free(&r);
                        continue;
                    }
                    ck_assert_int_eq(run_solver(&r, solver), OK);
                    ck_assert_msg(slow(solver, r.risk, r.reg) || monitor_gap(&r.m) < 1e-3, "%s: gap %g", name, monitor_gap(&r.m));
                    run_free(&r);
                }
        examples_free(e);
    }
}
END_TEST

/* ---- stopping --------------------------------------------------------------------------------------------------------- */

enum limit { PASSES, SECONDS, FLAG, FLAG_LATER, MANY_PASSES, NO_LIMIT };

static void check_limit(const struct examples *e, const struct risk_spec *spec, const struct solver *solver,
                        enum limit limit)
{
    static const enum verdict wanted[] = {OUT_OF_PASSES, OUT_OF_TIME, INTERRUPTED, INTERRUPTED};
    struct run r;
    struct watch v;
    char name[256];
    double less;
    bool early; /* may get to the end before */

    snprintf(name, sizeof name, "%s with %s, limit %d", spec->loss->name, solver->name, limit);
    ck_assert_int_eq(run_init(&r, spec, reg_find("l2"), 1e-4, 1), OK);
    if (solver_admits(solver, r.risk->traits, r.reg)) {
        watch(&r, &v, name, NAN);
        r.m.limits.relative = 1e-12;
        r.m.limits.max_passes = limit == PASSES ? 7 : limit == MANY_PASSES ? 95 : 500;
        if (limit == SECONDS)
            r.m.limits.max_seconds = 0;
        v.flag = limit == FLAG;
        v.raise = limit == FLAG_LATER ? 3 : 0;
        ck_assert_int_eq(run_solver(&r, solver), OK);
        early = limit == MANY_PASSES ||
                ((limit == PASSES || limit == FLAG_LATER) &&
                 (strcmp(solver->name, "proximal:newton") == 0 || strcmp(solver->name, "auto") == 0));
        ck_assert_msg(early || r.m.verdict == wanted[limit], "%s: %s after %g passes", name, verdict_name(r.m.verdict),
                      r.m.meter.passes);
        ck_assert(isfinite(r.m.primal));
        less = run_primal(&r, e, spec) - r.m.primal;
        if (spec->free_bias && (spec->loss->traits & (LOSS_SCORES | LOSS_SMOOTH)) == LOSS_SCORES)
            less = fmax(0, less); /* proximal:newton has J at other biases than the best */
        ck_assert_double_le(fabs(less), 1e-11 * (1 + fabs(r.m.primal)));
        if (limit == PASSES)
            ck_assert_msg((early || r.m.meter.passes >= 7) && r.m.meter.passes <= 10, "%s: %g passes", name, r.m.meter.passes);
        else if (limit == MANY_PASSES)
            ck_assert_msg(r.m.meter.passes <= 98, "%s: %g passes", name, r.m.meter.passes);
        else
            ck_assert_msg(r.m.iterations <= (limit == FLAG_LATER ? 5 : 2), "%s: %ld iterations", name, r.m.iterations);
    }
    run_free(&r);
}

START_TEST(test_limits)
{
    struct examples *e = examples_random(5, 300, 40, 0.2, CSR_DOUBLE);

    for (size_t k = 0; loss_at(k); k++)
        for (int mode = 0; mode < BIAS_MODES; mode++)
            for (size_t s = 0; solver_at(s); s++)
                for (int limit = 0; limit < NO_LIMIT; limit++) {
                    struct risk_spec spec = examples_spec(e, loss_at(k), loss_at(k)->parameter.initial, (enum bias_mode)mode, 1);
                    examples_task(e, loss_at(k));
                    if (spec_sound(&spec))
                        check_limit(e, &spec, solver_at(s), (enum limit)limit);
                }
    examples_free(e);
}
END_TEST

/* Steps on single units ask for limits after each one over all weights: here the first prox step of l1 that the radius, 1,
 * wants to know, not after an epoch of 300. */
START_TEST(test_wide_steps)
{
    struct examples *e = examples_random(6, 300, 40, 0.5, CSR_DOUBLE);
    struct risk_spec spec = examples_spec(e, loss_find("hinge"), 0, BIAS_NONE, 1);
    struct run r;
    struct watch v;

    ck_assert_int_eq(run_init(&r, &spec, reg_find("l1"), 1, 1), OK);
    watch(&r, &v, "wide steps", NAN);
    r.m.limits.relative = 1e-12;
    v.raise = 1;
    ck_assert_int_eq(run_solver(&r, solver_find("proximal:online")), OK);
    ck_assert_int_eq(r.m.verdict, INTERRUPTED);
    ck_assert_msg(r.m.meter.passes < 1.1, "%g passes", r.m.meter.passes);
    run_free(&r);
    examples_free(e);
}
END_TEST

/* A weight that is no number: the engine says so and ends. */
START_TEST(test_nan)
{
    struct examples *e = examples_random(6, 60, 10, 0.3, CSR_DOUBLE);

    e->cost[17] = NAN;
    for (size_t k = 0; loss_at(k); k++)
        for (int mode = 0; mode < BIAS_MODES; mode++)
            for (size_t s = 0; solver_at(s); s++) {
                struct risk_spec spec = examples_spec(e, loss_at(k), loss_at(k)->parameter.initial, (enum bias_mode)mode, 1);
                struct run r;
                examples_task(e, loss_at(k));
                if (risk_traits(loss_at(k), spec.free_bias) == 0 || !(loss_at(k)->traits & LOSS_WEIGHTS))
                    continue;
                ck_assert_int_eq(run_init(&r, &spec, reg_find("l2"), 1e-2, 1), OK);
                if (solver_admits(solver_at(s), r.risk->traits, r.reg)) {
                    r.m.limits.relative = 1e-3;
                    r.m.limits.max_passes = 50;
                    ck_assert_int_eq(run_solver(&r, solver_at(s)), OK);
                    ck_assert_msg(r.m.verdict == NOT_A_NUMBER, "%s by %s, bias %s: %s", loss_at(k)->name, solver_at(s)->name,
                                  bias_name[mode], verdict_name(r.m.verdict));
                }
                run_free(&r);
            }
    examples_free(e);
}
END_TEST

/* ---- the table -------------------------------------------------------------------------------------------------------- */

/* Without a floor the bound of a plane is 0 where each slope is that of a minimum at w = 0 but for the rounding of its own
 * column: one column of 1e13 says nothing of the others. */
START_TEST(test_flat)
{
    static const double steep[] = {1e13, 1, 0};
    static const struct {
        const char *reg;
        double a[3];
        bool flat;
    } row[] = {{"l2", {0.1, 1e-14, 0}, true},
               {"l2", {0.1, -1e-11, 0}, false},
               {"l2", {-1e4, 0, 0}, false},
               {"l2", {0, 0, 1e-100}, false},
               {"l2", {0, 0, 0}, true},
               {"l2", {NAN, 0, 0}, false},
               {"elastic:0.5", {0.4, 0.5 + 1e-14, -0.5}, true},
               {"elastic:0.5", {0, 0.51, 0}, false},
               {"elastic:0.5", {0, 0, -0.5 - 1e-12}, false},
               {"elastic-ball", {0.1, 0, 0}, true}};
    struct risk risk = {.dim = 3, .units = 10, .floor = -INFINITY, .steep = steep};

    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        double p[REG_PARAMETERS], bound;
        struct problem problem = {.risk = &risk, .reg = reg_named(row[k].reg, p), .lambda = 1, .reg_p = p};
        bound = problem_dual(&problem, row[k].a, 0);
        ck_assert_msg((bound == 0) == row[k].flat, "row %zu: %g", k, bound);
        risk.steep = NULL;
        ck_assert(k == 4 || problem_dual(&problem, row[k].a, 0) != 0);
        risk.steep = steep;
    }
}
END_TEST

START_TEST(test_table)
{
    for (size_t s = 0; solver_at(s); s++) {
        const struct solver *solver = solver_at(s);
        ck_assert(solver->help && solver->run && solver->max_passes > 0);
        ck_assert_ptr_eq(solver_find(solver->name), solver);
        for (int k = 0; k < SETTINGS && solver->setting[k].name; k++) {
            const struct setting *x = &solver->setting[k];
            ck_assert(x->help && x->lo <= x->initial && x->initial <= x->hi);
            ck_assert(strcspn(x->name, "= \t") == strlen(x->name));
            if (x->whole)
                ck_assert(floor(x->initial) == x->initial);
        }
    }
    ck_assert_ptr_null(solver_find("sda:"));
    ck_assert_ptr_null(solver_find(""));
}
END_TEST

RUN_TESTS("solve", test_table, test_optima, test_warm, test_settings, test_limits, test_wide_steps, test_nan, test_flat)
