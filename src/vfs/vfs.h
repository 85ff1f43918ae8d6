/*
 * vfs.h - the files a session may see.
 *
 * A session has a file system of its own: "/" is a virtual directory, and the
 * host hangs directories or single files into it (mounts).  There is nothing
 * else; what is not mounted does not exist.
 *
 *   mode      reads            writes
 *   RO        the host's       EROFS
 *   SEALED    the host's       EACCES
 *   OVERLAY   the host's       kept in memory; listed, committed or dropped
 *   RW        the host's       go to the host, except to protected names
 *
 * A mount without a host directory is an empty OVERLAY: files in memory.
 *
 * Guarantees: the host directory is opened once and only used by descriptor;
 * no path, link or race leads outside of it; only regular files, directories
 * and links are ever opened; no host path appears in any result.  Links with
 * an absolute target start at the root of their mount.
 *
 * Functions return 0 or an errno number unless said otherwise; paths are bytes
 * as the host has them, relative ones start at the current directory.  One
 * thread at a time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_VFS_VFS_H
#define CS_VFS_VFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/status.h"

#include "caisson/files.h" /* cs_mount_mode */

#define CS_VFS_PATH    4096 /* bytes of a path, with the NUL */
#define CS_VFS_NAME    255  /* bytes of a name */
#define CS_VFS_LINKS   40   /* links followed for one path */
#define CS_VFS_HANDLES 1024 /* open at a time */
#define CS_VFS_MOUNTS  64
#define CS_VFS_LIMIT   (UINT64_C(256) << 20) /* of a mount that names none */

typedef struct cs_vfs cs_vfs;

typedef struct cs_mount_spec {
  const char *host; /* directory or file; NULL: nothing, memory only */
  int fd;           /* borrowed: `host` as it was opened; 0: by its name */
  size_t base;      /* of `host`, who opens it: base/within.h; 0: all of it */
  const char *at;   /* virtual path, absolute */
  cs_mount_mode mode;
  uint64_t limit;   /* OVERLAY: bytes held, RW: bytes added; 0: the default */
  bool unprotected; /* RW, commit: no protected names */
  bool strict;      /* links: see CS_MOUNT_STRICT of caisson.h */
} cs_mount_spec;

cs_status cs_vfs_new(cs_vfs **out) CS_MUST_CHECK;
void cs_vfs_free(cs_vfs *v);

/* Hang a host directory or file into the tree.  The text of a failure names
 * what the caller passed, for the caller's eyes. */
cs_status cs_vfs_mount(cs_vfs *v, const cs_mount_spec *spec,
                       cs_error *err) CS_MUST_CHECK;

/* Another file system with the same mounts, unchanged: the host's directories
 * are the ones that were opened, whatever their names lead to now. */
cs_status cs_vfs_twin(const cs_vfs *v, cs_vfs **out) CS_MUST_CHECK;

/* Limits of the mount at `at`: bytes written in all (then EDQUOT), bytes of
 * content that an overlay holds (then ENOMEM); 0: none.  CS_EINVAL: there is no
 * such mount. */
cs_status cs_vfs_limit(cs_vfs *v, const char *at, uint64_t written,
                       uint64_t held) CS_MUST_CHECK;

/* Where `path` leads, without links and dots: the path that a guard is asked
 * about.  What is not there keeps its name.  An errno. */
int cs_vfs_resolve(cs_vfs *v, const char *path, char out[CS_VFS_PATH]);

/* Somebody who is asked about paths before they are used: 0, or the errno that
 * the program gets.  LOOK: anything at all with what is at `path`; MOVE: the
 * entry would go, with what lies below it; WRITE: it would be changed on the
 * host; COMMIT: likewise, from an overlay; LAYER: it would be changed in an
 * overlay over a directory of the host.  Paths are absolute, links in them
 * are resolved. */
typedef enum cs_guard_op {
  CS_GUARD_LOOK,
  CS_GUARD_MOVE,
  CS_GUARD_WRITE,
  CS_GUARD_COMMIT,
  CS_GUARD_LAYER,
  CS_GUARD_MAKES = 8 /* with one of the last three: a directory is made */
} cs_guard_op;
typedef int cs_vfs_guard(void *with, cs_guard_op op, const char *path);
void cs_vfs_set_guard(cs_vfs *v, cs_vfs_guard *guard, void *with);
/* Somebody who knows files that may not be looked at under any of their names;
 * asked about files of the host that have several. */
