/* isas - functions of many numbers that give the same bits with every instruction set. */
#include "isas.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/isa.h"
#include "common.h"

static void check_kernel(many *kernel, size_t n, const double *x, const double *expected)
{
    double each[ISAS_MOST];

    memcpy(each, x, n * sizeof *x);
    kernel(n, each);
    ck_assert_mem_eq(expected, each, n * sizeof *each);
}

void isas_check(many *best, many *baseline, many *avx2, size_t n, const double *x, double *got)
{
    memcpy(got, x, n * sizeof *x);
    best(n, got);
    check_kernel(baseline, n, x, got);
    if (isa_best() >= ISA_AVX2)
        check_kernel(avx2, n, x, got);
}

double isas_error(double got, long double right)
{
    int exponent;

    if (got == (double)right)
        return 0;
    frexpl(right, &exponent);
    exponent = exponent < DBL_MIN_EXP ? DBL_MIN_EXP : exponent;
    return (double)(fabsl(got - right) / ldexpl(1, exponent - DBL_MANT_DIG));
}
