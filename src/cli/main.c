/* main - one executable under two names: rrm-predict predicts, any other name trains. */
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "cli/rrm.h"

/* A program started with a closed standard stream must not have a data file or a model land on its number. The number
 * is held by a descriptor of the wrong direction, so that reading or writing there fails as it should. */
static bool hold_standard_streams(void)
{
    bool held = true;

    for (int fd = STDIN_FILENO; held && fd <= STDERR_FILENO; fd++) /* open takes the lowest number that is free */
        held = fcntl(fd, F_GETFD) >= 0 || open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) == fd;
    return held;
}

int main(int argc, char **argv)
{
    const char *name = argc > 0 && argv[0] ? argv[0] : "rrm-train";
    const char *base = strrchr(name, '/');
    bool predicts = strstr(base ? base + 1 : name, "predict") != NULL;

    if (!hold_standard_streams())
        return 3;
    signal(SIGXFSZ, SIG_IGN); /* a file beyond the size that the user may write shows as a failing write */
    if (predicts)
        return predict_main(argc, argv);
    return train_main(argc, argv);
}
