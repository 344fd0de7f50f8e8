/* columns - renumbers the columns of a matrix to those that occur. */
#ifndef RRM_COLUMNS_H
#define RRM_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Renumbers the n columns in col, from 0, to 0 .. *cols - 1 in the same order. *feature becomes an
 * array from mem_alloc: the new column j had number (*feature)[j] - 1. False: no memory; all is as
 * before. */
bool columns_compact(size_t n, uint32_t *col, uint32_t **feature, uint32_t *cols);

#endif
