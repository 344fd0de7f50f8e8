/* fit - one problem: J(w) = R(w) + lambda Omega(w) on one risk, minimised for one lambda after the
 * other. */
#include "train/fit.h"

#include <math.h>

#include "base/input.h"
#include "base/memory.h"
#include "data/rows/gram.h"
#include "math/vec.h"
#include "risk/dual.h"
#include "risk/image.h"
#include "risk/lanes.h"
#include "solve/run.h"

/* ---- what came out --------------------------------------------------------------------------- */

static int badness(enum verdict verdict)
{
    static const int rank[] = {
        [CONVERGED] = 0,     [STALLED] = 1,     [OUT_OF_PATIENCE] = 1, [OUT_OF_PASSES] = 2,
        [OUT_OF_TIME] = 3,   [INTERRUPTED] = 4, [NOT_A_NUMBER] = 5,    [RUNNING] = 6,
    };

    return rank[verdict];
}

enum verdict outcome_worse(enum verdict a, enum verdict b)
{
    return badness(b) > badness(a) ? b : a;
}

struct outcome outcome_join(const struct outcome *first, const struct outcome *second)
{
    struct outcome both = *second;

    both.primal = fmin(first->primal, second->primal);
    both.dual = fmax(first->dual, second->dual);
    both.passes += first->passes;
    both.seconds += first->seconds;
    both.iterations += first->iterations;
    return both;
}

struct outcome outcome_sum(int count, const struct outcome *each, bool asked, const char *solver)
{
    struct outcome all = each[0];

    for (int k = 1; k < count; k++) {
        all.primal += each[k].primal;
        all.dual += each[k].dual;
        all.passes += each[k].passes;
        all.iterations += each[k].iterations;
        all.verdict = outcome_worse(all.verdict, each[k].verdict);
        if (each[k].engine != all.engine)
            all.engine = solver;
    }
    for (int k = 0; k < count; k++) {
        bool begun = each[k].verdict == CONVERGED || each[k].passes > 0;
        all.unmet += each[k].verdict != CONVERGED && (asked || !begun);
        all.unbegun += !begun;
    }
    return all;
}

/* ---- the problems ---------------------------------------------------------------------------- */

struct risk_spec ova_spec(const struct recipe *recipe, const struct csr *x,
                          const struct targets *targets, const double *y)
{
    return (struct risk_spec){.loss = recipe->loss,
                              .parameter = recipe->parameter,
                              .x = x,
                              .y = y,
                              .classes = targets->classes,
                              .costs = targets->costs,
                              .cost = targets->cost,
                              .bias = recipe->bias,
                              .free_bias = recipe->free_bias,
                              .groups = targets->groups};
}

int ova_problems(const struct targets *targets)
{
    return targets->ova ? targets->classes : 1;
}

enum status ova_check(const struct recipe *recipe, const struct dataset *data,
                      const struct targets *targets, const char *file, struct error *err)
{
    double *y = mem_alloc((size_t)data->x.rows, sizeof *y);
    struct risk_spec spec = ova_spec(recipe, &data->x, targets, y);
    struct error why;
    enum status status = y ? OK : fail_memory(err, "the examples");

    for (int k = 0; k < ova_problems(targets) && status == OK; k++) {
        targets_side(targets, k, data->x.rows, y);
        status = risk_check(&spec, &why);
        if (status != OK)
            fail_at(err, status, input_called(file), 0, "%s", why.text);
    }
    mem_free(y);
    return status;
}

/* ---- one problem ----------------------------------------------------------------------------- */

enum { FIT_SOLVERS = 256 }; /* names in a message */

void fit_limits(struct fit *fit)
{
    const struct recipe *recipe = fit->recipe;
    struct limits *limits = &fit->monitor.limits;

    limits->relative = recipe->relative;
    limits->absolute = recipe->absolute;
    limits->max_passes = recipe->passes > 0 ? recipe->passes : recipe->solver->max_passes;
    limits->max_seconds = recipe->seconds;
}

/* What recipe_check asked of the row is asked of the instance. */
static enum status check_instance(const struct recipe *recipe, const struct risk *risk,
                                  struct error *err)
{
    char list[FIT_SOLVERS] = "";

