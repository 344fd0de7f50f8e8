"""sklearn_fit - fits an estimator of scikit-learn, writes its weights as a model of LIBLINEAR, prints the seconds of fit.

usage: sklearn_fit.py VARIANT PROBLEM COST TOLERANCE TRAINING_FILE MODEL_FILE
"""
import sys
import time

from sklearn.datasets import load_svmlight_file
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.svm import LinearSVC, LinearSVR


def estimator(variant, problem, cost, tol):
    most = 100000
    if variant == "LinearSVC":
        square = problem == "squared-hinge"
        return LinearSVC(C=cost, tol=tol, max_iter=most, fit_intercept=False, dual=not square,
                         loss="squared_hinge" if square else "hinge")
    if variant == "LinearSVR":
        return LinearSVR(C=cost, tol=tol, max_iter=most, fit_intercept=False, epsilon=0.1)
    if problem == "squared":
        return Ridge(alpha=1 / cost, tol=tol, solver=variant, fit_intercept=False)
    return LogisticRegression(C=cost, tol=tol, max_iter=most, solver=variant, fit_intercept=False)


def write(path, weights, classes):
    """weights: a row per output."""
    if len(weights) == 1 and classes is not None:
        classes = classes[::-1]  # the first label is that of positive scores
    with open(path, "w") as out:
        out.write("solver_type sklearn\nnr_class %d\n" % (2 if classes is None else len(classes)))
        if classes is not None:
            out.write("label %s\n" % " ".join("%.17g" % c for c in classes))
        out.write("nr_feature %d\nbias -1\nw\n" % len(weights[0]))
        for column in zip(*weights):
            out.write(" ".join("%.17g" % w for w in column) + "\n")


def main():
    variant, problem, cost, tol, data, model = sys.argv[1:]
    x, y = load_svmlight_file(data, zero_based=False)
    fit = estimator(variant, problem, float(cost), float(tol))
    wall, cpu = time.perf_counter(), time.process_time()
    fit.fit(x, y)
    print("%.6f %.6f" % (time.perf_counter() - wall, time.process_time() - cpu))
    write(model, fit.coef_.reshape(-1, x.shape[1]), getattr(fit, "classes_", None))


main()
