/* words_main - rrm-words: raw texts become rows of words with their weights. */
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/input.h"
#include "base/nearest.h"
#include "base/text.h"
#include "cli/message.h"
#include "cli/options.h"
#include "cli/signals.h"
#include "terms/apply.h"
#include "terms/corpus.h"

/* ---- the command line ------------------------------------------------------------------------ */

#define USAGE                                                                                      \
    "usage: rrm-words [options] text_file vocabulary_file [output_file]  (-h lists the options)"
static const char program[] = "rrm-words";
static const char head[] =
    USAGE "\n\n"
    "Reads text_file, a label, a tab and a text a line, finds which words there are and writes\n"
    "them to vocabulary_file, and each text as a line of their weights, svmlight/libsvm, to\n"
    "output_file or standard output. With -a it writes new texts in a vocabulary that stands.\n"
    "\n";
static const char tail[] =
    "\n"
    "Labels are numbers, which stay as they are, or words, which are numbered from 1 in ascending\n"
    "order; the vocabulary keeps them. A word of a text is a run of letters, digits and '_' in\n"
    "UTF-8. Term 1 stands in the most texts. text_file is plain or gzip; it or, with -a, the\n"
    "vocabulary may be '-', standard input. With -a lines from a pipe are answered as they come,\n"
    "in memory that does not grow with them, and a line without a tab is a text without a label.\n"
    "Exit status: 0 rows were written, 1 usage, 2 bad text or vocabulary, 3 the system refused.\n"
    "See rrm-words(1).\n";

enum { NAMES_MOST = 3 };

struct words_request {
    enum asked asked;
    const char *topic; /* of the help: NULL */
    bool apply, characters, quiet;
    struct ngrams words, chars; /* of -g and -c; hi = 0: not given */
    bool keep_case, raw;
    enum row_weight weight;     /* ROW_WEIGHTS: not given */
    double least, most;         /* 0: not given */
    int places;                 /* -1: not given */
    int threads;
    const char *text, *vocabulary, *output; /* output: NULL is standard output */
};

/* LO:HI, or one number for both. */
static enum status take_ngrams(const char *text, void *member, struct error *err)
{
    struct ngrams *ngrams = member;
    const char *end = text + strlen(text);
    uint64_t lo = 0, hi;
    const char *behind = text_unsigned(text, end, &lo);

    hi = lo;
    if (behind && *behind == ':')
        behind = text_unsigned(behind + 1, end, &hi);
    if (behind != end || lo < 1 || hi < lo || hi > NGRAM_MOST)
        return fail(err, ERR_USAGE, "options -c and -g: '%.40s' is not LO:HI, two whole numbers "
                    "from 1 to %d, as 1:2", text, NGRAM_MOST);
    ngrams->lo = (int)lo;
    ngrams->hi = (int)hi;
    return OK;
}

static enum status take_weight(const char *text, void *member, struct error *err)
{
    for (int k = 0; vocabulary_weights[k]; k++)
        if (strcmp(text, vocabulary_weights[k]) == 0) {
            *(enum row_weight *)member = (enum row_weight)k;
            return OK;
        }
    return fail(err, ERR_USAGE, "option -w: unknown weight '%.40s'; known: tf-idf, counts, binary",
                text);
}

#define AT(member) .at = offsetof(struct words_request, member)
static const struct option_row rows[] = {
    {.letter = 'a', .word = "apply", .kind = OPTION_FLAG, AT(apply),
     .help = "apply the vocabulary that stands in vocabulary_file, as it was made"},
    {.letter = 'c', .word = "characters", .kind = OPTION_TAKEN, .argument = "lo:hi",
     AT(chars), .take = take_ngrams,
     .help = "terms are lo to hi characters of a word, a blank at either end"},
    {.letter = 'g', .word = "ngrams", .kind = OPTION_TAKEN, .argument = "lo:hi",
     AT(words), .take = take_ngrams,
     .help = "terms are lo to hi words in a row (1:1); 1:2: words and pairs"},
    {.letter = 'k', .word = "most", .kind = OPTION_WHOLE, .argument = "most", .lo = 1,
     .hi = TERM_MOST, AT(most),
     .help = "keep so many terms, those that stand in the most texts (all)"},
    {.letter = 'l', .word = "keep-case", .kind = OPTION_FLAG, AT(keep_case),
     .help = "letters stay as they are; else they become lower case"},
    {.letter = 'm', .word = "least", .kind = OPTION_WHOLE, .argument = "texts", .lo = 1,
     .hi = TERM_MOST, AT(least),
     .help = "leave out terms that stand in fewer texts (1)"},
    {.letter = 'n', .word = "threads", .kind = OPTION_INT, .argument = "threads", .lo = 1,
     .hi = PAR_MOST,
     AT(threads),
     .help = "how many threads (all cores); the result is the same"},
    {.letter = 'p', .word = "places", .kind = OPTION_INT, .argument = "places", .lo = 0,
     .hi = ROW_PLACES,
     AT(places),
     .help = "round values to so many decimal places (0: all digits)"},
    {.letter = 'q', .word = "quiet", .kind = OPTION_FLAG, AT(quiet),
     .help = "print nothing but errors and warnings"},
    {.letter = 'r', .word = "raw", .kind = OPTION_FLAG, AT(raw),
     .help = "tf-idf rows of any length; else their squares sum to 1"},
    {.letter = 'w', .word = "weight", .kind = OPTION_TAKEN,
     .argument = "tf-idf|counts|binary", AT(weight), .take = take_weight,
     .help = "of a term in a row (tf-idf)"},
    {.letter = 'h', .word = "help", .kind = OPTION_HELP, AT(topic), .help = "print this help"},
    {.letter = 'V', .word = "version", .kind = OPTION_VERSION, .help = "print the version"},
    {0}};
