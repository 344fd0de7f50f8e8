/* columns - Omega(w) = sum_j f_j (c w_j^2/2 + r |w_j|) where lo_j <= w_j <= hi_j: factors and
 * bounds of each weight, for every row of which c and r are known. f_j = 0 between finite bounds:
 * Psi* stays finite, and a bound holds. */
#include "reg/columns.h"

#include <math.h>

size_t columns_room(size_t n)
{
    return COLUMNS_HEAD + n * (sizeof(struct piece) / sizeof(double));
}

struct piece *columns_piece(double *p, size_t j)
{
    return (struct piece *)(void *)(p + COLUMNS_HEAD) + j;
}

static const struct piece *pieces(const double *p)
{
    return (const struct piece *)(const void *)(p + COLUMNS_HEAD);
}

/* The piece of a row that describes no weights. */
static struct piece piece_of(const struct reg *reg, const double *p)
{
    struct reg_weight w = reg_weight_at(reg, p, 0);

    return (struct piece){.curvature = w.curvature,
                          .slope = isinf(w.right) ? -w.left : w.right,
                          .lo = isinf(w.left) ? 0 : w.lo,
                          .hi = isinf(w.right) ? 0 : w.hi};
}

void columns_begin(const struct reg *reg, double *p, size_t n)
{
    struct piece piece = piece_of(reg_find(reg->name), p);

    for (size_t j = 0; j < n; j++)
        *columns_piece(p, j) = piece;
    p[REG_DESCRIBED] = (double)n;
}

void columns_end(double *p)
{
    double square = 0;

    p[COLUMNS_CURVATURE] = INFINITY;
    p[COLUMNS_SLOPE] = INFINITY;
    for (size_t j = 0; (double)j < p[REG_DESCRIBED]; j++) {
        const struct piece *piece = columns_piece(p, j);
        double most = fmax(-piece->lo, piece->hi);
        if (piece->curvature == 0 && piece->slope == 0) {
            square += most * most;
            continue;
        }
        p[COLUMNS_CURVATURE] = fmin(p[COLUMNS_CURVATURE], piece->curvature);
        p[COLUMNS_SLOPE] = fmin(p[COLUMNS_SLOPE], piece->slope);
    }
    p[COLUMNS_FREE] = sqrt(square);
    if (isinf(p[COLUMNS_CURVATURE])) { /* of no weights any number is the least */
        p[COLUMNS_CURVATURE] = 1;
        p[COLUMNS_SLOPE] = 1;
    }
}

/* sum_j slope_j |w_j| >= least slope |w|_1 >= least slope |w| */
static struct reg_facts facts(const double *p)
{
    return (struct reg_facts){.curvature = p[COLUMNS_CURVATURE], .growth = p[COLUMNS_SLOPE]};
}

static struct reg_facts free_facts(const double *p)
{
    return (struct reg_facts){.free = p[COLUMNS_FREE],
                              .others_curvature = p[COLUMNS_CURVATURE],
                              .others_growth = p[COLUMNS_SLOPE]};
}

#define ROW(name) columns_##name
#define PIECES(p) pieces(p)
#define STRIDE    (size_t)1
#include "reg/pieces_template.h"

static double columns_share(const double *p, size_t n, double lambda, const double *s)
{
    return pieces_share(pieces(p), 1, n, lambda, s);
}

/* The row of a name by columns, with so many traits besides and its parameters; and the one with
 * free pieces, with `some` of them. */
#define FUNCTIONS                                                                                  \
    .weight = columns_weight, .value = columns_value, .conjugate = columns_conjugate,              \
    .share = columns_share, .prox = columns_prox, .coordinate = columns_coordinate,                \
    .bend = columns_bend
#define COMMON REG_EUCLIDEAN | REG_SEPARABLE | REG_PARTS | REG_SUBLINEAR | REG_COLUMNS
#define ROWS(row, called, strong, some, ...)                                                       \
    static const struct reg row##_free = {.name = called,                                          \
                                          .help = "",                                              \
                                          .traits = COMMON | (some),                               \
                                          .parameter = {__VA_ARGS__},                              \
                                          .facts = free_facts,                                     \
                                          FUNCTIONS};                                              \
    const struct reg row = {.name = called,                                                        \
                            .help = "",                                                            \
                            .traits = COMMON | REG_ADDITIVE | (strong) | (some),                   \
                            .parameter = {__VA_ARGS__},                                            \
                            .by_column = &row##_free,                                              \
                            .facts = facts,                                                        \
                            FUNCTIONS}

ROWS(reg_l2_columns, "l2", REG_STRONG, 0, {NULL, 0, 0, 0});
ROWS(reg_l1_columns, "l1", 0, REG_SPARSE, {NULL, 0, 0, 0});
ROWS(reg_elastic_columns, "elastic", REG_STRONG, REG_SPARSE, {"ratio", 0.5, 0, 0.999999});
ROWS(reg_nonneg_columns, "nonneg", REG_STRONG, REG_SPARSE | REG_BOUNDED, {"ratio", 0, 0, 0.999999});
ROWS(reg_box_columns, "box", REG_STRONG, REG_BOUNDED, {"lo", -1, -1e100, 0}, {"hi", 1, 0, 1e100});

#undef FUNCTIONS
#undef COMMON
#undef ROWS
