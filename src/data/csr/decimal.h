/* decimal - short decimal numbers in 31 bits, and the double that is nearest to each. */
#ifndef RRM_DECIMAL_H
#define RRM_DECIMAL_H

#include <stdint.h>

enum { DECIMAL_PLACES = 9 }; /* at most: 10^9 < 2^31, so that 1 has a mantissa, too */

/* decimal_unit[p] = {h, l}: h is 10^-p rounded to 22 bits, l is the double nearest to 10^-p - h. */
extern const double decimal_unit[DECIMAL_PLACES + 1][2];

/* The double nearest to v = m / 10^p, |m| < 2^31, without a division: fl(m h + fl(m l)).
 *
 * m h has at most 31 + 22 bits: it is exact. The roundings of l and of m l err by at most 2^-53
 * |m l| each, so that the sum before its rounding errs by at most 2^-52 |l / h| v. Let v in
 * [2^e, 2^(e+1)) be no double; the middles of two doubles there are n / 2^t, t = 53 - e >= 23, and
 * |v - n / 2^t| = |m 2^t - n 10^p| / (10^p 2^t) >= 2^p / (10^p 2^t) > 2^-54 5^-p v. No middle lies
 * between v and the sum, which therefore round alike, as 4 5^p |l / h| < 1 for each p: it is 0.65
 * for p = 9, 0.13 for p = 8, and less below. */
static inline double decimal_value(int32_t m, int places)
{
    double v = (double)m;

    return v * decimal_unit[places][0] + v * decimal_unit[places][1];
}

#endif
