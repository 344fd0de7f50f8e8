/* test_monitor - the one place that decides when to stop. */
#include "solve/monitor.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "common.h"

enum { DIM = 3 };

struct fixture {
    struct risk risk;
    struct monitor m;
    double best[DIM], w[DIM];
    int reports, pulses;
    double reported; /* monitor_seconds in the last report */
    atomic_int flag;
};

static void start(struct fixture *f)
{
    *f = (struct fixture){.risk = {.dim = DIM}, .m.limits = {.max_passes = INFINITY, .max_seconds = INFINITY}};
    monitor_start(&f->m, &(struct problem){.risk = &f->risk}, "test", f->best);
}

static bool tick(struct fixture *f, double primal, double dual, double mark)
{
    f->w[0] = mark;
    return monitor_tick(&f->m, primal, dual, f->w);
}

static void count_pulse(void *context, const struct monitor *m)
{
    struct fixture *f = context;

    ck_assert(m == &f->m);
    f->pulses++;
}

/* Between ticks the run is told that its engine is at work, from a stage too. */
START_TEST(test_pulse)
{
    struct fixture f;
    struct monitor stage;
    struct handover handover = {.most = 1, .follower = INFINITY};

    start(&f);
    ck_assert(!monitor_hurries(&f.m)); /* NULL: nobody is told */
    f.m.pulse = count_pulse;
    f.m.context = &f;
    ck_assert(!monitor_hurries(&f.m) && f.pulses == 1);
    stage = monitor_enter(&f.m, "stage", &handover);
    f.m.limits.max_passes = 0;
    ck_assert(monitor_hurries(&stage) && f.pulses == 2);
    monitor_leave(&stage);
    tick(&f, 2, 1, 0);
    ck_assert_int_eq(f.pulses, 2);
    monitor_start(&f.m, &(struct problem){.risk = &f.risk}, "again", f.best);
    ck_assert(f.m.pulse == count_pulse);
}
END_TEST

/* The best point and the best bound stay, whatever comes later; the gap never grows. */
START_TEST(test_best)
{
    static const double primal[] = {5, 3, 4, INFINITY, 2.5, 9}, dual[] = {-INFINITY, 1, 0.5, 2, -4, 1.5};
    static const double best[] = {5, 3, 3, 3, 2.5, 2.5}, bound[] = {-INFINITY, 1, 1, 2, 2, 2}, mark[] = {0, 1, 1, 1, 4, 4};
    struct fixture f;

    start(&f);
    for (int k = 0; k < 6; k++) {
        ck_assert(tick(&f, primal[k], dual[k], k));
        ck_assert_double_eq(f.m.primal, best[k]);
        ck_assert_double_eq(f.m.dual, bound[k]);
        ck_assert_double_eq(f.m.last_primal, primal[k]);
        ck_assert_double_eq(f.best[0], mark[k]);
        ck_assert_double_eq(monitor_gap(&f.m), best[k] - bound[k]);
        ck_assert_int_eq(f.m.iterations, k + 1);
        ck_assert_int_eq(f.m.verdict, RUNNING);
    }
    monitor_finish(&f.m);
    ck_assert_int_eq(f.m.verdict, STALLED);
}
END_TEST

START_TEST(test_tolerance)
{
    static const struct {
        double relative, absolute, primal, dual;
        enum verdict verdict;
    } row[] = {{0.1, 0, 10, 9.01, CONVERGED}, {0.1, 0, 10, 8.9, RUNNING},    {0, 0.5, 10, 9.5, CONVERGED},
               {0, 0.5, 10, 9.4, RUNNING},    {0.01, 2, 10, 9, CONVERGED},    {0.2, 0.1, 10, 9, CONVERGED},
               {0, 0, 10, 10, STALLED},       {0, 0, 10, 11, STALLED},        {0.1, 0, -10, -10.9, CONVERGED},
               {0.1, 0, -10, -11.1, RUNNING}, {0.1, 0, INFINITY, 5, RUNNING}, {0.1, 0, 5, -INFINITY, RUNNING},
               {0, 0.1, INFINITY, 5, RUNNING},
               {0.1, 0, 0, 0, CONVERGED},     {0.1, 0, 0, -1e-300, RUNNING}, {0, 0, 0, 0, STALLED}};
    struct fixture f;

    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        start(&f);
        f.m.limits.relative = row[k].relative;
        f.m.limits.absolute = row[k].absolute;
        ck_assert_msg(tick(&f, row[k].primal, row[k].dual, 1) == (row[k].verdict == RUNNING), "row %zu", k);
        ck_assert_msg(f.m.verdict == row[k].verdict, "row %zu: %s", k, verdict_name(f.m.verdict));
        if (monitor_gap(&f.m) >= 0)
            ck_assert_double_le(monitor_target(&f.m, 0, 0).tolerance, 0.1 * monitor_gap(&f.m));
    }
}
END_TEST

