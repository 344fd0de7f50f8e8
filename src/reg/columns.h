/* columns - what Omega knows of single weights: numbers behind p (REG_COLUMNS in reg.h), pieces of
 * a separable row, or groups. */
#ifndef RRM_REG_COLUMNS_H
#define RRM_REG_COLUMNS_H

#include "reg/pieces.h"

/* Behind p: the least curvature and slope of all pieces but those that are free, 0 between bounds;
 * the free weights' largest norm; then the pieces. p is memory that was allocated, of
 * columns_room(n) numbers. */
enum { COLUMNS_CURVATURE = REG_PARAMETERS, COLUMNS_SLOPE, COLUMNS_FREE, COLUMNS_HEAD };

/* The rows of l2, l1, elastic, nonneg and box with a piece for each weight. `by_column` of each is
 * the row with pieces that may be free, which is not strongly convex. */
extern const struct reg reg_l2_columns, reg_l1_columns, reg_elastic_columns, reg_nonneg_columns,
    reg_box_columns;

/* The numbers of p for n weights. */
size_t columns_room(size_t n);

/* Describes n weights behind the parameters p[0 .. REG_NUMBERS - 1]: each by the piece of the row
 * in the list that has the name of this one, for columns_piece to change. */
void columns_begin(const struct reg *reg, double *p, size_t n);

/* The piece of weight j. */
struct piece *columns_piece(double *p, size_t j);

/* Once all pieces are as they are to be. */
void columns_end(double *p);

/* The same for the rows of groups: first each weight is a group of its own; then the group that
 * begins with j is appended to the group from `first` to `last`. */
size_t groups_room(size_t n);
void groups_begin(double *p, size_t n);
void groups_join(double *p, size_t first, size_t last, size_t j);
void groups_end(double *p);

#endif
