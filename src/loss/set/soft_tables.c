/* soft_tables - the mean over all labelings by their exponentials.
 *
 * A shift lambda of each side is added to the log-odds gain/mu of its items, so that the flips of
 * the best table are those of log-odds > 0, and taken from the tables again: the numbers F, the
 * tables and all that counts in a sum are then near 0, and no digits cancel. With x_i the shifted
 * log-odds, P(i flips) = 1/(1 + exp(-x_i)) before Delta is known, and
 *     g_mu = g + mu (sum_i log(1 + exp(-|x_i|)) + log sum over c, b of exp(T + F(c) + F(b)) -
 *                    m log 2),
 *     T(c, b) = (Delta(c, b) - Delta*)/mu - lambda_0 (c - c*) - lambda_1 (b - b*). */
#include "loss/set/soft_tables.h"

#include <math.h>

#include "math/exponentials.h"
#include "math/logarithm.h"
#include "math/vec.h"

static void side_init(struct soft_side *s, int64_t n, struct arena *arena)
{
    size_t row = (size_t)n + 1;

    *s = (struct soft_side){.n = n, .block = (int64_t)sqrt((double)n)};
    s->block += s->block == 0;
    s->kept = arena_doubles(arena, row);
    s->flipped = arena_doubles(arena, row);
    s->marks = arena_doubles(arena, (size_t)(n / s->block + 1) * row);
    s->rows = arena_doubles(arena, (size_t)(s->block + 1) * row);
    s->last = arena_doubles(arena, row);
    s->ahead = arena_doubles(arena, row);
}

bool soft_init(struct soft_tables *s, const int64_t count[SIDES], struct arena *arena)
{
    int64_t most = count[count[0] < count[1]];

    for (int side = 0; side < SIDES; side++)
        side_init(&s->side[side], count[side], arena);
    s->scratch = arena_doubles(arena, (size_t)most + 1);
    s->row = arena_doubles(arena, (size_t)count[1] + 1);
    s->mean = arena_doubles(arena, (size_t)count[0] + 1);
    return !arena->failed;
}

/* ---- sums of exponentials, by their logarithms ----------------------------------------------- */

/* to_k = log(exp(x_k + a) + exp(y_k + b)); to may be x, or be y if that is beyond x. */
static void add_logs(size_t n, const double *x, double a, const double *y, double b, double *to,
                     double *scratch)
{
    for (size_t k = 0; k < n; k++) {
        double one = x[k] + a, other = y[k] + b;
        scratch[k] = -fabs(one - other);
        to[k] = one > other ? one : other;
    }
    exponentials(n, scratch);
    logarithms(n, scratch);
    vec_add(n, 1, scratch, to);
}

/* sum_k exp(x_k - most), x_k replaced by exp(x_k - most) */
static double sum_exponentials(size_t n, double most, double *x)
{
    for (size_t k = 0; k < n; k++)
        x[k] -= most;
    exponentials(n, x);
    return vec_sum(n, x);
}

static double largest(size_t n, const double *x)
{
    return x[vec_largest(n, x)];
}

/* ---- one side -------------------------------------------------------------------------------- */

/* The log-odds of the items, shifted so that the first `flips` are at least 0, the others at most;
 * returns lambda. *sum += sum_i log(1 + exp(-|x_i|)). */
static double shift_odds(struct soft_side *s, const struct keyed *item, double per_mu,
                         int64_t flips, double *sum)
{
    int64_t before = flips > 0 ? flips - 1 : 0, after = flips < s->n ? flips : s->n - 1;
    double lambda = -(per_mu * item[before].key + per_mu * item[after].key) / 2;

    for (int64_t i = 0; i < s->n; i++) {
        double x = per_mu * item[i].key + lambda;
        double rest = logarithm_1p(exponential(-fabs(x)));
        s->kept[i] = x > 0 ? -x - rest : -rest;
        s->flipped[i] = x > 0 ? -rest : x - rest;
        *sum += rest;
    }
    return lambda;
}

/* to = F_{i+1} of from = F_i */
static void step(const struct soft_side *s, int64_t i, const double *from, double *to,
                 double *scratch)
{
    to[0] = from[0] + s->kept[i];
    to[i + 1] = from[i] + s->flipped[i];
    add_logs((size_t)i, from + 1, s->kept[i], from, s->flipped[i], to + 1, scratch);
}

/* F_n in s->last, and the marks. */
static void forward(struct soft_side *s, double *scratch)
{
    size_t row = (size_t)s->n + 1;
    double *from = s->rows, *to = s->rows + row;

    from[0] = 0;
    for (int64_t i = 0; i < s->n; i++) {
        double *done = from;
        if (i % s->block == 0)
            vec_copy((size_t)i + 1, from, s->marks + (size_t)(i / s->block) * row);
        step(s, i, from, to, scratch);
        from = to;
        to = done;
    }
    vec_copy(row, from, s->last);
}

