/* samples - rows of a file with what is minimised over them, trained on as the program does it, and a second time by
 * coordinate descent. */
#ifndef RRM_TESTS_SAMPLES_H
#define RRM_TESTS_SAMPLES_H

#include "train/training.h"

enum { ROWS = 40, COLS = 6 };

/* Rows of a file, and what is minimised over them: R + lambda sum_j f_j (c w_j^2/2 + r |w_j|), lo_j <= w_j <= hi_j. */
struct sample {
    double x[ROWS][COLS], y[ROWS];
    char path[64];
    bool logistic;
    double lambda, c, r, f[COLS], lo[COLS], hi[COLS];
};

/* Columns of sizes from .3 to 3, numbers that %.4f keeps; labels of all columns but the last. No bounds, factors of 1,
 * c = 1, r = 0. To be unlinked. */
void sample_make(struct sample *s, uint64_t seed, bool logistic);

/* R, dR/dw_j, and J, which fails where a weight is beyond its bounds. */
double sample_risk(const struct sample *s, const double *w);
double sample_slope(const struct sample *s, const double *w, int j);
double sample_value(const struct sample *s, const double *w);

/* min J, at w, by coordinate descent, each step by bisection. */
double sample_minimise(const struct sample *s, double *w);

/* A training of a file, as the program does it; files of -o NAME=FILE, NULL: none. */
struct trained {
    const char *files[RECIPE_FILES];
    double bias; /* regularized; 0: none */
    struct recipe recipe;
    struct dataset data;
    struct training t;
    struct arena arena;
};

enum status trained_run(struct trained *a, const char *path, const char *solver, const char *loss, const char *reg,
                        double lambda, double tol, struct error *err);
void trained_free(struct trained *a);

/* By each engine that is admitted: `least` is between the bound and J, and `value` J at its weights; all but the coarse ones
 * come to 1e-8. Returns how many engines there were. */
int check_engines(const struct sample *s, const char *reg, const char *const files[RECIPE_FILES], double least,
                  double (*value)(const struct sample *s, const double *w));

/* One run to 1e-9 of J; the weights in w (COLS), unless that is NULL. */
struct outcome run_once(const char *path, const char *solver, const char *loss, const char *reg,
                        const char *const files[RECIPE_FILES], double lambda, double *w);

extern const char *const no_files[RECIPE_FILES];

#endif
