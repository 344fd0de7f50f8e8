/* fuzz_model - any bytes as a model: refused, or written and read back as it was. The check sum is switched off, so that
 * the fuzzer gets past it. */
#include <stdbool.h>
#include <string.h>

#include "fuzz.h"
#include "model/model.h"

unsigned long crc32(unsigned long crc, const unsigned char *bytes, unsigned length);

unsigned long crc32(unsigned long crc, const unsigned char *bytes, unsigned length)
{
    (void)crc;
    (void)bytes;
    (void)length;
    return 0;
}

static bool same(size_t n, const double *a, const double *b)
{
    return n == 0 || memcmp(a, b, n * sizeof *a) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct model model, back;
    struct model_kind kind;
    struct error err;
    const char *path = fuzz_file(bytes, length);
    enum status status = model_load(path, &model, &err);

    fuzz_check(status == OK || status == ERR_DATA, "the system is blamed");
    if (status == OK) {
        unlink(path); /* a model of LIBSVM is not replaced */
        fuzz_check(model_save(&model, path, &err) == OK, "what was read cannot be written");
        fuzz_check(model_load(path, &back, &err) == OK, "what was written cannot be read");
        kind = model_kind(&model);
        fuzz_check(model.weights == back.weights && same(model.weights * kind.outputs, model.weight, back.weight),
                   "other weights");
        fuzz_check(model.classes == back.classes && same((size_t)model.classes, model.labels, back.labels), "other labels");
        fuzz_check(same(kind.offsets, model.offsets, back.offsets), "other offsets");
        fuzz_check(!model.folded.platt == !back.folded.platt &&
                       same(model.folded.platt ? 2 * kind.sigmoids : 0, model.folded.platt, back.folded.platt),
                   "other sigmoids");
        fuzz_check(same(1, &model.folded.cut, &back.folded.cut), "another threshold");
        model_free(&back);
    }
    model_free(&model);
    return 0;
}
