/* options - the command line of rrm-train. */
#ifndef RRM_OPTIONS_H
#define RRM_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "loss/loss.h"
#include "reg/reg.h"
#include "solve/solver.h"

enum { MOST_WEIGHTS = 1000 };

struct class_weight {
    double label, weight;
};

struct options {
    enum { TRAIN, HELP, VERSION } what;
    const char *data;              /* the training file, "-": standard input */
    char *model;                   /* owned */
    const struct solver *solver;
    double set[SETTINGS];          /* the solver's settings */
    const struct loss_row *loss;
    double parameter;              /* the loss' */
    bool ova;                      /* one class against the rest, asked for; without, for more than two labels */
    const struct reg *reg;
    double reg_p[REG_PARAMETERS];  /* the regularizer's */
    double cost, lambda;           /* lambda 0: 1/(cost m) */
    bool cost_given;
    double relative, absolute;     /* tolerances; 0: none */
    double passes, seconds;        /* limits; INFINITY: none */
    double bias;                   /* below 0: none */
    bool free_offset;
    bool probability;              /* calibrate a loss without probabilities of its own */
    struct class_weight *weights;  /* owned */
    int weight_count;
    int threads;
    uint64_t seed;
    const char *trace;             /* NULL: none */
    bool quiet;
};

/* ERR_USAGE with a text that says what was expected; free in any case. */
enum status options_parse(int argc, char **argv, struct options *o, struct error *err);
void options_free(struct options *o);

/* The text of -h, with the tables of solvers, losses and regularizers, on standard output. */
void options_help(void);

#endif
