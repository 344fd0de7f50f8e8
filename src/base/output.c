/* output - bytes to a file that is whole or not there, to a device, a pipe or standard output. */
#include "base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"

/* Names tried for the file beside the place; a name is taken only by another thread or a killed
 * program. */
enum { TRIES = 1000 };

/* The failure to write path (NULL: standard output); number is errno, 0 if it is not known. */
static enum status cannot_write(struct error *err, const char *path, int number)
{
    const char *why = "a write has failed before (it was interrupted, or its reader left)";

    return fail_at(err, ERR_SYSTEM, path ? path : "(stdout)", 0, "cannot write: %s",
                   number ? strerror(number) : why);
}

/* ERR_DATA if a regular file stands in the place, be it behind a link, that the kind does not
 * replace. */
static enum status check_place(const char *path, const struct output_kind *kind, struct error *err)
{
    char head[OUTPUT_HEAD + 1];
    struct stat st;
    ssize_t length;
    int fd;

    if (!kind || stat(path, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size == 0)
        return OK;
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return cannot_write(err, path, errno);
    do {
        length = read(fd, head, OUTPUT_HEAD);
    } while (length < 0 && errno == EINTR);
    close(fd);
    head[length > 0 ? length : 0] = '\0';
    if (length == 0)
        return OK;
    if (strlen(head) == (size_t)length && /* text: no NUL in it */
        kind->replaces(kind->context, head))
        return OK;
    return fail_at(err, ERR_DATA, path, 0, "a file that is no %s stands here and is not "
                   "replaced: name another place, or remove it", kind->name);
}

bool output_begins(const void *texts, const char *head)
{
    for (const char *const *text = texts; *text; text++)
        if (strncmp(head, *text, strlen(*text)) == 0)
            return true;
    return false;
}

static int create(const char *path, const char *name)
{
    (void)path;
    return open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

/* Makes a file in the folder of path, by create or link(path, name), and sets *name to its name,
 * which is short, as path may be as long as the system allows. Returns what `make` does; -1: no
 * memory; -2: see errno. */
static int make_beside(const char *path, int (*make)(const char *, const char *), char **name)
{
    const char *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash + 1 - path) : 0, room = folder + 64;

    *name = mem_alloc(room, 1);
    if (!*name)
        return -1;
    memcpy(*name, path, folder);
    for (int i = 0; i < TRIES; i++) {
        int made;

        snprintf(*name + folder, room - folder, ".rrm-%ld-%d", (long)getpid(), i);
        made = make(path, *name);
        if (made >= 0)
            return made;
        if (errno != EEXIST && errno != EINTR)
            break;
    }
    mem_free(*name);
    *name = NULL;
    return -2;
}

bool output_renames(const char *path)
{
    struct stat st;

    if (!path || strcmp(path, "-") == 0)
        return false;
    return lstat(path, &st) == 0 ? S_ISREG(st.st_mode) : errno == ENOENT && *path;
}

bool output_is_stdout(const char *path)
{
    struct stat named, standard;

    if (!path || strcmp(path, "-") == 0)
        return true;
    if (output_renames(path) || stat(path, &named) != 0 || fstat(STDOUT_FILENO, &standard) != 0)
        return false;
    return named.st_dev == standard.st_dev && named.st_ino == standard.st_ino &&
           !S_ISCHR(named.st_mode);
}

/* Opens out->path, or where it is to be replaced a new file in its folder; returns as
 * make_beside. */
static int open_place(struct output *out)
{
    struct stat st;
    bool absent = lstat(out->path, &st) != 0;
    int fd;

    if (absent && (errno != ENOENT || !*out->path))
        return -2;
    if (absent)
        return make_beside(out->path, create, &out->beside);
    if (!S_ISREG(st.st_mode)) {
        do {
            fd = open(out->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        } while (fd < 0 && errno == EINTR);
        return fd < 0 ? -2 : fd;
    }
    if (access(out->path, W_OK) != 0) /* rename replaces even a file without the right to write */
        return -2;
    fd = make_beside(out->path, create, &out->beside);
    if (fd >= 0)
        (void)fchmod(fd, st.st_mode & 0777); /* on failure the rights of a new file stand */
    return fd;
}

enum status output_open(struct output *out, const char *path, const struct output_kind *kind,
                        struct error *err)
{
    enum status status;
    int fd, why;

    *out = (struct output){.kind = kind};
    if (output_is_stdout(path)) {
        out->stream = stdout;
        return OK;
    }
    status = check_place(path, kind, err);
    if (status != OK)
        return status;
    out->path = text_copy(path);
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
    return fd == -1 ? fail_memory(err, "a file name") : cannot_write(err, path, why);
}

enum status output_write(struct output *out, const char *bytes, size_t count, bool flush,
                         struct error *err)
{
    bool written;

    errno = 0;
    written = count == 0 || fwrite(bytes, 1, count, out->stream) == count;
    if (written && (!flush || fflush(out->stream) == 0))
        return OK;
    return cannot_write(err, out->path, errno);
}

enum status output_probe(const char *path, const struct output_kind *kind, struct error *err)
{
    struct output out;
    struct stat st;
    enum status status;

    if (output_is_stdout(path))
        return OK;
    if (output_renames(path)) {
        status = output_open(&out, path, kind, err);
        if (status == OK)
            output_abort(&out);
        return status;
    }
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        return cannot_write(err, path, EISDIR);
    if (access(path, W_OK) != 0 && errno != ENOENT) /* a link to a file that is not there yet */
        return cannot_write(err, path, errno);
    return check_place(path, kind, err);
}

/* fsync, repeated after signals; false: see errno. */
static bool sync_descriptor(int fd)
{
    int bad;

    do {
        bad = fsync(fd);
    } while (bad != 0 && errno == EINTR);
    return bad == 0;
}

/* Syncs the folder of the file `beside`, whose name is overwritten. Returns errno, or 0, also where
 * the folder cannot be read or its file system cannot sync folders (EINVAL, EBADF). */
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

/* Flushes, syncs if asked to, and closes; returns 0 or errno (-1: an earlier write failed, its
 * errno is lost). Some file systems report a full disk only from close: standard output, which
 * stays open, closes a copy of its descriptor. */
static int finish_stream(FILE *stream, bool sync)
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
    if (!why && bad)
        why = errno;
    return why;
}

/* Renames out->beside to out->path; returns 0 or errno. */
static int rename_beside(struct output *out)
{
    int why;

    if (rename(out->beside, out->path) != 0)
        return errno;
    why = sync_folder(out->beside);
    mem_free(out->beside);
    out->beside = NULL;
    return why;
}

/* All bytes are on the disk, and the place may be taken. */
static enum status end_writing(struct output *out, struct error *err)
{
    int why = finish_stream(out->stream, out->beside != NULL);

