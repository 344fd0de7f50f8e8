/* storages - values that a given storage holds. */
#include "storages.h"

#include <math.h>

enum { PLACES = 6 };

struct storage storage_for(enum csr_storage kind)
{
    return (struct storage){kind, kind == CSR_DECIMAL || kind == CSR_SCALED ? PLACES : 0};
}

double storage_value(enum csr_storage kind, double v)
{
    switch (kind) {
    case CSR_BINARY: return 1;
    case CSR_FLOAT: return (double)(float)v;
    case CSR_DECIMAL: return rint(v * 1e6) / 1e6;
    case CSR_SCALED: return fabs(v) < 1 ? rint(fabs(v) * 1e6) / 1e6 : rint(fabs(v) * 1e4) / 1e4;
    default: return v;
    }
}

void storage_column(void *col, int width, size_t k, uint32_t j)
{
    for (size_t b = 0; b < (size_t)width; b++) {
        size_t place = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? b : (size_t)width - 1 - b;
        ((unsigned char *)col)[k * (size_t)width + place] = (unsigned char)(j >> 8 * b);
    }
}