/* A run whose J is a difference of terms of this size, where gaps up to `zero` are 0 but for rounding. */
static void start_near_zero(struct fixture *f, unsigned traits, double scale, double zero, double relative)
{
    start(f);
    f->risk.traits = traits;
    f->m.scale = scale;
    f->m.zero = zero;
    f->m.limits.relative = relative;
}

/* The minimum 0, reached but for rounding: the run goes on while the gap gets smaller, and has converged when it stands.
 * Without a floor `zero` says nothing of a gap, which may be that of a column of its own: one that is rounding in each
 * column is 0 (problem_dual). */
START_TEST(test_zero)
{
    static const struct {
        unsigned traits;
        double scale, zero, relative, primal, dual;
        enum verdict verdict;
    } row[] = {{0, 1, 1e-20, 0.1, 0, -1e-21, STALLED},       {0, 1, 1e-20, 0.1, 0, -1e-19, STALLED},
               {0, 1, 1e-20, 0.1, -1e-30, -1e-21, STALLED},  {0, 1, 1e-20, 0, 0, -1e-21, STALLED},
               {0, 1e-18, 1e-38, 0.1, 0, -1e-37, STALLED},   {0, 1e18, 1e-2, 0.1, 0, -1e-3, STALLED},
               {RISK_BOUNDED, 1, 1e-14, 1e-3, 8e-17, 0, CONVERGED}, {RISK_BOUNDED, 1, 1e-14, 1e-3, 8e-14, 0, STALLED},
               {RISK_BOUNDED, 1, 1e-14, 0, 8e-17, 0, STALLED}};
    struct fixture f;

    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        int ticks = 1;
        start_near_zero(&f, row[k].traits, row[k].scale, row[k].zero, row[k].relative);
        if (!(row[k].traits & RISK_BOUNDED)) /* progress: the minimum may be below 0 */
            for (int t = 0; t < 100; t++)
                ck_assert_msg(tick(&f, row[k].primal, row[k].dual * pow(1.1, 100 - t), 0), "row %zu", k);
        while (tick(&f, row[k].primal, row[k].dual, 0) && ticks < 200)
            ticks++;
        ck_assert_msg(ticks >= 20 && ticks <= 60 && f.m.verdict == row[k].verdict, "row %zu: %s after %d", k,
                      verdict_name(f.m.verdict), ticks);
    }
    start_near_zero(&f, RISK_BOUNDED, 1, 1e-14, 1e-3); /* a limit that comes before */
    f.m.limits.max_passes = 0;
    ck_assert(!tick(&f, 8e-17, 0, 0) && f.m.verdict == CONVERGED);
    start_near_zero(&f, RISK_BOUNDED, 1, 1e-14, 1e-3); /* an engine that returns before */
    ck_assert(tick(&f, 8e-17, 0, 0));
    monitor_finish(&f.m);
    ck_assert_int_eq(f.m.verdict, CONVERGED);
}
END_TEST

