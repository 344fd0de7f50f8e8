/* advice - what the end of a run tells of options: whether a smaller lambda could do more, what a
 * bias would gain. */
#include "train/advice.h"

#include <math.h>

#include "math/vec.h"
#include "risk/image.h"

/* Certificates of w = 0 are looked for at lambda/BELOW_k, each by at most so many passes: where few
 * digits are left the first is out of reach. auto took 4 to 13 passes on tables of three ordered
 * labels. */
static const double BELOW[] = {1e20, 1e10, 1e5}, PASSES = 20;

/* The best b of g(z + b) + lambda Omega(b), one weight b, along the ray of ones on the side where
 * that falls; Omega(b) >= g |b| + c b^2/2, g the growth and c the curvature (reg.h). */
static enum status look_at_bias(const struct fit *fit, struct advice *advice, struct error *err)
{
    const struct recipe *recipe = fit->recipe;
    const struct risk *risk = fit->risk;
    double lin = fit->lambda * reg_growth(recipe->reg, recipe->reg_p);
    double quad = fit->lambda * recipe->reg->curvature(recipe->reg_p);
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
                       fit->lambda * recipe->reg->value(recipe->reg_p, 1, &b);
    }
    arena_free(&arena);
    return failed ? fail_memory(err, "the bias") : OK;
}

/* A run of `auto` with lambda |w|^2/2, from where the fit stands. */
static enum status run_below(struct fit *fit, double lambda, double seconds, struct error *err)
{
    const struct recipe *recipe = fit->recipe;
    struct recipe below = *recipe;
    enum status status;

    recipe_solver(&below, solver_find("auto"));
    below.reg = reg_find("l2");
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
 * that plane bounds J by R(0) - e where |a| <= lambda g, or lambda c is not less. */
static enum status look_below(struct fit *fit, struct advice *advice, struct error *err)
{
    const struct recipe *recipe = fit->recipe;
    double lambda = fit->lambda, growth = reg_growth(recipe->reg, recipe->reg_p);
    double curvature = recipe->reg->curvature(recipe->reg_p), e, at;
    double end = fit->monitor.limits.max_seconds - monitor_seconds(&fit->monitor);
    enum status status;

    for (size_t k = 0; k < sizeof BELOW / sizeof *BELOW; k++) {
        at = lambda / BELOW[k];
        status = run_below(fit, at, end, err);
        end -= monitor_seconds(&fit->monitor);
        if (status != OK || vec_nonzeros(fit->risk->dim, fit->monitor.best) > 0)
            return status;
        if (fit->monitor.verdict == CONVERGED) {
            e = fmax(monitor_gap(&fit->monitor), monitor_rounding(&fit->monitor));
            advice->least = growth > 0 ? sqrt(2 * at * e) / growth : at / curvature;
            return OK;
        }
    }
    return OK;
}

enum status advice_of(struct fit *fit, unsigned topics, struct advice *advice, struct error *err)
{
    const struct recipe *recipe = fit->recipe;
    const unsigned traits = recipe->loss->traits;
    bool zero = fit->risk->traits & RISK_BOUNDED && recipe->reg->traits & REG_EUCLIDEAN &&
                vec_nonzeros(fit->risk->dim, fit->monitor.best) == 0;
    enum status status = OK;

    *advice = (struct advice){0};
    if (fit->monitor.verdict != CONVERGED)
        return OK;
    if (topics & ADVICE_BIAS && !(recipe->bias > 0) && traits & LOSS_BIAS &&
        fit->risk->traits & RISK_BOUNDED && !(traits & LOSS_THRESHOLDS))
        status = look_at_bias(fit, advice, err);
    if (status == OK && topics & ADVICE_COST && zero)
        status = look_below(fit, advice, err);
    return status;
}