    out->stream = NULL;
    if (why)
        return cannot_write(err, out->path, why > 0 ? why : 0);
    return out->beside ? check_place(out->path, out->kind, err) : OK;
}

/* Renames what is written. */
static enum status take_place(struct output *out, struct error *err)
{
    int why = out->beside ? rename_beside(out) : 0;

    return why ? cannot_write(err, out->path, why) : OK;
}

enum status output_commit(struct output *out, struct error *err)
{
    enum status status = end_writing(out, err);

    if (status == OK)
        status = take_place(out, err);
    output_abort(out);
    return status;
}

enum status output_commit_pair(struct output *first, struct output *second, struct error *err)
{
    enum status status = end_writing(first, err);
    bool renames = first->beside;
    char *old = NULL; /* another name of what stands in the first place */

    if (status == OK)
        status = end_writing(second, err);
    if (status == OK && renames && make_beside(first->path, link, &old) == -1)
        status = fail_memory(err, "a file name");
    if (status == OK)
        status = take_place(first, err);
    if (status == OK)
        status = take_place(second, err);
    if (renames && !first->beside && second->beside && (!old || rename(old, first->path) != 0))
        unlink(first->path); /* rather none than one of another pair */
    if (old)
        unlink(old);
    mem_free(old);
    output_abort(first);
    output_abort(second);
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
