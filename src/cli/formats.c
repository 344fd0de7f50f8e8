/* formats - the formats in which models are written, by the names of -F. */
#include "cli/formats.h"

#include <string.h>

#include "model/liblinear.h"

enum status format_take(const char *text, void *format, struct error *err)
{
    int *to = format;

    *to = strcmp(text, "liblinear") == 0 ? FORMAT_LIBLINEAR : FORMAT_RRM;
    if (*to == FORMAT_LIBLINEAR || strcmp(text, "rrm") == 0)
        return OK;
    return fail(err, ERR_USAGE, "option -F: unknown format '%.40s'; known: rrm, liblinear", text);
}

enum status format_check(int format, const struct loss_row *loss, bool calibrated, bool cut,
                         struct error *err)
{
    char list[TASK_LIST];

    if (format != FORMAT_LIBLINEAR)
        return OK;
    if (!liblinear_has_loss(loss))
        return fail(err, ERR_USAGE, "option -F liblinear: LIBLINEAR has no models of loss '%s'; "
                    "those it has: %s", loss->name, liblinear_losses(list));
    if (calibrated)
        return fail(err, ERR_USAGE, "option -F liblinear: LIBLINEAR's models have no calibration: "
                    "leave -b 1 out, or choose -l logistic, whose probabilities it knows");
    if (cut)
        return fail(err, ERR_USAGE, "option -F liblinear: LIBLINEAR's models have no threshold: "
                    "leave -o threshold out");
    return OK;
}

enum status format_check_labels(int format, int classes, const double *labels,
                                const char *file, struct error *err)
{
    return format == FORMAT_LIBLINEAR ? liblinear_check_labels(classes, labels, file, err) : OK;
}

enum status format_save(int format, const struct model *m, const char *path,
                        struct error *err)
{
    if (format == FORMAT_LIBLINEAR)
        return liblinear_save(m, path, err);
    return model_save(m, path, err);
}