/* A minimum that is only small keeps its digits; a bound above J by rounding is J. */
START_TEST(test_small)
{
    struct fixture f;

    start_near_zero(&f, 0, 1, 1e-14, 1e-6);
    ck_assert(tick(&f, 1e-9, -1, 0) && tick(&f, 1e-9, 1e-9 - 2e-15, 0));
    ck_assert(!tick(&f, 1e-9, 1e-9 - 5e-16, 0));
    start_near_zero(&f, RISK_BOUNDED, 1, 1e-14, 1e-3);
    ck_assert(tick(&f, 1e-15, 0, 0) && tick(&f, 1e-15, 0.9e-15, 0) && !tick(&f, 1e-15, 0.9995e-15, 0));
    ck_assert_int_eq(f.m.verdict, CONVERGED);
    start_near_zero(&f, RISK_BOUNDED, 1, 1e-14, 0.1);
    ck_assert(!tick(&f, 0, 5e-17, 0));
    ck_assert(f.m.verdict == CONVERGED && f.m.dual == 0);
}
END_TEST

START_TEST(test_limits)
{
    struct fixture f;

    start(&f);
    f.m.limits.max_passes = 10;
    f.m.meter.passes = 9.5;
    ck_assert(!monitor_hurries(&f.m) && tick(&f, 1, 0, 0));
    f.m.meter.passes = 10;
    ck_assert(monitor_hurries(&f.m) && !tick(&f, 1, 0, 0));
    ck_assert_int_eq(f.m.verdict, OUT_OF_PASSES);
    monitor_finish(&f.m);
    ck_assert_int_eq(f.m.verdict, OUT_OF_PASSES);

    start(&f);
    f.m.limits.max_seconds = 0;
    ck_assert(monitor_hurries(&f.m) && !tick(&f, 1, 0, 0));
    ck_assert_int_eq(f.m.verdict, OUT_OF_TIME);

    start(&f);
    f.m.limits.interrupt = &f.flag;
    f.m.limits.max_seconds = 0;
    ck_assert_int_eq(f.m.iterations, 0);
    f.flag = 1;
    ck_assert(monitor_hurries(&f.m) && !tick(&f, 1, 0, 0));
    ck_assert_int_eq(f.m.verdict, INTERRUPTED);

    start(&f); /* converged is worth more than out of passes */
    f.m.limits.relative = 0.1;
    f.m.limits.max_passes = 0;
    ck_assert(!tick(&f, 1, 0.99, 0));
    ck_assert_int_eq(f.m.verdict, CONVERGED);
}
END_TEST

START_TEST(test_nan)
{
    struct fixture f;

    start(&f);
    ck_assert(tick(&f, 2, 1, 5));
    ck_assert(!tick(&f, NAN, 1.5, 6));
    ck_assert_int_eq(f.m.verdict, NOT_A_NUMBER);
    ck_assert(f.m.primal == 2 && f.m.dual == 1 && f.best[0] == 5);
    start(&f);
    ck_assert(!tick(&f, 2, NAN, 5));
    ck_assert_int_eq(f.m.verdict, NOT_A_NUMBER);
    monitor_finish(&f.m);
    ck_assert_int_eq(f.m.verdict, NOT_A_NUMBER);
}
END_TEST

/* A bound above J that rounding does not explain certifies nothing. */
START_TEST(test_inconsistent)
{
    struct fixture f;

    start(&f);
    f.m.limits.relative = 0.1;
    f.risk.traits = RISK_BOUNDED;
    f.risk.floor = -1;
    ck_assert(tick(&f, 1, 0, 1) && !tick(&f, 2, 1 + 1e-9, 2));
    ck_assert(f.m.verdict == STALLED && f.m.primal == 1 && f.m.dual == -1 && f.best[0] == 1);
    start(&f);
    f.m.limits.relative = 0.1;
    f.risk.floor = -INFINITY;
    ck_assert(!tick(&f, 1, 1.05, 1));
    ck_assert(f.m.verdict == STALLED && f.m.dual == -INFINITY);
    start_near_zero(&f, RISK_BOUNDED | RISK_SMOOTH, 0x1p-52 * 1e12, 0, 1e-9); /* a regression of labels of 1e6 */
    ck_assert(!tick(&f, 4e-3, 4e-3 + 1e-10, 1) && f.m.verdict == CONVERGED && f.m.dual == 4e-3);
}
END_TEST

