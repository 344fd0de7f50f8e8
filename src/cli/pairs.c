/* pairs - which solver can minimise which pair of a loss and a regularizer. */
#include "cli/pairs.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "risk/composite.h"

enum {
    LIST = 1024,      /* bytes of a list of names in a message; a longer one is cut */
    MOST_GROUPS = 26, /* of losses in the table: a letter each; no more are shown */
    WIDTH = 79        /* of the lines of losses, a terminal's less one */
};

/* True if the solver can minimise R(w) + lambda Omega(w), R of the loss, Omega the regularizer;
 * free_bias: with a bias outside of Omega. */
static bool admits(const struct solver *solver, const struct loss_row *loss, bool free_bias,
                   const struct reg *reg)
{
    return solver_admits(solver, risk_traits(loss, free_bias), reg);
}

/* True if some solver can. */
static bool any_solver(const struct loss_row *loss, bool free_bias, const struct reg *reg)
{
    for (size_t i = 0; solver_at(i); i++)
        if (admits(solver_at(i), loss, free_bias, reg))
            return true;
    return false;
}

/* ---- a wrong choice -------------------------------------------------------------------------- */

/* Losses that some solver can minimise in place of the recipe's: those of its task and, if that is
 * unordered classes, with "ova:" those that can train one of them against the rest. */
static void other_losses(const struct recipe *r, char list[LIST])
{
    const struct task *mine = task_of(r->loss);

    for (size_t i = 0; loss_at(i); i++) {
        const struct loss_row *loss = loss_at(i);
        const struct task *task = task_of(loss);
        bool ova = task != mine && task->ova && mine->most > task->most && !mine->ordered;
        if ((task == mine || ova) && any_solver(loss, r->free_bias, r->reg))
            text_list(list, LIST, ", ", ova ? "ova:" : "", loss->name);
    }
}

/* Regularizers with which some solver can minimise the loss of the recipe. */
static void other_regs(const struct recipe *r, bool free_bias, char list[LIST])
{
    for (size_t i = 0; reg_at(i); i++)
        if (any_solver(r->loss, free_bias, reg_at(i)))
            text_list(list, LIST, ", ", "", reg_at(i)->name);
}

/* No solver can minimise `what`, the loss of the recipe with its regularizer: ERR_USAGE, with each
 * change of one option that helps or, if no regularizer does, of -R and -r. */
static enum status no_solver(const struct recipe *r, const char *what, struct error *err)
{
    char remedy[LIST] = "", regs[LIST] = "", losses[LIST] = "";
    const char *prefix = "try -r: ";

    if (r->free_bias && any_solver(r->loss, false, r->reg))
        text_list(remedy, LIST, "", "leave out -R", "");
    other_regs(r, r->free_bias, regs);
    if (!*remedy && !*regs) {
        prefix = "leave out -R and try -r: ";
        other_regs(r, false, regs);
    }
    if (*regs)
        text_list(remedy, LIST, "; or ", prefix, regs);
    other_losses(r, losses);
    if (*losses)
        text_list(remedy, LIST, "; or ", "try -l: ", losses);
    return fail(err, ERR_USAGE, "no solver can minimise %s: %s", what, remedy);
}

enum status pairs_check(const struct recipe *r, struct error *err)
{
    char what[LIST] = "", list[LIST] = "";

    if (admits(r->solver, r->loss, r->free_bias, r->reg))
        return OK;
    snprintf(what, sizeof what, "loss '%s' with regularizer '%s'%s", r->loss->name, r->reg->name,
             r->free_bias ? " and an unregularized bias (-R)" : "");
    for (size_t i = 0; solver_at(i); i++)
        if (admits(solver_at(i), r->loss, r->free_bias, r->reg))
            text_list(list, LIST, ", ", "", solver_at(i)->name);
    if (!*list)
        return no_solver(r, what, err);
    return fail(err, ERR_USAGE, "solver '%s' cannot minimise %s; try: %s", r->solver->name, what,
                list);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* True if the same solvers can minimise both losses with the same regularizers, with -R and
 * without. */
static bool alike(const struct loss_row *a, const struct loss_row *b)
{
    for (size_t i = 0; solver_at(i); i++)
        for (size_t j = 0; reg_at(j); j++)
            for (int bias = 0; bias < 2; bias++)
                if (admits(solver_at(i), a, bias, reg_at(j)) !=
                    admits(solver_at(i), b, bias, reg_at(j)))
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
        if (admits(solver, first[k], true, reg))
            cell[used++] = (char)('A' + (int)k);
        else if (admits(solver, first[k], false, reg))
            cell[used++] = (char)('a' + (int)k);
    if (used == 0)
        cell[used++] = '-';
    cell[used] = '\0';
}

/* The width of the column of a regularizer; without one that of the solvers. */
static int column_width(const struct reg *reg, size_t groups,
                        const struct loss_row *const first[MOST_GROUPS])
{
    size_t width = reg ? strlen(reg->name) : 0;
    char cell[MOST_GROUPS + 1];

    for (size_t i = 0; solver_at(i); i++) {
        const char *text = solver_at(i)->name;
        if (reg) {
            fill_cell(solver_at(i), reg, groups, first, cell);
            text = cell;
        }
        if (strlen(text) > width)
            width = strlen(text);
    }
    return (int)width;
}

/* A cell, padded to the width of its column; the last column is not padded. */
static void print_cell(const char *text, int width, bool last)
{
    printf("  %-*s", last ? 0 : width, text);
}

void pairs_print(void)
{
    const struct loss_row *first[MOST_GROUPS];
    size_t groups = find_groups(first);
    int names = column_width(NULL, groups, first);
    char cell[MOST_GROUPS + 1];

    puts("Which solver minimises what. A letter for losses that can do the same:");
    print_groups(groups, first);
    puts("By solver and regularizer; a capital letter: also with an unregularized bias, -R:");
    print_cell("", names, false);
    for (size_t j = 0; reg_at(j); j++)
        print_cell(reg_at(j)->name, column_width(reg_at(j), groups, first), !reg_at(j + 1));
    putchar('\n');
    for (size_t i = 0; solver_at(i); i++) {
        print_cell(solver_at(i)->name, names, false);
        for (size_t j = 0; reg_at(j); j++) {
            fill_cell(solver_at(i), reg_at(j), groups, first, cell);
            print_cell(cell, column_width(reg_at(j), groups, first), !reg_at(j + 1));
        }
        putchar('\n');
    }
}
