/* test_output - outputs are whole or not there, whatever fails; what is renamed is on the disk before. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/output.h"

#include "common.h"

static struct error err;

/* What these stand-ins for libc's were asked to do, in order: a word each. */
static char calls[128];
static int file_syncs, folder_syncs; /* 0, or the errno that the next sync of a file or a folder fails with, once */

static void note(const char *word)
{
    strncat(calls, word, sizeof calls - strlen(calls) - 1);
}

/* The size tells whether all bytes were there. */
int fsync(int fd)
{
    struct stat st;
    char word[32];
    int *fails;

    ck_assert_int_eq(fstat(fd, &st), 0);
    fails = S_ISDIR(st.st_mode) ? &folder_syncs : &file_syncs;
    snprintf(word, sizeof word, "file:%ld ", (long)st.st_size);
    note(S_ISDIR(st.st_mode) ? "folder " : word);
    errno = *fails;
    *fails = 0;
    return errno ? -1 : 0;
}

int rename(const char *from, const char *to)
{
    note("rename ");
    return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

/* A new empty folder; everything a test puts there is removed by remove_folder. */
static char *new_folder(char path[64])
{
    strcpy(path, "/tmp/rrm-test-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(path));
    return path;
}

static int count_files(const char *folder)
{
    DIR *d = opendir(folder);
    int count = 0;

    ck_assert_ptr_nonnull(d);
    while (readdir(d))
        count++;
    closedir(d);
    return count - 2;
}

static void remove_folder(const char *folder)
{
    DIR *d = opendir(folder);
    struct dirent *entry;

    while ((entry = readdir(d)))
        unlinkat(dirfd(d), entry->d_name, 0);
    closedir(d);
    ck_assert_int_eq(rmdir(folder), 0);
}

static char *beside(char to[512], const char *folder, const char *name)
{
    snprintf(to, 512, "%s/%s", folder, name);
    return to;
}

static void check_holds(const char *path, const char *text)
{
    char is[64];
    FILE *in = fopen(path, "r");
    size_t used = in ? fread(is, 1, sizeof is, in) : 0;

    ck_assert_ptr_nonnull(in);
    fclose(in);
    ck_assert_uint_eq(used, strlen(text));
    ck_assert(memcmp(is, text, used) == 0);
}

static enum status write_out(const char *path, const char *text)
{
    struct output out;
    enum status status = output_open(&out, path, NULL, &err);

    if (status != OK)
        return status;
    fputs(text, out.stream);
    return output_commit(&out, &err);
}

static mode_t mode_of(const char *path)
{
    struct stat st;

    ck_assert_int_eq(stat(path, &st), 0);
    return st.st_mode & 07777;
}

START_TEST(new_and_replaced)
{
    char folder[64], path[512], name[256];
    struct output out;
    mode_t mask = umask(027);

    new_folder(folder);
    beside(path, folder, "out");
    ck_assert_int_eq(output_open(&out, path, NULL, &err), OK);
    fputs("one", out.stream);
    ck_assert_int_ne(access(path, F_OK), 0); /* not there before it is whole */
    ck_assert_int_eq(output_commit(&out, &err), OK);
    output_abort(&out); /* nothing */
    check_holds(path, "one");
    ck_assert_uint_eq(mode_of(path), 0640);
    ck_assert_int_eq(chmod(path, 0604), 0);
    ck_assert_int_eq(write_out(path, "two"), OK);
    check_holds(path, "two");
    ck_assert_uint_eq(mode_of(path), 0604);
    ck_assert_int_eq(output_open(&out, path, NULL, &err), OK);
    fputs("three", out.stream);
    output_abort(&out);
    check_holds(path, "two");
    ck_assert_int_eq(count_files(folder), 1);
    memset(name, 'n', 255);
    name[255] = '\0';
    ck_assert_int_eq(write_out(beside(path, folder, name), "long"), OK);
    check_holds(path, "long");
    ck_assert_int_eq(count_files(folder), 2);
    umask(mask);
    remove_folder(folder);
}
END_TEST

/* The bytes are on the disk before the new name is, the new name before the program ends. */
START_TEST(on_the_disk)
{
    char folder[64], path[512];

    new_folder(folder);
    beside(path, folder, "out");
    *calls = '\0';
    ck_assert_int_eq(write_out(path, "one"), OK);
    ck_assert_str_eq(calls, "file:3 rename folder ");
    *calls = '\0';
    file_syncs = EIO;
    ck_assert_int_eq(write_out(path, "three"), ERR_SYSTEM);
    ck_assert_ptr_nonnull(strstr(err.text, "/out: cannot write: Input/output error"));
    ck_assert_str_eq(calls, "file:5 ");
    check_holds(path, "one");
    ck_assert_int_eq(count_files(folder), 1);
    *calls = '\0';
    file_syncs = folder_syncs = EINTR;
    ck_assert_int_eq(write_out(path, "two"), OK);
    ck_assert_str_eq(calls, "file:3 file:3 rename folder folder ");
    folder_syncs = EINVAL; /* a file system that cannot */
    ck_assert_int_eq(write_out(path, "four"), OK);
    ck_assert_int_eq(folder_syncs, 0);
    folder_syncs = EIO;
    ck_assert_int_eq(write_out(path, "five"), ERR_SYSTEM);
    check_holds(path, "five");
    ck_assert_int_eq(count_files(folder), 1);
    ck_assert_int_eq(chmod(folder, 0300), 0); /* may not be opened for reading, but by root */
    ck_assert_int_eq(write_out(path, "six"), OK);
    ck_assert_int_eq(chmod(folder, 0700), 0);
    check_holds(path, "six");
    remove_folder(folder);
}
END_TEST

/* In the current folder, where no slash stands in the path; through what is not renamed nothing is synced. */
START_TEST(on_the_disk_here)
{
    char folder[64];

    ck_assert_int_eq(chdir(new_folder(folder)), 0);
    *calls = '\0';
    ck_assert_int_eq(write_out("out", "one"), OK);
    ck_assert_str_eq(calls, "file:3 rename folder ");
    *calls = '\0';
    ck_assert_int_eq(symlink("out", "link"), 0);
    ck_assert_int_eq(write_out("link", "two"), OK);
    ck_assert_int_eq(write_out("/dev/null", "text"), OK);
    ck_assert_str_eq(calls, "");
    ck_assert_int_eq(chdir("/"), 0);
    remove_folder(folder);
}
END_TEST

START_TEST(through_a_link)
{
    char folder[64], path[512], link[512];
    struct stat st;

    new_folder(folder);
    ck_assert_int_eq(write_out(beside(path, folder, "target"), "a longer first text"), OK);
    ck_assert_int_eq(symlink("target", beside(link, folder, "link")), 0);
    ck_assert_int_eq(write_out(link, "new"), OK);
    ck_assert_int_eq(lstat(link, &st), 0);
    ck_assert(S_ISLNK(st.st_mode));
    check_holds(path, "new");
    ck_assert_int_eq(symlink("absent", beside(link, folder, "dangling")), 0);
    ck_assert_int_eq(write_out(link, "made"), OK);
    check_holds(beside(path, folder, "absent"), "made");
    ck_assert_int_eq(count_files(folder), 4);
    remove_folder(folder);
}
END_TEST

START_TEST(full_device)
{
    struct stat st;

    ck_assert_int_eq(write_out("/dev/full", "text"), ERR_SYSTEM);
    ck_assert_str_eq(err.text, "/dev/full: cannot write: No space left on device");
    ck_assert_int_eq(stat("/dev/full", &st), 0);
    ck_assert(S_ISCHR(st.st_mode));
    ck_assert_int_eq(write_out("/dev/null", "text"), OK);
}
END_TEST

/* What is flushed is there at once, and fails at once; other bytes when the buffer is full or in the end. */
START_TEST(flushed)
{
    char path[64], link[70], large[1 << 16] = "";
    struct output out;

    snprintf(link, sizeof link, "%s.link", temp_file(path, "", 0));
    ck_assert_int_eq(symlink(path, link), 0);
    ck_assert_int_eq(output_open(&out, link, NULL, &err), OK);
    ck_assert_int_eq(output_write(&out, "one ", 4, false, &err), OK);
    check_holds(path, "");
    ck_assert_int_eq(output_write(&out, "two ", 4, true, &err), OK);
    check_holds(path, "one two ");
    ck_assert_int_eq(output_write(&out, "three", 5, false, &err), OK);
    ck_assert_int_eq(output_commit(&out, &err), OK);
    check_holds(path, "one two three");
    unlink(link);
    unlink(path);
    for (int flush = 0; flush < 2; flush++) {
        ck_assert_int_eq(output_open(&out, "/dev/full", NULL, &err), OK);
        ck_assert_int_eq(output_write(&out, large, flush ? 1 : sizeof large, flush, &err), ERR_SYSTEM);
        ck_assert_str_eq(err.text, "/dev/full: cannot write: No space left on device");
        output_abort(&out);
    }
}
END_TEST

/* Opens a pair of "new" and "new", lets what `meanwhile` does happen to the second place, and commits. */
static enum status write_pair(const char *first, const char *second, int (*meanwhile)(const char *))
{
    struct output a, b;

    ck_assert_int_eq(output_open(&a, first, NULL, &err), OK);
    ck_assert_int_eq(output_open(&b, second, NULL, &err), OK);
    fputs("new", a.stream);
    fputs("new", b.stream);
    ck_assert_int_eq(meanwhile(second), 0);
    return output_commit_pair(&a, &b, &err);
}

static int nothing(const char *path)
{
    (void)path;
    return 0;
}

static int folder_comes(const char *path)
{
    return mkdir(path, 0777);
}

static int disk_fails(const char *path)
{
    (void)path;
    folder_syncs = EIO;
    return 0;
}

/* Both or none: of a failing second rename, or of the first that does not reach the disk, the first is undone. */
START_TEST(pairs)
{
    char folder[64], first[512], second[512];

    new_folder(folder);
    beside(first, folder, "first");
    beside(second, folder, "second");
    ck_assert_int_eq(write_pair(first, second, folder_comes), ERR_SYSTEM);
    ck_assert_int_ne(access(first, F_OK), 0);
    ck_assert_int_eq(count_files(folder), 1);
    ck_assert_int_eq(write_out(first, "old"), OK);
    ck_assert_int_eq(rmdir(second), 0);
    ck_assert_int_eq(write_pair(first, second, folder_comes), ERR_SYSTEM);
    check_holds(first, "old");
    ck_assert_int_eq(count_files(folder), 2);
    ck_assert_int_eq(rmdir(second), 0);
    ck_assert_int_eq(write_out(second, "old"), OK);
    ck_assert_int_eq(write_pair(first, second, disk_fails), ERR_SYSTEM);
    check_holds(first, "old");
    check_holds(second, "old");
    calls[0] = '\0';
    ck_assert_int_eq(write_pair(first, second, nothing), OK);
    ck_assert_str_eq(calls, "file:3 file:3 rename folder rename folder ");
    check_holds(first, "new");
    check_holds(second, "new");
    ck_assert_int_eq(write_pair("/dev/null", second, nothing), OK);
    ck_assert_int_eq(write_pair(first, "/dev/null", nothing), OK);
    ck_assert_int_eq(count_files(folder), 2);
    remove_folder(folder);
}
END_TEST

static bool is_x(const void *context, const char *head)
{
    (void)context;
    return *head == 'x';
}

/* Only what begins as one of the kind is replaced, also where it came while the output was written, also behind a link. */
START_TEST(own_kind)
{
    static const struct output_kind kind = {.name = "thing", .replaces = is_x};
    static const char said[] = ": a file that is no thing stands here and is not replaced: name another place, or remove it";
    char folder[64], path[512], link[512], expected[1024];
    struct output out;

    new_folder(folder);
    ck_assert_int_eq(symlink("out", beside(link, folder, "link")), 0);
    beside(path, folder, "out");
    for (int linked = 0; linked < 2; linked++) {
        const char *place = linked ? link : path;

        snprintf(expected, sizeof expected, "%s%s", place, said);
        for (int k = 0; k < 3; k++) { /* absent, empty, of the kind */
            ck_assert_int_eq(output_probe(place, &kind, &err), OK);
            ck_assert_int_eq(output_open(&out, place, &kind, &err), OK);
            fputs(k == 0 ? "" : "x2", out.stream);
            ck_assert_int_eq(output_commit(&out, &err), OK);
        }
        check_holds(path, "x2");
        ck_assert_int_eq(write_out(path, "y"), OK);
        ck_assert_int_eq(output_probe(place, &kind, &err), ERR_DATA);
        ck_assert_str_eq(err.text, expected);
        err.text[0] = '\0';
        ck_assert_int_eq(output_open(&out, place, &kind, &err), ERR_DATA);
        ck_assert_str_eq(err.text, expected);
        check_holds(path, "y");
        ck_assert_int_eq(unlink(path), 0);
    }
    snprintf(expected, sizeof expected, "%s%s", path, said);
    ck_assert_int_eq(output_open(&out, path, &kind, &err), OK);
    ck_assert_int_eq(write_out(path, "came"), OK);
    ck_assert_int_eq(output_commit(&out, &err), ERR_DATA);
    ck_assert_str_eq(err.text, expected);
    check_holds(path, "came");
    ck_assert_int_eq(count_files(folder), 2);
    unlink(link);
    remove_folder(folder);
}
END_TEST

START_TEST(no_such_output)
{
    char folder[64], path[512];

    new_folder(folder);
    ck_assert_int_eq(write_out(folder, "x"), ERR_SYSTEM);
    ck_assert_ptr_nonnull(strstr(err.text, "Is a directory"));
    ck_assert_int_eq(write_out(beside(path, folder, "no/file"), "x"), ERR_SYSTEM);
    ck_assert_ptr_nonnull(strstr(err.text, "No such file"));
    ck_assert_int_eq(write_out("", "x"), ERR_SYSTEM);
    ck_assert_int_eq(count_files(folder), 0);
    remove_folder(folder);
}
END_TEST

/* A descriptor that is pulled away: the write fails and nothing is left. */
START_TEST(failing_write)
{
    char folder[64], path[512];
    struct output out;

    new_folder(folder);
    beside(path, folder, "out");
    ck_assert_int_eq(output_open(&out, path, NULL, &err), OK);
    fputs("text", out.stream);
    close(fileno(out.stream)); /* pulled from under it */
    ck_assert_int_eq(output_commit(&out, &err), ERR_SYSTEM);
    ck_assert_int_eq(count_files(folder), 0);
    remove_folder(folder);
}
END_TEST

START_TEST(standard_output)
{
    int keep = dup(STDOUT_FILENO), full = open("/dev/full", O_WRONLY), null = open("/dev/null", O_WRONLY);

    fflush(stdout);
    ck_assert(!output_renames("-") && !output_renames(NULL));
    dup2(null, STDOUT_FILENO);
    ck_assert_int_eq(write_out("-", "text"), OK);
    ck_assert_int_eq(write_out(NULL, "text"), OK);
    dup2(full, STDOUT_FILENO);
    ck_assert_int_eq(write_out("-", "text"), ERR_SYSTEM);
    ck_assert_str_eq(err.text, "(stdout): cannot write: No space left on device");
    clearerr(stdout);
    close(STDOUT_FILENO);
    ck_assert_int_eq(write_out(NULL, "text"), ERR_SYSTEM);
    clearerr(stdout);
    dup2(null, STDOUT_FILENO);
    fflush(stdout); /* what could not be written goes there */
    dup2(keep, STDOUT_FILENO);
    close(keep);
    close(full);
    close(null);
}
END_TEST

RUN_TESTS("output", new_and_replaced, on_the_disk, on_the_disk_here, through_a_link, full_device, flushed, own_kind, pairs,
          no_such_output, failing_write, standard_output)
