/* test_peers - models that LIBLINEAR 2.50 and LIBSVM 3.24 wrote, in tests/reference/peers, with the answers of liblinear-predict
 * and svm-predict to the data beside them; what such a file must not hold. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "data/text/source.h"
#include "model/liblinear.h"
#include "model/predict.h"
#include "models.h"
#include "common.h" /* behind ours: check.h has a macro called fail */

enum { TEXT_ROOM = 1 << 14, PATH = 128 };

/* DATA-TYPE.model, or svm-DATA-TYPE.model; what it is here. */
struct peer {
    const char *name, *data, *solver, *loss, *regularizer;
    int classes;
    double first; /* label; of regression 0 */
    double bias;
};

static const struct peer peers[] = {
    {"two-0", "two", "liblinear:L2R_LR", "logistic", "l2", 2, 1, -1},
    {"two-1", "two", "liblinear:L2R_L2LOSS_SVC_DUAL", "squared-hinge", "l2", 2, 1, 1},
    {"two-2", "two", "liblinear:L2R_L2LOSS_SVC", "squared-hinge", "l2", 2, 1, -1},
    {"two-3", "two", "liblinear:L2R_L1LOSS_SVC_DUAL", "hinge", "l2", 2, 1, 1},
    {"two-4", "two", "liblinear:MCSVM_CS", "crammer-singer", "l2", 2, -1, -1},
    {"two-5", "two", "liblinear:L1R_L2LOSS_SVC", "squared-hinge", "l1", 2, 1, 1},
    {"two-6", "two", "liblinear:L1R_LR", "logistic", "l1", 2, 1, -1},
    {"two-7", "two", "liblinear:L2R_LR_DUAL", "logistic", "l2", 2, 1, 1},
    {"three-0", "three", "liblinear:L2R_LR", "ova:logistic", "l2", 3, 0, -1},
    {"three-1", "three", "liblinear:L2R_L2LOSS_SVC_DUAL", "ova:squared-hinge", "l2", 3, 0, 1},
    {"three-2", "three", "liblinear:L2R_L2LOSS_SVC", "ova:squared-hinge", "l2", 3, 0, -1},
    {"three-3", "three", "liblinear:L2R_L1LOSS_SVC_DUAL", "ova:hinge", "l2", 3, 0, 1},
    {"three-4", "three", "liblinear:MCSVM_CS", "crammer-singer", "l2", 3, 0, -1},
    {"three-5", "three", "liblinear:L1R_L2LOSS_SVC", "ova:squared-hinge", "l1", 3, 0, 1},
    {"three-6", "three", "liblinear:L1R_LR", "ova:logistic", "l1", 3, 0, -1},
    {"three-7", "three", "liblinear:L2R_LR_DUAL", "ova:logistic", "l2", 3, 0, 1},
    {"order-0", "order", "liblinear:L2R_LR", "logistic", "l2", 2, 5, 1},
    {"order-4", "order", "liblinear:MCSVM_CS", "crammer-singer", "l2", 2, 7, 1},
    {"numbers-11", "numbers", "liblinear:L2R_L2LOSS_SVR", "squared-eps-insensitive", "l2", 0, 0, -1},
    {"numbers-12", "numbers", "liblinear:L2R_L2LOSS_SVR_DUAL", "squared-eps-insensitive", "l2", 0, 0, -1},
    {"numbers-13", "numbers", "liblinear:L2R_L1LOSS_SVR_DUAL", "eps-insensitive", "l2", 0, 0, 2},
    {"one-21", "two", "liblinear:ONECLASS_SVM", "novelty", "l2", 1, 1, -1},
    {"svm-two-0", "two", "libsvm:c_svc", "hinge", "l2", 2, 1, 1},
    {"svm-two-1", "two", "libsvm:nu_svc", "nu", "l2", 2, 1, 1},
    {"svm-one-2", "two", "libsvm:one_class", "novelty", "l2", 1, 1, -1},
    {"svm-numbers-3", "numbers", "libsvm:epsilon_svr", "eps-insensitive", "l2", 0, 0, 1},
    {"svm-numbers-4", "numbers", "libsvm:nu_svr", "eps-insensitive", "l2", 0, 0, 1},
};
enum { PEERS = sizeof peers / sizeof *peers };

