/* row - the terms of one text, each with its count; their weights, and the line of them. */
#include "terms/row.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "base/term_table.h"

enum {
    FIRST_ROOM = 64,
    FEW = 64,      /* so few are sorted by insertion: the counts of a digit cost more. A guess. */
    DIGIT_BITS = 8,
    DIGIT_VALUES = 1 << DIGIT_BITS,
    DIGITS = 4,
    TEN = 10
};

bool row_reserve(struct row *r, size_t terms)
{
    void *seen = r->seen;
    size_t room = terms < 2 * r->terms ? 2 * r->terms : terms;

    if (terms <= r->terms)
        return true;
    if (!mem_resized(&seen, room, sizeof *r->seen))
        return false;
    r->seen = seen;
    memset(r->seen + r->terms, 0, (room - r->terms) * sizeof *r->seen);
    r->terms = room;
    return true;
}

static bool more_room(struct row *r)
{
    size_t room = r->room > 0 ? 2 * r->room : FIRST_ROOM;
    void *item = r->item, *spare = r->spare;

    if (!mem_resized(&item, room, sizeof *r->item))
        return false;
    r->item = item;
    if (!mem_resized(&spare, room, sizeof *r->spare))
        return false;
    r->spare = spare;
    r->room = room;
    return true;
}

bool row_push(struct row *r, uint32_t term, uint32_t count)
{
    if (r->count == r->room && !more_room(r))
        return false;
    r->item[r->count++] = (struct row_term){.term = term, .count = count};
    return true;
}

static inline bool add(struct row *r, uint32_t term)
{
    struct row_seen *seen = &r->seen[term];

    if (seen->place < r->count && r->item[seen->place].term == term) {
        r->item[seen->place].count++;
        return true;
    }
    seen->place = (uint32_t)r->count;
    seen->rows++;
    return row_push(r, term, 1);
}

bool row_add(struct row *r, size_t count, const uint32_t *term)
{
    for (size_t k = 0; k < count; k++)
        if (term[k] != TERM_NONE)
            __builtin_prefetch(&r->seen[term[k]], 1);
    for (size_t k = 0; k < count; k++)
        if (term[k] != TERM_NONE && !add(r, term[k]))
            return false;
    return true;
}

/* ---- sorting --------------------------------------------------------------------------------- */

static void sort_few(struct row_term *item, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        struct row_term it = item[i];
        size_t k = i;
        for (; k > 0 && item[k - 1].term > it.term; k--)
            item[k] = item[k - 1];
        item[k] = it;
    }
}

static size_t digit_of(const struct row_term *item, int digit)
{
    return item->term >> (DIGIT_BITS * digit) & (DIGIT_VALUES - 1);
}

/* The stable order by one digit, from one array to the other, which it is then; a digit on which
 * all agree is left out. */
static struct row_term *pass(struct row_term *from, struct row_term *to, size_t n, int digit)
{
    size_t at[DIGIT_VALUES] = {0}, before = 0;

    for (size_t i = 0; i < n; i++)
        at[digit_of(&from[i], digit)]++;
    if (at[digit_of(from, digit)] == n)
        return from;
    for (size_t v = 0; v < DIGIT_VALUES; v++) {
        size_t count = at[v];
        at[v] = before;
        before += count;
    }
    for (size_t i = 0; i < n; i++)
        to[at[digit_of(&from[i], digit)]++] = from[i];
    return to;
}

void row_sort(struct row *r)
{
    if (r->count <= FEW) {
        sort_few(r->item, r->count);
        return;
    }
    for (int digit = 0; digit < DIGITS; digit++) {
        struct row_term *sorted = pass(r->item, r->spare, r->count, digit);
        if (sorted != r->item) {
            r->spare = r->item;
            r->item = sorted;
        }
    }
}

void row_free(struct row *r)
{
    mem_free(r->item);
    mem_free(r->spare);
    mem_free(r->seen);
    *r = (struct row){0};
}

/* ---- its line -------------------------------------------------------------------------------- */

/* Whole numbers from there on are not all doubles. */
static const double WHOLE = 0x1p53;

static const uint64_t power_of_ten[ROW_PLACES + 1] = {
    1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000,
    100000000000, 1000000000000, 10000000000000, 100000000000000, 1000000000000000};

static double value_of(const struct row_form *form, const struct row_term *item, double norm)
{
    switch (form->weight) {
    case ROW_BINARY: return 1;
    case ROW_COUNTS: return item->count;
    default: return item->count * form->idf[item->term] / norm;
    }
}

/* sqrt(sum_t (c_t idf_t)^2), summed in the order of the row; 1 where nothing is divided by it. */
static double norm_of(const struct row *r, const struct row_form *form)
{
    double sum = 0;

    if (form->weight != ROW_TF_IDF || form->raw)
        return 1;
    for (size_t k = 0; k < r->count; k++) {
        double x = value_of(form, &r->item[k], 1);
        sum += x * x;
    }
    return sqrt(sum);
}

/* x >= 0 with so many decimal places, without zeros at its end. */
static size_t put_rounded(double x, int places, char *to)
{
    uint64_t unit = power_of_ten[places], scaled = (uint64_t)rint(x * (double)unit), part, digits;
    size_t length = text_exact_unsigned(scaled / unit, to);

    part = scaled % unit;
    if (part == 0)
        return length;
    to[length++] = '.';
    for (digits = unit / TEN; digits > part; digits /= TEN)
        to[length++] = '0';
    while (part % TEN == 0)
        part /= TEN;
    return length + text_exact_unsigned(part, to + length);
}

static size_t put_value(const struct row_form *form, double x, char *to)
{
    if (x < WHOLE && x == rint(x))
        return text_exact_unsigned((uint64_t)x, to);
    if (form->places != ROW_ALL && x * (double)power_of_ten[form->places] < WHOLE)
        return put_rounded(x, form->places, to);
    return text_exact(x, to);
}

static bool reserve_text(struct row_text *t, size_t more)
{
    void *bytes = t->bytes;
    size_t room = t->length + more;

    if (room <= t->room)
        return true;
    room = room < 2 * t->room ? 2 * t->room : room;
    if (!mem_resized(&bytes, room, 1))
        return false;
    t->bytes = bytes;
    t->room = room;
    return true;
}

bool row_line(const struct row *r, const struct row_form *form, const char *label, size_t n,
              struct row_text *text)
{
    double norm = norm_of(r, form), zero = 0;
    char *to;

    if (form->places != ROW_ALL)
        zero = 0.5 / (double)power_of_ten[form->places];
    if (!reserve_text(text, n + 1 + r->count * 2 * TEXT_EXACT))
        return false;
    to = text->bytes + text->length;
    memcpy(to, label, n);
    to += n;
    for (size_t k = 0; k < r->count; k++) {
        double x = value_of(form, &r->item[k], norm);
        if (x <= zero)
            continue;
        *to++ = ' ';
        to += text_exact_unsigned((uint64_t)r->item[k].term + 1, to);
        *to++ = ':';
        to += put_value(form, x, to);
        text->entries++;
    }
    *to++ = '\n';
    text->length = (size_t)(to - text->bytes);
    return true;
}
