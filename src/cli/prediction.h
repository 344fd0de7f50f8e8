/* prediction - a model applied to the rows of a file as they come: scores, answers, lines and what
 * the figures need. */
#ifndef RRM_PREDICTION_H
#define RRM_PREDICTION_H

#include "base/output.h"
#include "base/text_lines.h"
#include "cli/answer/audit.h"
#include "cli/options.h"
#include "cli/answer/top.h"
#include "cli/answer/whole_groups.h"
#include "data/text/source.h"
#include "model/predict.h"
#include "task/evaluation.h"

/* What is made of a block of rows. */
struct answers {
    size_t room;         /* rows */
    double *decision;    /* rows x outputs */
    double *answer;      /* rows: the label, or the value */
    double *probability; /* rows x classes; NULL: nobody needs them */
    int64_t finite;      /* rows before the first whose prediction overflows, if that ends all */
    int64_t refused;     /* rows whose prediction overflows and is passed over: answer is NaN */
    double *label;       /* of the rows, NaN of these; NULL: none was ever refused */
    struct lines lines;  /* of the finite rows and of bad lines */
    struct tags tags;    /* of these lines, where they have any */
    struct audit_terms terms;
    struct top_labels labels;
};

/* What the rows of a test file have shown so far; at first all but `constant` is 0. */
struct test_seen {
    bool constant;      /* model_is_constant */
    bool rows, entries; /* there are */
    bool weighs;        /* a feature has a weight in the model */
    bool queried;       /* a row has a qid */
    bool labelled;      /* a row has a label, the first one `label` */
    bool known;         /* a label is one of the model's classes */
    double label;
    bool varies;        /* an answer is not that of the first row, `answer` */
    double answer;
    int64_t answers;    /* up to there; of these one is */
    bool wrong, bare;   /* not the label; without a label */
};

struct line_counts {
    int64_t rows, entries; /* answered; their values that are not 0 */
    int64_t commented;     /* lines of a comment alone, which have no answer */
    int64_t refused;       /* lines answered by `error` */
};

/* The file of -W, and what it says of the rows of one block. */
struct own_facts {
    struct text_lines lines;
    int64_t taken;
    struct row_facts rows;
};

struct prediction {
    const struct request *request;
    const struct model *model;
    struct decoder d;
    struct line_form form;
    bool ranks, probable; /* lines of the labels in order; probabilities are needed */
    struct stream_words words; /* of a model that has them */
    double *label;             /* of words.labels; owned */
    struct output_kind kind;
    struct scorer scorer;
    struct answers answers[SVMLIGHT_BLOCKS]; /* by the place of the block */
    struct evaluation evaluation;            /* unless it is to be quiet */
    struct test_seen seen;
    struct line_counts count;
    struct own_facts facts;                  /* of -W */
    struct whole_groups whole;               /* of a task that counts groups */
    struct answers grouped;                  /* of its whole groups */
    struct output out;
    bool open, begun; /* out is; its first line is there, where there is one */
};

/* Both outlive p, which takes the weights out of the model. ERR_SYSTEM: no memory; free it all the
 * same. */
enum status prediction_init(struct prediction *p, const struct request *request,
                            struct model *model, struct error *err);

/* Predicts the rows of the test file and writes their lines: to a file beside the output's place
 * that is renamed in the end, or, where it is written through, as they come. ERR_DATA, but with
 * LINES_KEEP, where the answer is `error`: a bad line, or a prediction that overflows: the lines
 * before are written where they are written through. */
enum status prediction_run(struct prediction *p, const struct par *par, struct error *err);

/* After prediction_run: p is freed. */
void prediction_free(struct prediction *p);

/* ---- prediction_words.c ---------------------------------------------------------------------- */

/* The words of the model. ERR_DATA: two features have one name; ERR_SYSTEM: no memory. */
enum status prediction_words(struct prediction *p, struct error *err);

/* What the lines of the test file have: flags of dataset_open. */
unsigned prediction_flags(const struct prediction *p);

/* Whether a file with these first bytes can hold older predictions of the model: as struct
 * output_kind has it. */
bool prediction_replaces(const void *prediction, const char *head);

/* ---- prediction_warnings.c ------------------------------------------------------------------- */

/* Rows of a block; with their answers, NaN where there is none. */
void prediction_see_rows(struct test_seen *seen, const struct model *model,
                         const struct dataset *rows);
void prediction_see(struct test_seen *seen, const struct model *model, const struct dataset *rows,
                    const double *answer);

/* Before the first row, and behind the last. */
void prediction_warn_first(const struct prediction *p);
void prediction_warn_last(const struct prediction *p);

#endif
