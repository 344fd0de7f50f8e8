/* loss - the table of the losses. */
#include "loss/loss.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "loss/free.h"
#include "loss/pointwise.h"

#define LOSS(name) extern const struct loss_row loss_##name;
#include "loss/list.h"
#undef LOSS

const struct loss_row *loss_at(size_t index)
{
#define LOSS(name) &loss_##name,
    static const struct loss_row *const list[] = {
#include "loss/list.h"
        NULL};
#undef LOSS

    return list[index];
}

const struct loss_row *loss_find(const char *name, size_t length)
{
    for (size_t i = 0; loss_at(i); i++)
        if (strlen(loss_at(i)->name) == length && memcmp(loss_at(i)->name, name, length) == 0)
            return loss_at(i);
    return NULL;
}

const struct loss_row *loss_read(const char *text, double *parameter)
{
    size_t length = strcspn(text, ":");
    const struct loss_row *loss = loss_find(text, length);

    *parameter = loss ? loss->initial : NAN;
    if (loss && text[length] == ':' &&
        !(loss->parameter && text_whole_number(text + length + 1, loss->lo, loss->hi, parameter)))
        *parameter = NAN;
    return loss;
}

/* Why a loss has no unregularized bias. */
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
    return free_has(row, spec->free_bias) ? free_check(spec, err) : OK;
}

struct loss *loss_make(const struct loss_spec *spec, const struct parts *parts, struct arena *arena)
{
    struct pointwise *pointwise;

    if (spec->row->make)
        return spec->row->make(spec, arena);
    if (free_has(spec->row, spec->free_bias))
        return free_make(spec, parts, arena);
    pointwise = pointwise_make(spec, parts, arena);
    return pointwise ? &pointwise->g : NULL;
}

size_t loss_scalars(struct loss *g, const double *z, double *b)
{
    return g->ops->scalars ? g->ops->scalars(g, z, b) : 0;
}
