/* ova - the problems of a training: one, or with one class against the rest one for each class. */
#include "train/ova.h"

#include "base/input.h"
#include "base/memory.h"

struct risk_spec ova_spec(const struct recipe *recipe, const struct csr *x,
                          const struct targets *targets, const double *y)
{
    return (struct risk_spec){.loss = recipe->loss,
                              .parameter = recipe->parameter,
                              .x = x,
                              .y = y,
                              .classes = targets->classes,
                              .cost = targets->cost,
                              .bias = recipe->bias,
                              .free_bias = recipe->free_bias};
}

int ova_problems(const struct targets *targets)
{
    return targets->ova ? targets->classes : 1;
}

enum status ova_check(const struct recipe *recipe, const struct dataset *data,
                      const struct targets *targets, const char *file, struct error *err)
{
    double *y = mem_alloc((size_t)data->x.rows, sizeof *y);
    struct risk_spec spec = ova_spec(recipe, &data->x, targets, y);
    struct error why;
    enum status status = y ? OK : fail_memory(err, "the examples");

    for (int k = 0; k < ova_problems(targets) && status == OK; k++) {
        targets_side(targets, k, data->x.rows, y);
        status = risk_check(&spec, &why);
        if (status != OK)
            fail_at(err, status, input_called(file), 0, "%s", why.text);
    }
    mem_free(y);
    return status;
}
