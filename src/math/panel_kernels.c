/* panel_kernels - the tile kernel of panel.h, compiled once for each instruction set.
 *
 * Eight running sums hide the latency of an addition and leave half of 16 vector registers for the
 * factors. */
#include <stdbool.h>
#include <string.h>

#include "math/panel.h"

typedef double vector __attribute__((vector_size(ISA_LANES * sizeof(double))));

enum { PAIR = 2 }; /* vectors of a row of the tile */

static inline void copy_sums(vector sum[PANEL_GROUP][PAIR], double *t, size_t stride, bool back)
{
    for (size_t g = 0; g < PANEL_GROUP; g++)
        for (size_t v = 0; v < PAIR; v++)
            if (back)
                memcpy(t + g * stride + v * ISA_LANES, &sum[g][v], sizeof sum[g][v]);
            else
                memcpy(&sum[g][v], t + g * stride + v * ISA_LANES, sizeof sum[g][v]);
}

void ISA_NAME(panel_tile)(uint64_t rows, const uint64_t in[PANEL_BLOCK / PANEL_GROUP],
                          const double *q, const double *x, double *t, size_t stride)
{
    for (size_t b = 0; b < PANEL_BLOCK; b += PAIR * ISA_LANES) {
        vector sum[PANEL_GROUP][PAIR];
        uint64_t left = 0;

        for (size_t g = b; g < b + PAIR * ISA_LANES; g += PANEL_GROUP)
            left |= in[g / PANEL_GROUP];
        left &= rows;
        if (left == 0)
            continue;
        copy_sums(sum, t + b, stride, false);
        for (; left != 0; left &= left - 1) {
            size_t k = (size_t)__builtin_ctzll(left);
            vector row[PAIR];

            for (size_t v = 0; v < PAIR; v++)
                memcpy(&row[v], x + k * PANEL_BLOCK + b + v * ISA_LANES, sizeof row[v]);
            for (size_t g = 0; g < PANEL_GROUP; g++)
                for (size_t v = 0; v < PAIR; v++)
                    sum[g][v] += q[k * PANEL_GROUP + g] * row[v];
        }
        copy_sums(sum, t + b, stride, true);
    }
}
