/* options - the tables of options of both programs, for tools/check-man: a line for each option.
 *
 * PROGRAM LETTER ARGUMENT LO HI, "-" where there is none. */
#include <stdio.h>

#include "base/text.h"
#include "cli/options.h"
#include "cli/request.h"

static void print(const char *program, const struct option_table *table)
{
    for (const struct option_row *row = table->rows; row->letter; row++) {
        char lo[32] = "-", hi[32] = "-";

        if (row->lo < row->hi) {
            text_format(row->lo, lo, sizeof lo);
            text_format(row->hi, hi, sizeof hi);
        }
        printf("%s %c %s %s %s\n", program, row->letter, row->argument ? row->argument : "-",
               lo, hi);
    }
}

int main(void)
{
    print("rrm-train", &options_table);
    print("rrm-predict", &request_table);
    return ferror(stdout) || fflush(stdout) != 0;
}
