/* packed - makes gzip members for tests. */
#ifndef RRM_PACKED_H
#define RRM_PACKED_H

#include <stddef.h>
#define ZLIB_CONST /* deflate does not write into its input */
#include <zlib.h>

/* Appends text as a gzip member to to, which has room enough and holds *used bytes. */
static inline void pack(const char *text, size_t length, char *to, size_t room, size_t *used)
{
    z_stream z = {0};

    ck_assert_int_eq(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = (const unsigned char *)text;
    z.avail_in = (unsigned)length;
    z.next_out = (unsigned char *)to + *used;
    z.avail_out = (unsigned)(room - *used);
    ck_assert_int_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
    *used = room - z.avail_out;
    deflateEnd(&z);
}

#endif
