/* svmlight_entries_other - no vectors: for processors other than x86-64. Compiled there alone:
 * Makefile. */
#include "data/text/svmlight_entries.h"

const struct svmlight_entries *svmlight_entries_vectors(void)
{
    return NULL;
}
