/* decimal - short decimal numbers in 31 bits, and the double that is nearest to each. */
#include "data/csr/decimal.h"

/* h = rint(10^-p 2^(22 + k)) 2^-(22 + k) with 2^-k <= 2 10^-p < 2^(1-k); l = (1 - h 10^p) / 10^p,
 * whose numerator is exact in double precision. */
const double decimal_unit[DECIMAL_PLACES + 1][2] = {
    {0x1p+0, 0},
    {0x1.999998p-4, 0x1.999999999999ap-28},
    {0x1.47ae18p-7, -0x1.c28f5c28f5c29p-30},
    {0x1.0624ep-10, -0x1.6872b020c49bap-33},
    {0x1.a36e3p-14, -0x1.4e3bcd35a8588p-38},
    {0x1.4f8b58p-17, 0x1.1c6d1e108c3f4p-42},
    {0x1.0c6f78p-20, 0x1.05af6c69b5a64p-43},
    {0x1.ad7f28p-24, 0x1.abcaf485787a6p-48},
    {0x1.5798fp-27, -0x1.dcf73c6206048p-51},
    {0x1.12e0cp-30, -0x1.7d9296b4d19d3p-54},
};
