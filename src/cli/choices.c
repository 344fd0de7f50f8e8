/* choices - the names behind -s, -l, -r and -o, with their parameters, and what goes together. */
#include "cli/options.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/words.h"
#include "risk/composite.h"

enum { LIST = TASK_LIST }; /* bytes of a list of names; a longer one is cut */

/* ---- solvers --------------------------------------------------------------------------------- */

/* The options for what LIBLINEAR's -s NUMBER solves, with the defaults of its -p and -n; NULL:
 * no such number. */
static const char *liblinear_problem(const char *number)
{
    static const struct {
        const char *number, *problem;
    } rows[] = {
        {"0", "-l logistic -r l2"},       {"1", "-l squared-hinge -r l2"},
        {"2", "-l squared-hinge -r l2"},  {"3", "-l hinge -r l2"},
        {"4", "-l crammer-singer -r l2"}, {"5", "-l squared-hinge -r l1"},
        {"6", "-l logistic -r l1"},       {"7", "-l logistic -r l2"},
        {"11", "-l squared-eps-insensitive:0.1 -r l2 (0.1: LIBLINEAR's -p)"},
        {"12", "-l squared-eps-insensitive:0.1 -r l2 (0.1: LIBLINEAR's -p)"},
        {"13", "-l eps-insensitive:0.1 -r l2 (0.1: LIBLINEAR's -p)"},
        {"21", "-l novelty:0.5 -r l2 -c 1 (0.5: LIBLINEAR's -n)"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].number, number) == 0)
            return rows[i].problem;
    return NULL;
}

enum status choose_solver(const char *text, void *recipe, struct error *err)
{
    struct recipe *r = recipe;
    const struct solver *solver = solver_find(text);
    const char *problem = liblinear_problem(text);
    char list[LIST] = "", called[WORDS_TEXT];

    if (solver) {
        recipe_solver(r, solver);
        return OK;
    }
    if (problem)
        return fail(err, ERR_USAGE, "option -s: '%s' is a number of LIBLINEAR's; here -l and -r "
                    "say what is "
                    "solved, and -s only how: leave -s out and give: %s", text, problem);
    for (size_t i = 0; solver_at(i); i++)
        text_list(list, sizeof list, ", ", "", solver_at(i)->name);
    words_called(WORDS_SOLVER, text, text + strlen(text), called);
    return fail(err, ERR_USAGE, "unknown solver '%.60s'%s; known: %s", text, called, list);
}

/* The regularizers of which the file is a setting. */
static const char *regs_taking(const struct file_setting *file, char list[LIST])
{
    *list = '\0';
    for (size_t i = 0; reg_at(i); i++)
        if (file->reg_takes(reg_at(i)))
            text_list(list, LIST, ", ", "", reg_at(i)->name);
    return list;
}

/* FILE in the place of a number, a setting of the loss or the regularizer that was chosen. */
static enum status choose_file(struct recipe *r, enum recipe_file which, const char *file,
                               struct error *err)
{
    const struct file_setting *setting = recipe_file_at(which);
    char list[LIST];

    if (!setting->takes && !setting->reg_takes(r->reg))
        return fail(err, ERR_USAGE, "option -o: regularizer '%s' has no setting '%s'; regularizers "
                    "(-r) that have: %s", r->reg->name, setting->name, regs_taking(setting, list));
    if (setting->takes && !setting->takes(r->loss))
        return fail(err, ERR_USAGE, "option -o: loss '%s' has no setting '%s'; losses (-l) that "
                    "have: %s", r->loss->name, setting->name, task_losses(setting->takes, list));
    if (!*file)
        return fail(err, ERR_USAGE, "option -o: %s takes the name of a file: -o %s=FILE",
                    setting->name, setting->name);
    recipe_take_file(r, which, file);
    return OK;
}

enum status choose_cut(const char *text, void *recipe, struct error *err)
{
    struct recipe *r = recipe;
    char list[FIGURES_KEYS];

    if (cut_read(text, &r->chosen.cut))
        return OK;
    return fail(err, ERR_USAGE, "option -o: no threshold is best by '%.60s'; known: %s, costs of a "
                "false positive and a false negative from 1e-100 to 1e100", text, cut_words(list));
}

enum status choose_setting(const char *text, void *recipe, struct error *err)
{
    struct recipe *r = recipe;
    const char *equals = strchr(text, '=');
    const struct setting *setting = r->solver->setting;
    size_t length = equals ? (size_t)(equals - text) : strlen(text);
    enum recipe_file file = recipe_file_find(text, length);
    char list[LIST] = "";
    double value;

