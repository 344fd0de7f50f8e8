/* input - bytes from a plain file, a gzip file or standard input.
 *
 * zlib's gzread reads plain and gzip files alike, too, but it drops what follows the last gzip
 * member without a word (zlib.h), takes its memory from malloc and counts in int. Here a gzip file
 * is unpacked by inflate: whatever follows a member must be another member or zeros, and the memory
 * comes from mem_alloc. */
#include "base/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/memory.h"
#include "base/text.h"

enum {
    PACKED = 1 << 17,       /* bytes of gzip text read at a time */
    MAGIC = 5,              /* first bytes looked at; of a pipe two, and what is at hand */
    MAX_STEP = 1 << 30,     /* zlib counts in unsigned, read(2) promises no more than SSIZE_MAX */
    GZIP_WINDOW = 15 + 16   /* inflateInit2: windows of up to 2^15 bytes, and a gzip header (+16) */
};

struct input {
    int fd;
    char *name;
    bool live;             /* no regular file: bytes come when their writer has them */
    double size;           /* bytes of a regular file, from where it was opened */
    double offset;         /* bytes that read(2) gave */
    bool gzip;
    bool inflating;        /* z is initialised */
    bool ended;            /* read(2) has returned 0 */
    bool between;          /* gzip: the last member has ended, the next has not begun */
    bool more;             /* gzip: the last buffer was filled, there may be more in z */
    int64_t members;       /* gzip: number of members that have ended */
    size_t first, filled;  /* plain: packed[first .. filled) is read but not handed out */
    z_stream z;
    char packed[PACKED];
};

/* Whether read(2) would not wait. */
static bool at_hand(const struct input *in)
{
    struct pollfd fd = {.fd = in->fd, .events = POLLIN};

    return !in->live || poll(&fd, 1, 0) != 0;
}

/* Reads until `least` bytes have come or the file ends, then on until `room` bytes have come or
 * more would have to be waited for. *got counts the bytes read before a failure, too. */
static enum status read_bytes(struct input *in, char *buffer, size_t least, size_t room,
                              size_t *got, struct error *err)
{
    *got = 0;
    while (*got < room && !in->ended && (*got < least || at_hand(in))) {
        size_t step = room - *got < MAX_STEP ? room - *got : MAX_STEP;
        ssize_t n = read(in->fd, buffer + *got, step);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail_at(err, ERR_SYSTEM, in->name, 0, "cannot read: %s", strerror(errno));
        in->ended = n == 0;
        in->offset += (double)n;
        *got += (size_t)n;
    }
    return OK;
}

static void *z_alloc(void *opaque, unsigned count, unsigned size)
{
    (void)opaque;
    return mem_alloc(count, size);
}

static void z_free(void *opaque, void *block)
{
    (void)opaque;
    mem_free(block);
}

const char *input_called(const char *path)
{
    return strcmp(path, "-") == 0 ? "(stdin)" : path;
}

/* Packed files that are not read, by their first bytes; the command that unpacks one to standard
 * output. */
static const struct {
    const char *magic, *kind, *command;
} packers[] = {
    {"\x28\xb5\x2f\xfd", "zstd", "zstd -dc"}, {"BZh", "bzip2", "bzip2 -dc"},
    {"\xfd" "7zXZ", "xz", "xz -dc"},           {"PK\x03\x04", "zip", "unzip -p"},
    {"\x04\x22\x4d\x18", "lz4", "lz4 -dc"},   {"LZIP", "lzip", "lzip -dc"},
    {"7z\xbc\xaf", "7z", "7z x -so"},          {"\x1f\x9d", "compress", "gzip -dc"},
};

