/* fit - one problem: J(w) = R(w) + lambda Omega(w) on one risk, minimised for one lambda after the
 * other; the problems of a training: one, or with one class against the rest one for each class;
 * what came out, and what the end of a run tells of options. */
#ifndef RRM_FIT_H
#define RRM_FIT_H

#include "risk/composite.h"
#include "solve/monitor.h"
#include "train/recipe.h"

/* What came out of a run, or of several together. */
struct outcome {
    double primal, dual, passes, seconds;
    long iterations;
    enum verdict verdict;
    const char *engine; /* the solver that ended it; NULL: nothing has run */
    int unmet, unbegun; /* of several: how many have not met the tolerance, if there is one; of
                         * these, how many had not one pass */
};

/* The one that is worse for who relies on the result; an interrupt is worse than a limit. */
enum verdict outcome_worse(enum verdict a, enum verdict b);

/* Two runs on the same problem, one after the other: the better point, the better bound, the
 * work of both, why the second one ended. */
struct outcome outcome_join(const struct outcome *first, const struct outcome *second);

/* Problems that are solved apart and whose objectives add up: sums, and the worst verdict. `asked`:
 * there is a tolerance to be met; `solver` stands for engines that differ. The seconds are those of
 * the first problem. */
struct outcome outcome_sum(int count, const struct outcome *each, bool asked, const char *solver);

struct fit {
    const struct recipe *recipe; /* the caller's */
    const double *reg_p;         /* the recipe's, unless the caller has others */
    struct risk *risk;
    double lambda;          /* of the last run, or of that which point.alpha comes from */
    struct point point;     /* where the last run stood; before the first one, zeros */
    bool placed;            /* the first run starts at point.w, which the caller has set */
    struct monitor monitor; /* of the last run: best is its solution */
    struct arena arena;     /* holds all of it */
};

/* The risk of a problem over the rows of x with the labels y (x->rows), weights of the targets. */
struct risk_spec ova_spec(const struct recipe *recipe, const struct csr *x,
                          const struct targets *targets, const double *y);

/* How many problems there are. */
int ova_problems(const struct targets *targets);

/* Whether each problem has a minimum; `file` is where the data come from. ERR_DATA, ERR_USAGE:
 * it has none; ERR_SYSTEM: no memory. */
enum status ova_check(const struct recipe *recipe, const struct dataset *data,
                      const struct targets *targets, const char *file, struct error *err);

/* Makes the risk and takes limits and tolerances of the recipe over into fit->monitor, where they,
 * the interrupt and the reporter may be changed before each run. x, y and cost of spec must outlive
 * it. ERR_SYSTEM: no memory. Free in any case. */
enum status fit_init(struct fit *fit, const struct recipe *recipe, const struct risk_spec *spec,
                     const struct par *par, struct error *err);

/* The limits and tolerances of the recipe again. */
void fit_limits(struct fit *fit);

/* Minimises with this lambda; the passes begin at 0. The first run starts cold (problem_start) or,
 * placed, at the point of Omega's domain next to point.w; each later one from the best point and
 * the dual point of the run before: lambda is not in the risk, and a dual point, alpha_i in dom
 * l_i*, is one for every lambda. ERR_SYSTEM: no memory. */
enum status fit_run(struct fit *fit, double lambda, struct error *err);

/* Whether fits over the same rows, with the same costs and other labels, run quicker side by side
 * with this lambda. */
bool fit_takes_lanes(const struct fit *fit, double lambda);

/* fit_run on up to LANES such fits (risk/lanes.h) side by side. */
enum status fit_run_lanes(struct fit *const *fit, size_t count, double lambda, struct error *err);

/* *M = A' diag(c) A of the risk, in the arena, if a cold run with this lambda begins with that sum
 * (struct shared); else *M stays. ERR_SYSTEM: no memory. */
enum status fit_sum(const struct fit *fit, double lambda, const double **M, struct arena *arena,
                    struct error *err);

/* What came out of the last run. */
struct outcome fit_outcome(const struct fit *fit);

void fit_free(struct fit *fit);

/* ---- advice: whether a smaller lambda could do more, what a bias would gain ------------------ */

/* What is looked at. */
enum advice_topic { ADVICE_COST = 1, ADVICE_BIAS = 2 };

struct advice {
    double least; /* w = 0 meets the tolerance for each lambda >= least: 0 is a subgradient of R
                   * there but for rounding; 0: that is not known */
    double risk;  /* R - inf R at the solution, by the floor; 0: no bias was looked at */
    double gain;  /* what J falls by with the best weight b of a feature that is 1 everywhere,
                   * regularized, the other weights as they are */
};

/* The advice of a fit whose run has ended, if that has converged, on the topics (enum advice_topic)
 * asked for. Half a pass for the bias; up to 60 passes of `auto` where all weights are 0, in what
 * is left of the time, after which the fit stands elsewhere. ERR_SYSTEM: no memory. */
enum status advice_of(struct fit *fit, unsigned topics, struct advice *advice, struct error *err);

#endif