    if (solver_admits(recipe->solver, risk->traits, recipe->reg))
        return OK;
    solver_list(risk->traits, recipe->reg, list, sizeof list);
    return fail(err, ERR_DATA, "loss '%s' %s; solver '%s' cannot minimise it with regularizer '%s' "
                "here; %s%s", recipe->loss->name, risk->g->lacks, recipe->solver->name,
                recipe->reg->name, *list ? "try -s: " : "try -r: l2", list);
}

enum status fit_init(struct fit *fit, const struct recipe *recipe, const struct risk_spec *spec,
                     const struct par *par, struct error *err)
{
    enum status status;

    *fit = (struct fit){.recipe = recipe, .reg_p = recipe->reg_p};
    status = risk_make(spec, par, &fit->arena, &fit->risk, err);
    if (status == OK)
        status = check_instance(recipe, fit->risk, err);
    if (status != OK)
        return status;
    fit->point.w = arena_doubles(&fit->arena, fit->risk->dim);
    fit->monitor.best = arena_doubles(&fit->arena, fit->risk->dim);
    fit->point.arena = &fit->arena;
    if (fit->arena.failed)
        return fail_memory(err, "the weights");
    fit->monitor.engine = recipe->solver->name;
    fit_limits(fit);
    return OK;
}

/* Where a dual point of the lambda before stands on the ray to 0: alpha <- t alpha, for the t that
 * has the best bound of min(1, lambda/before)^(k/2^ROOTS), k = 0 .. 2^ROOTS, all of them dual
 * points if alpha is one and t <= 1. alpha stays where its examples are at their bounds, at small
 * costs; it falls with lambda where w does not change any more. Tuned. False: no memory. */
enum { ROOTS = 2 };

static bool scale_dual(struct fit *fit, const struct problem *p, struct arena *work)
{
    struct risk *risk = fit->risk;
    double *alpha = fit->point.alpha, *a = arena_doubles(work, risk->dim);
    double *scaled = arena_doubles(work, risk->dual_size), best = -INFINITY, at = 1, t = 1;
    double root = fmin(1, p->lambda / fit->lambda); /* its power 1/2^ROOTS */

    if (work->failed)
        return false;
    for (int k = 0; k < ROOTS; k++)
        root = sqrt(root);
    risk_plane(risk, alpha, a);
    for (int k = 0; k <= 1 << ROOTS; k++) {
        double dual;
        vec_combine(risk->dual_size, t, alpha, 0, alpha, scaled);
        dual = problem_dual(p, a, risk_plane(risk, scaled, NULL));
        if (dual > best) {
            best = dual;
            at = t;
        }
        t *= root;
        vec_scale(risk->dim, root, a);
    }
    vec_scale(risk->dual_size, at, alpha);
    return true;
}

/* Where a run starts: where the last one stood, unless it came to no number; the first one where it
 * was placed, or cold. */
static bool start(struct fit *fit, const struct problem *problem, struct arena *arena)
{
    bool again = fit->monitor.iterations > 0 && isfinite(fit->monitor.primal);
    bool placed = fit->placed && fit->monitor.iterations == 0;

    fit->point.warm = again || placed;
    fit->point.again = again;
    if (again)
        vec_copy(fit->risk->dim, fit->monitor.best, fit->point.w);
    if (fit->point.warm && fit->point.alpha && fit->lambda != problem->lambda &&
        !scale_dual(fit, problem, arena))
        return false;
    if (fit->point.warm)
        return problem_admit(problem, fit->point.w, arena);
    problem_start(problem, fit->point.w);
    if (fit->point.alpha)
        vec_fill(fit->risk->dual_size, 0, fit->point.alpha);
    return true;
}

static struct problem problem_of(const struct fit *fit, double lambda)
{
    const struct recipe *recipe = fit->recipe;

    return (struct problem){.risk = fit->risk,
                            .reg = recipe->reg,
                            .reg_p = fit->reg_p,
                            .lambda = lambda,
                            .seed = recipe->seed,
                            .set = recipe->set};
}

