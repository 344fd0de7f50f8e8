/* reading - a data set read from a file in blocks of any size. */
#include "reading.h"

enum status read_blocks(const char *path, unsigned flags, size_t block, const struct par *par, struct dataset *data,
                        struct error *err)
{
    struct input *in;
    enum status status = input_open(&in, path, err);

    *data = (struct dataset){0};
    if (status == OK)
        status = svmlight_read(in, flags, block, par, data, err);
    input_close(in);
    return status;
}