    if (file != RECIPE_FILES)
        return choose_file(r, file, equals ? equals + 1 : "", err);
    for (int k = 0; k < SETTINGS && setting[k].name; k++) {
        text_list(list, sizeof list, ", ", "", setting[k].name);
        if (strlen(setting[k].name) != length || memcmp(setting[k].name, text, length) != 0)
            continue;
        if (!equals || !text_whole_number(equals + 1, setting[k].lo, setting[k].hi, &value) ||
            (setting[k].whole && value != floor(value)))
            return fail(err, ERR_USAGE,
                        "option -o: %s must be a %snumber from %.15g to %.15g: -o "
                        "%s=%.15g",
                        setting[k].name, setting[k].whole ? "whole " : "", setting[k].lo,
                        setting[k].hi, setting[k].name, setting[k].initial);
        r->set[k] = value;
        return OK;
    }
    return fail(err, ERR_USAGE, "solver '%s' has no setting '%.*s'; it has: %s (--help=settings: "
                "others)",
                r->solver->name, length < 60 ? (int)length : 60, text, *list ? list : "none");
}

/* ---- numbers behind a name ------------------------------------------------------------------- */

/* What a text names, and the numbers that it may have. */
struct named {
    const char *kind, *name, *text;
    const struct range *is;
    int most;
};

/* value[most] = the numbers at `next`, ":P,P", the defaults of those that are left out, 0 of those
 * that there are not. */
static enum status take_numbers(struct named x, const char *next, double *value, struct error *err)
{
    static const char *const has[] = {"no parameter", "one parameter", "two parameters"};
    int count = 0;

    for (int k = 0; k < x.most; k++) {
        count += x.is[k].name != NULL;
        value[k] = x.is[k].name ? x.is[k].initial : 0;
    }
    for (int k = 0; next && *next; k++) {
        const char *end = next + 1 + strcspn(next + 1, ",");
        if (k == count)
            return fail(err, ERR_USAGE, "%s '%s' has %s, but '%.60s' gives %s", x.kind, x.name,
                        has[count], x.text, count == 0 ? "one" : "more");
        if (text_number(next + 1, end, &value[k]) != end || value[k] < x.is[k].lo ||
            value[k] > x.is[k].hi)
            return fail(err, ERR_USAGE, "%s '%.60s': %s must be a number from %.15g to %.15g",
                        x.kind, x.text, x.is[k].name, x.is[k].lo, x.is[k].hi);
        next = end;
    }
    return OK;
}

/* ---- losses ---------------------------------------------------------------------------------- */

/* A word of others may have a colon, binary:logistic; what else is behind one is a parameter. */
static enum status unknown_loss(const char *text, bool ova, struct error *err)
{
    char list[LIST], called[WORDS_TEXT];
    const char *end = text + strlen(text);

    if (!*words_called(WORDS_LOSS, text, end, called))
        words_called(WORDS_LOSS, text, text + strcspn(text, ":"), called);

    if (ova)
        return fail(err, ERR_USAGE, "loss 'ova:%.60s'%s: one against the rest takes a loss of two "
                    "classes: %s",
                    text, called, task_losses(task_takes_ova, list));
    return fail(err, ERR_USAGE, "unknown loss '%.60s'%s; known: %s, and ova: before one of two "
                "classes", text, called,
                task_losses(NULL, list));
}

enum status choose_loss(const char *text, void *recipe, struct error *err)
{
    struct recipe *r = recipe;
    bool ova = strncmp(text, "ova:", 4) == 0;
    const char *name = ova ? text + 4 : text;
    const struct loss_row *loss = loss_find(name);

    if (!loss || (ova && !task_takes_ova(loss)))
        return unknown_loss(name, ova, err);
    r->loss = loss;
    r->ova = ova;
    return take_numbers((struct named){"loss", loss->name, text, &loss->parameter, 1},
                        strchr(name, ':'), &r->parameter, err);
}

/* ---- regularizers ---------------------------------------------------------------------------- */

enum status choose_reg(const char *text, void *recipe, struct error *err)
{
    double p[REG_PARAMETERS];
    const struct reg *reg = reg_find(text);
    char list[LIST] = "", called[WORDS_TEXT];
    enum status status;

    for (size_t i = 0; !reg && reg_at(i); i++)
        text_list(list, sizeof list, ", ", "", reg_at(i)->name);
    words_called(WORDS_REGULARIZER, text, text + strcspn(text, ":"), called);
    if (!reg)
        return fail(err, ERR_USAGE, "unknown regularizer '%.60s'%s; known: %s", text, called, list);
    status = take_numbers((struct named){"regularizer", reg->name, text, reg->parameter,
                                         REG_PARAMETERS}, strchr(text, ':'), p, err);
    if (status == OK)
        recipe_regularizer(recipe, reg, p);
    return status;
}

/* ---- shares of elastic ----------------------------------------------------------------------- */

