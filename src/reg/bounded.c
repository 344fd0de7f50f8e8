/* bounded - the rows with bounds on every weight: nonneg, ratio |w|_1 + (1 - ratio) |w|^2/2 where
 * w >= 0, and box, |w|^2/2 where lo <= w_j <= hi. */
#include <math.h>

#include "reg/columns.h"
#include "reg/pieces.h"

/* ---- nonneg ---------------------------------------------------------------------------------- */

enum { RATIO };

static struct piece nonneg_piece(const double *p)
{
    return (struct piece){1 - p[RATIO], p[RATIO], 0, INFINITY};
}

/* r |w|_1 >= r |w| */
static struct reg_facts nonneg_facts(const double *p)
{
    return (struct reg_facts){.curvature = 1 - p[RATIO], .growth = p[RATIO]};
}

#define ROW(name) nonneg_##name
#define PIECES(p) (&(const struct piece[]){nonneg_piece(p)}[0])
#define STRIDE    (size_t)0
#include "reg/pieces_template.h"

const struct reg reg_nonneg = {.name = "nonneg",
                               .help = "ratio |w|_1 + (1-ratio) |w|^2/2 where w >= 0",
                               .traits = REG_STRONG | REG_EUCLIDEAN | REG_SEPARABLE | REG_PARTS |
                                         REG_ADDITIVE | REG_SPARSE | REG_SUBLINEAR | REG_PLAIN |
                                         REG_BOUNDED,
                               .parameter = {[RATIO] = {"ratio", 0, 0, 0.999999}},
                               .by_column = &reg_nonneg_columns,
                               .facts = nonneg_facts,
                               .weight = nonneg_weight,
                               .value = nonneg_value,
                               .conjugate = nonneg_conjugate,
                               .prox = nonneg_prox,
                               .coordinate = nonneg_coordinate,
                               .bend = nonneg_bend};

/* ---- box ------------------------------------------------------------------------------------- */

enum { LO, HI };

static struct piece box_piece(const double *p)
{
    return (struct piece){1, 0, p[LO], p[HI]};
}

static struct reg_facts box_facts(const double *p)
{
    (void)p;
    return (struct reg_facts){.curvature = 1};
}

#define ROW(name) box_##name
#define PIECES(p) (&(const struct piece[]){box_piece(p)}[0])
#define STRIDE    (size_t)0
#include "reg/pieces_template.h"

const struct reg reg_box = {.name = "box",
                            .help = "|w|^2/2 where lo <= w_j <= hi",
                            .traits = REG_STRONG | REG_EUCLIDEAN | REG_SEPARABLE | REG_PARTS |
                                      REG_ADDITIVE | REG_SUBLINEAR | REG_PLAIN | REG_BOUNDED,
                            .parameter = {[LO] = {"lo", -1, -1e100, 0},
                                          [HI] = {"hi", 1, 0, 1e100}},
                            .by_column = &reg_box_columns,
                            .facts = box_facts,
                            .weight = box_weight,
                            .value = box_value,
                            .conjugate = box_conjugate,
                            .prox = box_prox,
                            .coordinate = box_coordinate,
                            .bend = box_bend};
