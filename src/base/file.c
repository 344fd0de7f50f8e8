/* file - bytes from a plain file, a gzip file or standard input; output that is whole or not there. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/memory.h"

enum {
    PACKED = 1 << 17,   /* bytes of gzip text read at a time */
    MAX_STEP = 1 << 30, /* zlib and read(2) count less than a size_t holds */
    GZIP_WINDOW = 15 + 16,
    TRIES = 1000
};

struct input {
    int fd;
    char *name;
    bool gzip;
    bool inflating;        /* z is initialised */
    bool ended;            /* read(2) has said so */
    bool between;          /* gzip: a member has ended, none has begun */
    int64_t members;       /* gzip: so many have ended */
    size_t first, filled;  /* plain: bytes of packed that were read ahead and not handed out */
    z_stream z;
    char packed[PACKED];
};

static char *copy_string(const char *s)
{
    size_t size = strlen(s) + 1;
    char *copy = mem_alloc(size, 1);

    if (copy)
        memcpy(copy, s, size);
    return copy;
}

/* ---- input ------------------------------------------------------------------------------------------------------- */

/* Until room bytes have come or the file ends. *got counts also what came before a failure. */
static enum status read_all(struct input *in, char *buffer, size_t room, size_t *got, struct error *err)
{
    *got = 0;
    while (*got < room && !in->ended) {
        size_t step = room - *got < MAX_STEP ? room - *got : MAX_STEP;
        ssize_t n = read(in->fd, buffer + *got, step);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail(err, ERR_SYSTEM, in->name, 0, "cannot read: %s", strerror(errno));
        in->ended = n == 0;
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

/* Looks at the first bytes. */
static enum status begin(struct input *in, struct error *err)
{
    struct stat st;
    enum status status;

    if (fstat(in->fd, &st) != 0)
        return fail(err, ERR_SYSTEM, in->name, 0, "cannot read: %s", strerror(errno));
    if (S_ISDIR(st.st_mode))
        return fail(err, ERR_SYSTEM, in->name, 0, "cannot read: is a directory");
    status = read_all(in, in->packed, 2, &in->filled, err);
    if (status != OK)
        return status;
    in->gzip = in->filled == 2 && in->packed[0] == '\x1f' && in->packed[1] == '\x8b';
    if (!in->gzip)
        return OK;
    in->z.zalloc = z_alloc;
    in->z.zfree = z_free;
    in->z.next_in = (unsigned char *)in->packed;
    in->z.avail_in = 2;
    if (inflateInit2(&in->z, GZIP_WINDOW) != Z_OK)
        return fail_memory(err, "unpacking gzip");
    in->inflating = true;
    return OK;
}

const char *input_called(const char *path)
{
    return strcmp(path, "-") == 0 ? "(stdin)" : path;
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
    it->name = copy_string(input_called(path));
    if (!it->name) {
        input_close(it);
        return fail_memory(err, "a file name");
    }
    do {
        it->fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    } while (it->fd < 0 && errno == EINTR);
    if (it->fd < 0)
        status = fail(err, ERR_SYSTEM, path, 0, "cannot open: %s", strerror(errno));
    else
        status = begin(it, err);
    if (status != OK) {
        input_close(it);
        return status;
    }
    *in = it;
    return OK;
}

/* Refills the packed bytes when all are used up, and passes over the zeros that may pad the end of a member. */
static enum status refill(struct input *in, struct error *err)
{
    z_stream *z = &in->z;
    enum status status;
    size_t got;

    do {
        if (z->avail_in == 0 && !in->ended) {
            status = read_all(in, in->packed, PACKED, &got, err);
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

/* What inflate said, judged. */
static enum status judge(struct input *in, int said, struct error *err)
{
    z_stream *z = &in->z;

    if (said == Z_OK)
        return OK;
    if (said == Z_STREAM_END) {
        in->between = true;
        in->members++;
        return OK;
    }
    if (said == Z_MEM_ERROR)
        return fail_memory(err, "unpacking gzip");
    if (said == Z_BUF_ERROR && z->avail_in == 0)
        return in->ended ? fail(err, ERR_DATA, in->name, 0, "truncated gzip stream: the file ends in its midst") : OK;
    if (in->members > 0 && z->total_out == 0)
        return fail(err, ERR_DATA, in->name, 0, "corrupt gzip stream: what follows its end is not gzip");
    return fail(err, ERR_DATA, in->name, 0, "corrupt gzip stream: %s", z->msg ? z->msg : "it cannot be unpacked");
}

static enum status inflate_all(struct input *in, char *buffer, size_t room, size_t *got, struct error *err)
{
    z_stream *z = &in->z;
    enum status status = OK;

    while (status == OK && *got < room) {
        size_t step = room - *got < MAX_STEP ? room - *got : MAX_STEP;
        int said = Z_OK;
        status = refill(in, err);
        if (status != OK || (in->between && z->avail_in == 0))
            break;
        if (in->between)
            said = inflateReset(z);
        in->between = false;
        z->next_out = (unsigned char *)buffer + *got;
        z->avail_out = (unsigned)step;
        if (said == Z_OK)
            said = inflate(z, Z_NO_FLUSH);
        *got += step - z->avail_out;
        status = judge(in, said, err);
    }
    return status;
}

enum status input_read(struct input *in, char *buffer, size_t room, size_t *got, struct error *err)
{
    size_t ahead = in->filled - in->first;
    enum status status;

    *got = 0;
    if (in->gzip)
        return inflate_all(in, buffer, room, got, err);
    if (ahead > room)
        ahead = room;
    memcpy(buffer, in->packed + in->first, ahead);
    in->first += ahead;
    status = read_all(in, buffer + ahead, room - ahead, got, err);
    *got += ahead;
    return status;
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

/* ---- output ------------------------------------------------------------------------------------------------------ */

static enum status refuse(struct error *err, const char *path, int number)
{
    return fail(err, ERR_SYSTEM, path ? path : "(stdout)", 0, "cannot write: %s",
                number ? strerror(number) : "a write has failed before (it was interrupted, or its reader left)");
}

/* Creates a new file in the folder of out->path, with the rights that any new file gets, and names it in out->beside.
 * Its short name leaves room for the longest names. Returns the descriptor; -1: no memory; -2: see errno. */
static int create_beside(struct output *out)
{
    const char *slash = strrchr(out->path, '/');
    size_t folder = slash ? (size_t)(slash + 1 - out->path) : 0, room = folder + 64;
    int fd = -2;

    out->beside = mem_alloc(room, 1);
    if (!out->beside)
        return -1;
    memcpy(out->beside, out->path, folder);
    for (int i = 0; i < TRIES; i++) {
        snprintf(out->beside + folder, room - folder, ".rrm-%ld-%d", (long)getpid(), i);
        fd = open(out->beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0)
            return fd;
        if (errno != EEXIST && errno != EINTR)
            break;
    }
    mem_free(out->beside);
    out->beside = NULL;
    return -2;
}

bool output_renames(const char *path)
{
    struct stat st;

    return lstat(path, &st) == 0 ? S_ISREG(st.st_mode) : errno == ENOENT && *path;
}

bool output_is_stdout(const char *path)
{
    struct stat named, standard;

    if (!path || strcmp(path, "-") == 0)
        return true;
    return !output_renames(path) && stat(path, &named) == 0 && fstat(STDOUT_FILENO, &standard) == 0 &&
           named.st_dev == standard.st_dev && named.st_ino == standard.st_ino && !S_ISCHR(named.st_mode);
}

/* Opens what out->path names or a new file beside it; results as create_beside. */
static int open_place(struct output *out)
{
    struct stat st;
    bool absent = lstat(out->path, &st) != 0;
    int fd;

    if (absent && (errno != ENOENT || !*out->path))
        return -2;
    if (absent)
        return create_beside(out);
    if (!S_ISREG(st.st_mode)) {
        do {
            fd = open(out->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        } while (fd < 0 && errno == EINTR);
        return fd < 0 ? -2 : fd;
    }
    if (access(out->path, W_OK) != 0) /* renaming would replace even a file that may not be written */
        return -2;
    fd = create_beside(out);
    if (fd >= 0)
        (void)fchmod(fd, st.st_mode & 0777); /* where rights cannot be set, those of a new file are as good */
    return fd;
}

enum status output_open(struct output *out, const char *path, struct error *err)
{
    int fd, why;

    *out = (struct output){0};
    if (output_is_stdout(path)) {
        out->stream = stdout;
        return OK;
    }
    out->path = copy_string(path);
    if (!out->path)
        return fail_memory(err, "a file name");
    fd = open_place(out);
    if (fd >= 0) {
        out->stream = fdopen(fd, "w");
        if (out->stream)
            return OK;
    }
    why = errno;
    if (fd >= 0)
        close(fd);
    output_abort(out);
    return fd == -1 ? fail_memory(err, "a file name") : refuse(err, path, why);
}

enum status output_probe(const char *path, struct error *err)
{
    struct output out;
    struct stat st;
    enum status status;

    if (output_is_stdout(path))
        return OK;
    if (output_renames(path)) {
        status = output_open(&out, path, err);
        if (status == OK)
            output_abort(&out);
        return status;
    }
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        return refuse(err, path, EISDIR);
    if (access(path, W_OK) != 0 && errno != ENOENT) /* a link to a file that is not there yet */
        return refuse(err, path, errno);
    return OK;
}

/* fsync, whatever signals come; false: see errno. */
static bool sync_descriptor(int fd)
{
    int bad;

    do {
        bad = fsync(fd);
    } while (bad != 0 && errno == EINTR);
    return bad == 0;
}

/* Syncs the folder of the file named `beside`; the name is overwritten. Returns errno, or 0: also if the folder may not
 * be read, or if its file system syncs no folders. */
static int sync_folder(char *beside)
{
    char *slash = strrchr(beside, '/');
    int fd, why = 0;

    memcpy(slash ? slash + 1 : beside, ".", 2);
    fd = open(beside, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    if (!sync_descriptor(fd) && errno != EINVAL && errno != EBADF)
        why = errno;
    close(fd);
    return why;
}

/* Flushes, syncs if asked to, and closes; returns 0 or errno (-1: failed for a reason that is forgotten). Some file
 * systems show a full disk only when a descriptor is closed: for standard output, which stays open, that of a copy. */
static int finish(FILE *stream, bool sync)
{
    int why = 0;
    bool bad;

    errno = 0;
    bad = fflush(stream) != 0;
    if (bad || ferror(stream))
        why = errno ? errno : -1;
    else if (sync && !sync_descriptor(fileno(stream)))
        why = errno;
    if (stream == stdout)
        bad = close(dup(STDOUT_FILENO)) != 0;
    else
        bad = fclose(stream) != 0;
    return why ? why : bad ? errno : 0;
}

/* Renames what was written beside its place; returns 0 or errno. */
static int put_in_place(struct output *out)
{
    int why;

    if (rename(out->beside, out->path) != 0)
        return errno;
    why = sync_folder(out->beside);
    mem_free(out->beside);
    out->beside = NULL;
    return why;
}

enum status output_commit(struct output *out, struct error *err)
{
    int why = finish(out->stream, out->beside != NULL);
    enum status status = OK;

    out->stream = NULL;
    if (!why && out->beside)
        why = put_in_place(out);
    if (why)
        status = refuse(err, out->path, why > 0 ? why : 0);
    output_abort(out);
    return status;
}

void output_abort(struct output *out)
{
    if (out->stream && out->stream != stdout)
        fclose(out->stream);
    if (out->beside)
        unlink(out->beside);
    mem_free(out->beside);
    mem_free(out->path);
    *out = (struct output){0};
}
