/* Makes the n-th file operation below a directory fail, as a full or broken disk would. Loaded into a program with LD_PRELOAD.
 *
 *   FAULT_PATH     the operations on files below this directory count
 *   FAULT_AT       number of the operation that fails, from 1 on; 0: none
 *   FAULT_ERROR    ENOSPC, EIO, or SHORT: a write takes half of what it was asked to
 *   FAULT_LASTING  1: all later operations fail too
 *   FAULT_RANK     only the process of this rank (OMPI_COMM_WORLD_RANK, PMI_RANK) fails
 *   FAULT_LOG      each operation that counts is appended to this file, so that a first run tells how many there are
 *
 * Counted: opening for writing, write, pwrite, writev, pwritev, fsync, fdatasync, ftruncate, fallocate, rename.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static int count; /* changed by several threads, one at a time */

static const char *setting(const char *name) {
    const char *value = getenv(name);
    return value != NULL ? value : "";
}

#define NEXT(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

static int is_this_rank(void) {
    const char *wanted = setting("FAULT_RANK");
    const char *rank = getenv("OMPI_COMM_WORLD_RANK");
    if (rank == NULL) rank = setting("PMI_RANK");
    return *wanted == '\0' || *rank == '\0' || strcmp(wanted, rank) == 0;
}

static int counts(const char *path) {
    const char *directory = setting("FAULT_PATH");
    return *directory != '\0' && strncmp(path, directory, strlen(directory)) == 0 && is_this_rank();
}

static int is_open_file_counted(int file) {
    char link[64];
    char path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = '\0';
    return counts(path);
}

static void note(const char *operation, int number) {
    char line[64];
    const int length = snprintf(line, sizeof line, "%d %s\n", number, operation);
    const int log = NEXT(open)(setting("FAULT_LOG"), O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (log < 0) return;
    if (NEXT(write)(log, line, (size_t)length) != length) abort();
    close(log);
}

/* Whether this operation is (or comes after) the one chosen. */
static int is_chosen(const char *operation) {
    const int number = __atomic_add_fetch(&count, 1, __ATOMIC_SEQ_CST);
    const int at = atoi(setting("FAULT_AT"));
    const int saved = errno;
    if (*setting("FAULT_LOG") != '\0') note(operation, number);
    errno = saved;
    return at > 0 && (number == at || (number > at && *setting("FAULT_LASTING") == '1'));
}

static int shortens(void) {
    return strcmp(setting("FAULT_ERROR"), "SHORT") == 0;
}

/* 1 and errno set: the operation fails. */
static int fails(const char *operation) {
    if (!is_chosen(operation) || shortens()) return 0;
    errno = strcmp(setting("FAULT_ERROR"), "EIO") == 0 ? EIO : ENOSPC;
    return 1;
}

/* How many of `size` bytes are written, or -1. */
static ssize_t allowed(const char *operation, size_t size) {
    if (!is_chosen(operation)) return (ssize_t)size;
    if (shortens()) return (ssize_t)(size > 2 ? size / 2 : size);
    errno = strcmp(setting("FAULT_ERROR"), "EIO") == 0 ? EIO : ENOSPC;
    return -1;
}

static int opens_for_writing(int flags) {
    return (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT) != 0;
}

#define OPEN(name)                                                                                     \
    int name(const char *path, int flags, ...) {                                                       \
        va_list rest;                                                                                  \
        va_start(rest, flags);                                                                         \
        const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;           \
        va_end(rest);                                                                                  \
        if (opens_for_writing(flags) && counts(path) && fails("open")) return -1;                      \
        return NEXT(name)(path, flags, mode);                                                          \
    }
OPEN(open)
OPEN(open64)

ssize_t write(int file, const void *bytes, size_t size) {
    if (!is_open_file_counted(file)) return NEXT(write)(file, bytes, size);
    const ssize_t part = allowed("write", size);
    return part < 0 ? -1 : NEXT(write)(file, bytes, (size_t)part);
}

ssize_t writev(int file, const struct iovec *parts, int number) {
    if (is_open_file_counted(file) && fails("writev")) return -1;
    return NEXT(writev)(file, parts, number);
}

#define PWRITE(name, offset_type)                                                                      \
    ssize_t name(int file, const void *bytes, size_t size, offset_type offset) {                       \
        if (!is_open_file_counted(file)) return NEXT(name)(file, bytes, size, offset);                 \
        const ssize_t part = allowed("pwrite", size);                                                  \
        return part < 0 ? -1 : NEXT(name)(file, bytes, (size_t)part, offset);                          \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t pwritev(int file, const struct iovec *parts, int number, off_t offset) {
    if (is_open_file_counted(file) && fails("pwritev")) return -1;
    return NEXT(pwritev)(file, parts, number, offset);
}

int fsync(int file) {
    if (is_open_file_counted(file) && fails("fsync")) return -1;
    return NEXT(fsync)(file);
}

int fdatasync(int file) {
    if (is_open_file_counted(file) && fails("fdatasync")) return -1;
    return NEXT(fdatasync)(file);
}

#define FTRUNCATE(name, offset_type)                                                                   \
    int name(int file, offset_type size) {                                                             \
        if (is_open_file_counted(file) && fails("ftruncate")) return -1;                               \
        return NEXT(name)(file, size);                                                                 \
    }
FTRUNCATE(ftruncate, off_t)
FTRUNCATE(ftruncate64, off64_t)

#define FALLOCATE(name, offset_type)                                                                   \
    int name(int file, int mode, offset_type offset, offset_type size) {                               \
        if (is_open_file_counted(file) && fails("fallocate")) return -1;                               \
        return NEXT(name)(file, mode, offset, size);                                                   \
    }
FALLOCATE(fallocate, off_t)
FALLOCATE(fallocate64, off64_t)

int rename(const char *from, const char *to) {
    if (counts(to) && fails("rename")) return -1;
    return NEXT(rename)(from, to);
}