const struct option_table words_table = {.program = program, .rows = rows, .usage = USAGE,
                                         .head = head, .tail = tail, .words = WORDS_TEXTS};

static enum status check_options(const struct words_request *q, struct error *err)
{
    bool made = q->words.hi > 0 || q->chars.hi > 0 || q->keep_case || q->raw || q->least > 0 ||
                q->weight != ROW_WEIGHTS || q->most > 0 || q->places >= 0;

    if (q->apply && made)
        return fail(err, ERR_USAGE, "with -a the vocabulary says how texts become rows: leave "
                    "-c, -g, -k, -l, -m, -p, -r and -w out\n" USAGE);
    if (q->words.hi > 0 && q->chars.hi > 0)
        return fail(err, ERR_USAGE, "-c asks for characters and -g for words: give one of them\n"
                    USAGE);
    if (q->raw && q->weight != ROW_WEIGHTS && q->weight != ROW_TF_IDF)
        return fail(err, ERR_USAGE, "-r is about -w tf-idf: other weights are never divided\n"
                    USAGE);
    return OK;
}

/* An output that would replace another file of the command line. */
static enum status check_places(const struct words_request *q, struct error *err)
{
    bool piped = strcmp(q->text, "-") == 0;

    if (option_table_replaces(q->output, q->text))
        return fail(err, ERR_USAGE, "the rows would replace the texts: name another place for "
                    "them");
    if (q->apply && piped && strcmp(q->vocabulary, "-") == 0)
        return fail(err, ERR_USAGE, "standard input ('-') cannot be both the texts and the "
                    "vocabulary");
    if (q->apply ? option_table_replaces(q->output, q->vocabulary)
                 : option_table_same_file(q->vocabulary, q->output))
        return fail(err, ERR_USAGE, "the rows would replace the vocabulary: name another place "
                    "for them");
    if (q->apply)
        return OK;
    if (option_table_replaces(q->vocabulary, q->text))
        return fail(err, ERR_USAGE, "the vocabulary would replace the texts: name another place "
                    "for it");
    if (output_is_stdout(q->vocabulary) && output_is_stdout(q->output))
        return fail(err, ERR_USAGE, "the vocabulary and the rows cannot both go to standard "
                    "output: name a file for one of them");
    return OK;
}

static enum status request_parse(int argc, char **argv, struct words_request *q, struct error *err)
{
    enum status status;
    int count;

    *q = (struct words_request){.threads = par_cores(), .weight = ROW_WEIGHTS, .places = -1};
    status = option_table_take(&words_table, argc, argv, q, &q->asked, err);
    if (status != OK || q->asked != ASKED_RUN)
        return status;
    status = check_options(q, err);
    if (status != OK)
        return status;
    count = argc - optind;
    if (count < 2 || count > NAMES_MOST)
        return fail(err, ERR_USAGE, "%s file names: expected a text file, a vocabulary and, at "
                    "most, an output\n" USAGE, count < 2 ? "too few" : "too many");
    q->text = argv[optind];
    q->vocabulary = argv[optind + 1];
    q->output = count > 2 && strcmp(argv[optind + 2], "-") != 0 ? argv[optind + 2] : NULL;
    return check_places(q, err);
}

static struct vocabulary_rule rule_of(const struct words_request *q)
{
    struct vocabulary_rule rule = {.ngrams = {.lo = 1, .hi = 1}, .keep_case = q->keep_case,
                                   .raw = q->raw, .unicode = true};