enum status fit_run(struct fit *fit, double lambda, struct error *err)
{
    struct problem problem = problem_of(fit, lambda);
    struct arena work = {0};
    enum status status = ERR_SYSTEM;

    if (start(fit, &problem, &work))
        status = solver_run(fit->recipe->solver, &problem, &fit->point, fit->monitor.best, &work,
                            &fit->monitor);
    fit->lambda = lambda;
    arena_free(&work);
    return status == OK ? OK : fail_memory(err, "the solver");
}

bool fit_takes_lanes(const struct fit *fit, double lambda)
{
    struct problem problem = problem_of(fit, lambda);
    const struct solver *solver = fit->recipe->solver;

    return solver->lanes && solver->lanes(&problem);
}

enum status fit_run_lanes(struct fit *const *fit, size_t count, double lambda, struct error *err)
{
    struct problem problem[LANES];
    struct lane lane[LANES];
    struct arena work = {0};
    enum status status = OK;

    for (size_t k = 0; k < count && status == OK; k++) {
        problem[k] = problem_of(fit[k], lambda);
        lane[k] = (struct lane){&problem[k], &fit[k]->point, &fit[k]->monitor};
        status = start(fit[k], &problem[k], &work) ? OK : ERR_SYSTEM;
        fit[k]->lambda = lambda;
    }
    if (status == OK)
        status = solver_run_lanes(fit[0]->recipe->solver, lane, count, &work);
    arena_free(&work);
    return status == OK ? OK : fail_memory(err, "the solver");
}

enum status fit_sum(const struct fit *fit, double lambda, const double **M, struct arena *arena,
                    struct error *err)
{
    const struct risk *risk = fit->risk;
    struct problem problem = problem_of(fit, lambda);
    size_t n = risk->A->x.cols;
    double *sum, *c;

    if (!solver_sums(fit->recipe->solver, &problem))
        return OK;
    sum = arena_get(arena, n, n * sizeof *sum);
    c = mem_alloc(risk->units, sizeof *c);
    for (size_t i = 0; sum && c && i < risk->units; i++)
        c[i] = costs_at(risk->g->c, i);
    if (sum && c)
        matrix_gram(risk->A, (int64_t)risk->units, NULL, c, sum);
    *M = c ? sum : NULL;
    mem_free(c);
    return *M ? OK : fail_memory(err, "the solver");
}

struct outcome fit_outcome(const struct fit *fit)
{
    const struct monitor *m = &fit->monitor;

    return (struct outcome){.primal = m->primal,
                            .dual = m->dual,
                            .passes = fit->monitor.meter.passes,
                            .seconds = monitor_seconds(m),
                            .iterations = m->iterations,
                            .verdict = m->verdict,
                            .engine = m->engine};
}

void fit_free(struct fit *fit)
{
    arena_free(&fit->arena);
}

/* ---- advice ---------------------------------------------------------------------------------- */

/* Certificates of w = 0 are looked for at lambda/BELOW_k, each by at most so many passes: where few
 * digits are left the first is out of reach. Tuned. */
static const double BELOW[] = {1e20, 1e10, 1e5}, PASSES = 20;

/* The best b of g(z + b) + lambda Omega(b), one weight b, along the ray of ones on the side where
 * that falls; Omega(b) >= g |b| + c b^2/2, g the growth and c the curvature (reg.h). */
static enum status look_at_bias(const struct fit *fit, struct advice *advice, struct error *err)
{
    const struct recipe *recipe = fit->recipe;
    const struct risk *risk = fit->risk;
    double lin = fit->lambda * recipe->reg->facts(fit->reg_p).growth;
    double quad = fit->lambda * recipe->reg->facts(fit->reg_p).curvature;
    struct arena arena = {0};
    double *z = arena_doubles(&arena, risk->image), *ones = arena_doubles(&arena, risk->image);
    void *room = arena_get(&arena, risk->search_room, 1);
    bool failed = arena.failed;
    double b = 0;

