/* results - what a program has to tell, as a list: printed as text, as a table or as JSON. */
#include "cli/results.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "task/names.h"

enum { DIGITS = 6 }; /* of a figure: as many as %g has */

/* ---- the list -------------------------------------------------------------------------------- */

static const struct result_row *row_of(enum result_id id)
{
#define RESULT(id, key, kind, digits, name) {key, name, VALUE_##kind, digits},
    static const struct result_row rows[RESULT_IDS] = {
#include "cli/list.h"
    };
#undef RESULT

    return &rows[id];
}

/* A result of zeros but for the value; NULL: no memory. */
static struct result *add(struct results *list, const struct result_row *is, double value)
{
    struct result *r = arena_get(list->arena, 1, sizeof *r);

    if (!r)
        return NULL;
    r->is = is;
    r->value = value;
    if (list->last)
        list->last->next = r;
    else
        list->first = r;
    list->last = r;
    return r;
}

/* The same with a row of its own. */
static struct result *add_own(struct results *list, struct result_row is, double value)
{
    struct result_row *own = arena_get(list->arena, 1, sizeof *own);

    if (!own)
        return NULL;
    *own = is;
    return add(list, own, value);
}

/* Adds a label: its name, where labels have names. */
static void add_label(struct results *list, const struct result_row *is, double value)
{
    int k = list->names ? names_find(list->names, value) : -1;
    struct result *r = add_own(list, (struct result_row){is->key, is->name,
                                                         k < 0 ? is->kind : VALUE_TEXT, is->digits},
                               value);

    if (r && k >= 0)
        r->text = list->names->each[k].text;
}

void results_add(struct results *list, enum result_id id, double value)
{
    if (id == RESULT_LABEL || id == RESULT_PREDICTION)
        add_label(list, row_of(id), value);
    else
        add(list, row_of(id), value);
}

void results_add_text(struct results *list, enum result_id id, const char *text)
{
    struct result *r = add(list, row_of(id), 0);

    if (r)
        r->text = text;
}

void results_add_gap(struct results *list, double primal, double dual)
{
    struct result *r = add(list, row_of(RESULT_GAP), primal - dual);

    if (!r)
        return;
    r->whole = primal;
    r->part = dual;
}

static enum value_kind kind_of(enum figure_kind kind)
{
    switch (kind) {
    case FIGURE_SHARE:
    case FIGURE_PERCENT: return VALUE_PERCENT;
    case FIGURE_LABEL: return VALUE_LABEL;
    default: return VALUE_NUMBER;
    }
}

void results_add_figure(struct results *list, const struct figure *figure)
{
    const struct figure_row *row = figures_row(figure->id);
    struct result_row is = {row->key, row->name, kind_of(row->kind), DIGITS};
    struct result *r;

    if (row->kind == FIGURE_LABEL) {
        add_label(list, &is, figure->value);
        return;
    }
    r = add_own(list, is, figure->value);

    if (!r)
        return;
    r->part = (double)figure->count;
    r->whole = (double)figure->of;
}

void results_add_unit(struct results *list, enum result_id id, enum figure_id unit, double value)
{
    struct result_row is = *row_of(id);

    is.kind = kind_of(figures_row(unit)->kind);
    add_own(list, is, value);
}

struct results *results_inside(struct results *list, enum result_id id)
{
    struct results *inside = arena_get(list->arena, 1, sizeof *inside);
    struct result *r = inside ? add(list, row_of(id), 0) : NULL;

    if (!r)
        return list;
    *inside = (struct results){
        .arena = list->arena, .out = list->out, .names = list->names};
    r->inside = inside;
    return inside;
}

/* ---- text ------------------------------------------------------------------------------------ */

const char *results_gap(double primal, double dual, int digits, char text[RESULT_ROOM])
{
    double gap = primal - dual;

    if (primal == 0 || !isfinite(gap))
        snprintf(text, RESULT_ROOM, "%.*g", digits, gap);
    else
        snprintf(text, RESULT_ROOM, "%.*g (%.*g of the primal)", digits, gap, digits,
                 gap / fabs(primal));
    return text;
}

static void percent_text(const struct result *r, char text[RESULT_ROOM])
{
    if (r->whole > 0)
        snprintf(text, RESULT_ROOM, "%.*g%% (%.0f/%.0f)", r->is->digits, r->value, r->part,
                 r->whole);
    else
        snprintf(text, RESULT_ROOM, "%.*g%%", r->is->digits, r->value);
}

