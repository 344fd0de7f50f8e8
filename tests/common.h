/* common - what every unit test needs. */
#ifndef RRM_TESTS_COMMON_H
#define RRM_TESTS_COMMON_H

#include <check.h>
/* Check has a macro of the name of base/status.h's function. */
#undef fail
#include <stddef.h>

/* Seconds after which a test counts as one that hangs: a sanitizer on a busy machine needs a good part of them. */
enum { TIMEOUT = 600 };

/* Runs one suite of one test case and returns the exit code for main. CK_FORK=no runs it in this process. */
int run_tests(const char *name, size_t count, const TTest *const tests[]);

/* Writes bytes to a new temporary file and returns its path (static buffer of the caller, 64 bytes). */
char *temp_file(char path[64], const void *bytes, size_t length);

#endif
