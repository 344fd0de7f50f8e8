/* chain - sums and maxima over the labelings of a sequence, for losses of sequences.
 *
 * A labeling y of a sequence of n positions has the score
 *     s(y) = sum_t z_t(y_t) + sum over t >= 2 of T(y_(t-1), y_t),
 * z_t the scores of row t, one for each of the S labels, T (S x S, from-major) the scores of the
 * transitions, which are weights themselves: the own scores of loss.h. The Gibbs distribution of s
 * is P(y) = exp(s(y))/Z, Z the sum of exp(s(y)) over all S^n labelings. */
#ifndef RRM_CHAIN_H
#define RRM_CHAIN_H

#include <stdint.h>

#include "base/arena.h"
#include "loss/loss.h"

/* Labels at most: S^2 transitions. */
enum { CHAIN_LABELS = 1024 };

/* Transitions as the kernels have them: rows of `stride` numbers, S up to a multiple of
 * CHAIN_LANES. Of sums M = exp(T - most), most = max T, 0 behind the labels, and M'; of maxima T,
 * -INFINITY behind the labels. */
enum { CHAIN_LANES = 4 };

struct lattice {
    size_t labels, stride;
    double most;
    double *M, *transposed; /* stride x stride each */
    double *T;              /* labels x labels: T, of sums T/mu */
};

/* The scratch of one thread, for sequences of at most `longest` positions. */
struct chain_room {
    double *node;   /* longest x stride */
    double *ahead;  /* longest x stride */
    double *p;      /* longest x stride */
    double *pair;   /* stride x stride */
    double *edge;   /* labels x stride */
    uint16_t *best; /* longest */
};

/* An empty lattice of so many labels; false: no memory. */
bool lattice_init(struct lattice *x, size_t labels, struct arena *arena);

/* Makes M of T/mu (labels x labels), for sums. */
void lattice_sums(struct lattice *x, double mu, const double *T);

/* Makes M of T, for maxima. */
void lattice_maxima(struct lattice *x, const double *T);

bool chain_room_init(struct chain_room *room, const struct lattice *x, size_t longest,
                     struct arena *arena);

/* room->node = the scores z (n x labels). */
void chain_nodes(const struct lattice *x, size_t n, const double *z, struct chain_room *room);

/* log Z of room->node (n x stride; what is behind the labels does not count), which is overwritten,
 * and of a lattice for sums. With `marginals`, room->p (n x stride) gets P(y_t = k), and P(y_(t-1)
 * = j, y_t = k), summed over t, adds up as pair o M + edge (chain_edges). Lafferty, McCallum,
 * Pereira (ICML 2001); by scales (Rabiner, Proc. IEEE 77, 1989, V A), where these are lost in
 * logarithms. */
double chain_sum(const struct lattice *x, size_t n, struct chain_room *room, bool marginals);

/* max s(y), and a labeling with that score in room->best: of equal ones that of the first labels,
 * from the last position on. As chain_sum; the lattice is one for maxima. Viterbi (IEEE Trans. Inf.
 * Theory 13, 1967). */
double chain_maximum(const struct lattice *x, size_t n, struct chain_room *room);

/* edges (labels x labels) += scale times those that chain_sum has added up in room->pair and
 * room->edge, which are 0 from now on. */
void chain_edges(const struct lattice *x, struct chain_room *room, double scale, double *edges);

/* The kernels of one instruction set; the same bits for each. sum: as chain_sum by scales, NaN
 * where a scale is too small; maximum: node_t becomes the maxima over what ends in label k at t. */
double chain_sum_baseline(const struct lattice *x, size_t n, struct chain_room *room,
                          bool marginals);
double chain_sum_avx2(const struct lattice *x, size_t n, struct chain_room *room, bool marginals);
void chain_maximum_baseline(const struct lattice *x, size_t n, double *node);
void chain_maximum_avx2(const struct lattice *x, size_t n, double *node);

/* ---- losses -------------------------------------------------------------------------------- */

/* What a loss of sequences is: R(w) = the mean over the sequences of a number. */
struct chain_kind {
    double error; /* added to z_t(k) where k is not the label: Hamming's loss; 0: none */
    bool sums;    /* log Z, whatever mu; else the maximum, or mu log Z of s/mu where mu > 0 */
};

/* The instance of a row: loss_row.make and loss_row.own. */
enum status chain_make(const struct chain_kind *kind, const struct loss_spec *spec,
                       const struct parts *parts, struct arena *arena, struct loss **g,
                       struct error *err);
size_t chain_own(int classes);

#endif
