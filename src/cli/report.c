/* report - what rrm-train tells: progress, the trace, the closing lines. */
#include "cli/report.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/input.h"
#include "base/text.h"
#include "cli/message.h"
#include "math/vec.h"
#include "task/names.h"
#include "train/held.h"

/* Why a run has ended; what may help against it. */
static const struct {
    const char *reason, *remedy;
} ends[] = {
    [RUNNING] = {"the solver could do no more", ""},
    [CONVERGED] = {"the tolerance was met", ""},
    [INTERRUPTED] = {"interrupted", ""},
    [OUT_OF_PASSES] = {"the limit of passes was reached",
                       "; allow more (-m), or try another solver (-s)"},
    [OUT_OF_TIME] = {"the limit of time was reached",
                     "; allow more (-t), or try another solver (-s)"},
    [OUT_OF_PATIENCE] = {"the held-out figure got no better (-o patience)", ""},
    [STALLED] = {"the solver could do no more",
                 "; scale the features, or try another solver (-s)"},
    [NOT_A_NUMBER] = {"a value overflowed", "; scale the features"},
};

/* Seconds between two drawings of the line of progress: as often as an eye can follow. */
static const double APART = 0.1;

/* The first column of a trace. */
#define TRACE_HEAD "iteration\t"

/* Of a terminal of 80 columns, so that a line is drawn in place. */
enum { LINE = 80 };

struct report report_make(const struct training *t, const char *each, int runs, bool quiet)
{
    return (struct report){.t = t,
                           .each = each,
                           .runs = runs,
                           .progress = !quiet && isatty(STDERR_FILENO),
                           .begin = clock_now(),
                           .lock = PTHREAD_MUTEX_INITIALIZER};
}

/* A duration as text. */
enum { DURATION = 16 };

/* "12 s", "5 min", "30 h" */
static void format_duration(double seconds, char text[DURATION])
{
    if (seconds < 2 * CLOCK_MINUTE)
        snprintf(text, DURATION, "%.0f s", seconds);
    else if (seconds < 2 * CLOCK_HOUR)
        snprintf(text, DURATION, "%.0f min", seconds / CLOCK_MINUTE);
    else
        snprintf(text, DURATION, "%.4g h", seconds / CLOCK_HOUR);
}

/* "3 of 10 classes done, 12 s left; "; the time left as if each run took as long as those done. */
static void format_done(const struct report *r, double now, char text[LINE])
{
    char left[DURATION];

    text[0] = '\0';
    if (r->runs < 2)
        return;
    snprintf(text, LINE, "0 of %d %s done; ", r->runs, r->each);
    if (r->done == 0)
        return;
    format_duration((now - r->begin) * (r->runs - r->done) / r->done, left);
    snprintf(text, LINE, "%d of %d %s done, %s left; ", r->done, r->runs, r->each, left);
}

static void print_progress(struct report *r, const struct monitor *m)
{
    double now = clock_now();
    char done[LINE], line[LINE];
    int used;

    if (now - r->last < APART)
        return;
    format_done(r, now, done);
    used = snprintf(line, LINE, "%s%s: %.6g passes, %.1f s, gap %.2e", done, m->engine,
                    m->meter.passes, monitor_seconds(m), monitor_gap(m));
    if (r->runs < 2 && used < LINE)
        snprintf(line + used, LINE - (size_t)used, ", primal %.9g", m->primal);
    fprintf(message_stream(), "\r%s\033[K", line);
    r->last = now;
}

/* One class against the rest: a column more, with the class. */
static void print_trace(const struct report *r, int run, const struct monitor *m, const double *w)
{
    char label[NAME_ROOM];
    const char *text = "";

    if (r->t->targets.ova)
        text = names_text(&r->t->recipe->files.names, r->t->targets.labels[run], label);
    fprintf(r->trace->stream, "%ld\t%.17g\t%.6f\t%.17g\t%.17g\t%.17g\t%zu%s%s", m->iterations,
            m->meter.passes, monitor_seconds(m), m->primal, m->dual, monitor_gap(m),
            vec_nonzeros(m->risk->dim, w), *text ? "\t" : "", text);
    if (r->t->held)
        fprintf(r->trace->stream, "\t%.17g", r->t->held->figure);
    putc('\n', r->trace->stream);
}

static void tick(void *context, int run, const struct monitor *m, const double *w)
{
    struct report *r = context;

    pthread_mutex_lock(&r->lock);
    if (r->progress)
        print_progress(r, m);
    if (r->trace && run < r->t->problems) /* not of the runs that calibrate */
        print_trace(r, run, m, w);
    pthread_mutex_unlock(&r->lock);
}

static void pulse(void *context, int run, const struct monitor *m)
{
    struct report *r = context;

    (void)run;
    pthread_mutex_lock(&r->lock);
    print_progress(r, m);
    pthread_mutex_unlock(&r->lock);
}

