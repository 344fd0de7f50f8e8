/* m3n - l_i(z) = max over y of h(y, y_i) + s_i(y) - s_i(y_i), h(y, y_i) the number of positions
 * where y is wrong: a maximum margin Markov network. Taskar, Guestrin, Koller (NIPS 2003).
 *
 * Smoothed by mu: mu log sum over y of exp((h + s_i)/mu) - mu L log S - s_i(y_i) for L positions of
 * S labels, by the entropy of y: at most mu L log S below. */
#include "loss/chain/chain.h"
#include "loss/group.h"
#include "loss/labelings.h"

static enum status make(const struct loss_spec *spec, const struct parts *parts,
                        struct arena *arena, struct loss **g, struct error *err)
{
    static const struct chain_kind kind = {.error = 1, .sums = false};

    return chain_make(&kind, spec, parts, arena, g, err);
}

const struct loss_row loss_m3n = {
    .name = "m3n",
    .help = "max over y of errors(y) + s(y) - s(y_i): maximum margin Markov network",
    .task = TASK_SEQUENCE,
    .traits = LOSS_POSITIVE | LOSS_LIPSCHITZ | LOSS_SCORES | LOSS_GROUPS | LOSS_SMOOTHABLE |
              LOSS_GROUP_WEIGHTS,
    .own = chain_own,
    .group = &group_chain,
    .labelings = &labelings_chain,
    .make = make};
