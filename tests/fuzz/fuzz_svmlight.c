/* fuzz_svmlight - any bytes as training data, plain or gzip: refused or a sound data set, whatever the block size, and
 * sound as a stream, too. */
#include <string.h>

#include "data/text/source.h"
#include "fuzz.h"

static void check_sound(const struct dataset *d)
{
    for (int64_t i = 0; i < d->x.rows; i++)
        for (int64_t k = d->x.start[i]; k < d->x.end[i]; k++) {
            fuzz_check(csr_col(&d->x, k) < d->x.cols, "a column beyond the matrix");
            fuzz_check(k == d->x.start[i] || csr_col(&d->x, k - 1) < csr_col(&d->x, k), "columns do not ascend");
        }
}

static void check_equal(const struct dataset *a, const struct dataset *b)
{
    size_t rows = (size_t)a->x.rows, entries = (size_t)csr_entries(&a->x);

    fuzz_check(a->x.rows == b->x.rows && a->x.cols == b->x.cols && a->x.storage == b->x.storage, "other sizes");
    fuzz_check(memcmp(a->label, b->label, rows * sizeof *a->label) == 0, "other labels");
    fuzz_check(memcmp(a->x.start, b->x.start, rows * sizeof *a->x.start) == 0, "other rows");
    fuzz_check(memcmp(a->x.end, b->x.end, rows * sizeof *a->x.end) == 0, "other rows");
    for (size_t k = 0; k < entries; k++)
        fuzz_check(csr_col(&a->x, (int64_t)k) == csr_col(&b->x, (int64_t)k), "other columns");
    fuzz_check(a->blank == b->blank && a->commented == b->commented, "other lines passed over");
    fuzz_check(!a->query == !b->query && a->unqueried == b->unqueried, "other queries");
    for (int64_t i = 0; i < a->x.rows; i++) {
        size_t length[2];
        const char *comment[] = {dataset_comment(a, i, length), dataset_comment(b, i, length + 1)};
        fuzz_check(dataset_line(a, i) == dataset_line(b, i) && dataset_query(a, i) == dataset_query(b, i), "other lines");
        fuzz_check(length[0] == length[1] && memcmp(comment[0], comment[1], length[0]) == 0, "other comments");
    }
}

/* What the lines have: the last byte of the file, from v to y, which ends no number, chooses another form. */
static unsigned form_of(const uint8_t *bytes, size_t length)
{
    static const unsigned forms[] = {0, DATASET_UNORDERED, DATASET_LABEL_WORDS, DATASET_LABEL_WORDS | DATASET_FEATURE_WORDS,
                                     DATASET_FEATURE_WORDS | 4U << DATASET_HASH};

    return forms[length > 0 && bytes[length - 1] >= 'v' && bytes[length - 1] <= 'y' ? bytes[length - 1] - 'v' + 1 : 0];
}

static enum status read_pieces(const char *path, unsigned form, size_t block, const struct par *par, struct dataset *data,
                               struct error *err)
{
    struct input *in;
    enum status status = input_open(&in, path, err);

    *data = (struct dataset){0};
    if (status == OK)
        status = svmlight_read(in, DATASET_COMMENTS | form, block, par, data, err);
    input_close(in);
    return status;
}

static bool prepare(void *context, const struct stream_block *b)
{
    (void)context;
    for (int64_t k = b->rows.x.start[0]; k < b->rows.x.start[b->rows.x.rows]; k++)
        fuzz_check(csr_col(&b->rows.x, k) < b->rows.x.cols, "a column beyond the stream");
    return true;
}

static enum status take(void *rows, const struct stream_block *b, struct error *err)
{
    (void)err;
    *(int64_t *)rows += b->rows.x.rows;
    return OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct par par = {1, NULL};
    struct dataset whole, pieces;
    struct error err, other;
    int64_t rows = 0;
    unsigned form = form_of(bytes, length);
    const struct stream_words none = {.label = NULL};
    const struct stream_taker taker = {.context = &rows, .columns = 3, .flags = form | DATASET_COMMENTS, .words = &none,
                                       .prepare = prepare, .take = take};
    const char *path = fuzz_file(bytes, length);
    enum status status = dataset_open(path, DATASET_COMMENTS | form, &par, &whole, &err);
    enum status again = read_pieces(path, form, 1 + (length ? bytes[0] % 37 : 0), &par, &pieces, &other), streamed;

    fuzz_check(status == OK || status == ERR_DATA, "the system is blamed");
    fuzz_check(status == again, "another status in small blocks");
    fuzz_check(status == OK || strcmp(err.text, other.text) == 0, "another message in small blocks");
    streamed = stream_read(path, &taker, &par, &other);
    fuzz_check(streamed == OK || streamed == ERR_DATA, "the system is blamed for the stream");
    fuzz_check(status != OK || (streamed == OK && rows == whole.x.rows + whole.blank), "other rows in the stream");
    if (status == OK) {
        check_sound(&whole);
        check_equal(&whole, &pieces);
    }
    dataset_free(&whole);
    dataset_free(&pieces);
    return 0;
}
