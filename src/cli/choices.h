/* choices - the names behind -s, -l, -r and -o, with their parameters, and what goes together. */
#ifndef RRM_CHOICES_H
#define RRM_CHOICES_H

#include "train/recipe.h"

/* Each reads the text of one option into a struct recipe, as struct option_row wants it; ERR_USAGE
 * says which names there are, or the range of a number. */
enum status choose_solver(const char *text, void *recipe, struct error *err);
enum status choose_loss(const char *text, void *recipe, struct error *err);
enum status choose_reg(const char *text, void *recipe, struct error *err);

/* NAME=VALUE, a setting of the solver that was chosen. */
enum status choose_setting(const char *text, void *recipe, struct error *err);

/* True if the solver can minimise R(w) + lambda Omega(w), R of the loss, Omega the regularizer;
 * free_bias: with a bias outside of Omega. */
bool choices_admit(const struct solver *solver, const struct loss_row *loss, bool free_bias,
                   const struct reg *reg);

/* OK if the solver of the recipe can minimise its loss with its regularizer and, with free_bias, a
 * bias outside of Omega. Else ERR_USAGE names the solvers that can or, if there are none, other
 * regularizers and losses. */
enum status choices_check(const struct recipe *r, struct error *err);

#endif
