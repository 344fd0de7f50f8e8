/* options - what the command lines of the two programs ask for. */
#ifndef RRM_OPTIONS_H
#define RRM_OPTIONS_H

#include <stdbool.h>

#include "base/status.h"
#include "cli/option_table.h"
#include "train/recipe.h"

/* Each runs the whole program and returns its exit code. */
int train_main(int argc, char **argv);
int predict_main(int argc, char **argv);

/* ---- rrm-train ------------------------------------------------------------------------------- */

enum { MOST_WEIGHTS = 1000 };

struct options {
    enum asked asked;
    const char *data;              /* the training file, "-": standard input */
    char *model;                   /* owned; NULL: none is written */
    int folds;                     /* of a cross-validation; 0: none */
    bool search;                   /* for the best cost, from that of -c if there is one */
    struct option_list costs;      /* -c; from = 0: none was given */
    bool scored;                   /* the figure that decides was named: */
    enum figure_id score;
    bool ruled;                    /* the rule that chooses was named: */
    bool smallest;                 /* the smallest within a standard error of the best figure */
    struct recipe recipe;
    struct class_weight *weights;  /* owned: those of the recipe */
    const char *row_facts;         /* the file of weights and offsets; NULL: none */
    int threads;
    const char *start;             /* the model to start from; NULL: none */
    const char *trace;             /* NULL: none */
    bool quiet, json;
};

extern const struct option_table options_table;

/* ERR_USAGE with a text that says what was expected; free in any case. */
enum status options_parse(int argc, char **argv, struct options *o, struct error *err);
void options_free(struct options *o);

/* ---- the names behind -s, -l, -r and -o, and what goes together ------------------------------ */

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

/* ---- rrm-predict ----------------------------------------------------------------------------- */

struct request {
    enum asked asked;
    bool decisions, probabilities, quiet, confusion, json;
    int threads;
    const char *test, *model, *output; /* output: NULL is standard output */
};

extern const struct option_table request_table;

#endif
