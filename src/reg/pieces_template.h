/* pieces_template - the functions of a row of pieces (reg/pieces.h).
 *
 *   ROW(name)     the name of a function of the row
 *   PIECES        the pieces at p, one for all weights (STRIDE 0) or one each (STRIDE 1) */

static struct reg_weight ROW(weight)(const double *p, size_t j)
{
    return piece_weight(PIECES(p) + STRIDE * j);
}

static double ROW(value)(const double *p, size_t n, const double *w)
{
    return pieces_value(PIECES(p), STRIDE, n, w);
}

static double ROW(conjugate)(const double *p, size_t n, double lambda, double scale,
                             const double *s)
{
    return pieces_conjugate(PIECES(p), STRIDE, n, lambda, scale, s);
}

static void ROW(prox)(const double *p, size_t n, double lambda, double S, const double *centre,
                      const double *g, double *w)
{
    pieces_prox(PIECES(p), STRIDE, n, lambda, S, centre, g, w);
}

static double ROW(coordinate)(const double *p, size_t j, double lambda, double S, double a)
{
    return piece_step(PIECES(p) + STRIDE * j, lambda, S, a);
}

static void ROW(bend)(const double *p, size_t n, double lambda, double S, const double *centre,
                      const double *g, const double *w, size_t count, double *const *d)
{
    (void)centre;
    (void)g;
    pieces_bend(PIECES(p), STRIDE, n, lambda, S, w, count, d);
}

#undef ROW
#undef PIECES
#undef STRIDE
