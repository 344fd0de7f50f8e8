/* csr - a sparse matrix by rows, and the narrowest storage of its values. */
#include "data/csr/csr.h"

#include <float.h>
#include <math.h>

#include "base/memory.h"

int64_t csr_entries(const struct csr *x)
{
    int64_t entries = 0;

    for (int64_t i = 0; i < x->rows; i++)
        entries += x->end[i] - x->start[i];
    return entries;
}

const struct csr_kernels *csr_kernels(const struct csr *x, enum isa isa)
{
    return isa >= ISA_AVX2 ? csr_kernels_avx2(x) : csr_kernels_baseline(x);
}

/* h = rint(10^-p 2^(22 + k)) 2^-(22 + k) with 2^-k <= 2 10^-p < 2^(1-k); l = (1 - h 10^p) / 10^p,
 * whose numerator is exact in double precision. */
const double decimal_unit[DECIMAL_PLACES + 1][2] = {
    {0x1p+0, 0},
    {0x1.999998p-4, 0x1.999999999999ap-28},
    {0x1.47ae18p-7, -0x1.c28f5c28f5c29p-30},
    {0x1.0624ep-10, -0x1.6872b020c49bap-33},
    {0x1.a36e3p-14, -0x1.4e3bcd35a8588p-38},
    {0x1.4f8b58p-17, 0x1.1c6d1e108c3f4p-42},
    {0x1.0c6f78p-20, 0x1.05af6c69b5a64p-43},
    {0x1.ad7f28p-24, 0x1.abcaf485787a6p-48},
    {0x1.5798fp-27, -0x1.dcf73c6206048p-51},
    {0x1.12e0cp-30, -0x1.7d9296b4d19d3p-54},
};

/* ---- storage --------------------------------------------------------------------------------- */

bool storage_same(struct storage a, struct storage b)
{
    return a.kind == b.kind && a.places == b.places;
}

struct storage storage_join(struct storage a, struct storage b)
{
    if (a.kind == CSR_DECIMAL && b.kind == CSR_DECIMAL)
        return a.places < b.places ? a : b;
    if (a.kind == CSR_SCALED && b.kind == CSR_SCALED)
        return a.places > b.places ? a : b;
    return a.kind > b.kind ? a : b;
}

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
    double m = rint(v * nearest_ten[s.places]);

    if (fabs(m) > INT32_MAX)
        return s.places > 0 ? (struct storage){CSR_DECIMAL, s.places - 1}
                            : (struct storage){CSR_SCALED, 0};
    if (decimal_value((int32_t)m, s.places) != v)
        return (struct storage){CSR_SCALED, 0};
    values[k] = (int32_t)m;
    return s;
}

/* The same, with the fewest places p from places - SCALED_MOST on that v has. */
static struct storage put_scaled(struct storage s, uint32_t *values, size_t k, double v)
{
    for (int p = s.places > SCALED_MOST ? s.places - SCALED_MOST : 0; p <= NEAREST_TEN; p++) {
        double m = rint(v * nearest_ten[p]);
        if (!(m >= 0 && m < SCALED_END))
            break;
        if (m / nearest_ten[p] != v)
            continue;
        if (p > s.places)
            return (struct storage){CSR_SCALED, p};
        values[k] = (uint32_t)m << SCALED_BITS | (uint32_t)(s.places - p);
        return s;
    }
    return (struct storage){CSR_DOUBLE, 0};
}

struct storage storage_put(struct storage s, void *values, size_t k, double v)
{
    switch (s.kind) {
    case CSR_BINARY: return v == 1 ? s : (struct storage){CSR_FLOAT, 0};
    case CSR_FLOAT:
        return put_float(values, k, v) ? s : (struct storage){CSR_DECIMAL, DECIMAL_PLACES};
    case CSR_DECIMAL: return put_decimal(s, values, k, v);
    case CSR_SCALED: return put_scaled(s, values, k, v);
    default: ((double *)values)[k] = v; return s;
    }
}

/* The codes of `from` become those of `to`, of more places. Returns `to`, or the storage to try
 * next. */
static struct storage scale_more(size_t n, struct storage from, const uint32_t *in,
                                 struct storage to, uint32_t *out)
{
    for (size_t k = 0; k < n; k++)
        if (!scaled_put(out, (int64_t)k, in[k] >> SCALED_BITS,
                        from.places - (int)(in[k] & SCALED_MOST), to.places))
            return (struct storage){CSR_DOUBLE, 0};
    return to;
}

/* out[k] = in[k], k < n, from one storage to a wider one. Returns `to`, or the storage to try
 * next. */
static struct storage copy_values(size_t n, struct storage from, const void *in, struct storage to,
                                  void *out)
{
    const struct csr x = {.storage = from.kind, .value = in, .places = from.places};
    struct storage needed = to;

    if (to.kind == CSR_DOUBLE) { /* holds all, and large arrays may come here */
        for (size_t k = 0; k < n; k++)
            ((double *)out)[k] = csr_value(&x, (int64_t)k);
        return to;
    }
    if (from.kind == CSR_SCALED)
        return scale_more(n, from, in, to, out);
    for (size_t k = 0; k < n && storage_same(needed, to); k++)
        needed = storage_put(to, out, k, csr_value(&x, (int64_t)k));
    return needed;
}

bool storage_widen(size_t n, size_t room, void **values, struct storage *s, struct storage to)
{
    for (;;) {
        void *wider = mem_room(room, storage_size(to.kind));
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
