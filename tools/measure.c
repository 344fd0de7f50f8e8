/* measure - runs a command and appends a line to a file: wall seconds, user + system seconds, peak KiB, exit status.
 *
 * The peak is the largest resident set of the command and of the children that it waited for, and no less than this
 * small program's own, which the command begins as. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

enum {
    LATE = 124,       /* exit status where the limit ended the command, as timeout(1) has it */
    CANNOT_RUN = 127,
    LONGEST = 1000000 /* seconds */
};

/* A command that sleeps or waits uses no processor: SIGALRM ends it after WAIT limits on the clock. */
enum { WAIT = 20 };

static const char usage[] =
    "usage: measure [-t seconds] file command [argument ...]\n"
    "Runs the command and appends to the file: seconds on the clock, of the processor (user + system), largest\n"
    "resident set in KiB, exit status (128 + signal if one ended it). Exits with that status.\n"
    "  -t seconds  SIGXCPU ends the command after so many whole seconds of the processor, not of the clock: a busy\n"
    "              machine makes it not late; the exit status is then 124\n";

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

/* The child: limits and the alarm outlive exec. limit 0: none. */
static void become(char **command, unsigned limit)
{
    struct rlimit cpu, core;

    if (limit > 0 && getrlimit(RLIMIT_CPU, &cpu) == 0 && getrlimit(RLIMIT_CORE, &core) == 0) {
        cpu.rlim_cur = limit;
        core.rlim_cur = 0; /* SIGXCPU would leave one */
        setrlimit(RLIMIT_CPU, &cpu);
        setrlimit(RLIMIT_CORE, &core);
        alarm(WAIT * limit);
    }
    execvp(command[0], command);
    fprintf(stderr, "measure: %s: %s\n", command[0], strerror(errno));
    _exit(CANNOT_RUN);
}

/* The exit status of the command, as the shell has it; -1 if there could be none. */
static int run(char **command, unsigned limit, double *wall)
{
    int status = 0;
    double start = clock_now();
    pid_t child = fork();

    if (child == 0)
        become(command, limit);
    if (child < 0 || waitpid(child, &status, 0) != child)
        return -1;
    *wall = clock_now() - start;
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    return WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGALRM ? LATE : 128 + WTERMSIG(status);
}

/* One write: lines of several commands do not mix. */
static bool append(const char *path, double wall, const struct rusage *used, int status)
{
    char line[128];
    int length = snprintf(line, sizeof line, "%.6f %.6f %ld %d\n", wall, seconds(used->ru_utime) + seconds(used->ru_stime),
                          used->ru_maxrss, status);
    int out = open(path, O_WRONLY | O_APPEND | O_CREAT, 0666);
    bool good = out >= 0 && write(out, line, (size_t)length) == length;

    return out >= 0 && close(out) == 0 && good;
}

int main(int argc, char **argv)
{
    struct rusage used;
    double wall = 0;
    long limit = 0;
    int c, status;

    while ((c = getopt(argc, argv, "+t:h")) != -1) {
        if (c == 'h')
            return fputs(usage, stdout) < 0 || fflush(stdout) != 0 ? 3 : 0;
        limit = c == 't' ? strtol(optarg, NULL, 10) : -1;
    }
    if (argc - optind < 2 || limit < 0 || limit > LONGEST) {
        fputs(usage, stderr);
        return 1;
    }
    status = run(argv + optind + 1, (unsigned)limit, &wall);
    if (status < 0 || getrusage(RUSAGE_CHILDREN, &used) != 0 || !append(argv[optind], wall, &used, status)) {
        fprintf(stderr, "measure: %s: %s\n", argv[optind], strerror(errno));
        return CANNOT_RUN;
    }
    return status;
}
