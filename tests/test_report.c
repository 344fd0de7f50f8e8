/* test_report - the line of progress: on a terminal alone, drawn by time, what it says. */
#include "cli/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "common.h"

enum { ROOM = 1024 };

/* Standard error is a file, from here to what_was_said. */
static void listen(FILE **file, int *before)
{
    fflush(stderr);
    *before = dup(STDERR_FILENO);
    *file = tmpfile();
    ck_assert(*before >= 0 && *file && dup2(fileno(*file), STDERR_FILENO) >= 0);
}

static void what_was_said(FILE *file, int before, char text[ROOM])
{
    size_t length;

    fflush(stderr);
    ck_assert(dup2(before, STDERR_FILENO) >= 0);
    close(before);
    rewind(file);
    length = fread(text, 1, ROOM - 1, file);
    text[length] = '\0';
    fclose(file);
}

static void wait_for(double seconds)
{
    double end = clock_now() + seconds;

    while (clock_now() < end)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

/* In a file nothing is drawn, and nobody asks for it. */
START_TEST(in_a_file)
{
    char text[ROOM];
    FILE *file;
    int before;

    listen(&file, &before);
    for (int quiet = 0; quiet < 2; quiet++) {
        struct report r = report_make(NULL, "folds", 5, quiet);
        struct observer o = report_observer(&r);

        ck_assert(!r.progress && !o.tick && !o.pulse && !o.ended);
        report_end(&r);
    }
    what_was_said(file, before, text);
    ck_assert_str_eq(text, "");
}
END_TEST

/* Within an iteration the line is drawn anew, ten times a second at most; runs that are done are counted. */
START_TEST(drawn)
{
    static const struct risk risk = {.dim = 1};
    struct monitor m = {.risk = &risk, .engine = "sda", .primal = 2, .dual = 1, .meter.passes = 12};
    struct report r = report_make(NULL, "folds", 4, false);
    struct observer o;
    char text[ROOM], line[ROOM];
    FILE *file;
    int before;

    m.watch.start = clock_now();
    r.progress = true;
    o = report_observer(&r);
    ck_assert(o.tick && o.pulse && o.ended && !o.in_order);
    listen(&file, &before);
    o.pulse(o.context, 0, &m);
    o.pulse(o.context, 0, &m); /* too soon */
    o.ended(o.context, 0);
    r.begin = clock_now() - 1000;
    wait_for(0.15);
    o.pulse(o.context, 1, &m);
    for (int k = 0; k < 9; k++)
        o.ended(o.context, 0); /* no more than there are */
    wait_for(0.15);
    o.pulse(o.context, 1, &m);
    report_end(&r);
    what_was_said(file, before, text);
    ck_assert_int_eq(sscanf(text, "\r0 of 4 folds done; sda: 12 passes, %*[0-9.] s, gap 1.00e+%s", line), 1);
    ck_assert_msg(strstr(text, "\r1 of 4 folds done, 50 min left; sda: ") != NULL, "%s", text);
    ck_assert(strstr(text, "\r4 of 4 folds done, 0 s left; sda: ") && !strstr(text, "primal"));
    ck_assert(strcmp(text + strlen(text) - 4, "\r\033[K") == 0 && r.done == 0);
    for (char *at = strtok(text, "\r"); at; at = strtok(NULL, "\r"))
        ck_assert_uint_lt(strlen(at), 80 + 3);
}
END_TEST

RUN_TESTS("report", in_a_file, drawn)