/* ERR_DATA with the remedy where the file begins as such a one. */
static enum status refuse_packed(const struct input *in, const char *path, struct error *err)
{
    for (size_t k = 0; k < sizeof packers / sizeof *packers; k++) {
        const char *command = packers[k].command;
        size_t length = strlen(packers[k].magic);
        if (in->filled < length || memcmp(in->packed, packers[k].magic, length) != 0)
            continue;
        if (strcmp(path, "-") == 0)
            return fail_at(err, ERR_DATA, in->name, 0, "is compressed by %s; rrm reads plain text "
                           "and gzip: unpack it before (%s)", packers[k].kind, command);
        return fail_at(err, ERR_DATA, in->name, 0, "is compressed by %s; rrm reads plain text and "
                       "gzip: unpack it into a pipe, and name - in its place: %s %s | ...",
                       packers[k].kind, command, path);
    }
    return OK;
}

/* The first bytes of a regular file are read again with the rest: what it holds then counts. */
static void give_back(struct input *in)
{
    if (in->live || lseek(in->fd, -(off_t)in->filled, SEEK_CUR) < 0)
        return;
    in->filled = 0;
    in->offset = 0;
    in->ended = false;
}

/* Reads the first bytes, which are 1f 8b in a gzip file (RFC 1952), and prepares unpacking. */
static enum status read_magic(struct input *in, const char *path, struct error *err)
{
    struct stat st;
    enum status status;

    if (fstat(in->fd, &st) != 0)
        return fail_at(err, ERR_SYSTEM, in->name, 0, "cannot read: %s", strerror(errno));
    if (S_ISDIR(st.st_mode))
        return fail_at(err, ERR_SYSTEM, in->name, 0, "cannot read: is a directory");
    in->live = !S_ISREG(st.st_mode);
    in->size = in->live ? 0 : (double)(st.st_size - lseek(in->fd, 0, SEEK_CUR));
    status = read_bytes(in, in->packed, 2, MAGIC, &in->filled, err);
    if (status == OK)
        status = refuse_packed(in, path, err);
    if (status != OK)
        return status;
    in->gzip = in->filled >= 2 && in->packed[0] == '\x1f' && in->packed[1] == '\x8b';
    if (!in->gzip) {
        give_back(in);
        return OK;
    }
    in->z.zalloc = z_alloc;
    in->z.zfree = z_free;
    in->z.next_in = (unsigned char *)in->packed;
    in->z.avail_in = (unsigned)in->filled;
    if (inflateInit2(&in->z, GZIP_WINDOW) != Z_OK)
        return fail_memory(err, "unpacking gzip");
    in->inflating = true;
    in->filled = 0;
    return OK;
}

enum status input_open(struct input **in, const char *path, struct error *err)
{
    bool standard = strcmp(path, "-") == 0;
    struct input *it = mem_alloc(1, sizeof *it);
    enum status status;

    *in = NULL;
    if (!it)
        return fail_memory(err, "an input buffer");
    it->fd = -1;
    it->name = text_copy(input_called(path));
    if (!it->name) {
        input_close(it);
        return fail_memory(err, "a file name");
    }
    do {
        it->fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    } while (it->fd < 0 && errno == EINTR);
    if (it->fd < 0)
        status = fail_at(err, ERR_SYSTEM, path, 0, "cannot open: %s", strerror(errno));
    else
        status = read_magic(it, path, err);
    if (status != OK) {
        input_close(it);
        return status;
    }
    *in = it;
    return OK;
}

/* Reads the next packed bytes once all are used up, and skips the zeros that may pad the end of a
 * member. */
static enum status refill(struct input *in, struct error *err)
{
    z_stream *z = &in->z;
    enum status status;
    size_t got;

    do {
        if (z->avail_in == 0 && !in->ended) {
            status = read_bytes(in, in->packed, 1, PACKED, &got, err);
            if (status != OK)
                return status;
            z->next_in = (unsigned char *)in->packed;
            z->avail_in = (unsigned)got;
        }
        while (in->between && z->avail_in > 0 && *z->next_in == 0) {
            z->next_in++;
            z->avail_in--;
        }
    } while (z->avail_in == 0 && !in->ended);
    return OK;
}

