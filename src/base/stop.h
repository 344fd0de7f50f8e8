/* stop - what long work asks now and then: is it to end unfinished? */
#ifndef RRM_STOP_H
#define RRM_STOP_H

#include <stdbool.h>
#include <stddef.h>

struct stop_token {
    bool (*requested)(const void *context); /* NULL: never */
    const void *context;
};

static inline bool stop_requested(const struct stop_token *stop)
{
    return stop->requested && stop->requested(stop->context);
}

#endif
