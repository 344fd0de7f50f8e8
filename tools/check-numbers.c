/* check-numbers - compares text_number with strtod, bit for bit, on many random and adversarial decimals.
 * usage: check-numbers [count [seed]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/decimals.h"
#include "base/text.h"

int main(int argc, char **argv)
{
    long count = argc > 1 ? strtol(argv[1], NULL, 10) : 1000000;
    struct rng rng;
    long wrong = 0;

    rng_seed(&rng, argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    for (long i = 0; i < count; i++) {
        char text[DECIMAL_ROOM], *end;
        double is = 0, wanted;
        const char *stop;

        decimal_next(&rng, text);
        wanted = strtod(text, &end);
        stop = text_number(text, text + strlen(text), &is);
        if (stop != end || memcmp(&is, &wanted, sizeof is) != 0) {
            printf("%s: %a, expected %a\n", text, is, wanted);
            wrong++;
        }
    }
    printf("%ld numbers, %ld wrong\n", count, wrong);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
