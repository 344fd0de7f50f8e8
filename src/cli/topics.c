/* topics - the parts of rrm-train's help: settings, solvers, losses, regularizers, and which solver
 * minimises what. */
#include <stdio.h>

#include "cli/options.h"

static void print_solver(const struct solver *s)
{
    char text[64];

    printf("  %-16s %s\n", s->name, s->help);
    snprintf(text, sizeof text, "-m %.15g", s->max_passes);
    printf("      %-20s limit of passes\n", text);
    for (int k = 0; k < SETTINGS && s->setting[k].name; k++) {
        const struct setting *t = &s->setting[k];
        snprintf(text, sizeof text, "-o %s=%.15g", t->name, t->initial);
        printf("      %-20s %s (%s%.7g to %.7g)\n", text, t->help, t->whole ? "whole, " : "", t->lo,
               t->hi);
    }
}

/* A name behind -l or -r, with what stands behind it: at most so many numbers. */
static void print_name(char option, const char *name, const char *help, const struct range *is,
                       int most)
{
    printf("  %-24s %s\n", name, help);
    if (!is->name)
        return;
    printf("      -%c %s", option, name);
    for (int k = 0; k < most && is[k].name; k++)
        printf("%c%s", k > 0 ? ',' : ':', is[k].name);
    for (int k = 0; k < most && is[k].name; k++)
        printf(", %s from %.7g to %.7g (%.15g)", is[k].name, is[k].lo, is[k].hi, is[k].initial);
    putchar('\n');
}

/* The files that a loss, or a regularizer, takes; the other is NULL. */
static void print_files(const struct loss_row *loss, const struct reg *reg)
{
    char text[64];

    for (int k = 0; k < RECIPE_FILES; k++) {
        const struct file_setting *file = recipe_file_at((enum recipe_file)k);
        snprintf(text, sizeof text, "-o %s=FILE", file->name);
        if (file->takes ? loss && file->takes(loss) : reg && file->reg_takes(reg))
            printf("      %-20s %s\n", text, file->help);
    }
}

/* The losses of a task. */
static void print_losses(enum task_id task)
{
    printf("\n%s\n", task_at(task)->title);
    for (size_t i = 0; loss_at(i); i++)
        if (loss_at(i)->task == task) {
            print_name('l', loss_at(i)->name, loss_at(i)->help, &loss_at(i)->parameter, 1);
            print_files(loss_at(i), NULL);
        }
}

/* Columns of the name of a loss, of a letter for each solver; regularizers side by side. */
enum { NAME = 25, CELL = 13, ABREAST = 5 };

/* The letter of solver k if it can minimise the loss with the regularizer, capital if also with -R;
 * else '-'. */
static char letter_of(size_t k, const struct loss_row *loss, const struct reg *reg)
{
    if (choices_admit(solver_at(k), loss, true, reg))
        return (char)('A' + k);
    return choices_admit(solver_at(k), loss, false, reg) ? (char)('a' + k) : '-';
}

/* All losses with the regularizers from the first on, at most ABREAST of them. */
static void print_losses_by(size_t first)
{
    int used = 0; /* columns of the head */

    for (size_t j = 0; j < ABREAST && reg_at(first + j); j++) /* a wide name goes into the next */
        used += printf(" %*s", NAME + ((int)j + 1) * (1 + CELL) - 1 - used,
                       reg_at(first + j)->name);
    for (size_t i = 0; loss_at(i); i++) {
        printf("\n  %-*s", NAME - 2, loss_at(i)->name);
        for (size_t j = 0; j < ABREAST && reg_at(first + j); j++) {
            char cell[CELL + 1] = "";
            for (size_t k = 0; k < CELL && solver_at(k); k++)
                cell[k] = letter_of(k, loss_at(i), reg_at(first + j));
            printf(" %*s", CELL, cell);
        }
    }
    putchar('\n');
}

/* The table of all solvers, losses and regularizers. */
static void print_pairs(const struct option_table *table)
{
    (void)table;
    puts("Which solver minimises what, a letter for each:");
    for (size_t k = 0; solver_at(k); k++)
        printf("  %c %s\n", 'a' + (int)k, solver_at(k)->name);
    puts("By loss and regularizer; a capital letter: also with an unregularized bias, -R:");
    for (size_t j = 0; reg_at(j); j++)
        if (j % ABREAST == 0)
            print_losses_by(j);
}

static void print_settings(const struct option_table *table)
{
    puts("Settings of the program; those of solvers and losses are told with these:");
    option_table_settings(table);
}

static void print_solvers(const struct option_table *table)
{
    (void)table;
    puts("Solvers, with the defaults and ranges of their settings:");
    for (size_t i = 0; solver_at(i); i++)
        print_solver(solver_at(i));
}

static void print_all_losses(const struct option_table *table)
{
    (void)table;
    puts("R is the mean over the examples of the loss of a score z = <w, x> and the label.");
    for (int task = 1; task < TASKS; task++)
        print_losses((enum task_id)task);
}

static void print_regularizers(const struct option_table *table)
{
    (void)table;
    puts("Regularizers:");
    for (size_t i = 0; reg_at(i); i++) {
        print_name('r', reg_at(i)->name, reg_at(i)->help, reg_at(i)->parameter, REG_PARAMETERS);
        print_files(NULL, reg_at(i));
    }
}

const struct option_topic options_topics[] = {{"settings", print_settings},
                                              {"solvers", print_solvers},
                                              {"losses", print_all_losses},
                                              {"regularizers", print_regularizers},
                                              {"pairs", print_pairs},
                                              {0}};
