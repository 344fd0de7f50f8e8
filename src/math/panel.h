/* panel - symmetric updates of rank k in tiles: H += sum_k h_k x_k x_k' for a few dense vectors. */
#ifndef RRM_PANEL_H
#define RRM_PANEL_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/isa.h"

/* PANEL_ROWS vectors, one for each bit of a word, fill a panel: a tile of H is loaded and stored
 * once for as many products. With 128 the panel leaves a second-level cache of 1 MB at 1001
 * columns. A tile has PANEL_GROUP rows and PANEL_BLOCK columns of H: two vectors of AVX-512, eight
 * running sums. */
enum { PANEL_ROWS = 64, PANEL_BLOCK = 16, PANEL_GROUP = 4 };

/* t[g * stride + b] += q[PANEL_GROUP k + g] x[PANEL_BLOCK k + b] for g < PANEL_GROUP and b <
 * PANEL_BLOCK, one after the other for ascending k; those k that are bits of `rows` and of `in` of
 * the group of columns of b: other products are 0. A kernel may add such zeros. */
typedef void panel_tile(uint64_t rows, const uint64_t in[PANEL_BLOCK / PANEL_GROUP],
                        const double *q, const double *x, double *t, size_t stride);

/* Room for one vector more keeps the numbers of a vector out of the same sets of a cache: blocks
 * would be 8 KB apart. */
enum { PANEL_STRIDE = (PANEL_ROWS + 1) * PANEL_BLOCK };

/* The tile kernel of an instruction set; ISA_BASELINE runs everywhere. */
panel_tile *panel_kernel(enum isa isa);

/* Vectors x_k of n numbers, k < PANEL_ROWS, and their weights h_k. */
struct panel {
    size_t n;
    double h[PANEL_ROWS];
    double *x;        /* blocks of columns; x_k[j] stands at panel_at(j, k), 0 at first */
    uint64_t *in;     /* of each group of columns: bit k is 1 where x_k may have a number */
    panel_tile *tile; /* the kernel of the best instruction set */
};

/* A panel without vectors. The arena owns its room and tells whether memory sufficed. */
void panel_init(struct panel *p, size_t n, struct arena *arena);

static inline size_t panel_at(size_t j, size_t k)
{
    return j / PANEL_BLOCK * PANEL_STRIDE + k * PANEL_BLOCK + j % PANEL_BLOCK;
}

/* x_k[j] = v */
static inline void panel_set(double *restrict x, uint64_t *restrict in, size_t k, size_t j,
                             double v)
{
    x[panel_at(j, k)] = v;
    in[j / PANEL_GROUP] |= UINT64_C(1) << k;
}

/* The rows lo .. hi - 1 of the upper triangle of H (n x n, row i at i * stride) += sum_k h_k
 * x_k x_k', (h_k x_ki) x_kj one after the other for ascending k; lo is a multiple of PANEL_GROUP,
 * hi one or n. No number below the diagonal is read or written. */
void panel_add(const struct panel *p, size_t lo, size_t hi, double *H, size_t stride);

/* Removes all vectors. */
void panel_clear(struct panel *p);

#endif
