/* recipe - what to train, without a command line: J(w) = R(w) + lambda Omega(w), how to minimise
 * it, how exactly. */
#ifndef RRM_RECIPE_H
#define RRM_RECIPE_H

#include <stdbool.h>
#include <stdint.h>

#include "reg/reg.h"
#include "solve/solver.h"
#include "task/cut.h"
#include "task/task.h"
#include "train/penalties.h"

/* Settings of a loss or a regularizer whose value is the name of a file: -o NAME=FILE. */
enum recipe_file {
    FILE_COSTS,
    FILE_NAMES,
    FILE_FACTORS, /* from here on in the order of enum penalty */
    FILE_BOUNDS,
    FILE_GROUPS,
    RECIPE_FILES
};

struct file_setting {
    const char *name;
    /* Whether that is a setting of the loss; NULL: of the regularizer, whether of this one. */
    bool (*takes)(const struct loss_row *loss);
    bool (*reg_takes)(const struct reg *reg);
    const char *help;
};

/* The row of each. */
const struct file_setting *recipe_file_at(enum recipe_file which);

/* The setting that text[length] names; RECIPE_FILES: none. */
enum recipe_file recipe_file_find(const char *text, size_t length);

/* The files of a recipe, and what they hold. */
struct recipe_files {
    const char *name[RECIPE_FILES]; /* the caller's; NULL: not given */
    struct class_costs costs;       /* of FILE_COSTS, class_costs_read */
    struct names names;             /* of FILE_NAMES, names_read */
    struct penalty_file penalties[PENALTIES]; /* of the others, penalty_read */
    bool checked;                   /* their indices are those of data of which these are a part */
};

/* What is chosen on folds, and how. */
struct recipe_chosen {
    struct cut_goal cut; /* the threshold of two classes */
    int calibration;     /* enum calibration_method, of probabilities */
};

struct recipe {
    const struct loss_row *loss;
    double parameter; /* of the loss */
    bool ova; /* one class against the rest was asked for; more than two labels imply it */
    const struct reg *reg;
    double reg_p[REG_PARAMETERS]; /* the parameters of the regularizer */
    const struct solver *solver;
    double set[SETTINGS]; /* the settings of the solver, in the order of its table */
    double cost, lambda;  /* lambda 0: 1 / (cost m), m examples, or sequences */
    double bias;          /* the value of one more feature in each example; 0 or below: none */
    bool free_bias;       /* the weight of that feature stands outside of Omega */
    bool probability;     /* calibrate a loss without probabilities of its own */
    struct class_weights weights;
    double relative, absolute; /* tolerances of the gap; 0: none */
    double passes;             /* limit of each run; INFINITY: none; 0: the solver's own */
    double seconds;            /* limit of all runs together; INFINITY: none */
    uint64_t seed;             /* of every random choice */
    struct recipe_files files;
    struct recipe_chosen chosen;
};

/* The recipe of rrm-train without options: hinge, l2, C = 1, auto with its settings, a gap of
 * 1e-3 J. */
struct recipe recipe_default(void);

/* Takes a solver, with the defaults of its settings. */
void recipe_solver(struct recipe *recipe, const struct solver *solver);

/* Takes a regularizer with these parameters; where they make another row of it, that one, which
 * more engines may serve: elastic:0 is l2. */
void recipe_regularizer(struct recipe *recipe, const struct reg *reg,
                        const double p[REG_PARAMETERS]);

/* Takes the name of a file: factors and bounds of features make the regularizer another row, that
 * of the same Omega by columns. False: neither its loss nor its regularizer has such a file. */
bool recipe_take_file(struct recipe *recipe, enum recipe_file which, const char *name);

/* Reads the files that it names into recipe->files; the arena holds what they say. `names` (NULL:
 * none) are how those of features call them, and stay the caller's; words then still need
 * penalty_words. */
enum status recipe_read_files(struct recipe *recipe, struct penalty_names *names,
                              struct arena *arena, struct error *err);

/* Whether its parts go together, and its numbers are in their ranges. ERR_USAGE says which are not.
 * (A command line that knows what else there is can say more, and before it reads data.) */
enum status recipe_check(const struct recipe *recipe, struct error *err);

/* lambda for m = mass (struct targets): that of the recipe or, of a cost C, 1 / (C m). */
double recipe_lambda(const struct recipe *recipe, double mass);

/* How it calibrates, if it does. */
enum calibration_method recipe_calibration(const struct recipe *recipe);

/* Whether there is a tolerance to be met. */
bool recipe_has_tolerance(const struct recipe *recipe);

enum { RECIPE_TEXT = 64 };

/* The loss and the regularizer as a model names them: with their parameters; `ova:` before the
 * loss of a model that has one class against the rest, whether that was asked for or came of the
 * labels. */
void recipe_loss_text(const struct recipe *recipe, bool ova, char text[RECIPE_TEXT]);
void recipe_reg_text(const struct recipe *recipe, char text[RECIPE_TEXT]);

#endif
