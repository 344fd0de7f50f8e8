/* problems - small learning problems with a dense copy beside them, and what engines are run with. */
#ifndef RRM_TESTS_PROBLEMS_H
#define RRM_TESTS_PROBLEMS_H

#include "base/arena.h"
#include "math/rng.h"
#include "risk/composite.h"
#include "risk/dual.h"
#include "risk/image.h"
#include "solve/solver.h"
#include "optima.h"

/* Examples that own their arrays; weights c_i are 1/rows at first. */
struct examples {
    struct csr x;  /* a view of start, col and value */
    int64_t *start;
    uint32_t *col;
    void *packed; /* the same columns, x.col */
    void *value;
    double *dense; /* rows x cols: the same numbers */
    double *y, *cost;
    double *side; /* the labels before examples_task; NULL: as y */
    int classes;  /* where labels are 0 .. classes - 1 */
    int64_t *first; /* groups.start */
    struct groups groups; /* of 1 to 4 rows */
};

/* From a dense matrix: what is not 0 is an entry. Labels are +1 until they are set. */
struct examples *examples_dense(int64_t rows, uint32_t cols, const double *dense, enum csr_storage storage);

/* Each entry is there with probability `density`, each tenth row is empty; labels follow planted weights, a tenth is turned. */
struct examples *examples_random(uint64_t seed, int64_t rows, uint32_t cols, double density, enum csr_storage storage);

/* tests/reference/NAME */
struct examples *examples_read(const char *name);

/* y gets labels for the loss' task, made of the labels -1 and +1 that were there at first; ordinal ones and those of several
 * classes have TASK_CLASSES classes. */
enum { TASK_CLASSES = 4 };
void examples_task(struct examples *e, const struct loss_row *loss);

void examples_free(struct examples *e);

enum bias_mode { BIAS_NONE, BIAS_REGULARIZED, BIAS_FREE, BIAS_MODES };
extern const char *const bias_name[BIAS_MODES]; /* as in tests/reference */

struct risk_spec examples_spec(const struct examples *e, const struct loss_row *loss, double parameter,
                                 enum bias_mode mode, double bias);

/* How many scores an example has, how many there are in all, with those that are weights, and how many weights w has under
 * this spec. */
size_t spec_outputs(const struct risk_spec *spec);
size_t spec_image(const struct risk_spec *spec);
size_t spec_dim(const struct risk_spec *spec);

/* The loss of example i alone, for one score or several: l_mu(z), a slope in u, l*(u), a dual step of u. */
double spec_value(const struct risk_spec *spec, double mu, int64_t i, const double *z);
void spec_slope(const struct risk_spec *spec, int64_t i, const double *z, double *u);
double spec_dual(const struct risk_spec *spec, int64_t i, const double *u);
void spec_step(const struct risk_spec *spec, int64_t i, const double *z, double *u, double q);

/* True if the loss is a piecewise linear formula. */
bool loss_kinked(const struct loss_row *loss);

/* True if some scalar of the risk is not regularized. */
bool spec_free(const struct risk_spec *spec);

/* True if there is such a risk, and it is bounded below in its free scalars. */
bool spec_sound(const struct risk_spec *spec);
bool spec_is_program(const struct risk_spec *spec); /* a linear program a value: too long for many runs */

/* risk_make; NULL where that fails. */
struct risk *risk_of(const struct risk_spec *spec, const struct par *par, struct arena *arena);

/* The risk smoothed by mu at the scores z, by dense loops, without free scalars. */
double image_risk(const struct risk_spec *spec, double mu, const double *z);

/* By dense loops: <w, x_i> with a regularized bias, all the scores or the only one; the risk smoothed by mu with `offset`
 * added to each score; the least of it over the free scalars (golden section), for margins and thresholds by formulas of
 * their own. */
void dense_scores(const struct examples *e, const struct risk_spec *spec, int64_t i, const double *w, double *z);
double dense_score(const struct examples *e, const struct risk_spec *spec, int64_t i, const double *w);
double dense_risk(const struct examples *e, const struct risk_spec *spec, double mu, const double *w, double offset);
double image_risk_best(const struct risk_spec *spec, double mu, double *z);
double dense_risk_offsets(const struct examples *e, const struct risk_spec *spec, double mu, const double *w,
                          const double *offset); /* one for each score */
double dense_risk_best(const struct examples *e, const struct risk_spec *spec, double mu, const double *w);

/* The least value of a convex f on [lo, hi]; *at is where. */
double golden_section(double (*f)(void *context, double t), void *context, double lo, double hi, double *at);

/* A standard normal number. */
double random_normal(struct rng *rng);
void random_vector(struct rng *rng, size_t n, double scale, double *v);

/* Everything that one run of an engine needs. */
struct run {
    const struct reg *reg;
    double reg_p[REG_PARAMETERS]; /* its parameters: the defaults until they are set */
    double lambda;
    struct par par;
    struct arena arena;
    struct risk *risk;
    struct point x;
    struct monitor m;   /* without limits and tolerances until they are set */
    const double *set;  /* the engine's settings; NULL: its own */
};

/* ERR_SYSTEM: no memory; run_free in any case. */
enum status run_init(struct run *r, const struct risk_spec *spec, const struct reg *reg, double lambda, int threads);
enum status run_solver(struct run *r, const struct solver *solver);
void run_free(struct run *r);

/* J at the run's best point by dense loops, with the offset that risk_bias gives. */
double run_primal(struct run *r, const struct examples *e, const struct risk_spec *spec);

/* The bounds of an engine's run to a relative gap of tol, on one thread: it converges where tol <= 1e-3, else it ends after 100
 * passes at most; J is that of the definition. `name` tells of the problem where not. */
struct bounds {
    double primal, dual;
};
struct bounds run_bounds(const struct examples *e, const struct risk_spec *spec, const char *reg, double lambda,
                         const char *engine, double tol, const char *name);

/* ---- single units ---------------------------------------------------------------------------- */

/* A risk whose units are visited one by one. */
struct unit_bench {
    struct examples *e;
    struct risk_spec spec;
    struct arena arena;
    struct risk *risk;
    struct meter meter;
    size_t n, k;     /* weights; scores of a row */
    struct rng rng;  /* the test's to seed */
    double *scratch; /* of a step of so many units; NULL without RISK_UNITS */
    char name[96];
};

/* e, which is the bench's from now on, with the default parameter of the loss and on the caller's thread alone. */
void unit_bench_open(struct unit_bench *b, struct examples *e, const struct loss_row *loss, enum bias_mode mode, size_t units);
void unit_bench_close(struct unit_bench *b);

#endif
