/* proximal_online - proximal regularization for online learning.
 *
 * Do, Le, Foo: Proximal Regularization for Online and Batch Learning (ICML 2009), Algorithm 2
 * inside the optimistic phases of Algorithm 3, with epsilon = 0: a phase ends when w reaches its
 * radius, and w is kept from phase to phase.
 *
 *   paper                 here
 *   lambda                sigma, the curvature of Psi
 *   w_t                   e.at.s e.at.v
 *   R                     radius
 *   G                     G: G^2 bounds the mean of |g|^2 on |w| <= R, g the slopes of the units
 *   the domain            |w| <= B, a ball that holds the solution
 *   lambda t              sigmas; a short last batch counts as the part of a step that it is
 *   tau_t, tau_{1:t}      prox_strength, taus
 *   eta_t                 1/S, S = lambda t + tau_{1:t} */
#include <math.h>

#include "math/vec.h"
#include "risk/units.h"
#include "solve/stochastic/steps.h"
#include "solve/stochastic/stochastic.h"

enum { BATCH, RADIUS };

/* G for |w| <= R: that of the units, sigma R for the curvature of Psi and, as the least slope of
 * its kinks, the growth. */
static double slope_bound(const struct problem *p, double R)
{
    return risk_unit_bound(p->risk, R) + problem_curvature(p) * R + problem_growth(p);
}

static enum status run(const struct problem *p, struct point *x, struct arena *arena,
                       struct monitor *m)
{
    double sigma = problem_curvature(p), sigmas = 0, taus = 0, S, share;
    double B = problem_radius(p), radius = fmin(p->set[RADIUS], B), G = slope_bound(p, radius);
    bool leave = false;
    struct stochastic e;
    enum status status = stochastic_init(&e, p, x, p->set[BATCH], arena, m);

    while (status == OK && !leave) {
        stochastic_shuffle(&e);
        for (size_t i = 0; stochastic_more(&e, i); i += e.batch) {
            share = (double)stochastic_batch(&e, i) / (double)e.batch;
            sigmas += share * sigma;
            taus += share * prox_strength(sigmas + taus, G / radius); /* tau_t */
            S = sigmas + taus;                                        /* 1/eta_t */
            /* w -= eta (sigma w + g) */
            stochastic_step(&e, i, 1 - share * sigma / S, 1 / S, share);
            stochastic_project(&e, B);
            if (radius < B && stochastic_reaches(&e, radius)) { /* too optimistic: a new phase */
                radius = fmin(B, radius * sqrt(2));
                G = slope_bound(p, radius);
                sigmas = 0;
                taus = 0;
            }
        }
        status = stochastic_certify(&e, -INFINITY, &leave);
    }
    stochastic_free(&e);
    return status;
}

const struct solver solver_proximal_online = {
    .name = "proximal:online",
    .help =
        "stochastic subgradient steps with proximal terms, Do, Le, Foo 2009, Algorithms 2 and 3",
    .risk_needs = RISK_UNITS,
    .reg_needs = REG_ADDITIVE,
    .max_passes = 1000,
    .setting = {[BATCH] = {"batch", 1, 1, 1e9, true, "units a step"},
                [RADIUS] = {"radius", 1, 1e-100, 1e100, false,
                            "first guess of |w|, doubled in square when |w| reaches it"}},
    .run = run};