static void ended(void *context, int run)
{
    struct report *r = context;

    (void)run;
    pthread_mutex_lock(&r->lock);
    r->done += r->done < r->runs;
    pthread_mutex_unlock(&r->lock);
}

struct observer report_observer(struct report *r)
{
    return (struct observer){.tick = r->progress || r->trace ? tick : NULL,
                             .pulse = r->progress ? pulse : NULL,
                             .ended = r->progress ? ended : NULL,
                             .context = r,
                             .in_order = r->trace};
}

void report_end(struct report *r)
{
    if (r->progress && r->last > 0)
        fputs("\r\033[K", message_stream());
    r->done = 0;
    r->begin = clock_now();
}

static const char *const heads[] = {TRACE_HEAD, NULL};
const struct output_kind report_trace = {.name = "trace", .replaces = output_begins,
                                         .context = heads};

void report_trace_header(const struct report *r)
{
    fprintf(r->trace->stream, TRACE_HEAD "passes\tseconds\tprimal\tdual\tgap\tnonzeros%s",
            r->t->targets.ova ? "\tlabel" : "");
    if (r->t->held)
        fprintf(r->trace->stream, "\theld-out:%s", figures_row(r->t->held->decides)->key);
    putc('\n', r->trace->stream);
}

void report_passed(struct results *all, int64_t blank, int64_t commented)
{
    results_add(all, RESULT_BLANK, (double)blank);
    results_add(all, RESULT_COMMENTS, (double)commented);
    if (blank + commented == 0)
        return;
    results_print(all, "{file}: lines passed over: ");
    if (blank > 0)
        results_print(all, commented > 0 ? "{blank} blank, " : "{blank} blank\n");
    if (commented > 0)
        results_print(all, "{comments} of a comment alone\n");
}

void report_data(struct results *all, const char *file, const struct dataset *data,
                 double seconds)
{
    static const char *const storage[CSR_STORAGES] = {[CSR_BINARY] = "all 1",
                                                      [CSR_FLOAT] = "single precision",
                                                      [CSR_DECIMAL] = "decimals",
                                                      [CSR_SCALED] = "scaled decimals",
                                                      [CSR_DOUBLE] = "double precision"};

    results_add_text(all, RESULT_FILE, input_called(file));
    results_add(all, RESULT_M, (double)data->x.rows);
    results_add(all, RESULT_N, data->features);
    results_add(all, RESULT_NNZ, (double)csr_entries(&data->x));
    results_add_text(all, RESULT_STORAGE, storage[data->x.storage]);
    results_add(all, RESULT_READ, seconds);
    results_print(all, "{file}: {m} examples, {n} features, {nnz} non-zeros ({storage}), "
                  "read in {read} s\n");
    if (dataset_weighs(data)) {
        results_add(all, RESULT_MASS, dataset_mass(data));
        results_print(all, "{file}: the weights of the examples add up to {weight}\n");
    }
    report_passed(all, data->blank, data->commented);
}

void report_classes(struct results *all, const struct targets *targets)
{
    results_add(all, RESULT_CLASSES, targets->classes);
    if (targets->ova)
        results_print(all, "{classes} classes, one against the rest\n");
}

/* A bias that lowers J by more than this share of R - inf R is told of. */
static const double PAYS = 0.01, PERCENT = 100;

static void report_bias(FILE *out, const struct training *t)
{
    double risk = 0, gain = 0;

    for (int k = 0; k < t->problems; k++) {
        risk += t->advice[k].risk;
        gain += t->advice[k].gain;
    }
    if (gain > PAYS * risk)
        fprintf(out, "a bias (-B 1) would lower the mean loss by about %.0f %%\n",
                PERCENT * gain / risk);
}

void report_cost(struct results *all, const struct recipe *recipe, double mass)
{
    double lambda = recipe_lambda(recipe, mass);

    results_add(all, RESULT_C, recipe->lambda > 0 ? 1 / (lambda * mass) : recipe->cost);
    results_add(all, RESULT_LAMBDA, lambda);
}

void report_run(struct results *all, const struct outcome *run, size_t nonzeros)
{
    results_add(all, RESULT_PRIMAL, run->primal);
    results_add(all, RESULT_DUAL, run->dual);
    results_add_gap(all, run->primal, run->dual);
    results_add_text(all, RESULT_VERDICT, verdict_name(run->verdict));
    results_add_text(all, RESULT_REASON, ends[run->verdict].reason);
    results_add(all, RESULT_PASSES, run->passes);
    results_add(all, RESULT_ITERATIONS, (double)run->iterations);
    results_add(all, RESULT_SECONDS, run->seconds);
    results_add(all, RESULT_NONZEROS, (double)nonzeros);
}

void report_held(struct results *all, const struct figures *list)
{
    struct results *figures = results_inside(all, RESULT_HELDOUT);

    for (int k = 0; k < list->count; k++)
        results_add_figure(figures, &list->figure[k]);
    results_print_lines(figures, "held-out: ");
}