/* s->kept = P(i flips): the sum over c of what leads to c flips before i, and what follows. */
static void backward(struct soft_side *s, double log_sum, double *scratch)
{
    size_t row = (size_t)s->n + 1;
    int64_t last = s->n - 1;

    for (int64_t first = last / s->block * s->block; first >= 0; first -= s->block) {
        vec_copy((size_t)first + 1, s->marks + (size_t)(first / s->block) * row, s->rows);
        for (int64_t i = first; i < last; i++)
            step(s, i, s->rows + (size_t)(i - first) * row, s->rows + (size_t)(i - first + 1) * row,
                 scratch);
        for (int64_t i = last; i >= first; i--) {
            double *F = s->rows + (size_t)(i - first) * row, *B = s->ahead;
            size_t n = (size_t)i + 1;
            for (size_t c = 0; c < n; c++)
                scratch[c] = F[c] + (s->flipped[i] + B[c + 1]);
            add_logs(n, B, s->kept[i], B + 1, s->flipped[i], B, F); /* F is not needed any more */
            s->kept[i] = sum_exponentials(n, log_sum, scratch);
        }
        last = first - 1;
    }
}

/* ---- both ------------------------------------------------------------------------------------ */

/* What the tables are made of. */
struct job {
    struct soft_best best;
    double mu, at_best, lambda[SIDES];
    double (*delta)(const void *context, int64_t c, int64_t b);
    const void *context;
};

/* s->row = T(c, .) */
static void fill_row(struct soft_tables *s, const struct job *job, int64_t c)
{
    double fixed = -job->lambda[0] * (double)(c - job->best.flips[0]);

    for (int64_t b = 0; b <= s->side[1].n; b++)
        s->row[b] = (job->delta(job->context, c, b) - job->at_best) / job->mu + fixed -
                    job->lambda[1] * (double)(b - job->best.flips[1]);
}

/* s->mean[c] = the mean of Delta(c, .); `ahead` of both sides. Returns the log of the sum over all
 * tables. */
static double sum_tables(struct soft_tables *s, const struct job *job)
{
    struct soft_side *rows = &s->side[0], *columns = &s->side[1];
    size_t n = (size_t)columns->n + 1;
    double most;

    for (int64_t c = 0; c <= rows->n; c++) {
        double sum, mean = 0;
        fill_row(s, job, c);
        vec_combine(n, 1, s->row, 1, columns->last, s->scratch);
        most = largest(n, s->scratch);
        sum = sum_exponentials(n, most, s->scratch);
        for (size_t b = 0; b < n; b++)
            mean += s->scratch[b] * job->delta(job->context, c, (int64_t)b);
        s->mean[c] = mean / sum;
        rows->ahead[c] = most + logarithm(sum);
        if (c == 0) {
            vec_fill(n, rows->last[0], columns->ahead);
            vec_add(n, 1, s->row, columns->ahead);
        } else {
            add_logs(n, columns->ahead, 0, s->row, rows->last[c], columns->ahead, s->scratch);
        }
    }
    n = (size_t)rows->n + 1;
    vec_combine(n, 1, rows->ahead, 1, rows->last, s->scratch);
    most = largest(n, s->scratch);
    return most + logarithm(sum_exponentials(n, most, s->scratch));
}

double soft_slopes(struct soft_tables *s, const struct sides *sides, double flip, double mu,
                   struct soft_best best,
                   double (*delta)(const void *context, int64_t c, int64_t b), const void *context,
                   double *u, double *offset)
{
    struct job job = {.best = best, .mu = mu, .delta = delta, .context = context,
                      .at_best = delta(context, best.flips[0], best.flips[1])};
    double sum = 0, log_sum, value;

    for (int side = 0; side < SIDES; side++) {
        struct soft_side *of = &s->side[side];
        job.lambda[side] = shift_odds(of, sides->item[side], flip / mu, best.flips[side], &sum);
        forward(of, s->scratch);
    }
    log_sum = sum_tables(s, &job);
    value = best.value + mu * (sum + log_sum - LOG_2 * (double)sides->rows);
    if (!u)
        return value;
    *offset = 0;
    for (int64_t c = 0; c <= s->side[0].n; c++)
        *offset += exponential(s->side[0].ahead[c] + s->side[0].last[c] - log_sum) * s->mean[c];
    for (int side = 0; side < SIDES; side++) {
        backward(&s->side[side], log_sum, s->scratch);
        for (int64_t i = 0; i < s->side[side].n; i++)
            u[sides->item[side][i].row] = (side ? flip : -flip) * s->side[side].kept[i];
    }
    return value;
}
