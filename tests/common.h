/* common - what every unit test needs. */
#ifndef RRM_TESTS_COMMON_H
#define RRM_TESTS_COMMON_H

#include <check.h>
/* Check has a macro of the name of base/status.h's function. */
#undef fail
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* Check tells the process that watches a test of each check that holds, by a write(2): 10^7 of them in test_cholesky, and
 * a third of the time of all tests. Here the place is kept, and told if the test crashes. */
#define _mark_point(file, line) \
    atomic_store_explicit(&last_check, file ":" LINE_TEXT(line) ": the last check that held\n", memory_order_relaxed)
#define LINE_TEXT(line) LINE_TEXT_OF(line)
#define LINE_TEXT_OF(line) #line
extern const char *_Atomic last_check;

/* Seconds after which a test counts as one that hangs: a sanitizer on a busy machine needs a good part of them. */
enum { TIMEOUT = 600 };

/* Runs one suite of one test case and returns the exit code for main. CK_FORK=no runs it in this process. */
int run_tests(const char *name, size_t count, const TTest *const tests[]);

/* A test, and how often it runs: _i = 0 .. times - 1. */
struct looped {
    const TTest *test;
    int times;
};

/* run_tests of such tests. */
int run_repeated(const char *name, size_t count, const struct looped tests[]);

/* The main of a program of one suite: its name, its tests. */
#define RUN_TESTS(name, ...)                                             \
    int main(void)                                                       \
    {                                                                    \
        const TTest *const tests[] = {__VA_ARGS__};                      \
                                                                         \
        return run_tests(name, sizeof tests / sizeof *tests, tests);     \
    }

/* The same of repeated tests: {test, times}, ... */
#define RUN_REPEATED(name, ...)                                          \
    int main(void)                                                       \
    {                                                                    \
        const struct looped tests[] = {__VA_ARGS__};                   \
                                                                         \
        return run_repeated(name, sizeof tests / sizeof *tests, tests);  \
    }

/* Of a stop_token (base/stop.h): stop at the first ask. */
static inline bool always(const void *context)
{
    (void)context;
    return true;
}

/* Writes bytes to a new temporary file and returns its path (static buffer of the caller, 64 bytes). */
char *temp_file(char path[64], const void *bytes, size_t length);

#endif
