/* terms - features with a number each, the greatest first. */
#ifndef RRM_TERMS_H
#define RRM_TERMS_H

#include <stddef.h>
#include <stdint.h>

struct term {
    double value;
    uint32_t index; /* of the feature; features + 1: the bias */
};

/* By |value|, descending; of equal ones the lesser index first. */
void terms_order(struct term *term, size_t count);

#endif
