/* newton_order - whether a factor of some order is worth its operations. */
#include "solve/newton/newton_order.h"

#include "data/matrix.h"

/* Orders up to which a factor is worth its n^3/3 operations and its n^2 numbers: there rows of any
 * size are solved to rounding, where conjugate gradients do not converge on unscaled columns. */
enum { SMALL_ORDER = 1200 };

/* Larger orders where the matrix and its factor, n^2 numbers each, are at most MORE times as many
 * as the entries of the data, and 4 for each row: dense tables. */
static const double MORE = 2;

bool newton_order_direct(const struct risk *risk, size_t n)
{
    double order = (double)n;

    return n <= SMALL_ORDER || order * order <= MORE * matrix_work(risk->A);
}