    if (q->words.hi > 0)
        rule.ngrams = q->words;
    if (q->chars.hi > 0)
        rule.ngrams = q->chars;
    rule.ngrams.characters = q->chars.hi > 0;
    rule.weight = q->weight == ROW_WEIGHTS ? ROW_TF_IDF : q->weight;
    rule.places = q->places > 0 ? q->places : ROW_ALL;
    return rule;
}

/* ---- the rows' place ------------------------------------------------------------------------- */

/* Whether [s, end) is the value x of a row of length 1: in all its digits, or in `places` at most
 * where rows are rounded. */
static bool is_value(const char *s, const char *end, double x, int places)
{
    const char *point = memchr(s, '.', (size_t)(end - s));
    size_t length = (size_t)(end - s);
    char text[TEXT_EXACT];

    if (!(x > 0 && x <= 1))
        return false;
    if (text_exact(x, text) == length && memcmp(text, s, length) == 0)
        return true;
    return places != ROW_ALL && point && end - point <= 1 + places;
}

static const double ROUNDING = 1e-9; /* of the sum of squares, and far more */

/* Whether a line is a row: a number or '?', then n pairs, the squares of their values summing to 1,
 * but for n 10^-places where they are rounded; or the beginning of one, with a sum of 1 at most. */
static bool is_row(const char *s, const char *end, int places, bool whole, bool *any)
{
    double slack = places != ROW_ALL ? 1 / nearest_ten[places] : 0, sum = 0, count = 0, x;

    s = s < end && *s == '?' ? s + 1 : text_number(s, end, &x);
    for (; s && s < end && *s == ' '; count++) {
        const char *value = text_number(s + 1, end, &x);
        value = value && value < end && *value == ':' ? value + 1 : NULL;
        s = value ? text_number(value, end, &x) : NULL;
        if (!s || !is_value(value, s, x, places))
            return false;
        sum += x * x;
        *any = *any || x < 1;
    }
    return s == end && (count == 0 ||
                        (whole ? fabs(sum - 1) : sum - 1) <= count * slack + ROUNDING);
}

/* Whether the whole lines are rows of the length 1, and not all of one value 1: that is their mark,
 * without which they could be anybody's data. Of a longer first line the values alone tell it, by
 * all their digits. */
static bool is_rows(const void *context, const char *text)
{
    const struct vocabulary_rule *rule = context;
    const char *end = strchr(text, '\n'), *blank = strrchr(text, ' ');
    bool any = false;

    if (!end && blank && strlen(text) == OUTPUT_HEAD && rule->places == ROW_ALL)
        return is_row(text, blank, rule->places, false, &any) && any;
    for (; end; end = strchr(text, '\n')) {
        if (!is_row(text, end, rule->places, true, &any))
            return false;
        text = end + 1;
    }
    return any;
}

static struct output_kind rows_kind(const struct vocabulary_rule *rule)
{
    return (struct output_kind){.name = "data of rrm-words with rows of length 1",
                                .replaces = is_rows, .context = rule};
}

/* A file that will be renamed is removed should a signal end the program. */
static enum status open_rows(const struct words_request *q, const struct output_kind *kind,
                             struct output *out, struct error *err)
{
    sigset_t before;
    enum status status;

    if (!output_renames(q->output)) /* may wait for a reader: signals end the program then */
        return output_open(out, q->output, kind, err);
    signals_hold(&before);
    status = output_open(out, q->output, kind, err);
    if (status == OK)
        signals_remove(out->beside);
    signals_resume(&before);
    return status;
}

/* Writes the vocabulary, which may wait for a reader; both or none of it and the rows, if there are
 * any, which end. */
static enum status write_vocabulary(const struct words_request *q, const struct vocabulary *v,
                                    struct output *out, struct error *err)
{
    struct output file;
    enum status status = output_open(&file, q->vocabulary, &vocabulary_output, err);

    if (status != OK)
        return status;
    status = vocabulary_write(v, &file, err);
    if (status == OK)
        return out ? output_commit_pair(&file, out, err) : output_commit(&file, err);
    output_abort(&file);
    return status;
}

/* Ends with the rows whole, or not there; where a vocabulary is given it is written with them, or
 * before where it is written through. Signals are held where a file beside its place could be
 * left. */
