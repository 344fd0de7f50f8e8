/* storages - values that a given storage holds. */
#include "storages.h"

#include <math.h>

enum { PLACES = 6 };

struct storage storage_for(enum csr_storage kind)
{
    return (struct storage){kind, kind == CSR_DECIMAL ? PLACES : 0};
}

double storage_value(enum csr_storage kind, double v)
{
    switch (kind) {
    case CSR_BINARY: return 1;
    case CSR_FLOAT: return (double)(float)v;
    case CSR_DECIMAL: return rint(v * 1e6) / 1e6;
    default: return v;
    }
}
