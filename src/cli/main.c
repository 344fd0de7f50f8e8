/* main - one executable under two names: rrm-predict predicts, any other name trains. */
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli/rrm.h"

/* A program started with a closed standard stream must not have a data file or a model land on its number: a closed
 * descriptor is held by one that only reads, so that a later write to it fails as it should. */
static int hold_standard_streams(void)
{
    for (;;) {
        int fd = open("/dev/null", O_RDONLY);
        if (fd < 0)
            return -1;
        if (fd > STDERR_FILENO) {
            close(fd);
            return 0;
        }
    }
}

int main(int argc, char **argv)
{
    const char *name = argc > 0 && argv[0] ? argv[0] : "rrm-train";
    const char *base = strrchr(name, '/');

    if (hold_standard_streams() != 0)
        return 3;
    signal(SIGPIPE, SIG_IGN); /* a closed pipe shows as a failing write, which every writer checks */
    signal(SIGXFSZ, SIG_IGN); /* and so does a file beyond the size that the user may write */
    return strstr(base ? base + 1 : name, "predict") ? predict_main(argc, argv) : train_main(argc, argv);
}