/* The status of unpacking after inflate returned `result`. */
static enum status inflate_status(struct input *in, int result, struct error *err)
{
    z_stream *z = &in->z;

    if (result == Z_OK)
        return OK;
    if (result == Z_STREAM_END) {
        in->between = true;
        in->members++;
        return OK;
    }
    if (result == Z_MEM_ERROR)
        return fail_memory(err, "unpacking gzip");
    if (result == Z_BUF_ERROR && z->avail_in == 0 && !in->ended)
        return OK;
    if (result == Z_BUF_ERROR && z->avail_in == 0)
        return fail_at(err, ERR_DATA, in->name, 0,
                       "truncated gzip stream: the file ends in its midst");
    if (in->members > 0 && z->total_out == 0)
        return fail_at(err, ERR_DATA, in->name, 0,
                       "corrupt gzip stream: what follows its end is not gzip");
    return fail_at(err, ERR_DATA, in->name, 0, "corrupt gzip stream: %s",
                   z->msg ? z->msg : "it cannot be unpacked");
}

/* Unpacks as read_bytes reads. */
static enum status inflate_bytes(struct input *in, char *buffer, size_t least, size_t room,
                                 size_t *got, struct error *err)
{
    z_stream *z = &in->z;
    enum status status = OK;

    while (status == OK && *got < room) {
        size_t step = room - *got < MAX_STEP ? room - *got : MAX_STEP;
        int result = Z_OK;
        if (*got >= least && z->avail_in == 0 && !in->more && !at_hand(in))
            break;
        if (!in->more)
            status = refill(in, err);
        if (status != OK || (in->between && z->avail_in == 0))
            break;
        if (in->between)
            result = inflateReset(z);
        in->between = false;
        z->next_out = (unsigned char *)buffer + *got;
        z->avail_out = (unsigned)step;
        if (result == Z_OK)
            result = inflate(z, Z_NO_FLUSH);
        *got += step - z->avail_out;
        status = inflate_status(in, result, err);
        in->more = !in->between && z->avail_out == 0;
    }
    return status;
}

/* Reads at least `least` bytes unless the file ends, then what is at hand, `room` at most. */
static enum status read_between(struct input *in, char *buffer, size_t least, size_t room,
                                size_t *got, struct error *err)
{
    size_t ahead = in->filled - in->first;
    enum status status;

    *got = 0;
    if (in->gzip)
        return inflate_bytes(in, buffer, least, room, got, err);
    if (ahead > room)
        ahead = room;
    memcpy(buffer, in->packed + in->first, ahead);
    in->first += ahead;
    status = read_bytes(in, buffer + ahead, least > ahead ? least - ahead : 0, room - ahead, got,
                        err);
    *got += ahead;
    return status;
}

enum status input_read(struct input *in, char *buffer, size_t room, size_t *got, struct error *err)
{
    return read_between(in, buffer, room, room, got, err);
}

enum status input_read_some(struct input *in, char *buffer, size_t room, size_t *got,
                            struct error *err)
{
    return read_between(in, buffer, room > 0, room, got, err);
}

bool input_live(const struct input *in)
{
    return in->live;
}

bool input_at_hand(const struct input *in)
{
    return in->first < in->filled || in->more || in->z.avail_in > 0 || at_hand(in);
}

double input_share(const struct input *in)
{
    double ahead = (double)(in->filled - in->first) + (double)in->z.avail_in;

    return in->offset <= in->size && in->size > 0 ? (in->offset - ahead) / in->size : 0;
}

bool input_packed(const struct input *in)
{
    return in->gzip;
}

const char *input_name(const struct input *in)
{
    return in->name;
}

void input_close(struct input *in)
{
    if (!in)
        return;
    if (in->inflating)
        inflateEnd(&in->z);
    if (in->fd > STDIN_FILENO)
        close(in->fd);
    mem_free(in->name);
    mem_free(in);
}
