/* request - the command line of rrm-predict. */
#include "cli/request.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/output.h"
#include "base/par.h"
#include "cli/operands.h"

static const char usage[] =
    "usage: rrm-predict [-dfhJqV] [-b 0|1] [-n threads] test_file model_file [output_file]"
    "  (-h lists the options)";
static const char head[] =
    "Writes the label that the model gives to each example of test_file, or the value if it is\n"
    "one of regression, one a line, to output_file or standard output, and figures of their\n"
    "quality to standard output or, if that holds the predictions, to standard error.\n"
    "\n";
static const char tail[] =
    "\n"
    "test_file is svmlight/libsvm text, plain or gzip; a label may be '?' or missing, and an\n"
    "empty line is an example without features. model_file comes from rrm-train. One of them may\n"
    "be '-', standard input: lines from a pipe are answered as they come, in memory that does not\n"
    "grow with them, but for 8 bytes a line where the ROC area or the median error is printed. A\n"
    "file that stands in the place of output_file and holds no earlier output is never replaced.\n"
    "Exit status: 0 predictions were written, 1 usage, 2 bad data or model, 3 the system refused.\n"
    "See rrm-predict(1).\n";

#define AT(member) .at = offsetof(struct request, member)
static const struct option_row rows[] = {
    {.letter = 'b', .kind = OPTION_SWITCH, .argument = "0|1", .lo = 0, .hi = 1, AT(probabilities),
     .help = "1: write probabilities: a line of the labels, then a line per example of its\n"
             "label and the probability of each class"},
    {.letter = 'd', .kind = OPTION_FLAG, AT(decisions),
     .help = "write decision values instead of labels"},
    {.letter = 'f', .kind = OPTION_FLAG, AT(confusion),
     .help = "behind the figures print the confusion matrix and a line per class"},
    {.letter = 'J', .kind = OPTION_FLAG, AT(json),
     .help = "print the figures as one line of JSON on standard output, and nothing else there"},
    {.letter = 'n', .kind = OPTION_INT, .argument = "threads", .lo = 1, .hi = PAR_MOST, AT(threads),
     .help = "how many threads (1 to 1024, default: all cores); the result is the same"},
    {.letter = 'q', .kind = OPTION_FLAG, AT(quiet),
     .help = "print no figures, only errors and warnings"},
    {.letter = 'h', .kind = OPTION_HELP, .help = "print this help and exit (as --help)"},
    {.letter = 'V', .kind = OPTION_VERSION, .help = "print the version and exit (as --version)"},
    {0}};
const struct option_table request_table = {.rows = rows, .usage = usage, .words = WORDS_PREDICT};

static enum status parse_files(int count, char **names, struct request *request, struct error *err)
{
    if (count < 2 || count > 3)
        return fail(err, ERR_USAGE, "%s file names: expected a test file, a model and, at most, an "
                    "output\n%s",
                    count < 2 ? "too few" : "too many", usage);
    request->test = names[0];
    request->model = names[1];
    request->output = count == 3 && strcmp(names[2], "-") != 0 ? names[2] : NULL;
    if (request->json && output_is_stdout(request->output))
        return fail(err, ERR_USAGE, "option -J prints its line on standard output: name a file for "
                    "the predictions");
    if (strcmp(request->test, "-") != 0 && operands_same_file(request->test, request->output))
        return fail(err, ERR_USAGE,
                    "the predictions would replace the test file: name another place for them");
    if (strcmp(request->model, "-") != 0 && operands_same_file(request->model, request->output))
        return fail(err, ERR_USAGE, "the predictions would replace the model: name another place "
                    "for them");
    if (strcmp(request->test, "-") == 0 && strcmp(request->model, "-") == 0)
        return fail(err, ERR_USAGE, "standard input ('-') cannot be both the test file and the "
                    "model");
    return OK;
}

enum status request_parse(int argc, char **argv, struct request *request, struct error *err)
{
    enum status status;

    *request = (struct request){.threads = par_cores()};
    status = option_table_take(&request_table, argc, argv, request, &request->asked, err);
    if (status != OK || request->asked != ASKED_RUN)
        return status;
    if (request->probabilities && request->decisions)
        return fail(err, ERR_USAGE, "-b 1 and -d ask for different things: give one of them\n%s",
                    usage);
    if (request->confusion && request->quiet)
        return fail(err, ERR_USAGE,
                    "-f asks for more figures and -q for none: give one of them\n%s", usage);
    if (request->json && request->quiet)
        return fail(err, ERR_USAGE,
                    "-J asks for a line of figures and -q for none: give one of them\n%s", usage);
    status = operands_check(optind, argc - optind, argv, err);
    return status == OK ? parse_files(argc - optind, argv + optind, request, err) : status;
}

void request_help(void)
{
    printf("%s\n\n%s", usage, head);
    option_table_print(&request_table);
    fputs(tail, stdout);
}
