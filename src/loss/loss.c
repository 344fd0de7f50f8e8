/* loss - the table of the losses. */
#include "loss/loss.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

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

const struct loss_row *loss_find(const char *text)
{
    size_t length = strcspn(text, ":");

    for (size_t i = 0; loss_at(i); i++)
        if (text_is(text, text + length, loss_at(i)->name))
            return loss_at(i);
    return NULL;
}

const struct loss_row *loss_read(const char *text, double *parameter)
{
    size_t length = strcspn(text, ":");
    const struct loss_row *loss = loss_find(text);

    *parameter = loss ? loss->parameter.initial : NAN;
    if (loss && text[length] == ':' &&
        !(loss->parameter.name && text_whole_number(text + length + 1, loss->parameter.lo,
                                                    loss->parameter.hi, parameter)))
        *parameter = NAN;
    return loss;
}