static const char ELASTIC[] = "elastic";

void choices_share(struct recipe *recipe, double share)
{
    const double p[REG_PARAMETERS] = {share};

    recipe_regularizer(recipe, reg_find(ELASTIC), p);
}

enum status choose_shares(const char *text, void *list, struct error *err)
{
    struct shares *shares = list;
    const struct range *is = &reg_find(ELASTIC)->parameter[0];
    const char *s = text, *stop = text + strlen(text);

    *shares = (struct shares){.count = 0};
    do {
        double *share = &shares->each[shares->count];
        const char *end = text_number(s, stop, share);
        if (!end || (*end && *end != ',') || !(*share >= is->lo && *share <= is->hi))
            return fail(err, ERR_USAGE, "option -o shares: '%.60s' is no list of shares, numbers "
                        "from %.15g to %.15g with commas between", text, is->lo, is->hi);
        shares->count++;
        s = *end ? end + 1 : NULL;
    } while (s && shares->count < MOST_SHARES);
    return s ? fail(err, ERR_USAGE, "option -o shares: more than %d shares", MOST_SHARES) : OK;
}

enum status choices_check_shares(const struct shares *shares, bool search,
                                 const struct recipe *r, struct error *err)
{
    enum status status = OK;

    if (shares->count > 0 && (!search || r->reg != reg_find(ELASTIC)))
        return fail(err, ERR_USAGE, "option -o: shares=LIST are those of -r elastic that -C "
                    "compares: add %s", search ? "-r elastic" : "-C");
    for (int k = 0; k < shares->count && status == OK; k++) {
        struct recipe recipe = *r;
        choices_share(&recipe, shares->each[k]);
        status = choices_check(&recipe, err);
    }
    return status;
}

/* ---- which solver can minimise which loss with which regularizer ---------------------------- */

bool choices_admit(const struct solver *solver, const struct loss_row *loss, bool free_bias,
                   const struct reg *reg)
{
    return solver_admits(solver, risk_traits(loss, free_bias), reg);
}

/* True if some solver can. */
static bool any_solver(const struct loss_row *loss, bool free_bias, const struct reg *reg)
{
    for (size_t i = 0; solver_at(i); i++)
        if (choices_admit(solver_at(i), loss, free_bias, reg))
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

/* Whether a file gives a weight the factor 0: the row of columns is that of free ones then. */
static bool frees(const struct recipe *r)
{
    return r->files.name[FILE_FACTORS] && !r->reg->by_column;
}

/* The row that a regularizer would have with the files of the recipe; NULL: it takes none such. */
static const struct reg *with_files(const struct recipe *r, const struct reg *reg)
{
    if (r->files.name[FILE_FACTORS] || r->files.name[FILE_BOUNDS])
        reg = reg->by_column;
    return reg && frees(r) ? reg->by_column : reg;
}

/* Regularizers with which some solver can minimise the loss of the recipe. */
static void other_regs(const struct recipe *r, bool free_bias, char list[LIST])
{
    for (size_t i = 0; reg_at(i); i++) {
        const struct reg *reg = with_files(r, reg_at(i));
        if (reg && any_solver(r->loss, free_bias, reg))
            text_list(list, LIST, ", ", "", reg->name);
    }
}

/* What else helps where a factor is 0: one above, if the solver can, or some for this loss. */
static const char *other_factor(const struct recipe *r, bool any)
{
    const struct reg *above = frees(r) ? reg_find(r->reg->name)->by_column : NULL;

    if (above && (any ? any_solver(r->loss, r->free_bias, above)
                      : choices_admit(r->solver, r->loss, r->free_bias, above)))
        return "; or give a factor of 1e-6 in the place of 0";
    return "";
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
    return fail(err, ERR_USAGE, "no solver can minimise %s: %s%s", what, remedy,
                other_factor(r, true));
}

enum status choices_check(const struct recipe *r, struct error *err)
{
    char what[LIST] = "", list[LIST] = "";

    if (choices_admit(r->solver, r->loss, r->free_bias, r->reg))
        return OK;
    snprintf(what, sizeof what, "loss '%s' with regularizer '%s'%s%s%s", r->loss->name,
             r->reg->name,
             r->files.name[FILE_FACTORS] || r->files.name[FILE_BOUNDS] ? " by features" : "",
             frees(r) ? ", one of factor 0" : "",
             r->free_bias ? " and an unregularized bias (-R)" : "");
    solver_list(risk_traits(r->loss, r->free_bias), r->reg, list, LIST);
    if (!*list)
        return no_solver(r, what, err);
    return fail(err, ERR_USAGE, "solver '%s' cannot minimise %s; try: %s%s", r->solver->name, what,
                list, other_factor(r, false));
}
