/* isas - functions of many numbers that give the same bits with every instruction set. */
#ifndef RRM_TESTS_ISAS_H
#define RRM_TESTS_ISAS_H

#include <stddef.h>

typedef void many(size_t n, double *x);

/* got = what `best`, the kernel of this machine, makes of the n numbers x, n <= ISAS_MOST; those of each instruction set
 * make the same bits. */
enum { ISAS_MOST = 1000 };
void isas_check(many *best, many *baseline, many *avx2, size_t n, const double *x, double *got);

/* |got - right| in units in the last place of right, of a double that is not 0; 0 where both round to the same. */
double isas_error(double got, long double right);

#endif