static char *path_of(const char *name, const char *ending, char path[PATH])
{
    snprintf(path, PATH, "tests/reference/peers/%s.%s", name, ending);
    return path;
}

static size_t read_file(const char *path, char text[TEXT_ROOM])
{
    FILE *f = fopen(path, "r");
    size_t length;

    ck_assert_msg(f, "%s is missing", path);
    length = fread(text, 1, TEXT_ROOM - 1, f);
    text[length] = '\0';
    fclose(f);
    return length;
}

static void load(const struct peer *p, struct model *m)
{
    char path[PATH];
    struct error err;

    ck_assert_msg(model_load(path_of(p->name, "model", path), m, &err) == OK, "%s", err.text);
}

/* The answers are those in the file to the last bit; numbers that are a sum over support vectors there, up to 1e-7. */
static void check_answers(const struct peer *p, const struct model *m)
{
    char path[PATH], text[TEXT_ROOM], *at = text;
    struct decoder d = model_decoder(m);
    struct dataset data;
    struct error err;
    struct par par;
    double *z, *answer, tolerance = m->classes == 0 && strncmp(p->name, "svm", 3) == 0 ? 1e-7 : 0;

    par_init(&par, 1);
    ck_assert_int_eq(dataset_open(path_of(p->data, "libsvm", path), 0, &par, &data, &err), OK);
    z = mem_alloc((size_t)data.x.rows * d.outputs, sizeof *z);
    answer = mem_alloc((size_t)data.x.rows, sizeof *answer);
    ck_assert(z && answer && data.x.rows == 26);
    ck_assert_int_eq(predict_decisions(m, &data, &par, z, &err), OK);
    ck_assert(task_answers(&d, &data, z, answer));
    read_file(path_of(p->name, "answers", path), text);
    for (int64_t i = 0; i < data.x.rows; i++) {
        double theirs = strtod(at, &at);
        ck_assert_msg(fabs(theirs - answer[i]) <= tolerance, "%s, row %d: %.17g, theirs is %.17g", p->name, (int)i,
                      answer[i], theirs);
    }
    mem_free(z);
    mem_free(answer);
    dataset_free(&data);
    par_free(&par);
}

START_TEST(answers_as_they_do)
{
    for (int k = 0; k < PEERS; k++) {
        const struct peer *p = &peers[k];
        struct model m;

        load(p, &m);
        ck_assert_str_eq(m.solver, p->solver);
        ck_assert_str_eq(m.loss, p->loss);
        ck_assert_str_eq(m.regularizer, p->regularizer);
        ck_assert_str_eq(m.verdict, "foreign");
        ck_assert(model_is_foreign(&m) && !model_is_certified(&m));
        ck_assert(isnan(m.lambda) && isnan(m.primal) && isnan(m.dual) && isnan(m.passes));
        ck_assert_msg(m.classes == p->classes && m.bias == p->bias, "%s", p->name);
        ck_assert(p->classes == 0 || m.labels[0] == p->first);
        ck_assert(!m.folded.platt == !(strncmp(p->name, "svm-two", 7) == 0));
        check_answers(p, &m);
        model_free(&m);
    }
}
END_TEST

/* To rrm-model(5) and back to LIBLINEAR's: the same bytes, but for the second column of two classes of MCSVM_CS, which nobody
 * looks at, and for the sign of 0. */
START_TEST(there_and_back)
{
    for (int k = 0; k < PEERS; k++) {
        char path[PATH], ours[64], again[64], text[TEXT_ROOM], back[TEXT_ROOM];
        bool same = strncmp(peers[k].name, "svm", 3) != 0 && !(peers[k].classes == 2 && strstr(peers[k].solver, "MCSVM"));
        struct model m, read, last;
        struct error err;

        load(&peers[k], &m);
        temp_file(ours, "", 0);
        temp_file(again, "", 0);
        ck_assert_int_eq(model_save(&m, ours, &err), OK);
        ck_assert_msg(model_load(ours, &read, &err) == OK, "%s", err.text);
        ck_assert_str_eq(read.solver, m.solver);
        check_answers(&peers[k], &read);
        if (liblinear_has_loss(model_kind(&m).loss)) {
            ck_assert_msg(liblinear_save(&read, again, &err) == OK, "%s", err.text);
            ck_assert_msg(model_load(again, &last, &err) == OK, "%s", err.text);
            check_answers(&peers[k], &last);
            model_free(&last);
        }
        if (same) {
            read_file(path_of(peers[k].name, "model", path), text);
            read_file(again, back);
            ck_assert_str_eq(text, back);
        }
        model_free(&read);
        model_free(&m);
        unlink(ours);
        unlink(again);
    }
}
END_TEST

