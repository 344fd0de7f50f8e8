/* request - the command line of rrm-predict. */
#ifndef RRM_REQUEST_H
#define RRM_REQUEST_H

#include <stdbool.h>

#include "base/status.h"
#include "cli/option_table.h"

struct request {
    enum asked asked;
    bool decisions, probabilities, quiet, confusion, json;
    int threads;
    const char *test, *model, *output; /* output: NULL is standard output */
};

extern const struct option_table request_table;

/* ERR_USAGE with a text that says what was expected. All texts are argv's. */
enum status request_parse(int argc, char **argv, struct request *request, struct error *err);

/* The text of -h, on standard output. */
void request_help(void);

#endif
