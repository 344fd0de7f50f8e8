/* help - the text of rrm-train -h. */
#include <stdio.h>
#include <string.h>

#include "cli/choices.h"
#include "cli/options.h"

static const char head[] =
    "usage: rrm-train [options] training_file [model_file]\n"
    "\n"
    "Minimises lambda Omega(w) + R(w) over the examples of training_file (svmlight/libsvm text,\n"
    "plain or gzip, '-': standard input) and proves how close it came. The model goes to\n"
    "model_file, by default the training file's name, less .gz, plus .model, in this folder;\n"
    "a file that stands there and is no model is never replaced.\n"
    "\n";
static const char tail[] =
    "\n"
    "Exit status: 0 a model was written, 1 usage, 2 bad data, 3 the system refused.\n"
    "More is in rrm-train(1), rrm-data(5) and rrm-model(5).\n";

#define SOLVER "  %-16s" /* a name, at the head of a line */

static void print_solver(const struct solver *s)
{
    char text[64];

    printf(SOLVER " %s\n", s->name, s->help);
    snprintf(text, sizeof text, "-m %.15g", s->max_passes);
    printf("      %-20s limit of passes\n", text);
    for (int k = 0; k < SETTINGS && s->setting[k].name; k++) {
        const struct setting *t = &s->setting[k];
        snprintf(text, sizeof text, "-o %s=%.15g", t->name, t->initial);
        printf("      %-20s %s (%s%.7g to %.7g)\n", text, t->help, t->whole ? "whole, " : "", t->lo,
               t->hi);
    }
}

static void print_loss(const struct loss_row *l)
{
    printf("  %-24s %s\n", l->name, l->help);
    if (l->parameter)
        printf("      -l %s:%s, %s from %.7g to %.7g (%.15g)\n", l->name, l->parameter,
               l->parameter, l->lo, l->hi, l->initial);
}

static void print_reg(const struct reg *r)
{
    printf("  %-24s %s\n", r->name, r->help);
    if (!r->parameter[0].name)
        return;
    printf("      -r %s", r->name);
    for (int k = 0; k < REG_PARAMETERS && r->parameter[k].name; k++)
        printf("%c%s", k > 0 ? ',' : ':', r->parameter[k].name);
    for (int k = 0; k < REG_PARAMETERS && r->parameter[k].name; k++)
        printf(", %s from %.7g to %.7g (%.15g)", r->parameter[k].name, r->parameter[k].lo,
               r->parameter[k].hi, r->parameter[k].initial);
    putchar('\n');
}

/* The losses of a task. */
static void print_losses(enum task_id task)
{
    printf("\n%s\n", task_at(task)->title);
    for (size_t i = 0; loss_at(i); i++)
        if (loss_at(i)->task == task)
            print_loss(loss_at(i));
}

/* ---- which solver can minimise which loss with which regularizer ---------------------------- */

enum {
    MOST_GROUPS = 26, /* of losses in the table: a letter each; no more are shown */
    WIDTH = 79        /* of the lines of losses, a terminal's less one */
};

/* True if the same solvers can minimise both losses with the same regularizers, with -R and
 * without. */
static bool alike(const struct loss_row *a, const struct loss_row *b)
{
    for (size_t i = 0; solver_at(i); i++)
        for (size_t j = 0; reg_at(j); j++)
            for (int bias = 0; bias < 2; bias++)
                if (choices_admit(solver_at(i), a, bias, reg_at(j)) !=
                    choices_admit(solver_at(i), b, bias, reg_at(j)))
                    return false;
    return true;
}

/* Losses that are alike are a group; returns how many, the first of each in first. */
static size_t find_groups(const struct loss_row *first[MOST_GROUPS])
{
    size_t groups = 0;

    for (size_t i = 0; loss_at(i); i++) {
        size_t k = 0;
        while (k < groups && !alike(first[k], loss_at(i)))
            k++;
        if (k == groups && groups < MOST_GROUPS)
            first[groups++] = loss_at(i);
    }
    return groups;
}

/* A letter and the losses of each group. column: how many characters the line has. */
static void print_groups(size_t groups, const struct loss_row *const first[MOST_GROUPS])
{
    for (size_t k = 0; k < groups; k++) {
        int column = printf("  %c ", 'a' + (int)k);
        for (size_t i = 0; loss_at(i); i++) {
            if (!alike(first[k], loss_at(i)))
                continue;
            if (column + 1 + (int)strlen(loss_at(i)->name) > WIDTH)
                column = printf("\n    ") - 1; /* '\n' stands on the line before */
            column += printf(" %s", loss_at(i)->name);
        }
        putchar('\n');
    }
}

/* The letters of the groups that a solver can minimise with a regularizer, capital if also with
 * -R; "-" if there are none. */
static void fill_cell(const struct solver *solver, const struct reg *reg, size_t groups,
                      const struct loss_row *const first[MOST_GROUPS], char cell[MOST_GROUPS + 1])
{
    size_t used = 0;

    for (size_t k = 0; k < groups; k++)
        if (choices_admit(solver, first[k], true, reg))
            cell[used++] = (char)('A' + (int)k);
        else if (choices_admit(solver, first[k], false, reg))
            cell[used++] = (char)('a' + (int)k);
    if (used == 0)
        cell[used++] = '-';
    cell[used] = '\0';
}

/* A cell, padded to a width that its column has room for; the last column is not padded. */
static void print_cell(const char *text, const struct reg *reg, size_t groups, bool last)
{
    size_t name = strlen(reg->name), width = name > groups ? name : groups;

    printf("  %-*s", last ? 0 : (int)width, text);
}

/* The table of all solvers, losses and regularizers. */
static void print_pairs(void)
{
    const struct loss_row *first[MOST_GROUPS];
    size_t groups = find_groups(first);
    char cell[MOST_GROUPS + 1];

    puts("Which solver minimises what. A letter for losses that can do the same:");
    print_groups(groups, first);
    puts("By solver and regularizer; a capital letter: also with an unregularized bias, -R:");
    printf(SOLVER, "");
    for (size_t j = 0; reg_at(j); j++)
        print_cell(reg_at(j)->name, reg_at(j), groups, !reg_at(j + 1));
    putchar('\n');
    for (size_t i = 0; solver_at(i); i++) {
        printf(SOLVER, solver_at(i)->name);
        for (size_t j = 0; reg_at(j); j++) {
            fill_cell(solver_at(i), reg_at(j), groups, first, cell);
            print_cell(cell, reg_at(j), groups, !reg_at(j + 1));
        }
        putchar('\n');
    }
}

/* ---- all together ---------------------------------------------------------------------------- */

void options_help(void)
{
    fputs(head, stdout);
    option_table_print(&options_table);
    fputs(tail, stdout);
    puts("\nSolvers, with the defaults and ranges of their settings:");
    for (size_t i = 0; solver_at(i); i++)
        print_solver(solver_at(i));
    puts("\nR is the mean over the examples of the loss of a score z = <w, x> and the label.");
    for (int task = 1; task < TASKS; task++)
        print_losses((enum task_id)task);
    puts("\nRegularizers:");
    for (size_t i = 0; reg_at(i); i++)
        print_reg(reg_at(i));
    putchar('\n');
    print_pairs();
}
