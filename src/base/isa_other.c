/* isa_other - the instruction sets of processors other than x86-64. Compiled there alone:
 * Makefile. */
#include "base/isa.h"

bool isa_has(enum isa isa)
{
    return isa == ISA_BASELINE;
}
