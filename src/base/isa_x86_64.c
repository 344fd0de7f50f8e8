/* isa_x86_64 - the instruction sets of an x86-64 processor. Compiled there alone: Makefile. */
#include "base/isa.h"

enum isa isa_best(void)
{
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2"))
        return ISA_BASELINE;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512vl") || !__builtin_cpu_supports("avx512bw"))
        return ISA_AVX2;
    return ISA_AVX512;
}
