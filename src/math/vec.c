/* vec - dense vectors of doubles: the length comes first, every sum has a fixed order. */
#include "math/vec.h"

#include <math.h>
#include <string.h>

/* Eight running sums are one or two vector registers; without -ffast-math a compiler may not
 * reorder one sum itself. */
double vec_dot(size_t n, const double *x, const double *y)
{
    enum { SUMS = 8 };
    double s[SUMS] = {0}, rest = 0;
    size_t i = 0;

    for (; i + SUMS <= n; i += SUMS)
        for (size_t k = 0; k < SUMS; k++)
            s[k] += x[i + k] * y[i + k];
    for (; i < n; i++)
        rest += x[i] * y[i];
    return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7])) + rest;
}

double vec_sqnorm(size_t n, const double *x)
{
    return vec_dot(n, x, x);
}

double vec_sum(size_t n, const double *x)
{
    enum { SUMS = 4 };
    double s[SUMS] = {0};
    size_t i = 0;

    for (; i + SUMS <= n; i += SUMS)
        for (size_t k = 0; k < SUMS; k++)
            s[k] += x[i + k];
    for (; i < n; i++)
        s[0] += x[i];
    return (s[0] + s[2]) + (s[1] + s[3]);
}

double vec_sqdistance(size_t n, const double *x, const double *y)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += (x[i] - y[i]) * (x[i] - y[i]);
    return sum;
}

size_t vec_nonzeros(size_t n, const double *x)
{
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        count += x[i] != 0;
    return count;
}

size_t vec_largest(size_t n, const double *x)
{
    size_t best = 0;

    for (size_t i = 1; i < n; i++)
        if (x[i] > x[best])
            best = i;
    return best;
}

double vec_max(size_t n, const double *x)
{
    enum { LANES = 4 };
    double most[LANES] = {x[0], x[0], x[0], x[0]};
    size_t i = 0;

    for (; i + LANES <= n; i += LANES)
        for (size_t k = 0; k < LANES; k++)
            most[k] = x[i + k] > most[k] ? x[i + k] : most[k];
    for (; i < n; i++)
        most[0] = x[i] > most[0] ? x[i] : most[0];
    for (size_t k = 1; k < LANES; k++)
        most[0] = most[k] > most[0] ? most[k] : most[0];
    return most[0];
}

bool vec_finite(size_t n, const double *x)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

void vec_fill(size_t n, double value, double *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] = value;
}

void vec_copy(size_t n, const double *from, double *to)
{
    memcpy(to, from, n * sizeof *to);
}

void vec_scale(size_t n, double a, double *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] *= a;
}

void vec_add(size_t n, double a, const double *x, double *y)
{
    for (size_t i = 0; i < n; i++)
        y[i] += a * x[i];
}

void vec_mix(size_t n, double a, const double *x, double b, double *y)
{
    for (size_t i = 0; i < n; i++)
        y[i] = a * x[i] + b * y[i];
}

void vec_combine(size_t n, double a, const double *x, double b, const double *y, double *r)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a * x[i] + b * y[i];
}
