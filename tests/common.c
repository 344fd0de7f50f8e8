/* common - what every unit test needs. */
#include "common.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *_Atomic last_check = "no check held\n";

/* Tells the place. What crashed does so again, by the default action. */
static void crashed(int number)
{
    const char *place = last_check;

    signal(number, SIG_DFL);
    if (write(STDERR_FILENO, place, strlen(place)) < 0)
        abort();
}

/* A sanitizer's own handler stays. */
static void watch_crashes(void)
{
    static const int crash[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    struct sigaction is;

    for (size_t k = 0; k < sizeof crash / sizeof *crash; k++)
        if (sigaction(crash[k], NULL, &is) == 0 && is.sa_handler == SIG_DFL)
            signal(crash[k], crashed);
}

/* The exit code of a suite of this test case. */
static int run_case(const char *name, TCase *tcase)
{
    Suite *suite = suite_create(name);
    SRunner *runner;
    int failed;

    watch_crashes();
    tcase_set_timeout(tcase, TIMEOUT);
    suite_add_tcase(suite, tcase);
    runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

int run_tests(const char *name, size_t count, const TTest *const tests[])
{
    TCase *tcase = tcase_create(name);

    for (size_t i = 0; i < count; i++)
        tcase_add_test(tcase, tests[i]);
    return run_case(name, tcase);
}

int run_repeated(const char *name, size_t count, const struct looped tests[])
{
    TCase *tcase = tcase_create(name);

    for (size_t i = 0; i < count; i++)
        tcase_add_loop_test(tcase, tests[i].test, 0, tests[i].times);
    return run_case(name, tcase);
}

char *temp_file(char path[64], const void *bytes, size_t length)
{
    int fd;

    strcpy(path, "/tmp/rrm-test-XXXXXX");
    fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, bytes, length), (ssize_t)length);
    close(fd);
    return path;
}