typedef bool cs_vfs_file_guard(void *with, uint64_t dev, uint64_t ino);
void cs_vfs_set_file_guard(cs_vfs *v, cs_vfs_file_guard *hides);

/* Nothing at or below this path of a mount is there for the program, whatever
 * the guard says, and nothing above it can be moved.  False: no memory. */
bool cs_vfs_hide(cs_vfs *v, const char *path);

/* The clock that stamps files in memory: ns since 1970. */
void cs_vfs_set_clock(cs_vfs *v, int64_t (*now)(void *with), void *with);

/* --- the calls of docs/os-calls.md --------------------------------------- */

typedef struct cs_vfs_stat {
  uint32_t mode; /* with the file type, as in st_mode */
  uint64_t ino, dev, links, uid, gid, size;
  int64_t atime, mtime, ctime; /* ns */
} cs_vfs_stat;

/* Opens; `flags` are O_* of Linux, those that make no sense are ignored. */
int cs_vfs_open(cs_vfs *v, const char *path, int64_t flags, uint32_t mode,
                int *handle);
int cs_vfs_close(cs_vfs *v, int64_t handle);
/* At most `n` bytes; `*got` 0 at the end. */
int cs_vfs_read(cs_vfs *v, int64_t handle, void *out, size_t n, size_t *got);
int cs_vfs_write(cs_vfs *v, int64_t handle, const void *data, size_t n,
                 size_t *put);
int cs_vfs_seek(cs_vfs *v, int64_t handle, int64_t offset, int64_t whence,
                int64_t *at);
/* How many bytes are left before the end; a hint for reading. */
uint64_t cs_vfs_left(cs_vfs *v, int64_t handle);
int cs_vfs_truncate(cs_vfs *v, int64_t handle, int64_t size);
int cs_vfs_fstat(cs_vfs *v, int64_t handle, cs_vfs_stat *out);
/* The path of an open directory; borrowed until it is closed, NULL if it is
 * none. */
const char *cs_vfs_handle_path(cs_vfs *v, int64_t handle);

int cs_vfs_stat_path(cs_vfs *v, const char *path, bool follow,
                     cs_vfs_stat *out);
/* Calls `each` for every entry; kind is 'f', 'd', 'l' or '?'.  A result other
 * than 0 ends the listing and is returned. */
typedef int (*cs_vfs_each)(void *with, const char *name, char kind);
int cs_vfs_list(cs_vfs *v, const char *path, cs_vfs_each each, void *with);
int cs_vfs_mkdir(cs_vfs *v, const char *path, uint32_t mode);
int cs_vfs_rmdir(cs_vfs *v, const char *path);
int cs_vfs_remove(cs_vfs *v, const char *path);
int cs_vfs_rename(cs_vfs *v, const char *from, const char *to);
int cs_vfs_symlink(cs_vfs *v, const char *target, const char *path);
int cs_vfs_link(cs_vfs *v, const char *from, const char *to);
/* The target, NUL-terminated, in `out` of CS_VFS_PATH bytes. */
int cs_vfs_readlink(cs_vfs *v, const char *path, char *out);
int cs_vfs_chmod(cs_vfs *v, const char *path, uint32_t mode, bool follow);
int cs_vfs_utime(cs_vfs *v, const char *path, int64_t atime, int64_t mtime,
                 bool follow);
int cs_vfs_fchmod(cs_vfs *v, int64_t handle, uint32_t mode);
int cs_vfs_futime(cs_vfs *v, int64_t handle, int64_t atime, int64_t mtime);
/* 0, EACCES, EROFS, ENOENT ...; `mode` is R_OK | W_OK | X_OK. */
int cs_vfs_access(cs_vfs *v, const char *path, int64_t mode);
/* bsize, frsize, blocks, bfree, bavail, files, ffree, favail, flag, namemax */
int cs_vfs_statvfs(cs_vfs *v, const char *path, uint64_t out[10]);
int cs_vfs_chdir(cs_vfs *v, const char *path);
/* Borrowed until the next chdir. */
const char *cs_vfs_getcwd(const cs_vfs *v);
/* Where mount number `i` hangs; borrowed; NULL: there is none. */
const char *cs_vfs_mount_at(const cs_vfs *v, size_t i);
/* Is this path, by its text alone, a mount point or below one? */
bool cs_vfs_covers(const cs_vfs *v, const char *path);

#endif