    if (!failed) {
        risk_apply(risk, fit->monitor.best, z);
        advice->risk = risk_value(risk, 0, z) - risk->floor;
        for (int side = 1; side >= -1 && b == 0; side -= 2) {
            vec_fill(risk->image, side, ones);
            b = side * risk_search(risk, lin, quad, z, ones, room);
        }
        vec_add(risk->image, fabs(b), ones, z);
        advice->gain = advice->risk + risk->floor - risk_value(risk, 0, z) -
                       fit->lambda * recipe->reg->value(fit->reg_p, 1, &b);
    }
    arena_free(&arena);
    return failed ? fail_memory(err, "the bias") : OK;
}

/* A run of `auto` with lambda |w|^2/2 or, with `own`, lambda Omega, from where the fit stands. */
static enum status run_below(struct fit *fit, double lambda, bool own, double seconds,
                             struct error *err)
{
    const struct recipe *recipe = fit->recipe;
    struct recipe below = *recipe;
    enum status status;

    recipe_solver(&below, solver_find("auto"));
    below.reg = own ? recipe->reg : reg_find("l2");
    fit->recipe = &below;
    fit->monitor.limits.max_passes = PASSES;
    fit->monitor.limits.max_seconds = seconds;
    fit->monitor.report = NULL;
    status = fit_run(fit, lambda, err);
    fit->recipe = recipe;
    return status;
}

/* A bound R(0) - e for a small lambda with l2 is that of a plane (a, b), R(0) - e = b - |a|^2/(2
 * lambda), b <= R(0), so that |a|^2 <= 2 lambda e. As Omega(w) >= Omega(0) + g |w| + c |w|^2/2,
 * that plane bounds J by R(0) - e where |a| <= lambda g, or lambda c is not less. Bounds of weights
 * count: there Omega itself is that of the small lambda, and J(0) - min J grows as lambda falls. */
static enum status look_below(struct fit *fit, struct advice *advice, struct error *err)
{
    const struct recipe *recipe = fit->recipe;
    double lambda = fit->lambda, growth = recipe->reg->facts(fit->reg_p).growth;
    double curvature = recipe->reg->facts(fit->reg_p).curvature, e, at;
    double end = fit->monitor.limits.max_seconds - monitor_seconds(&fit->monitor);
    bool own = recipe->reg->traits & (REG_BOUNDED | REG_COLUMNS);
    enum status status;

    for (size_t k = 0; k < sizeof BELOW / sizeof *BELOW; k++) {
        at = lambda / BELOW[k];
        status = run_below(fit, at, own, end, err);
        end -= monitor_seconds(&fit->monitor);
        if (status != OK || vec_nonzeros(fit->risk->dim, fit->monitor.best) > 0)
            return status;
        if (fit->monitor.verdict == CONVERGED) {
            e = fmax(monitor_gap(&fit->monitor), monitor_rounding(&fit->monitor));
            advice->least = growth > 0 ? sqrt(2 * at * e) / growth : at / curvature;
            if (own)
                advice->least = at;
            return OK;
        }
    }
    return OK;
}

enum status advice_of(struct fit *fit, unsigned topics, struct advice *advice, struct error *err)
{
    const struct recipe *recipe = fit->recipe;
    const unsigned traits = recipe->loss->traits;
    const struct reg_facts facts = recipe->reg->facts(fit->reg_p);
    const unsigned single = REG_BOUNDED | REG_COLUMNS; /* of a bias, that is another Omega */
    bool zero = fit->risk->traits & RISK_BOUNDED && recipe->reg->traits & REG_EUCLIDEAN &&
                vec_nonzeros(fit->risk->dim, fit->monitor.best) == 0;
    enum status status = OK;

    *advice = (struct advice){0};
    if (fit->monitor.verdict != CONVERGED)
        return OK;
    if (topics & ADVICE_BIAS && !(recipe->bias > 0) && traits & LOSS_BIAS &&
        fit->risk->traits & RISK_BOUNDED && !(traits & (LOSS_THRESHOLDS | LOSS_SCORES)) &&
        !(recipe->reg->traits & single))
        status = look_at_bias(fit, advice, err);
    if (status == OK && topics & ADVICE_COST && zero && !(facts.free > 0))
        status = look_below(fit, advice, err);
    return status;
}
