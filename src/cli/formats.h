/* formats - the formats in which models are written, by the names of -F. */
#ifndef RRM_FORMATS_H
#define RRM_FORMATS_H

#include "model/model.h"

/* Held in an int: a command line may have none. */
enum format { FORMAT_RRM, FORMAT_LIBLINEAR };

#define FORMATS "rrm|liblinear"

/* Reads the text of -F into an int, as struct option_row wants it. */
enum status format_take(const char *text, void *format, struct error *err);

/* Whether models of a loss, calibrated or not, with a threshold or not, can be written: ERR_USAGE
 * says why not. */
enum status format_check(int format, const struct loss_row *loss, bool calibrated, bool cut,
                         struct error *err);

/* Whether these labels of `file` can: ERR_DATA says why not. */
enum status format_check_labels(int format, int classes, const double *labels,
                                const char *file, struct error *err);

/* As model_save and liblinear_save. */
enum status format_save(int format, const struct model *m, const char *path,
                        struct error *err);

#endif