/* An engine whose values do not change any more gets no further; a change of either is progress. */
START_TEST(test_still)
{
    struct fixture f;
    int ticks;

    start(&f);
    f.m.limits.relative = 1e-9;
    ck_assert(tick(&f, 2, 0, 0));
    for (int k = 0; k < 200; k++)
        ck_assert(tick(&f, 3, k < 100 ? 1 - 1e-9 * k : 1, 0) && tick(&f, 3 + 1e-15 * k, 1, 0));
    for (ticks = 0; tick(&f, 3, 1, 0); ticks++)
        ck_assert_int_lt(ticks, 100);
    ck_assert(f.m.verdict == STALLED && ticks > 10 && f.m.primal == 2 && f.m.dual == 1);
}
END_TEST

/* The ticks until the run ends where the values of ticks change and neither of the best ones does, after `before` ticks. */
static long idle_ticks(struct fixture *f, long before)
{
    long ticks = 1;

    while (tick(f, 5 + 1e-3 * (double)(ticks % 7), 0.09 - 1e-3 * (double)(ticks % 11), 0))
        ck_assert_int_lt(ticks++, 100 * before + 10000);
    ck_assert_int_eq(f->m.verdict, STALLED);
    return ticks;
}

/* The best values stand still for 1000 ticks, and twice as many as there were before: an engine whose progress is rare
 * waits for less. A stage is judged by its own values, for it begins below the bound of the stage before. */
START_TEST(test_still_best)
{
    static const long progress[] = {300, 899, 2600, 7700};
    struct handover none = {.most = INFINITY, .follower = INFINITY};
    struct monitor stage;
    struct fixture f;
    int ticks;

    start(&f);
    f.m.limits.relative = 1e-9;
    tick(&f, 4, 1, 0);
    ck_assert_int_eq(idle_ticks(&f, 1), 1000);
    start(&f); /* passes, where ticks are few */
    for (ticks = 0; tick(&f, 4, fmin(0.1 * ticks, 0.2), ticks); ticks++)
        f.m.meter.passes = f.m.meter.passes * 2 + 700;
    ck_assert(f.m.verdict == STALLED && f.m.meter.passes >= 10000 + 2100 && f.m.meter.passes < 30000);
    start(&f); /* a bound that rises below all digits of J */
    ck_assert(tick(&f, 4, 0, 0));
    for (ticks = 1; tick(&f, 4, 1e-25 * (double)ticks, 0); ticks++)
        ck_assert_int_lt(ticks, 1100);
    ck_assert_int_eq(f.m.verdict, STALLED);
    start(&f);
    for (long k = 1, n = 0; k <= 7700; k++)
        ck_assert_msg(tick(&f, 5 + 1e-3 * (double)(k % 7), k == progress[n] ? 0.1 * (double)++n : -1, 0), "tick %ld", k);
    ck_assert_int_eq(idle_ticks(&f, 7700), 2 * 7700);
    start(&f);
    ck_assert(tick(&f, 4, 1, 0));
    stage = monitor_enter(&f.m, "stage", &none);
    for (int k = 0; k < 3000; k++)
        ck_assert(monitor_tick(&stage, 5, 0.9 - 1e-4 * (3000 - k), f.w));
    ck_assert(f.m.dual == 1 && f.m.verdict == RUNNING);
}
END_TEST

/* A point that is as good but for rounding takes the place of the best one; a worse one does not, nor one that no longer
 * meets the tolerance. */
START_TEST(test_prefer)
{
    struct fixture f;

    start(&f);
    f.m.limits.relative = 1e-3;
    tick(&f, 2, 1.999, 1);
    f.w[0] = 7;
    ck_assert(!monitor_prefer(&f.m, 2 + 1e-9, f.w) && !monitor_prefer(&f.m, NAN, f.w));
    ck_assert(f.best[0] == 1 && f.m.primal == 2);
    ck_assert(monitor_prefer(&f.m, 2 + 4e-15, f.w));
    ck_assert(f.best[0] == 7 && f.m.primal == 2 + 4e-15);
    f.w[0] = 8;
    ck_assert(monitor_prefer(&f.m, 1.9995, f.w) && f.best[0] == 8 && f.m.primal == 1.9995);
    start(&f);
    tick(&f, 2, 1, 1); /* no tolerance */
    ck_assert(!monitor_prefer(&f.m, 2 + 4e-15, f.w) && monitor_prefer(&f.m, 2, f.w));
}
END_TEST

