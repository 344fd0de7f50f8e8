/* instance - a loss on data: its checks, and the choice between the kinds of losses. */
#include "loss/instance.h"

#include "loss/classes/intercepts.h"
#include "loss/free.h"
#include "loss/pointwise.h"

/* Why a loss without LOSS_BIAS has no unregularized bias: the end of a message. */
static const char *no_bias(const struct loss_row *row)
{
    if (row->traits & LOSS_RHO)
        return ": its rho is one already";
    if (row->traits & LOSS_PAIRS)
        return ": what a bias adds to two scores cancels";
    return "";
}

enum status loss_check(const struct loss_spec *spec, struct error *err)
{
    const struct loss_row *row = spec->row;

    if (spec->free_bias && !(row->traits & LOSS_BIAS))
        return fail(err, ERR_USAGE, "loss '%s' has no unregularized bias (-R)%s", row->name,
                    no_bias(row));
    if (spec->c && !(row->traits & LOSS_WEIGHTS))
        return fail(err, ERR_USAGE, "loss '%s' cannot weigh examples (-w)", row->name);
    if (spec->costs && !(row->traits & LOSS_COSTS))
        return fail(err, ERR_USAGE, "loss '%s' has no costs between classes", row->name);
    if (row->traits & LOSS_GROUPS && spec->groups.count == 0)
        return fail(err, ERR_DATA, "loss '%s' needs groups of rows, by their qid", row->name);
    return free_has(row, spec->free_bias) ? free_check(spec, err) : OK;
}

enum status loss_make(const struct loss_spec *spec, const struct parts *parts, struct arena *arena,
                      struct loss **g, struct error *err)
{
    struct pointwise *pointwise;

    if (spec->row->make)
        return spec->row->make(spec, parts, arena, g, err);
    if (spec->free_bias && spec->row->traits & LOSS_SCORES) {
        *g = intercepts_make(spec, parts, arena);
    } else if (free_has(spec->row, spec->free_bias)) {
        *g = free_make(spec, parts, arena);
    } else {
        pointwise = pointwise_make(spec, parts, arena);
        *g = pointwise ? &pointwise->g : NULL;
    }
    return *g ? OK : fail_memory(err, "the loss");
}

size_t loss_scalars(struct loss *g, const double *z, double *b)
{
    return g->ops->scalars ? g->ops->scalars(g, z, b) : 0;
}
