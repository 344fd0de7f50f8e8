/* choices - the names behind -s, -l, -r and -o, with their parameters. */
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

#endif
