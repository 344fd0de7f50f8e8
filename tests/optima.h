/* optima - reference optima of another program, and the names in them. */
#ifndef RRM_TESTS_OPTIMA_H
#define RRM_TESTS_OPTIMA_H

#include "loss/loss.h"
#include "reg/reg.h"

/* "name" or "name:parameter"; NULL: this program does not have that loss. */
const struct loss_row *loss_named(const char *text, double *parameter);

/* "name" or "name:parameter,parameter", what is missing is the default; NULL: this program does not have that one. */
const struct reg *reg_named(const char *text, double p[REG_PARAMETERS]);

/* One row of tests/reference/optima.txt. */
struct optimum {
    char id[64], data[64], loss[64], reg[64], bias[16];
    double lambda, J, w[16], b;
    int n; /* of w */
};

/* All of them; returns how many. */
int optima_read(struct optimum *list, int room);

/* Reads up to room comma-separated numbers; returns how many. */
int numbers_read(const char *text, int room, double *out);

#endif
