/* sides - the scores of the examples of two labels in order. */
#include "loss/set/sides.h"

#include <inttypes.h>
#include <math.h>

enum status sides_init(struct sides *s, const struct loss_spec *spec, const struct par *par,
                       struct arena *arena, struct error *err)
{
    int64_t most;

    *s = (struct sides){.par = par, .y = spec->y, .rows = spec->rows};
    for (int64_t i = 0; i < s->rows; i++)
        s->count[s->y[i] < 0]++;
    most = s->count[s->count[0] < s->count[1]];
    if (most > KEYED_MOST)
        return fail(err, ERR_DATA, "loss '%s' takes at most %" PRId64 " examples of a label",
                    spec->row->name, KEYED_MOST);
    for (int side = 0; side < SIDES; side++)
        s->item[side] = arena_get(arena, (size_t)s->count[side], sizeof **s->item);
    s->spare = arena_get(arena, 2 * (size_t)most, sizeof *s->spare);
    return arena->failed ? fail_memory(err, "the loss") : OK;
}

bool sides_sort(struct sides *s, const double *z, const double factor[SIDES],
                const double shift[SIDES])
{
    struct keyed *next[SIDES] = {s->item[0], s->item[1]};
    bool finite = true;

    for (int64_t i = 0; i < s->rows; i++) {
        int side = s->y[i] < 0;
        finite &= isfinite(z[i]) != 0;
        *next[side]++ = (struct keyed){factor[side] * z[i] + shift[side], i};
    }
    for (int side = 0; side < SIDES && finite; side++)
        radix_sort_keyed(s->par, (size_t)s->count[side], s->item[side], s->spare);
    return finite;
}
