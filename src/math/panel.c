/* panel - symmetric updates of rank k in tiles: H += sum_k h_k x_k x_k' for a few dense vectors. */
#include "math/panel.h"

#include <stdbool.h>
#include <string.h>

panel_tile panel_tile_baseline, panel_tile_avx2, panel_tile_avx512;

panel_tile *panel_kernel(enum isa isa)
{
    static panel_tile *const tile[ISAS] = {[ISA_BASELINE] = panel_tile_baseline,
                                           [ISA_AVX2] = panel_tile_avx2,
                                           [ISA_AVX512] = panel_tile_avx512};

    return tile[isa];
}

void panel_init(struct panel *p, size_t n, struct arena *arena)
{
    size_t blocks = (n + PANEL_BLOCK - 1) / PANEL_BLOCK;

    p->n = n;
    p->x = arena_get(arena, blocks, PANEL_STRIDE * sizeof *p->x);
    p->in = arena_get(arena, blocks, PANEL_BLOCK / PANEL_GROUP * sizeof *p->in);
    p->tile = panel_kernel(isa_best());
}

void panel_clear(struct panel *p)
{
    for (size_t j = 0; j < p->n; j += PANEL_GROUP) {
        uint64_t *in = &p->in[j / PANEL_GROUP];

        for (; *in != 0; *in &= *in - 1)
            memset(p->x + panel_at(j, (size_t)__builtin_ctzll(*in)), 0,
                   PANEL_GROUP * sizeof *p->x);
    }
}

/* Copies the part of the tile at row i, column j that lies in the upper triangle of H, to H or
 * from it. */
static void copy_part(const struct panel *p, size_t i, size_t j, double *H, size_t stride,
                      double t[PANEL_GROUP][PANEL_BLOCK], bool back)
{
    for (size_t g = 0; g < PANEL_GROUP && i + g < p->n; g++) {
        size_t from = i + g > j ? i + g - j : 0;
        size_t to = p->n - j < PANEL_BLOCK ? p->n - j : PANEL_BLOCK;

        for (size_t b = from; b < to; b++) {
            double *number = H + (i + g) * stride + j + b;

            if (back)
                *number = t[g][b];
            else
                t[g][b] = *number;
        }
    }
}

/* The tile at row i, column j; a tile that leaves the upper triangle goes through a copy. */
static void add_tile(const struct panel *p, size_t i, size_t j, const double *q, double *H,
                     size_t stride)
{
    const double *x = p->x + panel_at(j, 0);
    uint64_t rows = p->in[i / PANEL_GROUP];
    const uint64_t *in = &p->in[j / PANEL_GROUP];
    double t[PANEL_GROUP][PANEL_BLOCK] = {{0}};

    if (j >= i + PANEL_GROUP - 1 && j + PANEL_BLOCK <= p->n) {
        p->tile(rows, in, q, x, H + i * stride + j, stride);
        return;
    }
    copy_part(p, i, j, H, stride, t, false);
    p->tile(rows, in, q, x, t[0], PANEL_BLOCK);
    copy_part(p, i, j, H, stride, t, true);
}

void panel_add(const struct panel *p, size_t lo, size_t hi, double *H, size_t stride)
{
    double q[PANEL_ROWS][PANEL_GROUP]; /* h_k x_ki of the rows i of a group */

    for (size_t i = lo; i < hi; i += PANEL_GROUP) {
        uint64_t rows = p->in[i / PANEL_GROUP];

        for (uint64_t left = rows; left != 0; left &= left - 1) {
            size_t k = (size_t)__builtin_ctzll(left);

            for (size_t g = 0; g < PANEL_GROUP; g++)
                q[k][g] = p->h[k] * p->x[panel_at(i, k) + g];
        }
        for (size_t j = i / PANEL_BLOCK * PANEL_BLOCK; rows != 0 && j < p->n; j += PANEL_BLOCK)
            add_tile(p, i, j, q[0], H, stride);
    }
}