/* A score of rho itself is refused there (dec > 0) and accepted here (dec >= 0): the offset is the next number. */
START_TEST(rho_is_left_out)
{
    static const char text[] = "solver_type ONECLASS_SVM\nnr_class 2\nnr_feature 1\nbias -1\nrho 0.5\nw\n0.5 \n";
    struct model m;
    struct error err;

    ck_assert_int_eq(model_parse(text, sizeof text - 1, &m, &err), OK);
    ck_assert(m.offsets[0] > 0.5 && m.offsets[0] - 0.5 < 1e-15 && m.labels[0] == 1);
    model_free(&m);
}
END_TEST

/* ---- what is refused ------------------------------------------------------------------------- */

/* The text with line `at` (from 1) replaced, or without it (NULL). */
static void refused(const char *text, int at, const char *by, int line, const char *word)
{
    char made[TEXT_ROOM] = "";
    size_t length = 0;
    int number = 1;

    for (const char *s = text; *s; number++) {
        int n = (int)strcspn(s, "\n");
        if (number != at)
            length += (size_t)snprintf(made + length, sizeof made - length, "%.*s\n", n, s);
        else if (by)
            length += (size_t)snprintf(made + length, sizeof made - length, "%s\n", by);
        s += n + 1;
    }
    model_refused(made, length, line, word);
}

struct wrong {
    int at;
    const char *by;
    int line;
    const char *word;
};

static void refused_all(const char *text, size_t count, const struct wrong *cases)
{
    for (size_t k = 0; k < count; k++)
        refused(text, cases[k].at, cases[k].by, cases[k].line, cases[k].word);
}

START_TEST(wrong_liblinear)
{
    static const char text[] = "solver_type L2R_LR\nnr_class 3\nlabel 1 2 3\nnr_feature 2\nbias 1\nw\n1 2 3 \n4 5 6 \n7 8 9 \n";
    static const struct wrong cases[] = {
        {1, "solver_type L2R_RANKSVM", 1, "unknown solver_type 'L2R_RANKSVM'; known: L2R_LR, L2R_L2LOSS_SVC_DUAL"},
        {1, "solver_type ", 1, "solver_type is missing"},
        {1, "solver_type L2R_LR x", 1, "'x' stands at the end"},
        {1, "solver_type ONECLASS_SVM", 6, "'label' does not go with solver_type ONECLASS_SVM"},
        {1, "solver_type L2R_L2LOSS_SVR", 6, "'label' does not go with"},
        {2, "nr_class 0", 2, "'0' is no whole number from 1 to 4096"},
        {2, "nr_class 4097", 2, "from 1 to 4096"},
        {2, "nr_class 99999999999999999999", 2, "from 1 to 4096"},
        {2, "nr_class", 2, "a number is missing, expected nr_class"},
        {2, "nr_class 2", 3, "'3' stands at the end"},
        {2, "nr_class 4", 3, "a number is missing, expected a label"},
        {2, NULL, 2, "'nr_class' is missing before 'label'"},
        {3, "label 1 2 2", 3, "label 2 is repeated"},
        {3, "label 1 2 0.5", 3, "no whole number from -2147483648"},
        {3, "label 1 2 2147483648", 3, "no whole number"},
        {3, NULL, 5, "'label' is missing"},
        {4, "nr_feature -1", 4, "from 0 to 2147483646"},
        {4, "nr_feature 2147483647", 4, "from 0 to 2147483646"},
        {4, "nr_feature 2147483646", 10, "the file ends here"},
        {4, "nr_feature 1", 9, "more lines than nr_feature"},
        {4, "nr_feature 3", 10, "the file ends here"},
        {4, NULL, 5, "'nr_feature' is missing"},
        {4, "nr_class 3", 4, "'nr_class' is repeated"},
        {4, "nr_features 3", 4, "unknown key 'nr_features'"},
        {4, "", 4, "unknown key ''"},
        {5, "bias nan", 5, "'nan' is no finite number"},
        {5, "bias 1e999", 5, "no finite number"},
        {5, "rho 1", 6, "'bias' is missing"},
        {5, "bias 1\nrho 1", 7, "'rho' does not go with"},
        {5, NULL, 5, "'bias' is missing"},
        {5, "bias -1", 9, "more lines"},
        {6, "w 1", 6, "'1' stands at the end"},
        {7, "1 2", 7, "a number is missing, expected a weight of the feature for each score"},
        {7, "1 2 3 4", 7, "'4' stands at the end"},
        {7, "1 2 inf", 7, "'inf' is no finite number"},
        {7, "1 2 0x3", 7, "no finite number"},
        {9, NULL, 9, "the file ends here"},
        {9, "7 8 9\n \nx", 11, "'x' stands where the end"},
    };

    refused_all(text, sizeof cases / sizeof *cases, cases);
    refused("solver_type L2R_LR\nnr_class 1\nlabel 5\nnr_feature 0\nbias -1\nw\n", 0, NULL, 6, "one label of every example");
    model_refused(text, sizeof text - 4, 9, "within this line");
    refused("solver_type ONECLASS_SVM\nnr_class 2\nnr_feature 0\nbias -1\nrho 1.7976931348623157e308\nw\n", 0, NULL, 6, "rho is");
    refused("solver_type L2R_L2LOSS_SVR\nnr_class 3\nnr_feature 0\nbias -1\nw\n", 0, NULL, 5, "nr_class is 3, expected 2");
}
END_TEST

