/* test_auto - which engine comes first. */
#include "solve/auto.h"
#include "common.h"

static const double elements[] = {0};

/* A risk of so many weights; its operations are never called. */
static const char *first(unsigned traits, size_t dim)
{
    struct risk risk = {.traits = RISK_ANY | RISK_BOUNDED | RISK_IMAGE | traits, .dim = dim, .units = 10};
    struct problem p = {.risk = &risk, .reg = reg_find("l2"), .lambda = 1, .reg_p = elements};
    struct point x = {.w = NULL};

    return auto_first(&p, &x)->name;
}

/* Cutting planes of more than 2 GB are left to those who have none, or come where nobody else does. */
START_TEST(wide_planes)
{
    unsigned smooth = RISK_SMOOTH | RISK_SMOOTHABLE;

    ck_assert_str_eq(first(smooth, 1000), "linesearch:ocas");
    ck_assert_str_eq(first(smooth, 4000000), "linesearch:ocas");
    ck_assert_str_eq(first(smooth, 5000000), "agm");
    ck_assert_str_eq(first(0, 1000), "linesearch:ocas");
    ck_assert_str_eq(first(0, 5000000), "linesearch:ocas");
}
END_TEST

/* The oracle is for risks that have no other dual ascent. */
START_TEST(oracles)
{
    ck_assert_str_eq(first(RISK_ORACLE, 1000), "sda:maxgain");
    ck_assert_str_eq(first(RISK_ORACLE, 5000000), "sda:maxgain");
}
END_TEST

RUN_TESTS("auto", wide_planes, oracles)
