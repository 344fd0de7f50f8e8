/* options - the options and settings of the programs and the figures of predictions, for tools/check-man: a line for each.
 *
 * PROGRAM LETTER WORD ARGUMENT LO HI; PROGRAM:setting NAME ARGUMENT LO HI; figure KEY NAME; "-" where there is none. */
#include <stdio.h>

#include "base/text.h"
#include "cli/options.h"
#include "task/figures.h"

static void print_row(const struct option_row *row)
{
    char lo[32] = "-", hi[32] = "-";

    if (row->lo < row->hi) {
        text_format(row->lo, lo, sizeof lo);
        text_format(row->hi, hi, sizeof hi);
    }
    printf("%s %s %s\n", row->argument ? row->argument : "-", lo, hi);
}

static void print(const struct option_table *table)
{
    for (const struct option_row *row = table->rows; row->letter; row++) {
        printf("%s %c %s ", table->program, row->letter, row->word);
        print_row(row);
    }
    for (const struct option_row *row = table->settings; row && row->word; row++) {
        printf("%s:setting %s ", table->program, row->word);
        print_row(row);
    }
}

int main(void)
{
    print(&options_table);
    print(&request_table);
    print(&words_table);
    print(&model_table);
    for (int k = 0; k < FIGURE_IDS; k++) {
        const struct figure_row *row = figures_row((enum figure_id)k);
        printf("figure %s %s\n", row->better == BETTER_NEITHER ? "-" : row->key, row->name);
    }
    return ferror(stdout) || fflush(stdout) != 0;
}
