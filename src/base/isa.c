/* isa - the best of the instruction sets that this machine has. */
#include "base/isa.h"

enum isa isa_best(void)
{
    enum isa best = ISAS - 1;

    while (!isa_has(best))
        best--;
    return best;
}
