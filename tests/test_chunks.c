/* test_chunks - figures of sequences and chunks against lists of all chunks. */
#include <math.h>
#include <string.h>

#include "math/rng.h"
#include "task/evaluation.h"
#include "task/names.h"
#include "common.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

enum { MOST_ROWS = 400, LONGEST = 9 };

static struct name tags[] = {{1, "B-NP"}, {2, "I-NP"}, {3, "O"},  {4, "B-VP"}, {5, "I-VP"},
                             {6, "E-VP"}, {7, "S-NP"}, {9, "."}, {10, "M"},   {12.5, "L-NP"}};

struct chunk {
    int from, to; /* rows [from, to) */
    char type[NAME_ROOM];
};

/* A tag's letter and type; 0: of no chunk. A label without a name has a type of its own. */
static char letter_of(double label, char type[NAME_ROOM])
{
    int k = names_find(&(struct names){(int)COUNT(tags), tags}, label);
    const char *name = k < 0 ? "S-?" : tags[k].text;

    strcpy(type, name[1] == '-' ? name + 2 : "");
    return strcmp(name, "O") == 0 || strcmp(name, ".") == 0 ? 0 : name[0];
}

/* The chunks of the rows [lo, hi), by the definition: each row that begins one, then as far as it
 * goes. */
static int list_chunks(int lo, int hi, const double *label, struct chunk *chunk)
{
    int count = 0;

    for (int t = lo; t < hi;) {
        struct chunk *c = &chunk[count];
        char letter = letter_of(label[t], c->type), type[NAME_ROOM];
        c->from = t++;
        if (letter == 0)
            continue;
        while (t < hi && !strchr("ELSU", letter)) {
            char next = letter_of(label[t], type);
            if (next == 0 || strchr("BSU", next) || strcmp(type, c->type) != 0)
                break;
            letter = next;
            t++;
        }
        c->to = t;
        count++;
    }
    return count;
}

static int common_chunks(int a, const struct chunk *x, int b, const struct chunk *y)
{
    int count = 0;

    for (int i = 0; i < a; i++)
        for (int k = 0; k < b; k++)
            count += x[i].from == y[k].from && x[i].to == y[k].to &&
                     strcmp(x[i].type, y[k].type) == 0;
    return count;
}

static double any_label(struct rng *rng)
{
    static const double unnamed[] = {8, 0, -3};
    size_t k = rng_below(rng, COUNT(tags) + COUNT(unnamed));

    return k < COUNT(tags) ? tags[k].label : unnamed[k - COUNT(tags)];
}

static void check_value(const struct figures *f, enum figure_id id, double wanted)
{
    const struct figure *found = figures_find(f, id);

    ck_assert_ptr_nonnull(found);
    ck_assert_msg(isnan(wanted) ? isnan(found->value) : found->value == wanted, "%s: %.17g, not "
                  "%.17g", figures_row(id)->name, found->value, wanted);
}

/* Sequences of random labels and of answers that are mostly the same. */
static void check_random(uint64_t seed)
{
    struct rng rng = {0};
    struct sequence_counts s;
    struct figures list = {0};
    struct chunk of_labels[LONGEST], of_answers[LONGEST];
    int chunks = 0, said = 0, right = 0, whole = 0, sequences;
    double label[LONGEST], answer[LONGEST];

    rng_seed(&rng, seed);
    sequences = 1 + (int)rng_below(&rng, MOST_ROWS / LONGEST);
    ck_assert(sequences_begin(&s, &(struct names){(int)COUNT(tags), tags}));
    for (int q = 0; q < sequences; q++) {
        int n = 1 + (int)rng_below(&rng, LONGEST), a, b, same = 0;
        for (int t = 0; t < n; t++) {
            label[t] = any_label(&rng);
            answer[t] = rng_below(&rng, 4) > 0 ? label[t] : any_label(&rng);
            same += label[t] == answer[t];
            sequences_add(&s, (uint64_t)q, label[t], answer[t]);
        }
        a = list_chunks(0, n, label, of_labels);
        b = list_chunks(0, n, answer, of_answers);
        chunks += a;
        said += b;
        right += common_chunks(a, of_labels, b, of_answers);
        whole += same == n;
    }
    sequences_figures(&s, &list);
    check_value(&list, FIGURE_SEQUENCES, 100 * (double)whole / sequences);
    check_value(&list, FIGURE_CHUNK_PRECISION, figures_ratio(right, said));
    check_value(&list, FIGURE_CHUNK_RECALL, figures_ratio(right, chunks));
    check_value(&list, FIGURE_CHUNK_F1, figures_ratio(2.0 * right, said + chunks));
    list.count = 0;
    sequences_figures(&s, &list); /* counts nothing twice */
    check_value(&list, FIGURE_CHUNK_RECALL, figures_ratio(right, chunks));
    sequences_free(&s);
}

START_TEST(all_chunks)
{
    for (uint64_t seed = 1; seed <= 300; seed++)
        check_random(seed);
}
END_TEST

/* Names that are no tags tell of no chunks; without rows nothing is defined. */
START_TEST(no_chunks)
{
    static struct name speech[] = {{1, "NN"}, {2, "VBZ"}, {3, "DT"}};
    struct sequence_counts s;
    struct figures list = {0};

    ck_assert(sequences_begin(&s, &(struct names){(int)COUNT(speech), speech}));
    sequences_figures(&s, &list);
    ck_assert_int_eq(list.count, 1);
    check_value(&list, FIGURE_SEQUENCES, NAN);
    sequences_add(&s, 0, 1, 1);
    sequences_add(&s, 0, 2, 3);
    sequences_add(&s, 5, 2, 2);
    list.count = 0;
    sequences_figures(&s, &list);
    ck_assert_int_eq(list.count, 1);
    check_value(&list, FIGURE_SEQUENCES, 50);
    sequences_free(&s);
}
END_TEST

RUN_TESTS("chunks", all_chunks, no_chunks)