static enum status close_rows(const struct words_request *q, struct output *out,
                              const struct vocabulary *v, enum status status, struct error *err)
{
    bool waits = v && !output_renames(q->vocabulary);
    sigset_t before;

    if (status == OK)
        status = output_write(out, NULL, 0, true, err);
    if (status == OK && waits)
        status = write_vocabulary(q, v, NULL, err);
    signals_hold(&before);
    if (status == OK && v && !waits)
        status = write_vocabulary(q, v, out, err);
    else if (status == OK)
        status = output_commit(out, err);
    if (status != OK)
        output_abort(out);
    signals_remove(NULL);
    signals_resume(&before);
    return status;
}

/* output_probe leaves nothing behind, whatever signal comes. */
static enum status probe(const char *path, const struct output_kind *kind, struct error *err)
{
    sigset_t before;
    enum status status;

    signals_hold(&before);
    status = output_probe(path, kind, err);
    signals_resume(&before);
    return status;
}

/* ---- all together ---------------------------------------------------------------------------- */

static enum status make(const struct words_request *q, const struct par *par,
                         struct vocabulary *v, struct row_report *report, struct error *err)
{
    struct vocabulary_rule rule = rule_of(q);
    struct term_choice choice = {.least = q->least > 0 ? (uint32_t)q->least : 1,
                                  .most = q->most > 0 ? (uint32_t)q->most : TERM_MOST};
    struct output_kind kind = rows_kind(&rule);
    struct output out;
    struct corpus *c;
    enum status status = probe(q->vocabulary, &vocabulary_output, err);

    if (status == OK)
        status = probe(q->output, &kind, err);
    if (status != OK)
        return status;
    status = corpus_read(&c, q->text, &rule, par, err);
    if (status == OK)
        status = corpus_vocabulary(c, &rule, choice, v, err);
    if (status == OK)
        status = open_rows(q, &kind, &out, err);
    if (status == OK) {
        status = corpus_write(c, v, &out, report, err);
        status = close_rows(q, &out, v, status, err);
    }
    corpus_free(c);
    return status;
}

static enum status apply(const struct words_request *q, const struct par *par,
                         struct vocabulary *v, struct row_report *report, struct error *err)
{
    struct output_kind kind = rows_kind(&v->rule);
    struct output out;
    enum status status = vocabulary_read(v, q->vocabulary, err);

    if (status == OK)
        status = open_rows(q, &kind, &out, err);
    if (status != OK)
        return status;
    status = apply_run(v, q->text, par, &out, report, err);
    return close_rows(q, &out, NULL, status, err);
}

static void warn(const struct words_request *q, const struct vocabulary *v,
                 const struct row_report *report)
{
    const char *text = input_called(q->text);

    if (!q->apply && !v->rule.unicode)
        message(program, "warning: this machine has no locale C.UTF-8: each byte above 127 counts "
                "as a letter, and none of them becomes lower case");
    if (report->bad > 0)
        message(program, "warning: %s: %" PRId64 " bytes are no UTF-8 and count as blanks; is the "
                "text in another encoding? iconv(1) translates it", text, report->bad);
    if (report->passed > 0)
        message(program, "warning: %s: %" PRId64 " words of more than %d bytes were passed over",
                text, report->passed, WORD_MOST);
    if (report->texts > 0 && report->entries == 0)
        message(program, "warning: %s: no term of the vocabulary %s stands in these texts", text,
                input_called(q->vocabulary));
}

static enum status run(const struct words_request *q, const struct par *par, struct error *err)
{
    FILE *stream = output_is_stdout(q->output) || output_is_stdout(q->vocabulary)
                       ? message_stream() : stdout;
    double start = clock_now();
    struct vocabulary v = {0};
    struct row_report report;
    enum status status = q->apply ? apply(q, par, &v, &report, err)
                                  : make(q, par, &v, &report, err);

    if (status == OK) {
        warn(q, &v, &report);
        if (!q->quiet)
            fprintf(stream, "%s: %" PRId64 " texts, %zu terms, %" PRId64 " non-zeros, in %.3f s\n",
                    input_called(q->text), report.texts, v.terms.count, report.entries,
                    clock_now() - start);
        if (stream == stdout && (fflush(stdout) != 0 || ferror(stdout)))
            status = fail(err, ERR_SYSTEM, "cannot write to standard output");
    }
    vocabulary_free(&v);
    return status;
}

int words_main(int argc, char **argv)
{
    struct error err;
    struct words_request q;
    enum status status = request_parse(argc, argv, &q, &err);

    if (status == OK && q.asked == ASKED_RUN) {
        struct par par;
        par_init(&par, q.threads);
        status = run(&q, &par, &err);
        par_free(&par);
    } else if (status == OK) {
        status = option_table_tell(&words_table, q.asked, q.topic, &err);
    }
    if (status != OK)
        message(program, "%s", err.text);
    return (int)status;
}
