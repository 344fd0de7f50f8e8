/* reg - the table of the regularizers. */
#include "reg/reg.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "math/vec.h"

#define REG(name) extern const struct reg reg_##name;
#include "reg/list.h"
#undef REG

const struct reg *reg_at(size_t index)
{
#define REG(name) &reg_##name,
    static const struct reg *const list[] = {
#include "reg/list.h"
        NULL};
#undef REG

    return list[index];
}

const struct reg *reg_find(const char *text)
{
    size_t length = strcspn(text, ":");

    for (size_t i = 0; reg_at(i); i++)
        if (text_is(text, text + length, reg_at(i)->name))
            return reg_at(i);
    return NULL;
}

const struct reg *reg_special(const struct reg *reg, const double *p)
{
    const struct reg *special = reg->special ? reg->special(p) : NULL;

    return special ? special : reg;
}

double reg_distance(const struct reg *reg, size_t n, const double *w, const double *c)
{
    return reg->distance ? reg->distance(n, w, c) : vec_sqdistance(n, w, c) / 2;
}

double reg_share(const struct reg *reg, const double *p, size_t n, double lambda, const double *s)
{
    return reg->share ? reg->share(p, n, lambda, s) : 1;
}

struct reg_weight reg_weight_at(const struct reg *reg, const double *p, size_t j)
{
    struct reg_facts facts;

    if (reg->weight)
        return reg->weight(p, j);
    facts = reg->facts(p);
    return (struct reg_weight){facts.curvature, facts.left, facts.right, -INFINITY, INFINITY};
}

double reg_ball(const struct reg *reg, const double *p, double *a, double *b)
{
    struct reg_facts facts = reg->facts(p);

    *a = facts.a;
    *b = facts.b;
    return facts.B > 0 ? facts.B : INFINITY;
}

double reg_reach(const struct reg *reg)
{
    return reg->traits & REG_QUADRATIC ? INFINITY : 1;
}
