/* cross - cross-validation: each fold of the rows is judged by a training on the others, as a test
 * file is by a model. */
#include "train/cross.h"

#include <inttypes.h>
#include <math.h>

#include "base/clock.h"
#include "base/input.h"
#include "base/memory.h"
#include "data/rows/segments.h"
#include "math/vec.h"
#include "train/judge.h"
#include "train/schedule.h"

/* ---- folds ----------------------------------------------------------------------------------- */

static const char *unit_name(const struct dataset *data, int64_t units)
{
    if (data->query)
        return units == 1 ? "query" : "queries";
    return units == 1 ? "example" : "examples";
}

static enum status deal(struct cross *c, int count, struct error *err)
{
    const struct training *all = c->all;
    int64_t units = all->data->x.rows;
    uint64_t seed = all->recipe->seed;
    enum status status;

    if (all->data->query)
        status = folds_deal_queries(&c->folds, count, all->data, seed, &units, &c->arena, err);
    else
        status = folds_deal(&c->folds, count, true, &all->targets, units, seed, &c->arena, err);
    if (status != OK || count <= units)
        return status;
    return fail_at(err, ERR_USAGE, input_called(all->file), 0,
                   "%d folds cannot be made of %" PRId64 " %s: %s", count, units,
                   unit_name(all->data, units),
                   units > 1 ? "ask for fewer (-v), at most one for each of them"
                             : "cross-validation (-v) needs two at least");
}

/* The fold that leaves all rows of a class out if row i does and the rows before are all in `fold`;
 * -1: none does. Forward the first fold, whose training has the fewest rows, speaks for all. */
static int absent_fold(const struct folds *folds, int fold, int64_t i, bool first)
{
    if (folds->forward)
        return folds->of[i] >= 0 && (first || fold == 0) ? 0 : -1;
    return first || fold == folds->of[i] ? folds->of[i] : -1;
}

/* The class, of those whose rows a training lacks, that comes first. */
static enum status find_absent(struct cross *c, struct error *err)
{
    const struct targets *targets = &c->all->targets;
    size_t classes = (size_t)targets->classes;
    int64_t *rows = mem_alloc(classes, sizeof *rows);
    int *fold = mem_alloc(classes, sizeof *fold); /* of all rows so far; -1: of none */

    c->absent.fold = -1;
    for (int64_t i = 0; rows && fold && classes > 1 && i < c->all->data->x.rows; i++) {
        size_t k = targets_class(targets, i);
        fold[k] = absent_fold(&c->folds, fold[k], i, rows[k] == 0);
        rows[k]++;
    }
    for (size_t k = classes; rows && fold && classes > 1 && k-- > 0;)
        if (fold[k] >= 0)
            c->absent = (struct cross_absent){targets->labels[k], rows[k], fold[k]};
    mem_free(rows);
    mem_free(fold);
    return rows && fold ? OK : fail_memory(err, "the folds");
}

/* ---- a fold ---------------------------------------------------------------------------------- */

/* What came out of the training without a fold, and how good that is on the fold's own rows. */
static enum status judge(struct cross *c, int k, struct training *t,
                         const struct dataset *own, const struct par *par, struct error *err)
{
    struct cross_fold *fold = &c->fold[k];
    struct model model = {0};
    enum status status = training_model(t, &model, err);

    if (status == OK)
        status = judge_rows(&model, own, c->held ? c->held_file : c->all->file,
                            c->recipe.probability, par, &fold->figures, err);
    fold->outcome = t->outcome;
    fold->calibration = t->calibration.verdict;
    fold->trained = t->data->x.rows;
    fold->mass = t->targets.mass;
    fold->judged = own->x.rows;
    fold->cut = t->calibration.goal ? t->calibration.cut.at : NAN;
    fold->nonzeros = vec_nonzeros(model.weights * t->solution.outputs, model.weight);
    fold->moved = t->work.moved;
    fold->done = status == OK;
    model_free(&model);
    return status;
}

/* Says of which training the failure is. */
static enum status name_fold(const struct cross *c, int k, enum status status, struct error *err)
{
    struct error why = *err;

    if (status == OK || status == ERR_SYSTEM || c->held)
        return status;
    return fail(err, status, "%s (in the training %s fold %d of %d)", why.text,
                c->folds.forward ? "before" : "without", k + 1, c->folds.count);
}

/* A training on the rows of all folds but one. */
struct cross_run {
    struct recipe recipe;
    struct dataset rows, own; /* of the other folds, of this one */
    struct training t;
    bool ready;
};

/* The rows that fold k is trained on: of no fold or of another one, forward of one before it. */
static enum status take_others(const struct cross *c, int k, struct dataset *rows,
                               struct error *err)
{
    enum { BEFORE, BEHIND };
    const struct dataset *all = c->all->data;
    enum status status;
    int *side;

    if (!c->folds.forward)
        return segments_without(all, c->folds.of, k, rows, err);
    side = mem_alloc((size_t)all->x.rows, sizeof *side);
    if (!side)
        return fail_memory(err, "the folds");
    for (int64_t i = 0; i < all->x.rows; i++)
        side[i] = c->folds.of[i] < k ? BEFORE : BEHIND;
    status = segments_within(all, side, BEFORE, rows, err);
    mem_free(side);
    return status;
}