static void slow_report(void *context, const struct monitor *m, const double *w)
{
    struct fixture *f = context;
    double until = clock_now() + 0.03, before = monitor_seconds(m);

    ck_assert_ptr_eq(m, &f->m);
    ck_assert_double_eq(w[0], f->reports);
    f->reports++;
    while (clock_now() < until)
        continue;
    ck_assert_double_eq(monitor_seconds(m), before);
    ck_assert_double_ge(before, f->reported);
    f->reported = before;
}

/* The clock stands still while a report is written, and never runs backwards from one to the next. */
START_TEST(test_report)
{
    struct fixture f;
    double seconds;

    start(&f);
    f.m.report = slow_report;
    f.m.context = &f;
    for (int k = 0; k < 4; k++)
        tick(&f, 1, 0, k);
    ck_assert_int_eq(f.reports, 4);
    ck_assert_double_ge(f.m.watch.paused, 0.12);
    seconds = monitor_seconds(&f.m);
    ck_assert(seconds >= 0 && seconds <= clock_now() - f.m.watch.start - 0.12);
}
END_TEST

START_TEST(test_names)
{
    for (int v = RUNNING; v <= NOT_A_NUMBER; v++)
        for (int other = RUNNING; other < v; other++)
            ck_assert_str_ne(verdict_name((enum verdict)v), verdict_name((enum verdict)other));
    ck_assert_str_eq(verdict_name(CONVERGED), "converged");
    ck_assert_str_eq(verdict_name(INTERRUPTED), "interrupted");
    ck_assert_str_eq(verdict_name(NOT_A_NUMBER), "nan");
}
END_TEST

/* A stage's ticks are its run's: the same values, one count, one report; the run knows which engine it is. */
START_TEST(test_stage)
{
    struct handover three = {.most = 3, .follower = INFINITY}, none = {.most = INFINITY, .follower = INFINITY};
    struct fixture f;
    struct monitor stage;

    start(&f);
    f.m.limits.relative = 1e-3;
    f.m.limits.max_passes = 10;
    ck_assert(tick(&f, 5, 0, 1));
    stage = monitor_enter(&f.m, "first", &three);
    f.w[0] = 2;
    ck_assert(monitor_tick(&stage, 4, 1, f.w) && !monitor_hurries(&stage));
    ck_assert(f.m.primal == 4 && f.m.dual == 1 && f.m.iterations == 2 && f.best[0] == 2);
    ck_assert(monitor_gap(&stage) == 3 && monitor_best(&stage) == f.best && strcmp(f.m.engine, "first") == 0);
    f.m.meter.passes = 3;
    ck_assert(monitor_hurries(&stage) && !monitor_hurries(&f.m));
    ck_assert(!monitor_tick(&stage, 4.5, 0, f.w));
    ck_assert_int_eq(monitor_leave(&stage), OUT_OF_PASSES);
    ck_assert(f.m.verdict == RUNNING && f.m.primal == 4 && f.m.dual == 1);
    stage = monitor_enter(&f.m, "second", &none); /* stalls: the run may go on with another one */
    for (int k = 0; monitor_tick(&stage, 4, 1, f.w); k++)
        ck_assert_int_lt(k, 100);
    ck_assert_int_eq(monitor_leave(&stage), STALLED);
    ck_assert_int_eq(f.m.verdict, RUNNING);
    stage = monitor_enter(&f.m, "third", &none);
    ck_assert(monitor_tick(&stage, 4, 1, f.w));
    f.w[0] = 3;
    ck_assert(monitor_prefer(&stage, 4, f.w) && f.best[0] == 3);
    ck_assert(!monitor_tick(&stage, 2, 2 - 1e-3, f.w)); /* the run's tolerance */
    ck_assert_int_eq(monitor_leave(&stage), CONVERGED);
    monitor_correct(&stage, 2.5);
    ck_assert(f.m.primal == 2.5 && stage.primal == 2.5);
    monitor_finish(&f.m);
    ck_assert_int_eq(f.m.verdict, STALLED); /* 2.5 is not proven, and no engine follows */
}
END_TEST