START_TEST(wrong_libsvm)
{
    static const char text[] = "svm_type c_svc\nkernel_type linear\nnr_class 2\ntotal_sv 2\nrho 0.5\nlabel 1 -1\nprobA -1\n"
                               "probB 0\nnr_sv 1 1\nSV\n1 1:0.5 3:1 \n-1 2:1 \n";
    static const struct wrong cases[] = {
        {1, "svm_type svdd", 1, "unknown svm_type 'svdd'; known: c_svc"},
        {1, "svm_type one_class", 10, "'label' does not go with svm_type one_class"},
        {2, "kernel_type rbf", 2, "kernel_type 'rbf', expected 'linear'"},
        {2, NULL, 9, "'kernel_type' is missing"},
        {3, "nr_class 3", 3, "one against one"},
        {3, "nr_class 1", 3, "nr_class is 1, expected 2"},
        {4, "total_sv 3", 10, "nr_sv counts 2 support vectors, total_sv 3"},
        {4, "total_sv 99999999999", 4, "no whole number from 0 to 2147483647"},
        {5, "rho 1 2", 5, "'2' stands at the end"},
        {5, "rho inf", 5, "no finite number"},
        {6, "label 1 1", 6, "repeated"},
        {6, NULL, 9, "'label' is missing"},
        {7, NULL, 9, "one of the keys 'probA' and 'probB'"},
        {7, "gamma 1", 7, "unknown key 'gamma'"},
        {9, "nr_sv 1 2", 10, "nr_sv counts 3"},
        {9, "nr_sv 2", 9, "a number is missing"},
        {11, "x 1:1", 11, "'x' is no finite number"},
        {11, "", 11, "a number is missing, expected the coefficient"},
        {11, "1 0:1", 11, "not from 1 to 2147483646"},
        {11, "1 2:1 2:1", 11, "'2:1' is not from 3"},
        {11, "1 2147483647:1", 11, "not from 1 to 2147483646"},
        {11, "1 1:", 11, "index:value was expected"},
        {11, "1 1", 11, "index:value was expected"},
        {11, "1 1:nan", 11, "index:value was expected"},
        {11, "1e300 1:1e300", 12, "weight of feature 1, a sum over the support vectors, overflows"},
        {12, NULL, 12, "the file ends here"},
        {12, "-1 2:1\n1 1:1", 13, "more lines than total_sv"},
    };

    refused_all(text, sizeof cases / sizeof *cases, cases);
}
END_TEST

