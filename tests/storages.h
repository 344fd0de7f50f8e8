/* storages - values that a given storage holds. */
#ifndef RRM_TESTS_STORAGES_H
#define RRM_TESTS_STORAGES_H

#include "data/csr/csr.h"

/* The storage of a kind, with six places where it has some. */
struct storage storage_for(enum csr_storage kind);

/* The value nearest to v that it holds, |v| < 2000. */
double storage_value(enum csr_storage kind, double v);

/* Column k of an array of columns of `width` bytes each (csr.h) becomes j. */
void storage_column(void *col, int width, size_t k, uint32_t j);

#endif
