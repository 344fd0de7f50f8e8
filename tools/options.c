/* options - the options of the programs and the figures of predictions, for tools/check-man: a line for each.
 *
 * PROGRAM LETTER ARGUMENT LO HI, and figure KEY NAME; "-" where there is none. */
#include <stdio.h>

#include "base/text.h"
#include "cli/options.h"
#include "task/figures.h"

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
    print("rrm-model", &model_table);
    for (int k = 0; k < FIGURE_IDS; k++) {
        const struct figure_row *row = figures_row((enum figure_id)k);
        printf("figure %s %s\n", row->better == BETTER_NEITHER ? "-" : row->key, row->name);
    }
    return ferror(stdout) || fflush(stdout) != 0;
}
