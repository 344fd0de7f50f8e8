/* fuzz_svmlight - any bytes as training data, plain or gzip: refused or a sound data set, whatever the block size. */
#include <string.h>

#include "data/svmlight.h"
#include "fuzz.h"

static void check_sound(const struct dataset *d)
{
    for (int64_t i = 0; i < d->x.rows; i++)
        for (int64_t k = d->x.start[i]; k < d->x.start[i + 1]; k++) {
            fuzz_check(d->x.col[k] < d->x.cols, "a column beyond the matrix");
            fuzz_check(k == d->x.start[i] || d->x.col[k - 1] < d->x.col[k], "columns do not ascend");
        }
}

static void check_equal(const struct dataset *a, const struct dataset *b)
{
    size_t rows = (size_t)a->x.rows, entries = (size_t)a->x.start[rows];

    fuzz_check(a->x.rows == b->x.rows && a->x.cols == b->x.cols && a->x.storage == b->x.storage, "other sizes");
    fuzz_check(memcmp(a->label, b->label, rows * sizeof *a->label) == 0, "other labels");
    fuzz_check(memcmp(a->x.start, b->x.start, (rows + 1) * sizeof *a->x.start) == 0, "other rows");
    fuzz_check(memcmp(a->x.col, b->x.col, entries * sizeof *a->x.col) == 0, "other columns");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct par par = {1, NULL};
    struct dataset whole, pieces;
    struct error err, other;
    const char *path = fuzz_file(bytes, length);
    enum status status = svmlight_read(path, &par, &whole, &err);
    enum status again = svmlight_read_blocks(path, &par, 1 + (length ? bytes[0] % 37 : 0), &pieces, &other);

    fuzz_check(status == OK || status == ERR_DATA, "the system is blamed");
    fuzz_check(status == again, "another status in small blocks");
    fuzz_check(status == OK || strcmp(err.text, other.text) == 0, "another message in small blocks");
    if (status == OK) {
        check_sound(&whole);
        check_equal(&whole, &pieces);
    }
    dataset_free(&whole);
    dataset_free(&pieces);
    return 0;
}