/* What ends a run ends its stage. */
START_TEST(test_stage_ends)
{
    for (int why = 0; why < 4; why++) {
        static const enum verdict wanted[] = {INTERRUPTED, OUT_OF_PASSES, OUT_OF_TIME, NOT_A_NUMBER};
        struct handover twenty = {.most = 20, .follower = INFINITY};
        struct fixture f;
        struct monitor stage;
        start(&f);
        f.m.limits.max_passes = 10;
        f.m.limits.interrupt = &f.flag;
        ck_assert(tick(&f, 5, 0, 1));
        stage = monitor_enter(&f.m, "engine", &twenty);
        f.flag = why == 0;
        f.m.meter.passes = why == 1 ? 10 : 0;
        f.m.limits.max_seconds = why == 2 ? 0 : INFINITY;
        ck_assert(monitor_hurries(&stage) == (why < 3));
        ck_assert(!monitor_tick(&stage, why == 3 ? NAN : 4, 1, f.w));
        ck_assert_int_eq(monitor_leave(&stage), wanted[why]);
        ck_assert_int_eq(f.m.verdict, wanted[why]);
    }
}
END_TEST

/* A stage whose gap is halved every four passes has 40 passes to go at 1024 times the tolerance. */
START_TEST(test_handover)
{
    for (int follower = 35; follower < 50; follower += 10) {
        struct handover to = {.most = INFINITY, .follower = follower};
        struct fixture f;
        struct monitor stage;
        start(&f);
        f.m.limits.absolute = 1;
        ck_assert(tick(&f, 2048, 0, 1));
        stage = monitor_enter(&f.m, "engine", &to);
        f.m.meter.passes = 4;
        ck_assert(monitor_tick(&stage, 1024, 0, f.w) == (follower > 40));
        if (follower > 40) { /* too short a span to judge by; then no progress at all */
            f.m.meter.passes = 4.5;
            ck_assert(monitor_tick(&stage, 1024, 0, f.w));
            f.m.meter.passes = 8;
            ck_assert(!monitor_tick(&stage, 1024, 0, f.w));
        }
        ck_assert_int_eq(monitor_leave(&stage), OUT_OF_PASSES);
        ck_assert_int_eq(f.m.verdict, RUNNING);
    }
}
END_TEST

/* A best value of a stage gets better by 1 % of the gap or stands still: 1000 passes from pass 2 on, or twice the passes
 * before its progress. */
START_TEST(test_patience)
{
    for (int progress = 0; progress < 2; progress++) {
        struct handover to = {.most = INFINITY, .follower = INFINITY};
        struct fixture f;
        struct monitor stage;
        start(&f);
        f.m.limits.absolute = 1;
        ck_assert(tick(&f, 100, 0, 1));
        stage = monitor_enter(&f.m, "engine", &to);
        f.m.meter.passes = 2;
        ck_assert(monitor_tick(&stage, 98, 0, f.w));
        f.m.meter.passes = 1001;
        ck_assert(monitor_tick(&stage, progress ? 90 : 97.5, 0, f.w));
        f.m.meter.passes = progress ? 3002 : 1002;
        ck_assert(monitor_tick(&stage, progress ? 89.9 : 97.4, 0, f.w) == (progress > 0));
        f.m.meter.passes++;
        ck_assert(!monitor_tick(&stage, progress ? 89.8 : 97.3, 0, f.w));
        ck_assert_int_eq(monitor_leave(&stage), STALLED);
    }
}
END_TEST

RUN_TESTS("monitor", test_pulse, test_best, test_tolerance, test_zero, test_small, test_limits,
          test_nan, test_inconsistent, test_still, test_still_best, test_prefer, test_stage,
          test_stage_ends, test_handover, test_patience, test_report, test_names)
