/* words - what users of other programs type, and what that is called here. */
#include "cli/words.h"

#include <stdio.h>
#include <string.h>

#include "loss/loss.h"
#include "reg/reg.h"
#include "solve/solver.h"
#include "task/figures.h"

/* From sklearn, LIBLINEAR, libsvm, Vowpal Wabbit, XGBoost, glmnet and textbooks: what means one
 * thing. */
const struct words_row words_rows[] = {
    {WORDS_SOLVER, "sdca dcd cd dual-cd liblinear", "'sda'"},
    {WORDS_SOLVER, "sgd asgd", "'pegasos'"},
    {WORDS_SOLVER, "newton newton-cg newton-cholesky tron irls irwls", "'proximal:newton'"},
    {WORDS_SOLVER, "nesterov fista apg", "'agm'"},
    {WORDS_SOLVER, "bmrm cutting-plane cutting-planes", "'bundle'"},
    {WORDS_SOLVER, "ocas libocas", "'linesearch:ocas'"},

    {WORDS_LOSS, "svm svc linear-svm linear-svc linearsvc l1-svm l1svm l1-svc binary:hinge",
     "'hinge'"},
    {WORDS_LOSS, "hinge2 l2-svm l2svm l2-svc sq-hinge", "'squared-hinge'"},
    {WORDS_LOSS, "smooth-hinge smoothed-hinge", "'huber-hinge'"},
    {WORDS_LOSS, "log logit logistic-regression logisticregression logreg lr log-loss logloss bce "
                 "binomial binary-crossentropy binary:logistic reg:logistic", "'logistic'"},
    {WORDS_LOSS, "cross-entropy crossentropy xent",
     "'logistic' (two classes) or 'softmax' (more)"},
    {WORDS_LOSS, "exp adaboost", "'exponential'"},
    {WORDS_LOSS, "nu-svm nu-svc nusvm nusvc", "'nu'"},
    {WORDS_LOSS, "one-class oneclass one-class-svm oneclasssvm ocsvm svdd", "'novelty'"},
    {WORDS_LOSS, "mse rmse ols ls lsq least-squares squared-error squared-loss "
                 "square quadratic gaussian linear-regression linearregression regression adaline "
                 "reg:squarederror reg:linear", "'squared'"},
    {WORDS_LOSS, "ridge", "'squared' with -r l2"},
    {WORDS_LOSS, "lasso", "'squared' with -r l1"},
    {WORDS_LOSS, "elasticnet elastic-net enet", "'squared' with -r elastic"},
    {WORDS_LOSS, "mae lad absolute-error median reg:absoluteerror", "'absolute'"},
    {WORDS_LOSS, "l2 l2-loss", "'squared' (of numbers) or 'squared-hinge' (of two classes)"},
    {WORDS_LOSS, "l1 l1-loss", "'absolute' (of numbers) or 'hinge' (of two classes)"},
    {WORDS_LOSS, "smooth-l1", "'huber'"},
    {WORDS_LOSS, "svr linear-svr linearsvr eps-svr epsilon-svr l1-svr epsilon-insensitive "
                 "epsilon", "'eps-insensitive'"},
    {WORDS_LOSS, "l2-svr squared-epsilon-insensitive", "'squared-eps-insensitive'"},
    {WORDS_LOSS, "pinball quantile-loss quantile-regression reg:quantileerror", "'quantile'"},
    {WORDS_LOSS, "count count:poisson poisson-regression", "'poisson'"},
    {WORDS_LOSS, "reg:gamma gamma-regression", "'gamma'"},
    {WORDS_LOSS, "reg:tweedie tweedie-regression", "'tweedie:p'"},
    {WORDS_LOSS, "multinomial multinomial-logistic softmax-regression mlogit maxent "
                 "categorical-crossentropy multi:softmax multi:softprob", "'softmax'"},
    {WORDS_LOSS, "cs mcsvm multiclass-svm", "'crammer-singer'"},
    {WORDS_LOSS, "ova ovr oaa one-vs-rest one-vs-all",
     "'hinge' or another loss of two classes: with more labels one class against the rest"},
    {WORDS_LOSS, "rank ranking auc roc-auc roc-area ranksvm rank-svm pairwise",
     "'roc' (of two labels)"},
    {WORDS_LOSS, "f f1 f1-score f-beta f-measure fscore", "'fbeta'"},
    {WORDS_LOSS, "precision precision@k precision-at-k p@k", "'prec@k'"},
    {WORDS_LOSS, "recall recall@k recall-at-k r@k", "'rec@k'"},
    {WORDS_LOSS, "break-even breakeven prec-rec", "'prbep'"},
    {WORDS_LOSS, "error error-rate 0-1 zero-one", "'errorrate'"},
    {WORDS_LOSS, "ordered ordinal-regression svor", "'ordinal'"},
    {WORDS_LOSS, "ologit polr proportional-odds", "'ordinal-logistic'"},

    {WORDS_REGULARIZER, "ridge tikhonov weight-decay l2-norm squared gaussian 2", "'l2'"},
    {WORDS_REGULARIZER, "lasso l1-norm laplace sparse 1", "'l1'"},
    {WORDS_REGULARIZER, "elasticnet elastic-net enet l1l2 l1-l2", "'elastic'"},
    {WORDS_REGULARIZER, "kl relative-entropy lpboost", "'entropy'"},
    {WORDS_REGULARIZER, "nnls non-negative nonnegative positive nn", "'nonneg'"},
    {WORDS_REGULARIZER, "bounds bounded clip", "'box'"},
    {WORDS_REGULARIZER, "group-lasso grouplasso grplasso l21 l1-l2-groups", "'group'"},
    {WORDS_REGULARIZER, "elasticgroup group-elastic", "'elastic-group'"},
    {WORDS_REGULARIZER, "none no null off 0", "'l2' with a great cost, as -c 1e6,"},

    {WORDS_SCORE, "acc", "'accuracy'"},
    {WORDS_SCORE, "bac bacc", "'balanced-accuracy'"},
    {WORDS_SCORE, "f1-macro", "'macro-f1'"},
    {WORDS_SCORE, "auc roc roc-auc", "'roc-area'"},
    {WORDS_SCORE, "logloss neg-log-loss nll cross-entropy", "'log-loss'"},
    {WORDS_SCORE, "brier-score brier-score-loss neg-brier-score", "'brier'"},
    {WORDS_SCORE, "ece", "'calibration-error'"},
    {WORDS_SCORE, "mse neg-mean-squared-error rmse squared", "'mean-squared-error'"},
    {WORDS_SCORE, "mae neg-mean-absolute-error absolute", "'mean-absolute-error'"},
    {WORDS_SCORE, "medae neg-median-absolute-error", "'median-absolute-error'"},
    {WORDS_SCORE, "r-squared rsquared", "'r2'"},

    {WORDS_TRAIN, "p", "LIBLINEAR's -p 0.1 stands behind the loss here: -l eps-insensitive:0.1"},
    {WORDS_TRAIN, "j jobs n-jobs nthread num-threads", "-n"},
    {WORDS_TRAIN, "loss-function objective", "-l"},
    {WORDS_TRAIN, "penalty regularization", "-r"},
    {WORDS_TRAIN, "l1", "-r l1, with -c or -L"},
    {WORDS_TRAIN, "l2 alpha", "-L (of -r l2, the default)"},
    {WORDS_TRAIN, "method", "-s"},
    {WORDS_TRAIN, "eps epsilon termination", "-e"},
    {WORDS_TRAIN, "epochs iterations max-iter", "-m"},
    {WORDS_TRAIN, "intercept fit-intercept", "-B 1, unregularized with -R"},
    {WORDS_TRAIN, "class-weight", "-w label:weight"},
    {WORDS_TRAIN, "sample-weight instance-weight offset exposure", "-W file"},
    {WORDS_TRAIN, "cv nfold", "-v"},
    {WORDS_TRAIN, "random-seed random-state", "-S"},
    {WORDS_TRAIN, "silent", "-q"},
    {WORDS_TRAIN, "f final-regressor model output", "the model is the second file name here"},
    {WORDS_TRAIN, "d data k g kernel gamma degree",
     "the training file is the first file name here, and models are linear, without kernels"},

    {WORDS_PREDICT, "j jobs n-jobs nthread num-threads", "-n"},
    {WORDS_PREDICT, "silent", "-q"},
    {WORDS_PREDICT, "probabilities", "-b 1"},
    {WORDS_PREDICT, "t", "a threshold is -o threshold=, here and of rrm-train"},
    {WORDS_PREDICT, "topk top-k", "-k"},
    {WORDS_PREDICT, "decision-function raw", "-d"},
    {WORDS_PREDICT, "output predictions", "the output is the third file name here"},
    {WORDS_PREDICT, "m i model initial-regressor", "the model is the second file name here"},

    {WORDS_TEXTS, "j jobs n-jobs nthread num-threads", "-n"},
    {WORDS_TEXTS, "silent", "-q"},
    {WORDS_TEXTS, "ngram-range", "-g"},
    {WORDS_TEXTS, "char-wb chars analyzer minn maxn", "-c"},
    {WORDS_TEXTS, "min-df mindf min-count mincount", "-m"},
    {WORDS_TEXTS, "max-features maxfeatures", "-k"},
    {WORDS_TEXTS, "lowercase", "-l, which keeps case; lower case is the default"},
    {WORDS_TEXTS, "binary counts tf-idf tfidf", "-w"},
    {WORDS_TEXTS, "norm", "-r, without a norm; l2 is the default"},
    {WORDS_TEXTS, "transform", "-a"},
    {WORDS_TEXTS, NULL, NULL}};