static enum status run_init(const struct cross *c, int k, struct cross_run *r,
                            const struct par *par, struct error *err)
{
    enum status status = take_others(c, k, &r->rows, err);

    if (status == OK && c->held) {
        r->own = *c->held;
        r->own.release = NULL;
    } else if (status == OK) {
        segments_trim(&r->rows);
        status = segments_within(c->all->data, c->folds.of, k, &r->own, err);
    }
    r->recipe = c->recipe;
    r->ready = true;
    if (status == OK)
        status = training_init(&r->t, &r->recipe, &r->rows, c->all->file, par, err);
    r->t.interrupt = c->all->interrupt;
    r->t.trial.transient = true;
    r->t.trial.restarts = c->kept ? c->folds.count : 0;
    r->t.observer = c->all->observer;
    r->t.observer.in_order = false;
    r->t.observer.ended = NULL;
    r->t.observer.as = 1 + k;
    return status;
}

static void run_free(struct cross_run *r)
{
    training_free(&r->t);
    dataset_free(&r->rows);
    dataset_free(&r->own);
}

static enum status run_fold(struct cross *c, int k, double seconds, const struct par *par,
                            struct error *err)
{
    struct cross_run once = {.ready = false}, *r = c->kept ? &c->kept[k] : &once;
    struct training *t = &r->t;
    enum status status = r->ready ? OK : run_init(c, k, r, par, err);

    r->recipe.cost = c->recipe.cost;
    r->recipe.relative = c->recipe.relative;
    r->recipe.seconds = seconds;
    if (status == OK)
        status = training_run(&r->t, err);
    if (status == OK && t->outcome.verdict != INTERRUPTED && t->calibration.verdict != INTERRUPTED)
        status = judge(c, k, t, &r->own, par, err);
    if (status == OK && c->all->observer.ended)
        c->all->observer.ended(c->all->observer.context, k);
    if (!c->kept)
        run_free(r);
    return name_fold(c, k, status, err);
}

/* ---- all folds ------------------------------------------------------------------------------- */

static enum status refuse_absent(const struct cross *c, struct error *err)
{
    const struct cross_absent *absent = &c->absent;
    const char *file = input_called(c->all->file);
    char text[LABEL_WORD + 1];
    const char *label = dataset_label_text(c->all->data, absent->label, text);

    if (c->folds.forward)
        return fail_at(err, ERR_DATA, file, 0, "the first of %d blocks has no example of the label "
                       "%s, and a classifier needs two labels: ask for fewer folds (-v), or put "
                       "more lines before them", c->folds.count + 1, label);
    return fail_at(err, ERR_DATA, file, 0,
                   "fold %d of %d has every example of the label %s (%" PRId64 "): the "
                   "others have one label only, and a classifier needs two; more %s are needed",
                   absent->fold + 1, c->folds.count, label, absent->rows,
                   c->all->data->query ? "queries with it" : "examples of it");
}

/* All but the folds. */
static void begin(struct cross *c, const struct training *all, struct error *err)
{
    *c = (struct cross){.all = all, .recipe = *all->recipe, .err = err, .absent.fold = -1};
    c->recipe.files.costs.each = all->targets.costs; /* a fold may lack a label */
    c->recipe.files.costs.classes = all->targets.costs ? all->targets.classes : 0;
    c->recipe.files.costs.labels = all->targets.labels;
    c->recipe.files.checked = true;
}

/* What the folds need. */
static enum status make_room(struct cross *c, bool restarts, struct error *err)
{
    size_t count = (size_t)c->folds.count;
    enum status status = find_absent(c, err);

    if (status == OK && c->absent.fold >= 0 && c->all->targets.classes == 2)
        status = refuse_absent(c, err);
    if (status != OK)
        return status;
    c->fold = arena_get(&c->arena, count, sizeof *c->fold);
    if (restarts)
        c->kept = arena_get(&c->arena, count, sizeof *c->kept);
    return c->arena.failed ? fail_memory(err, "the folds") : OK;
}

enum status cross_init(struct cross *c, const struct training *all, int count, bool restarts,
                       struct error *err)
{
    enum status status;

    begin(c, all, err);
    status = deal(c, count, err);
    return status == OK ? make_room(c, restarts, err) : status;
}

enum status cross_init_folds(struct cross *c, const struct training *all,
                             const struct folds *folds, bool restarts, struct error *err)
{
    begin(c, all, err);
    c->folds = *folds;
    return make_room(c, restarts, err);
}

enum status cross_init_forward(struct cross *c, const struct training *all, int count,
                               bool restarts, struct error *err)
{
    int64_t rows = all->data->x.rows;
    enum status status;

    begin(c, all, err);
    if (count >= rows)
        return fail_at(err, ERR_USAGE, input_called(all->file), 0, "%d folds and the block before "
                       "them cannot be made of %" PRId64 " %s: ask for fewer (-v)", count, rows,
                       rows == 1 ? "example" : "examples");
    status = folds_forward(&c->folds, count, rows, &c->arena, err);
    return status == OK ? make_room(c, restarts, err) : status;
}