const char *results_value(const struct result *r, char text[RESULT_ROOM])
{
    if (r->is->kind == VALUE_TEXT)
        return r->text;
    if (isnan(r->value) && r->is->kind != VALUE_GAP)
        return "n/a";
    switch (r->is->kind) {
    case VALUE_LABEL: text_format(r->value, text, RESULT_ROOM); break;
    case VALUE_GAP: results_gap(r->whole, r->part, GAP_DIGITS, text); break;
    case VALUE_PERCENT: percent_text(r, text); break;
    case VALUE_FIXED: snprintf(text, RESULT_ROOM, "%.*f", r->is->digits, r->value); break;
    default: snprintf(text, RESULT_ROOM, "%.*g", r->is->digits, r->value);
    }
    return text;
}

/* The result with the key, key[0 .. n); NULL: there was no memory for it. */
static const struct result *find(const struct results *list, const char *key, size_t n)
{
    const struct result *r = list->first;

    while (r && (strlen(r->is->key) != n || memcmp(r->is->key, key, n) != 0))
        r = r->next;
    assert(r || list->arena->failed);
    return r;
}

void results_print(const struct results *list, const char *form)
{
    char text[RESULT_ROOM];

    while (list->out && *form) {
        size_t plain = strcspn(form, "{"), key = strcspn(form + plain, "}");
        const struct result *r = key > 0 ? find(list, form + plain + 1, key - 1) : NULL;
        fprintf(list->out, "%.*s%s", (int)plain, form, r ? results_value(r, text) : "");
        form += plain + key + (form[plain + key] == '}');
    }
}

void results_print_lines(const struct results *list, const char *prefix)
{
    char text[RESULT_ROOM];

    for (const struct result *r = list->first; list->out && r; r = r->next)
        fprintf(list->out, "%s%s = %s\n", prefix, r->is->name, results_value(r, text));
}

void results_print_row(const struct results *list, bool head, const int *width)
{
    char text[RESULT_ROOM];

    for (const struct result *r = list->first; list->out && r && r->is->name; r = r->next)
        fprintf(list->out, "%s%*s", r == list->first ? "" : "  ", *width++,
                head ? r->is->name : results_value(r, text));
}

void results_print_table(const struct results *rows, const int *width)
{
    for (const struct result *r = rows->first; rows->out && r; r = r->next) {
        if (r == rows->first) {
            results_print_row(r->inside, true, width);
            putc('\n', rows->out);
        }
        results_print_row(r->inside, false, width);
        putc('\n', rows->out);
    }
}

/* ---- JSON ------------------------------------------------------------------------------------ */

/* How many bytes the character at s, which is none of ASCII's, has in UTF-8 (RFC 3629); 0: no such
 * character. */
static size_t utf8_length(const unsigned char *s)
{
    enum { REST = 6, LAST = 0x10FFFF, SURROGATE = 0xD800, PRIVATE = 0xE000 };
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000}; /* of so many bytes */
    size_t length = 0;
    uint32_t code;

    while (length < sizeof least / sizeof *least && *s << length & 0x80)
        length++;
    if (length < 2 || length == sizeof least / sizeof *least)
        return 0;
    code = *s & 0x7Fu >> length;
    for (size_t k = 1; k < length; k++) {
        if (s[k] >> REST != 2)
            return 0;
        code = code << REST | (s[k] & 0x3F);
    }
    if (code < least[length] || code > LAST || (code >= SURROGATE && code < PRIVATE))
        return 0;
    return length;
}

static void write_text(FILE *out, const char *text)
{
    putc('"', out);
    while (*text) {
        const unsigned char *c = (const unsigned char *)text;
        size_t length = *c < 0x80 ? 1 : utf8_length(c);

        if (length == 0)
            fputs("\\ufffd", out);
        else if (*c < ' ')
            fprintf(out, "\\u%04x", *c);
        else
            fprintf(out, "%s%.*s", *c == '"' || *c == '\\' ? "\\" : "", (int)length, text);
        text += length > 0 ? length : 1;
    }
    putc('"', out);
}

static void write_number(FILE *out, double value)
{
    char text[RESULT_ROOM] = "null";

    if (isfinite(value))
        text_format(value, text, sizeof text);
    fputs(text, out);
}

/* An object or, without keys, an array. */
static void write_list(FILE *out, const struct results *list, bool keys)
{
    putc(keys ? '{' : '[', out);
    for (const struct result *r = list->first; r; r = r->next) {
        if (r != list->first)
            putc(',', out);
        if (keys)
            fprintf(out, "\"%s\":", r->is->key);
        if (r->is->kind == VALUE_LIST || r->is->kind == VALUE_ROWS)
            write_list(out, r->inside, r->is->kind == VALUE_LIST);
        else if (r->is->kind == VALUE_TEXT)
            write_text(out, r->text);
        else
            write_number(out, r->value);
    }
    putc(keys ? '}' : ']', out);
}

void results_print_json(FILE *out, const struct results *list)
{
    write_list(out, list, true);
    putc('\n', out);
}