static char plain(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return c == '_' ? '-' : c;
}

/* Whether name[0 .. n) is the word[0 .. n) in another spelling; letters as they are. */
static bool matches(const char *name, const char *word, size_t n)
{
    if (n == 1)
        return *name == *word;
    for (size_t k = 0; k < n; k++)
        if (plain(name[k]) != plain(word[k]))
            return false;
    return true;
}

/* "": nothing to choose by */
static const char *key_of(enum figure_id id)
{
    const struct figure_row *row = figures_row(id);

    return row->better == BETTER_NEITHER ? "" : row->key;
}

/* Name i of a kind; NULL: behind the last. */
static const char *name_at(enum words_kind kind, size_t i)
{
    switch (kind) {
    case WORDS_SOLVER: return solver_at(i) ? solver_at(i)->name : NULL;
    case WORDS_LOSS: return loss_at(i) ? loss_at(i)->name : NULL;
    case WORDS_REGULARIZER: return reg_at(i) ? reg_at(i)->name : NULL;
    case WORDS_SCORE: return i < FIGURE_IDS ? key_of((enum figure_id)i) : NULL;
    default: return NULL;
    }
}

/* Whether a list of words has the word[0 .. n). */
static bool lists(const char *words, const char *word, size_t n)
{
    for (const char *at = words; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        if (length == n && matches(at, word, n))
            return true;
        at += length;
    }
    return false;
}

const char *words_called(enum words_kind kind, const char *word, const char *end,
                         char text[WORDS_TEXT])
{
    size_t n = (size_t)(end - word);

    text[0] = '\0';
    for (size_t i = 0; n > 0 && name_at(kind, i); i++)
        if (strlen(name_at(kind, i)) == n && matches(name_at(kind, i), word, n) &&
            memcmp(name_at(kind, i), word, n) != 0)
            snprintf(text, WORDS_TEXT, ": it is called '%s' here", name_at(kind, i));
    for (const struct words_row *row = words_rows; row->typed && !*text; row++)
        if (row->kind == kind && lists(row->typed, word, n))
            snprintf(text, WORDS_TEXT, strchr("'-", *row->called) ? ": it is called %s here"
                                                                  : ": %s", row->called);
    return text;
}
