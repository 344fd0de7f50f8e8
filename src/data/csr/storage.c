/* storage - values of entries in the narrowest storage that holds them all exactly. */
#include "data/csr/storage.h"

#include <float.h>
#include <math.h>

#include "base/memory.h"

size_t storage_size(enum csr_storage kind)
{
    static const size_t size[CSR_STORAGES] = {[CSR_FLOAT] = sizeof(float),
                                              [CSR_DECIMAL] = sizeof(int32_t),
                                              [CSR_DOUBLE] = sizeof(double)};

    return size[kind];
}

bool storage_same(struct storage a, struct storage b)
{
    return a.kind == b.kind && a.places == b.places;
}

struct storage storage_join(struct storage a, struct storage b)
{
    if (a.kind == CSR_DECIMAL && b.kind == CSR_DECIMAL)
        return a.places < b.places ? a : b;
    return a.kind > b.kind ? a : b;
}

/* ---- one value ------------------------------------------------------------------------------- */

static bool put_float(float *values, size_t k, double v)
{
    if (fabs(v) > FLT_MAX || (double)(float)v != v)
        return false;
    values[k] = (float)v;
    return true;
}

/* The whole number m with m / 10^places = v, if there is one, is the one nearest to v 10^places:
 * its rounding errs by less than 1/2 for |m| < 2^31. A larger |v| asks for fewer places. */
static struct storage put_decimal(struct storage s, int32_t *values, size_t k, double v)
{
    static const double power[DECIMAL_PLACES + 1] = {1e0, 1e1, 1e2, 1e3, 1e4,
                                                     1e5, 1e6, 1e7, 1e8, 1e9};
    double m = rint(v * power[s.places]);

    if (fabs(m) > INT32_MAX)
        return s.places > 0 ? (struct storage){CSR_DECIMAL, s.places - 1}
                            : (struct storage){CSR_DOUBLE, 0};
    if (decimal_value((int32_t)m, s.places) != v)
        return (struct storage){CSR_DOUBLE, 0};
    values[k] = (int32_t)m;
    return s;
}

struct storage storage_put(struct storage s, void *values, size_t k, double v)
{
    switch (s.kind) {
    case CSR_BINARY: return v == 1 ? s : (struct storage){CSR_FLOAT, 0};
    case CSR_FLOAT:
        return put_float(values, k, v) ? s : (struct storage){CSR_DECIMAL, DECIMAL_PLACES};
    case CSR_DECIMAL: return put_decimal(s, values, k, v);
    default: ((double *)values)[k] = v; return s;
    }
}

/* ---- arrays ---------------------------------------------------------------------------------- */

/* out[k] = in[k], k < n, from one storage to a wider one. Returns `to`, or the storage to try
 * next. */
static struct storage copy_values(size_t n, struct storage from, const void *in, struct storage to,
                                  void *out)
{
    const struct csr x = {.storage = from.kind, .value = in, .places = from.places};
    struct storage needed = to;

    for (size_t k = 0; k < n && storage_same(needed, to); k++)
        needed = storage_put(to, out, k, csr_value(&x, (int64_t)k));
    return needed;
}

bool storage_widen(size_t n, size_t room, void **values, struct storage *s, struct storage to)
{
    for (;;) {
        void *wider = mem_alloc(room, storage_size(to.kind));
        struct storage needed;
        if (!wider)
            return false;
        needed = copy_values(n, *s, *values, to, wider);
        if (storage_same(needed, to)) {
            mem_free(*values);
            *values = wider;
            *s = to;
            return true;
        }
        mem_free(wider);
        to = needed;
    }
}
