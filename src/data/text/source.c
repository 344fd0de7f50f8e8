/* source - opens a data set, whatever the form of its file. */
#include "data/text/source.h"

#include "base/input.h"
#include "data/text/svmlight.h"

enum status dataset_open(const char *path, unsigned flags, const struct par *par,
                         struct dataset *data, struct error *err)
{
    struct input *in;
    enum status status = input_open(&in, path, err);

    *data = (struct dataset){0};
    if (status == OK)
        status = svmlight_read(in, flags, input_packed(in) ? SVMLIGHT_PACKED : SVMLIGHT_BLOCK, par,
                               data, err);
    input_close(in);
    return status;
}
