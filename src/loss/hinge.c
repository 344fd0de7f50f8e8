/* hinge - l(z) = max(0, 1 - yz). Cortes and Vapnik (1995). */
#define MARGIN 1
#include "loss/hinge.h"

#include "loss/batch.h"
#include "loss/kinked.h"

const struct loss loss_hinge = {.name = "hinge",
                                .help = "max(0, 1 - yz), the support vector machine",
                                .traits = LOSS_BINARY | LOSS_KINKED | LOSS_POSITIVE | LOSS_LIPSCHITZ,
                                .kinks = kinks,
                                .line = batch_line,
                                LOSS_FUNCTIONS};
