/* test_words - what users of other programs type leads to a name that there is. */
#include "cli/words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "train/recipe.h"
#include "common.h"

static bool has_letter(const struct option_table *table, char letter)
{
    for (const struct option_row *row = table->rows; row->letter; row++)
        if (row->letter == letter)
            return true;
    return false;
}

/* Whether --WORD is an option, or one that is cut. */
static bool begins_option(const struct option_table *table, const char *word)
{
    for (const struct option_row *row = table->rows; row->letter; row++)
        if (strncmp(row->word, word, strlen(word)) == 0)
            return true;
    return false;
}

/* Whether the name or option that `called` begins with is known, and the word itself is not. */
static void check_names(const struct words_row *row, const char *word)
{
    char name[64] = "";
    double parameter;
    enum figure_id id;

    sscanf(row->called, "'%63[^']", name);
    switch (row->kind) {
    case WORDS_SOLVER: ck_assert_msg(solver_find(name) && !solver_find(word), "%s", word); break;
    case WORDS_LOSS:
        ck_assert_msg(loss_read(name, &parameter) && !loss_read(word, &parameter), "%s", word);
        break;
    case WORDS_REGULARIZER: ck_assert_msg(reg_find(name) && !reg_find(word), "%s", word); break;
    case WORDS_SCORE: ck_assert_msg(figures_read(name, &id) && !figures_read(word, &id), "%s", word); break;
    default: {
        const struct option_table *table = row->kind == WORDS_TRAIN ? &options_table : &request_table;
        table = row->kind == WORDS_TEXTS ? &words_table : table;
        ck_assert_msg(*row->called != '-' || has_letter(table, row->called[1]), "%s", word);
        ck_assert_msg(word[1] || !has_letter(table, *word), "-%s is an option", word);
        ck_assert_msg(!word[1] || !begins_option(table, word), "--%s is an option", word);
    }
    }
}

START_TEST(known)
{
    for (const struct words_row *row = words_rows; row->typed; row++) {
        char words[512], text[WORDS_TEXT];

        snprintf(words, sizeof words, "%s", row->typed);
        for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
            check_names(row, word);
            words_called(row->kind, word, word + strlen(word), text);
            ck_assert_msg(strstr(text, row->called) != NULL, "%s: '%s'", word, text);
            for (char *at = word; word[1] && *at; at++)
                *at = (char)(*at == '-' ? '_' : toupper((unsigned char)*at));
            words_called(row->kind, word, word + strlen(word), text);
            ck_assert_msg(strstr(text, row->called) != NULL, "%s: '%s'", word, text);
        }
    }
}
END_TEST

/* A name in another spelling; what nobody knows; a letter is itself. */
START_TEST(spelled)
{
    static const struct {
        enum words_kind kind;
        const char *word, *text;
    } cases[] = {{WORDS_LOSS, "Squared_Hinge", ": it is called 'squared-hinge' here"},
                 {WORDS_SOLVER, "LINESEARCH:OCAS", ": it is called 'linesearch:ocas' here"},
                 {WORDS_REGULARIZER, "L1", ": it is called 'l1' here"},
                 {WORDS_SCORE, "roc_area", ": it is called 'roc-area' here"},
                 {WORDS_LOSS, "", ""},
                 {WORDS_LOSS, "squared", ""}, /* as it is called */
                 {WORDS_LOSS, "svmx", ""},
                 {WORDS_LOSS, "ridg", ""},
                 {WORDS_REGULARIZER, "mse", ""},
                 {WORDS_SCORE, "", ""},
                 {WORDS_TRAIN, "P", ""},
                 {WORDS_TRAIN, "j", ": it is called -n here"},
                 {WORDS_PREDICT, "j", ": it is called -n here"}};

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[WORDS_TEXT];

        ck_assert_str_eq(words_called(cases[k].kind, cases[k].word, cases[k].word + strlen(cases[k].word), text),
                         cases[k].text);
    }
}
END_TEST

RUN_TESTS("words", known, spelled)
