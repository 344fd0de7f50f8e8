/* rrm - the two programs behind main. */
#ifndef RRM_CLI_H
#define RRM_CLI_H

#define RRM_VERSION "0.1.0"

/* Each runs the whole program and returns its exit code. */
int train_main(int argc, char **argv);
int predict_main(int argc, char **argv);

#endif