void report_outcome(struct results *all, const struct training *t,
                    const struct model *model)
{
    results_add_text(all, RESULT_SOLVER, model->solver);
    results_add_text(all, RESULT_LOSS, model->loss);
    results_add_text(all, RESULT_REGULARIZER, model->regularizer);
    report_run(all, &t->outcome,
               vec_nonzeros(model->weights * model_kind(model).outputs, model->weight));
    results_add(all, RESULT_UNMET, t->outcome.unmet);
    results_add(all, RESULT_UNBEGUN, t->outcome.unbegun);
    results_print(all, "solver {solver}, loss {loss}, regularizer {regularizer}, "
                  "lambda {lambda}\n"
                  "primal {primal}, dual {dual}, gap {gap}: {reason}\n"
                  "{passes} passes, {iterations} iterations, {seconds} s; {nonzeros} weights are "
                  "not zero\n");
    if (all->out)
        report_bias(all->out, t);
}

enum status report_results(const struct results *all, bool json, const char *otherwise,
                           struct error *err)
{
    if (all->arena->failed)
        return fail_memory(err, "the results");
    if (json)
        results_print_json(stdout, all);
    if (fflush(stdout) != 0 || ferror(stdout))
        return fail_at(err, ERR_SYSTEM, "(stdout)", 0, "cannot write %s", otherwise);
    return OK;
}

void report_cut(struct results *all, const struct calibration *c)
{
    struct results *choice;

    if (!c->goal)
        return;
    results_add(all, RESULT_CUT, c->cut.at);
    choice = results_inside(all, RESULT_CUT_CHOICE);
    results_add_text(choice, RESULT_SCORE, figures_row(c->goal->figure)->key);
    results_add_unit(choice, RESULT_FIGURE, c->goal->figure, c->cut.value);
    results_add_unit(choice, RESULT_WITHOUT, c->goal->figure, c->cut.before);
    results_print(all, "threshold {threshold}: ");
    results_print(choice, "{score} {figure} on examples left out, {without} with 0\n");
}

/* " by 16 of 26 classes, 3 not begun", where each class is trained against the rest. */
static const char *describe_classes(const struct training *t, char *text, size_t size)
{
    size_t used;

    text[0] = '\0';
    if (t->problems > 1)
        snprintf(text, size, " by %d of %d classes", t->outcome.unmet, t->problems);
    used = strlen(text);
    if (t->problems > 1 && t->outcome.unbegun > 0)
        snprintf(text + used, size - used, ", %d of them not begun", t->outcome.unbegun);
    return text;
}

/* The fewest digits, of GAP_DIGITS or more, that tell a from b. */
static int digits_between(double a, double b)
{
    char one[RESULT_ROOM], other[RESULT_ROOM];
    int digits = GAP_DIGITS - 1;

    do {
        digits++;
        snprintf(one, sizeof one, "%.*g", digits, a);
        snprintf(other, sizeof other, "%.*g", digits, b);
    } while (digits < DBL_DECIMAL_DIG && strcmp(one, other) == 0);
    return digits;
}

void report_unmet(const char *where, const char *which, const struct outcome *run,
                  const struct recipe *recipe, const char *what)
{
    char gap[RESULT_ROOM];
    bool relative = recipe->relative > 0;
    double asked = relative ? recipe->relative : recipe->absolute;
    double reached = run->primal - run->dual;
    int digits = digits_between(relative ? reached / fabs(run->primal) : reached, asked);

    message("rrm-train",
            "warning: the tolerance was not met%s: %s; the %scertified gap is %s, asked for was "
            "%.*g%s%s%s",
            where, ends[run->verdict].reason, which,
            results_gap(run->primal, run->dual, digits, gap), digits, asked,
            relative ? "" : " (absolute)", what, ends[run->verdict].remedy);
}

void report_rough(const struct recipe *recipe, const char *why)
{
    bool cut = recipe->chosen.cut.by != CUT_NONE && !recipe->probability;

    message("rrm-train", "warning: option %s: %s before the calibration was done: the %s rough",
            cut ? "-o threshold" : "-b", why, cut ? "threshold is" : "probabilities are");
}

bool report_warning(const struct training *t)
{
    const struct outcome *all = &t->outcome;
    const struct recipe *recipe = t->recipe;
    char classes[64];

    if (!recipe_has_tolerance(recipe))
        return true;
    if (t->calibration.verdict != CONVERGED)
        report_rough(recipe, ends[t->calibration.verdict].reason);
    if (all->verdict == OUT_OF_PATIENCE)
        return true;
    if (all->verdict != CONVERGED)
        report_unmet(describe_classes(t, classes, sizeof classes), "", all, recipe, "");
    return all->verdict == CONVERGED && t->calibration.verdict == CONVERGED;
}
