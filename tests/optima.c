/* optima - reference optima of another program, and the names in them. */
#include "optima.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"

const struct loss_row *loss_named(const char *text, double *parameter)
{
    size_t length = strcspn(text, ":");
    const struct loss_row *loss = loss_find(text);

    if (loss)
        *parameter = text[length] ? strtod(text + length + 1, NULL) : loss->parameter.initial;
    return loss;
}

const struct reg *reg_named(const char *text, double p[REG_PARAMETERS])
{
    size_t length = strcspn(text, ":");
    const struct reg *reg = reg_find(text);

    for (int k = 0; reg && k < REG_PARAMETERS; k++)
        p[k] = reg->parameter[k].initial;
    if (reg && text[length])
        numbers_read(text + length + 1, REG_PARAMETERS, p);
    return reg;
}

int numbers_read(const char *text, int room, double *out)
{
    int count = 0;
    char *end;

    for (; *text && count < room; text = *end ? end + 1 : end) {
        out[count] = strtod(text, &end);
        if (end == text)
            break;
        count++;
    }
    return count;
}

int optima_read(struct optimum *list, int room)
{
    static char line[4096], w[2048], lambda[64], J[64], b[64];
    FILE *file = fopen("tests/reference/optima.txt", "r");
    int count = 0;

    ck_assert_msg(file != NULL, "tests run in the root of the project");
    while (count < room && fgets(line, sizeof line, file)) {
        struct optimum *o = &list[count];
        if (line[0] == '#')
            continue;
        ck_assert_int_eq(sscanf(line, "%63s %63s %63s %63s %63s %*s %*s %15s %63s %2047s %63s", o->id, o->data, o->loss,
                                o->reg, lambda, o->bias, J, w, b), 9);
        o->lambda = strtod(lambda, NULL);
        o->J = strtod(J, NULL);
        o->n = numbers_read(w, 16, o->w);
        o->b = strtod(b, NULL);
        count++;
    }
    fclose(file);
    ck_assert_int_gt(count, 0);
    return count;
}