enum status cross_init_held(struct cross *c, const struct training *all,
                            const struct dataset *held, const char *file, bool restarts,
                            struct error *err)
{
    int64_t rows = all->data->x.rows;

    begin(c, all, err);
    c->held = held;
    c->held_file = file;
    c->folds = (struct folds){1, arena_get(&c->arena, (size_t)rows, sizeof *c->folds.of), false};
    for (int64_t i = 0; c->folds.of && i < rows; i++)
        c->folds.of[i] = -1;
    return c->folds.of ? make_room(c, restarts, err) : fail_memory(err, "the folds");
}

enum status cross_init_like(struct cross *c, const struct cross *like, bool restarts,
                            struct error *err)
{
    begin(c, like->all, err);
    c->held = like->held;
    c->held_file = like->held_file;
    c->folds = like->folds;
    return make_room(c, restarts, err);
}

/* The share of a fold in the seconds that are left, of which `left` folds, this one included, are
 * to have as much. */
static double share_of_time(const struct cross *c, int left)
{
    return schedule_share(fmax(0, c->recipe.seconds - (clock_now() - c->begin)), c->workers, left);
}

static void work(struct cross *c, int k, const struct par *par)
{
    double seconds = share_of_time(c, atomic_fetch_sub(&c->left, 1));
    struct error err;
    enum status status;

    if (atomic_load(&c->failed) || (c->all->interrupt && *c->all->interrupt))
        return;
    status = run_fold(c, k, seconds, par, &err);
    if (status == OK || atomic_fetch_add(&c->failed, 1) > 0)
        return;
    c->status = status;
    *c->err = err;
}

static void work_beside(void *context, int k)
{
    work(context, k, &par_alone);
}

/* How many of the folds run side by side, a thread each. One that would be left over to run alone
 * has all threads; of two or more no engine has yet run twice as fast with all. */
static int side_by_side(int folds, int threads)
{
    return threads > 1 && folds % threads == 1 ? folds - 1 : folds;
}

enum status cross_run(struct cross *c, struct error *err)
{
    const struct par *par = c->all->par;
    int beside = side_by_side(c->folds.count, par->threads);

    c->begin = clock_now();
    c->err = err;
    c->status = OK;
    c->left = c->folds.count;
    c->failed = 0;
    c->workers = par->threads;
    for (int k = 0; k < c->folds.count; k++)
        c->fold[k].done = false;
    par_for(par, beside, work_beside, c);
    c->workers = 1;
    for (int k = beside; k < c->folds.count; k++)
        work(c, k, par);
    c->done = 0;
    for (int k = 0; k < c->folds.count; k++)
        c->done += c->fold[k].done;
    return c->status;
}

/* ---- what came out --------------------------------------------------------------------------- */

const struct figures *cross_figures(const struct cross *c)
{
    const struct figures *most = NULL;

    for (int f = 0; f < c->folds.count; f++)
        if (c->fold[f].done && (!most || c->fold[f].figures.count > most->count))
            most = &c->fold[f].figures;
    return most;
}

/* NULL: the fold does not define it. */
static const struct figure *figure_of(const struct cross_fold *fold, enum figure_id id)
{
    const struct figure *f = fold->done ? figures_find(&fold->figures, id) : NULL;

    return f && !isnan(f->value) ? f : NULL;
}

struct cross_mean cross_mean(const struct cross *c, enum figure_id id)
{
    struct cross_mean all = {0};
    double squares = 0;

    for (int f = 0; f < c->folds.count; f++) {
        const struct figure *figure = figure_of(&c->fold[f], id);
        all.mean += figure ? figure->value : 0;
        all.folds += figure != NULL;
    }
    all.mean = figures_ratio(all.mean, all.folds);
    for (int f = 0; f < c->folds.count; f++) {
        const struct figure *figure = figure_of(&c->fold[f], id);
        double off = figure ? figure->value - all.mean : 0;
        squares += off * off;
    }
    all.deviation = sqrt(figures_ratio(squares, all.folds - 1));
    return all;
}

double cross_figure(const struct cross *c, int f, enum figure_id id)
{
    const struct figure *figure = figure_of(&c->fold[f], id);

    return figure ? figure->value : NAN;
}

double cross_pooled(const struct cross *c, enum figure_id id)
{
    bool share = figures_row(id)->kind == FIGURE_SHARE;
    double sum = 0, rows = 0;

    if (!share && id != FIGURE_MEAN_SQUARED_ERROR)
        return NAN;
    for (int f = 0; f < c->folds.count; f++) {
        const struct figure *figure = figure_of(&c->fold[f], id);
        if (!figure)
            return NAN;
        sum += share ? 100 * (double)figure->count : figure->value * (double)c->fold[f].judged;
        rows += share ? (double)figure->of : (double)c->fold[f].judged;
    }
    return figures_ratio(sum, rows);
}

void cross_free(struct cross *c)
{
    for (int k = 0; c->kept && k < c->folds.count; k++)
        run_free(&c->kept[k]);
    arena_free(&c->arena);
}
