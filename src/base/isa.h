/* isa - the instruction sets that kernels are compiled for, and those that this machine has. */
#ifndef RRM_ISA_H
#define RRM_ISA_H

/* Each set holds those before it. A kernel has the same order of summation in all of them and no
 * fused multiplication and addition: the same bits. On machines other than x86-64 there is the
 * baseline alone. */
enum isa {
    ISA_BASELINE, /* of every machine of its kind: SSE2 on x86-64 */
    ISA_AVX2,     /* vectors of four doubles, and BMI2: x86-64-v3 */
    ISA_AVX512,   /* vectors of eight doubles: x86-64-v4 */
    ISAS
};

/* The last set whose instructions this machine, and its system, have. */
enum isa isa_best(void);

/* In a file *_kernels.c, which is compiled once for each set: a name of its own in each. ISA, the
 * set's name, and ISA_LANES, the doubles of its vectors, are of the compiler's command line. */
#define ISA_NAME(name) ISA_JOIN(name, ISA)
#define ISA_JOIN(name, isa) ISA_JOINED(name, isa)
#define ISA_JOINED(name, isa) name##_##isa

#endif
