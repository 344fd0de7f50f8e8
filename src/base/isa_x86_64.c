/* isa_x86_64 - the instruction sets of an x86-64 processor. Compiled there alone: Makefile. */
#include "base/isa.h"

bool isa_has(enum isa isa)
{
    switch (isa) {
    case ISA_BASELINE: return true;
    case ISA_AVX2: return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    case ISA_AVX512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
    default: return false;
    }
}
