/* panel_template - the tile kernel of panel.h in vectors of one length.
 *
 * Parameters, macros: TILE, the name of the function to define; LANES, the doubles of a vector, a
 * divisor of PANEL_BLOCK / 2. Both are undefined at the end. Eight running sums hide the latency of
 * an addition and leave half of 16 vector registers for the factors. */
#include <stdbool.h>
#include <string.h>

#include "math/panel.h"

typedef double vector __attribute__((vector_size(LANES * sizeof(double))));

enum { PAIR = 2 }; /* vectors of a row of the tile */

static inline void copy_sums(vector sum[PANEL_GROUP][PAIR], double *t, size_t stride, bool back)
{
    for (size_t g = 0; g < PANEL_GROUP; g++)
        for (size_t v = 0; v < PAIR; v++)
            if (back)
                memcpy(t + g * stride + v * LANES, &sum[g][v], sizeof sum[g][v]);
            else
                memcpy(&sum[g][v], t + g * stride + v * LANES, sizeof sum[g][v]);
}

void TILE(uint64_t rows, const uint64_t in[PANEL_BLOCK / PANEL_GROUP], const double *q,
          const double *x, double *t, size_t stride)
{
    for (size_t b = 0; b < PANEL_BLOCK; b += PAIR * LANES) {
        vector sum[PANEL_GROUP][PAIR];
        uint64_t left = 0;

        for (size_t g = b; g < b + PAIR * LANES; g += PANEL_GROUP)
            left |= in[g / PANEL_GROUP];
        left &= rows;
        if (left == 0)
            continue;
        copy_sums(sum, t + b, stride, false);
        for (; left != 0; left &= left - 1) {
            size_t k = (size_t)__builtin_ctzll(left);
            vector row[PAIR];

            for (size_t v = 0; v < PAIR; v++)
                memcpy(&row[v], x + k * PANEL_BLOCK + b + v * LANES, sizeof row[v]);
            for (size_t g = 0; g < PANEL_GROUP; g++)
                for (size_t v = 0; v < PAIR; v++)
                    sum[g][v] += q[k * PANEL_GROUP + g] * row[v];
        }
        copy_sums(sum, t + b, stride, true);
    }
}

#undef TILE
#undef LANES
