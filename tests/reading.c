/* reading - a data set read from a file in blocks of any size. */
#include "reading.h"

#include <string.h>
#include <unistd.h>

#include "common.h"

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

enum status read_whole(const char *bytes, size_t length, int threads, size_t block, struct dataset *data, struct error *err)
{
    struct par par;
    char path[64];
    enum status status;

    temp_file(path, bytes, length);
    par_init(&par, threads);
    status = read_blocks(path, 0, block, &par, data, err);
    par_free(&par);
    if (status != OK) { /* cut off the name, which differs */
        ck_assert_msg(strncmp(err->text, path, strlen(path)) == 0, "%s", err->text);
        memmove(err->text, err->text + strlen(path), strlen(err->text + strlen(path)) + 1);
        ck_assert(!data->x.start && !data->x.col);
        ck_assert(!data->label && !data->x.value && !data->feature && !data->held);
    }
    unlink(path);
    return status;
}

void check_same(const struct dataset *a, const struct dataset *b)
{
    int64_t nnz = csr_entries(&a->x);

    ck_assert(a->x.rows == b->x.rows && a->x.cols == b->x.cols && a->features == b->features);
    ck_assert(a->blank == b->blank && a->commented == b->commented);
    ck_assert(a->x.storage == b->x.storage && a->x.places == b->x.places);
    ck_assert(csr_entries(&b->x) == nnz && !a->feature == !b->feature && a->x.width == b->x.width);
    ck_assert(memcmp(a->x.start, b->x.start, (size_t)(a->x.rows + 1) * sizeof *a->x.start) == 0);
    ck_assert(memcmp(a->label, b->label, (size_t)a->x.rows * sizeof *a->label) == 0);
    for (int64_t i = 0; i < a->x.rows; i++)
        ck_assert(dataset_line(a, i) == dataset_line(b, i));
    for (int64_t k = 0; k < nnz; k++)
        ck_assert(csr_col(&a->x, k) == csr_col(&b->x, k) && csr_value(&a->x, k) == csr_value(&b->x, k));
}
