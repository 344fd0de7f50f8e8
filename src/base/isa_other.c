/* isa_other - the instruction sets of processors other than x86-64. Compiled there alone:
 * Makefile. */
#include "base/isa.h"

enum isa isa_best(void)
{
    return ISA_BASELINE;
}