/* Terms beyond the first room, of features far apart, against sums in their order; lines beyond a line of rrm-model(5). */
START_TEST(large_libsvm)
{
    enum { VECTORS = 40, ENTRIES = 9000, FEATURES = 18000 };
    static double w[FEATURES + 1];
    char path[64];
    struct model m;
    struct error err;
    struct rng rng;
    uint32_t next = 0;
    FILE *f;

    rng_seed(&rng, 3);
    temp_file(path, "", 0);
    f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    fprintf(f, "svm_type nu_svr\nkernel_type linear\nnr_class 2\ntotal_sv %d\nrho 0\nSV\n", VECTORS);
    for (int i = 0; i < VECTORS; i++) {
        double coef = ldexp((double)rng_below(&rng, 1000) - 500, -4);
        fprintf(f, "%.17g ", coef);
        for (uint32_t j = 1 + (uint32_t)rng_below(&rng, 2); j <= FEATURES; j += 1 + (uint32_t)rng_below(&rng, 3)) {
            double value = ldexp((double)rng_below(&rng, 1 << 30), -29);
            w[j] += coef * value;
            fprintf(f, "%u:%.40g ", (unsigned)j, value);
        }
        fprintf(f, "\n");
    }
    fclose(f);
    ck_assert_msg(model_load(path, &m, &err) == OK, "%s", err.text);
    unlink(path);
    ck_assert(m.features <= FEATURES && m.weights > FEATURES / 2 && m.bias == 1);
    for (uint32_t j = 1; j <= FEATURES; j++) {
        bool has = next < m.weights && m.index[next] == j;
        ck_assert_msg(has == (w[j] != 0) && (!has || m.weight[next] == w[j]), "feature %u", (unsigned)j);
        next += has;
    }
    model_free(&m);
}
END_TEST

/* One byte changed, anywhere, or the end cut off: refused, or a model that can be written. */
START_TEST(any_byte)
{
    struct rng rng;

    rng_seed(&rng, 5);
    for (int k = 0; k < PEERS; k++)
        for (int run = 0; run < 300; run++) {
            char text[TEXT_ROOM], path[PATH], ours[64];
            size_t length = read_file(path_of(peers[k].name, "model", path), text), at = (size_t)rng_below(&rng, length);
            static const char bytes[] = "0123456789 \n-.:exn\r\t";
            struct model m;
            struct error err;
            enum status status;
            if (run % 3 == 0)
                length = at;
            text[at] = run % 3 == 1 ? (char)(1 + rng_below(&rng, 255)) : bytes[rng_below(&rng, sizeof bytes - 1)];
            if (text[0] == '\x1f')
                continue; /* it might pass for gzip */
            status = model_parse(text, length, &m, &err);
            ck_assert(status == OK || status == ERR_DATA);
            ck_assert_msg(run % 3 != 0 || status == ERR_DATA, "%s, cut at %zu", peers[k].name, length);
            temp_file(ours, "", 0);
            if (status == OK)
                ck_assert_msg(model_save(&m, ours, &err) == OK, "%s", err.text);
            unlink(ours);
            model_free(&m);
        }
}
END_TEST

START_TEST(what_liblinear_has_not)
{
    char path[64];
    struct error err;
    struct rng rng;
    struct model m;

    rng_seed(&rng, 1);
    temp_file(path, "", 0);
    model_random(&rng, "softmax", 3, 5, 1, false, &m);
    ck_assert_int_eq(liblinear_save(&m, path, &err), ERR_DATA);
    ck_assert_msg(strstr(err.text, "no models of loss 'softmax'; those it has: hinge, squared-hinge, logistic"), "%s", err.text);
    model_free(&m);
    model_random(&rng, "ova:hinge", 3, 5, 1, false, &m); /* labels of halves */
    ck_assert_int_eq(liblinear_save(&m, path, &err), ERR_DATA);
    ck_assert_msg(strstr(err.text, "label -0.5 cannot stand"), "%s", err.text);
    m.labels[1] = 4e9;
    ck_assert_int_eq(liblinear_save(&m, path, &err), ERR_DATA);
    m.labels[1] = 4;
    ck_assert_int_eq(liblinear_save(&m, path, &err), OK);
    m.features = 0x7ffffff0; /* of three weights */
    ck_assert_int_eq(liblinear_save(&m, path, &err), ERR_DATA);
    ck_assert_msg(strstr(err.text, "more than LIBLINEAR can read"), "%s", err.text);
    model_free(&m);
    unlink(path);
}
END_TEST

RUN_TESTS("peers", answers_as_they_do, there_and_back, rho_is_left_out, wrong_liblinear, wrong_libsvm, large_libsvm, any_byte,
          what_liblinear_has_not)
