/* losses - what the tests of losses share. */
#ifndef RRM_TESTS_LOSSES_H
#define RRM_TESTS_LOSSES_H

#include <stdbool.h>

#include "math/rng.h"
#include "loss/loss.h"

/* Calls check(loss, p, y) for every loss, some parameters and labels. */
void each_loss(void (*check)(const struct loss_row *loss, double p, double y));

/* l_mu(z) and u_mu(z) */
double value_mu(const struct loss_row *loss, double p, double mu, double y, double z);
double slope_mu(const struct loss_row *loss, double p, double mu, double y, double z);

/* The kinks of a piecewise linear loss, ascending, and its slope left of all of them; returns how many, 0 of another loss. */
int kinks_of(const struct loss_row *loss, double p, double y, double *first, struct kink kink[LOSS_KINKS]);

/* True if the loss bends within reach of z. */
bool near_kink(const struct loss_row *loss, double p, double y, double z, double reach);

/* An end of the domain of l*, at most 1000 from 0: side is +1 or -1. */
double domain_end(const struct loss_row *loss, double p, double y, double side);

/* A dual point: the ends of the domain now and then, else from scores that are likely. */
double random_dual(const struct loss_row *loss, double p, double y, struct rng *rng);

#endif
