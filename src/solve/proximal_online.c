/* proximal_online - proximal regularization for online learning.
 *
 * Do, Le, Foo: Proximal Regularization for Online and Batch Learning (ICML 2009), Algorithm 2 inside
 * the optimistic phases of Algorithm 3, with epsilon = 0: a phase ends when w reaches its radius, and w is kept from
 * phase to phase.
 *   paper                 here
 *   w_t                   e.s e.v
 *   R                     radius; B, the ball that holds the solution
 *   G                     G, which bounds the mean square of the subgradients on that radius
 *   tau_t, tau_{1:t}      tau, taus
 *   eta_t                 1/S, S = lambda t + tau_{1:t} */
#include <math.h>

#include "math/vec.h"
#include "risk/units.h"
#include "solve/steps.h"
#include "solve/stochastic.h"

enum { BATCH, RADIUS };

static enum status run(const struct problem *p, struct point *x, struct arena *arena, struct monitor *m)
{
    double lambda = problem_curvature(p), lambdas = 0, taus = 0, S, share;
    double B = problem_radius(p), radius = fmin(p->set[RADIUS], B);
    int leave = 0;
    struct stochastic e;
    enum status status = stochastic_init(&e, p, x, p->set[BATCH], arena, m);
    double G = risk_unit_bound(p->risk, radius) + lambda * radius + problem_growth(p);

    while (status == OK && !leave) {
        stochastic_shuffle(&e);
        for (size_t i = 0; stochastic_more(&e, i); i += e.batch) {
            share = (double)stochastic_batch(&e, i) / (double)e.batch;
            lambdas += share * lambda;
            taus += share * prox_strength(lambdas + taus, G / radius);    /* tau_t */
            S = lambdas + taus;                                           /* 1/eta_t */
            stochastic_step(&e, i, 1 - share * lambda / S, 1 / S, share);      /* w = w - eta_t (lambda w + g) */
            stochastic_project(&e, B);
            if (radius < B && stochastic_reaches(&e, radius)) {            /* too optimistic: a new phase */
                radius = fmin(B, radius * sqrt(2));
                G = risk_unit_bound(p->risk, radius) + lambda * radius + problem_growth(p);
                lambdas = taus = 0;
            }
        }
        status = stochastic_certify(&e, -INFINITY, &leave);
    }
    stochastic_free(&e);
    return status;
}

const struct solver solver_proximal_online = {
    .name = "proximal:online",
    .help = "stochastic subgradient steps with proximal terms, Do, Le, Foo 2009, Algorithms 2 and 3",
    .risk_needs = RISK_UNITS,
    .reg_needs = REG_ADDITIVE,
    .max_passes = 1000,
    .setting = {{"batch", 1, 1, 1e9, 1, "units a step"},
                {"radius", 1, 1e-100, 1e100, 0, "first guess of |w|, doubled in square when |w| reaches it"}},
    .run = run};
