/* svmlight_facts - the words that stand behind a label in place of features. */
#include "data/text/svmlight_parser.h"

const struct fact_word fact_words[FACT_WORDS] = {
    [ROW_WEIGHT] = {"cost:", 0, DATASET_LARGEST, ", the weight of an example, is no number from 0 "
                    "to 1e100"},
    [ROW_OFFSET] = {"offset:", -DATASET_LARGEST, DATASET_LARGEST, ", what is added to a score, is "
                    "no number from -1e100 to 1e100"},
};

int parser_fact(const char *p)
{
    int k = 0;

    while (k < FACT_WORDS && strncmp(p, fact_words[k].word, strlen(fact_words[k].word)) != 0)
        k++;
    return k;
}

bool parser_is_fact(const char *p)
{
    return is_query(p) || parser_fact(p) < FACT_WORDS;
}
