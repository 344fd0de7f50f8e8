/* crf - l_i(z) = log sum over y of exp(s_i(y)) - s_i(y_i): a conditional random field of
 * first-order transitions. Lafferty, McCallum, Pereira (ICML 2001). */
#include "loss/chain/chain.h"
#include "loss/gibbs.h"
#include "loss/group.h"

static enum status make(const struct loss_spec *spec, const struct parts *parts,
                        struct arena *arena, struct loss **g, struct error *err)
{
    static const struct chain_kind kind = {.error = 0, .sums = true};

    return chain_make(&kind, spec, parts, arena, g, err);
}

const struct loss_row loss_crf = {
    .name = "crf",
    .help = "log sum over y of exp(s(y)) - s(y_i): conditional random field",
    .task = TASK_SEQUENCE,
    .traits = LOSS_SMOOTH | LOSS_POSITIVE | LOSS_LIPSCHITZ | LOSS_SCORES | LOSS_GROUPS |
              LOSS_GROUP_WEIGHTS,
    .own = chain_own,
    .group = &group_chain,
    .gibbs = &gibbs_chain,
    .make = make};
