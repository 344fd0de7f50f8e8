/* options - what the command lines of the programs ask for. */
#ifndef RRM_OPTIONS_H
#define RRM_OPTIONS_H

#include <stdbool.h>

#include "base/status.h"
#include "cli/formats.h"
#include "cli/option_table.h"
#include "train/recipe.h"

/* Each runs the whole program and returns its exit code. */
int train_main(int argc, char **argv);
int predict_main(int argc, char **argv);
int words_main(int argc, char **argv);
int model_main(int argc, char **argv);

/* ---- rrm-train ------------------------------------------------------------------------------- */

enum { MOST_WEIGHTS = 1000 };
enum { UNMET_0 = 1, UNMET_4 };   /* the exit status where the tolerance was not met */
enum { EXIT_UNMET = 4 };         /* behind the last enum status */
enum { ROWS_PLAIN = 1, ROWS_UNIT };
enum { RULE_BEST = 1, RULE_1SD }; /* the smallest cost within a standard error of the best */

/* What becomes of the data before they are trained on. */
struct scaling {
    const char *row_facts; /* the file of weights and offsets; NULL: none */
    int rows, columns;     /* places in the arguments of -o rows and scale; 0: not given */
};

/* Of elastic: so many are compared. */
enum { MOST_SHARES = 100 };
struct shares {
    double each[MOST_SHARES];
    int count;
};

/* By what -C chooses a cost. */
struct choice {
    struct shares shares;          /* each with its costs; none: the regularizer as it is */
    bool scored;                   /* the figure that decides was named: */
    enum figure_id score;
    int rule;                      /* a place in the argument of -o rule; 0: none was named */
};

/* Who judges a training. */
struct judging {
    int folds;         /* of a cross-validation; 0: none */
    const char *own;   /* the file of the folds, or FORWARD; NULL: they are dealt */
    const char *held;  /* the file of held-out examples; NULL: none */
    int patience;      /* iterations without a better figure of these that end the run; 0: none */
};
#define FORWARD "forward"

/* What the lines of a text have: places in the arguments of their settings; 0: the first one. */
enum { ORDER_ASCENDING = 1, ORDER_ANY };
enum { FIRST_0 = 1, FIRST_1 };
enum { WEIGHTS_COST = 1, WEIGHTS_LABEL };
enum { TEXT_NUMBERS = 1, TEXT_WORDS };
struct text_options {
    int order;         /* of the indices of a line */
    int first;         /* index; where it is not given FIRST_1 */
    int weights;       /* where a line tells its own */
    int labels;        /* numbers or words; */
    int features;      /* so are these */
    int hash_bits;     /* of names of features; 0: they are kept */
    const char *names; /* the file of names of indices; NULL: none; */
    const struct feature_names *read; /* what it holds */
};

/* The flags of dataset_open that ask for it. */
unsigned text_options_flags(const struct text_options *text);

/* Whether features are words, and not hashed. */
bool text_options_keep_words(const struct text_options *text);

struct options {
    enum asked asked;
    const char *topic;             /* of the help; NULL: -h */
    const char *data;              /* the training file, "-": standard input */
    char *model;                   /* owned; NULL: none is written */
    struct judging judging;
    bool search;                   /* for the best cost, from that of -c if there is one */
    struct option_list costs;      /* -c; from = 0: none was given */
    struct choice choice;          /* of -C */
    struct recipe recipe;
    struct class_weight *weights;  /* owned: those of the recipe */
    struct scaling scaling;
    struct text_options text;
    int format;                    /* of the model: enum format */
    int threads;
    int unmet;                     /* a place in the argument of -o unmet; 0: UNMET_0 */
    const char *folder;            /* of the model, if it has no name; NULL: the current one */
    const char *start;             /* the model to start from; NULL: none */
    const char *trace, *path;      /* NULL: none; not both */
    bool quiet, json;
};

extern const struct option_table options_table;
extern const struct option_topic options_topics[];

/* ERR_USAGE with a text that says what was expected; free in any case. */
enum status options_parse(int argc, char **argv, struct options *o, struct error *err);
void options_free(struct options *o);

/* Parts of it: whether the options go together; whether the files are different ones. */
enum status options_check(struct options *o, struct error *err);
enum status options_check_places(const struct options *o, struct error *err);

/* ERR_USAGE: what -w takes. */
enum status options_wrong_weight(const char *text, struct error *err);

/* ---- the names behind -s, -l, -r and -o, and what goes together ------------------------------ */

/* Each reads the text of one option into a struct recipe, as struct option_row wants it; ERR_USAGE
 * says which names there are, or the range of a number. */
enum status choose_solver(const char *text, void *recipe, struct error *err);
enum status choose_loss(const char *text, void *recipe, struct error *err);
enum status choose_reg(const char *text, void *recipe, struct error *err);

/* The same into a struct shares; OK if they go with what there is, and each with a solver; takes
 * elastic with one of them. */
enum status choose_shares(const char *text, void *shares, struct error *err);
enum status choices_check_shares(const struct shares *shares, bool search,
                                 const struct recipe *r, struct error *err);
void choices_share(struct recipe *recipe, double share);
/* By what the threshold is chosen: a figure, or costs of errors. */
enum status choose_cut(const char *text, void *recipe, struct error *err);

/* NAME=VALUE, a setting of the solver or of the loss that was chosen. */
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

enum { LINES_STOP = 1, LINES_KEEP };
enum { TAGS_LEFT = 1, TAGS_WRITTEN };

struct request {
    enum asked asked;
    const char *topic; /* of the help: NULL */
    bool decisions, probabilities, quiet, confusion, json;
    int lines; /* a place in the argument of -o lines; 0: LINES_STOP */
    struct text_options text;
    const char *row_facts; /* the file of weights and offsets; NULL: none */
    int tags;    /* comments go behind the answers; at first a place in the argument of -o tags */
    int audit;   /* features of a line; 0: no such lines */
    int top;     /* labels of a line; 0: as many as there are, if any is asked for */
    double above; /* of probabilities: of the labels of a line; below 0: not asked for */
    double threshold; /* of two classes: of decisions or, with probabilities, of these; NAN: the
                       * model's */
    int threads;
    const char *test, *model, *output; /* output: NULL is standard output */
};

extern const struct option_table request_table;

/* ---- rrm-words ------------------------------------------------------------------------------- */

extern const struct option_table words_table;
/* ---- rrm-model ------------------------------------------------------------------------------- */

enum { MODEL_SHOWN_MOST = 0x7ffffffe }; /* features */

struct model_request {
    enum asked asked;
    const char *topic; /* of the help: NULL */
    bool edited, json;
    int format, shown;          /* -1: not given */
    double threshold;           /* -1: not given */
    const char *model, *output; /* output: NULL where the command has none */
};

extern const struct option_table model_table;

#endif
