/* help - the text of rrm-train -h. */
#include <stdio.h>

#include "cli/options.h"
#include "cli/pairs.h"

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
    pairs_print();
}
