/* completion - prints what bash completes behind a program, made from the program's table of options. */
#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "task/figures.h"

static const char usage[] = "usage: completion PROGRAM\n";

/* bash cuts words at '=' and ':': cur and prev are whole ones again, raw is what bash replaces. */
static const char head[] =
    "    local IFS=$' \\t\\n' raw=${COMP_WORDS[COMP_CWORD]} cur='' prev='' option='' value words='' files='' skip i word\n"
    "    COMPREPLY=()\n"
    "    for ((i = 0; i <= COMP_CWORD; i++)); do\n"
    "        word=${COMP_WORDS[i]}\n"
    "        if ((i > 0)) && [[ $word == [=:] || ${COMP_WORDS[i - 1]} == [=:] ]]; then\n"
    "            cur+=$word\n"
    "        else\n"
    "            prev=$cur cur=$word\n"
    "        fi\n"
    "    done\n"
    "    [[ $raw != [=:] ]] || raw=''\n"
    "    option=$prev value=$cur\n"
    "    case $cur in\n"
    "    --help=*) option=--help= value=${cur#*=} ;;\n"
    "    --*=*) option=${cur%%=*} value=${cur#*=} ;;\n"
    "    esac\n"
    "    case $option in\n";
static const char tail[] =
    "    esac\n"
    "    if [[ $files ]]; then\n"
    "        compopt -o filenames 2>/dev/null\n"
    "        mapfile -t COMPREPLY < <(compgen -f -- \"$value\")\n"
    "    else\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$value\")\n"
    "    fi\n"
    "    [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null\n"
    "    if [[ $raw == \"$cur\" ]]; then\n"
    "        COMPREPLY=(\"${COMPREPLY[@]/#/${cur%\"$value\"}}\")\n"
    "    else\n"
    "        skip=${value%\"$raw\"}\n"
    "        COMPREPLY=(\"${COMPREPLY[@]#\"$skip\"}\")\n"
    "    fi\n"
    "}\n";

static void print_solvers(void)
{
    for (size_t i = 0; solver_at(i); i++)
        printf("%s%s", i > 0 ? " " : "", solver_at(i)->name);
}

static void print_losses(void)
{
    for (size_t i = 0; loss_at(i); i++)
        printf("%s%s", i > 0 ? " " : "", loss_at(i)->name);
    for (size_t i = 0; loss_at(i); i++)
        if (task_takes_ova(loss_at(i)))
            printf(" ova:%s", loss_at(i)->name);
}

static void print_regularizers(void)
{
    for (size_t i = 0; reg_at(i); i++)
        printf("%s%s", i > 0 ? " " : "", reg_at(i)->name);
}

static void print_scores(void)
{
    const char *between = "";

    for (int k = 0; k < FIGURE_IDS; k++) {
        const struct figure_row *row = figures_row((enum figure_id)k);
        if (row->better == BETTER_NEITHER)
            continue;
        printf("%s%s", between, row->key);
        between = " ";
    }
}

/* The words of "best|1sd". */
static void print_choice(const char *argument)
{
    for (; *argument; argument++)
        putchar(*argument == '|' ? ' ' : *argument);
}

/* Whether setting k of solver i is none of a solver before. */
static bool is_new(size_t i, int k)
{
    for (size_t j = 0; j < i; j++)
        for (int l = 0; l < SETTINGS && solver_at(j)->setting[l].name; l++)
            if (strcmp(solver_at(j)->setting[l].name, solver_at(i)->setting[k].name) == 0)
                return false;
    return true;
}

/* The settings of solvers and losses, a blank before each. */
static void print_more_settings(void)
{
    for (int k = 0; k < RECIPE_FILES; k++)
        printf(" %s=", recipe_file_at((enum recipe_file)k)->name);
    for (size_t i = 0; solver_at(i); i++)
        for (int k = 0; k < SETTINGS && solver_at(i)->setting[k].name; k++)
            if (is_new(i, k))
                printf(" %s=", solver_at(i)->setting[k].name);
}

/* What completes the value of a row: words, files or nothing. */
static void print_value(const struct option_row *row)
{
    if (row->kind == OPTION_TEXT || row->kind == OPTION_FILE) {
        printf("files=1");
        return;
    }
    printf("words='");
    if (row->kind == OPTION_SWITCH)
        printf("0 1");
    else if (row->argument && strchr(row->argument, '|'))
        print_choice(row->argument);
    else if (row->take == choose_solver)
        print_solvers();
    else if (row->take == choose_loss)
        print_losses();
    else if (row->take == choose_reg)
        print_regularizers();
    else if (strcmp(row->word, "score") == 0)
        print_scores();
    putchar('\'');
}

static void print_settings(const struct option_table *table, const struct option_row *option)
{
    printf("        case $value in\n");
    for (const struct option_row *row = table->settings; row && row->word; row++) {
        printf("        %s=*) ", row->word);
        print_value(row);
        puts(" value=${value#*=} ;;");
    }
    for (int k = 0; option->take && k < RECIPE_FILES; k++)
        printf("        %s=*) files=1 value=${value#*=} ;;\n", recipe_file_at((enum recipe_file)k)->name);
    printf("        *=*) ;;\n        *) words='");
    for (const struct option_row *row = table->settings; row && row->word; row++)
        printf("%s%s=", row > table->settings ? " " : "", row->word);
    if (option->take)
        print_more_settings();
    printf("' ;;\n        esac\n        ;;\n");
}

static void print_table(const struct option_table *table)
{
    printf("# %s - what bash completes behind it; made by tools/completion.\n", table->program);
    printf("_%.3s_%s()\n{\n%s", table->program, table->program + strlen("rrm-"), head);
    for (const struct option_row *row = table->rows; row->letter; row++) {
        if (!row->argument)
            continue;
        printf("    -%c | --%s)", row->letter, row->word);
        if (row->kind == OPTION_SETTING) {
            putchar('\n');
            print_settings(table, row);
            continue;
        }
        putchar(' ');
        print_value(row);
        puts(" ;;");
    }
    if (table->topics) {
        printf("    --help=) words='%s", TOPIC_ALL);
        for (const struct option_topic *topic = table->topics; topic->name; topic++)
            printf(" %s", topic->name);
        puts("' ;;");
    }
    printf("    *)\n        value=$cur\n        case $cur in\n        -*) words='");
    for (const struct option_row *row = table->rows; row->letter; row++)
        printf("%s-%c --%s", row > table->rows ? " " : "", row->letter, row->word);
    printf("' ;;\n");
    if (table->commands) {
        printf("        *) if ((COMP_CWORD == 1)); then words='");
        for (int k = 0; table->commands[k]; k++)
            printf("%s ", table->commands[k]);
        puts("'; else files=1; fi ;;");
    } else {
        puts("        *) files=1 ;;");
    }
    printf("        esac\n        ;;\n%s", tail);
    printf("complete -F _%.3s_%s %s\n", table->program, table->program + strlen("rrm-"), table->program);
}

int main(int argc, char **argv)
{
    static const struct option_table *const tables[] = {&options_table, &request_table, &words_table,
                                                        &model_table};

    for (size_t k = 0; argc == 2 && k < sizeof tables / sizeof *tables; k++)
        if (strcmp(argv[1], tables[k]->program) == 0) {
            print_table(tables[k]);
            return ferror(stdout) || fflush(stdout) != 0 ? ERR_SYSTEM : OK;
        }
    fputs(usage, stderr);
    return ERR_USAGE;
}
