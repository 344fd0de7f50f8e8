/* worst - g(z) = max_i max(0, 1 - y_i z_i). */
#include "worst.h"

#include "math/vec.h"
#include "common.h"

struct worst {
    struct loss g;
    const double *y;
};

static double worst_slopes(struct loss *g, double mu, const double *z, double *u, double *offset)
{
    const struct worst *f = (const struct worst *)g;
    double most = 0;
    int64_t at = -1;

    ck_assert_double_eq(mu, 0);
    for (int64_t i = 0; i < g->rows; i++)
        if (!(1 - f->y[i] * z[i] <= most)) {
            most = 1 - f->y[i] * z[i];
            at = i;
        }
    if (u)
        vec_fill(g->image, 0, u);
    if (u && at >= 0)
        u[at] = -f->y[at];
    if (u)
        *offset = at >= 0;
    return most;
}

/* Refuses examples of one label. check.h has a macro called fail. */
static enum status worst_make(const struct loss_spec *spec, const struct parts *parts, struct arena *arena, struct loss **g,
                              struct error *err)
{
    static const struct loss_ops ops = {.slopes = worst_slopes};
    struct worst *f = arena_get(arena, 1, sizeof *f);
    int64_t negative = 0;

    (void)parts;
    ck_assert_ptr_null(spec->c);
    if (!f)
        return fail_memory(err, "the loss");
    for (int64_t i = 0; i < spec->rows; i++)
        negative += spec->y[i] < 0;
    if (negative == 0 || negative == spec->rows)
        return (fail)(err, ERR_DATA, "loss 'worst' needs examples of both labels");
    *f = (struct worst){.g = {.ops = &ops, .image = (size_t)spec->rows, .rows = spec->rows, .at_zero = 1, .scale = 1,
                              .usual = 1, .c = costs_of(NULL, spec->rows)}, .y = spec->y};
    *g = &f->g;
    return OK;
}

const struct loss_row loss_worst = {.name = "worst",
                                    .help = "max_i max(0, 1 - yz)",
                                    .task = TASK_BINARY,
                                    .traits = LOSS_POSITIVE | LOSS_LIPSCHITZ,
                                    .make = worst_make};
