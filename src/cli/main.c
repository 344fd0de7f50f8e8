/* main - one executable under four names: rrm-predict predicts, rrm-model looks after models,
 * rrm-words makes data of texts, any other name trains. */
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/status.h"
#include "cli/options.h"

/* Where a standard stream is closed, the next file opened would get its number: a data file or a
 * model would stand where messages go. Each closed stream is replaced by a descriptor of the wrong
 * direction, on which reading or writing fails. open takes the lowest free number (POSIX). False:
 * it did not. */
static bool hold_standard_streams(void)
{
    bool held = true;

    for (int fd = STDIN_FILENO; held && fd <= STDERR_FILENO; fd++)
        held = fcntl(fd, F_GETFD) >= 0 ||
               open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) == fd;
    return held;
}

int main(int argc, char **argv)
{
    const char *name = argc > 0 && argv[0] ? argv[0] : "rrm-train";
    const char *base = strrchr(name, '/');

    base = base ? base + 1 : name;
    if (!hold_standard_streams())
        return ERR_SYSTEM;
    mem_prepare();
    signal(SIGXFSZ, SIG_IGN); /* a write beyond the user's limit of a file's size fails */
    if (strstr(base, "predict"))
        return predict_main(argc, argv);
    if (strstr(base, "words"))
        return words_main(argc, argv);
    if (strstr(base, "rrm-model"))
        return model_main(argc, argv);
    return train_main(argc, argv);
}
