/* confusion - which classes are taken for which, and how good each is. */
#include "cli/confusion.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/text.h"

enum {
    WIDE = 100, /* columns that a line of the matrix may have */
    LABEL = 32
};

/* The class of place k; behind the last one, labels that are none of the model's. */
static const char *label_of(const struct class_counts *c, int k, char text[LABEL])
{
    if (k == c->classes)
        return "other";
    text_format(c->tally[k].label, text, LABEL);
    return text;
}

/* With the line of other labels, if there are any. */
static int lines_of(const struct class_counts *c)
{
    return c->classes + (c->rows > c->known);
}

/* Of a column that has room for each label, each count and `least` characters. */
static int column_width(const struct class_counts *c, int least)
{
    char text[LABEL];
    int width = snprintf(text, sizeof text, "%" PRId64, c->rows);

    width = width > least ? width : least;
    for (int k = 0; k < lines_of(c); k++) {
        int length = (int)strlen(label_of(c, k, text));
        width = length > width ? length : width;
    }
    return width;
}

/* A line per label, a column per answer. */
static void print_matrix(FILE *stream, const struct evaluation *e, int width)
{
    const struct class_counts *c = &e->counts;
    char text[LABEL];

    fprintf(stream, "%*s", width, "");
    for (int k = 0; k < c->classes; k++)
        fprintf(stream, "  %*s", width, label_of(c, k, text));
    putc('\n', stream);
    for (int i = 0; i < lines_of(c); i++) {
        fprintf(stream, "%*s", width, label_of(c, i, text));
        for (int k = 0; k < c->classes; k++)
            fprintf(stream, "  %*" PRId64, width, evaluation_pairs(e, i, k));
        putc('\n', stream);
    }
}

/* A line per count that is not 0. */
static void print_cells(FILE *stream, const struct evaluation *e)
{
    const struct class_counts *c = &e->counts;
    int width = column_width(c, (int)strlen("prediction"));
    char label[LABEL], answer[LABEL];

    fprintf(stream, "%*s  %*s  %*s\n", width, "label", width, "prediction", width, "examples");
    for (int i = 0; i < lines_of(c); i++)
        for (int k = 0; k < c->classes; k++) {
            int64_t count = evaluation_pairs(e, i, k);
            if (count > 0)
                fprintf(stream, "%*s  %*s  %*" PRId64 "\n", width, label_of(c, i, label), width,
                        label_of(c, k, answer), width, count);
        }
}

static void print_number(FILE *stream, double value)
{
    if (isnan(value))
        fprintf(stream, "  %10s", "n/a");
    else
        fprintf(stream, "  %10g", value);
}

static void print_classes(FILE *stream, const struct class_counts *c)
{
    int width = column_width(c, (int)strlen("examples"));
    char text[LABEL];

    fprintf(stream, "%*s  %*s  %10s  %10s  %10s\n", width, "label", width, "examples", "precision",
            "recall", "F1");
    for (int k = 0; k < c->classes; k++) {
        const struct tally *t = &c->tally[k];
        fprintf(stream, "%*s  %*" PRId64, width, label_of(c, k, text), width, t->rows);
        print_number(stream, tally_precision(t));
        print_number(stream, tally_recall(t));
        print_number(stream, tally_f1(t));
        putc('\n', stream);
    }
}

void confusion_print(FILE *stream, const struct evaluation *e)
{
    const struct class_counts *c = &e->counts;
    int width = column_width(c, 0);
    bool wide = (int64_t)(c->classes + 1) * (width + 2) - 2 > WIDE;

    fprintf(stream, "\nConfusion matrix, a line for each %s:\n",
            wide ? "count that is not 0" : "label, a column for each prediction");
    if (wide)
        print_cells(stream, e);
    else
        print_matrix(stream, e, width);
    fprintf(stream, "\nEach class:\n");
    print_classes(stream, c);
}
