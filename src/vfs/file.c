/*
 * file.c - open files and directories.
 *
 * A handle reads and writes at its own position with pread and pwrite, so
 * that a file of the host needs no copy until somebody changes it, and a
 * single mounted file can share one descriptor.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "vfs/hostdir.h"
#include "vfs/meta.h"
#include "vfs/place.h"

#define FIRST_HANDLE 3 /* below are the standard streams */
#define UMASK        022u
#define IO_MAX       (UINT64_C(1) << 30) /* bytes of one read or write */

/* --- the table ----------------------------------------------------------- */

static int take_handle(cs_vfs *v, int *out) {
  size_t i = FIRST_HANDLE;
  while (i < v->nhandles && v->handles[i].kind != CS_HANDLE_FREE) i++;
  if (i >= CS_VFS_HANDLES) return EMFILE;
  if (i >= v->nhandles) {
    size_t n = v->nhandles ? 2 * v->nhandles : 16;
    cs_handle *h = realloc(v->handles, n * sizeof *h);
    if (!h) return ENOMEM;
    memset(h + v->nhandles, 0, (n - v->nhandles) * sizeof *h);
    v->handles = h;
    v->nhandles = n;
  }
  *out = (int)i;
  return 0;
}

static cs_handle *find_handle(cs_vfs *v, int64_t handle) {
  if (handle < FIRST_HANDLE || (uint64_t)handle >= v->nhandles) return NULL;
  cs_handle *h = &v->handles[handle];
  return h->kind == CS_HANDLE_FREE ? NULL : h;
}

int cs_vfs_close(cs_vfs *v, int64_t handle) {
  cs_handle *h = find_handle(v, handle);
  if (!h) return EBADF;
  if (h->kind == CS_HANDLE_HOST) close(h->fd);
  if (h->node) cs_tree_drop(&h->mount->budget, h->node);
  free(h->path);
  *h = (cs_handle){0};
  return 0;
}

const char *cs_vfs_handle_path(cs_vfs *v, int64_t handle) {
  cs_handle *h = find_handle(v, handle);
  return h && h->kind == CS_HANDLE_DIR ? h->path : NULL;
}

/* --- opening ------------------------------------------------------------- */

static bool wants_write(int64_t flags) {
  return (flags & O_ACCMODE) != O_RDONLY || flags & O_TRUNC;
}

static int host_flags(int64_t flags) {
  switch (flags & O_ACCMODE) {
    case O_WRONLY: return O_WRONLY;
    case O_RDWR: return O_RDWR;
    default: return flags & O_TRUNC ? O_RDWR : O_RDONLY;
  }
}

/* A file of the host, not created. */
static int open_host(cs_handle *h, cs_place *p, int64_t flags) {
  cs_mount *m = p->mount;
  struct stat st;
  CS_AUTO_FD
  int fd = -1;
  if (m->file) {
    fd = fcntl(m->root, F_DUPFD_CLOEXEC, 0);
    if (fd < 0 || fstat(fd, &st) != 0) return errno;
  } else {
    fd = cs_hostdir_open_plain(m->root, p->lower, host_flags(flags), 0, &st);
    if (fd < 0) return errno == ENXIO ? EACCES : errno;
  }
  if (!S_ISREG(st.st_mode)) return S_ISDIR(st.st_mode) ? EISDIR : EACCES;
  if (flags & O_TRUNC && ftruncate(fd, 0) != 0) return errno;
  h->kind = CS_HANDLE_HOST;
  h->dev = st.st_dev;
  h->ino = st.st_ino;
  h->fd = cs_steal(&fd);
  return 0;
}

static int create_host(cs_handle *h, cs_place *p, uint32_t mode) {
  struct stat st;
  int fd =
      cs_hostdir_open_plain(p->mount->root, p->lower, O_RDWR | O_CREAT | O_EXCL,
                            mode & 0777 & ~UMASK, &st);
  if (fd < 0) return errno;
  h->kind = CS_HANDLE_HOST;
  h->dev = st.st_dev;
  h->ino = st.st_ino;
  h->fd = fd;
  return 0;
}

static void use_memory(cs_handle *h, cs_node *node) {
  h->kind = CS_HANDLE_MEMORY;
  h->node = node;
  node->refs++;
}

static int create_memory(cs_vfs *v, cs_handle *h, cs_place *p, uint32_t mode) {
  cs_node *node;
  int err = cs_meta_new_entry(v, p, CS_NODE_FILE, mode & 0777 & ~UMASK, &node);
  if (!err) use_memory(h, node);
  return err;
}

static int open_new(cs_vfs *v, cs_handle *h, cs_place *p, int64_t flags,
                    uint32_t mode) {
  if (!(flags & O_CREAT)) return ENOENT;
  if (p->slash) return EISDIR;
  int err = cs_place_check_write(v, p, true);
  if (err) return err;
  if (p->mount->mode == CS_MOUNT_RW) return create_host(h, p, mode);
  return create_memory(v, h, p, mode);
}

static int open_file(cs_vfs *v, cs_handle *h, cs_place *p, int64_t flags) {
  cs_mount *m = p->mount;
  if (flags & O_DIRECTORY) return ENOTDIR;
  if (wants_write(flags)) {
    int err = cs_place_check_write(v, p, false);
    if (err) return err;
    if (m->mode == CS_MOUNT_OVERLAY && !p->node) {
      err = cs_place_copy_up(v, p, !(flags & O_TRUNC));
      if (err) return err;
    }
  }
  if (!p->node) return open_host(h, p, flags);
  use_memory(h, p->node);
  if (!(flags & O_TRUNC)) return 0;
  p->node->mtime = p->node->ctime = cs_place_now(v);
  return cs_tree_resize(&m->budget, p->node, 0);
}

static int open_place(cs_vfs *v, cs_handle *h, cs_place *p, int64_t flags,
                      uint32_t mode) {
  bool exclusive = (flags & O_CREAT) && (flags & O_EXCL);
  h->mount = p->mount;
  switch (p->kind) {
    case CS_PLACE_NONE: return open_new(v, h, p, flags, mode);
    case CS_PLACE_LINK: return exclusive ? EEXIST : ELOOP;
    case CS_PLACE_OTHER: return exclusive ? EEXIST : EACCES;
    case CS_PLACE_FILE: return exclusive ? EEXIST : open_file(v, h, p, flags);
    case CS_PLACE_DIR:
      if (exclusive) return EEXIST;
      if (flags & O_CREAT || wants_write(flags)) return EISDIR;
      h->kind = CS_HANDLE_DIR;
      return 0;
  }
  return EINVAL;
}

int cs_vfs_open(cs_vfs *v, const char *path, int64_t flags, uint32_t mode,
                int *handle) {
  cs_place p;
  int slot;
  if ((flags & O_ACCMODE) == O_ACCMODE) return EINVAL;
  if ((flags & O_TMPFILE) == O_TMPFILE) return EOPNOTSUPP;
  bool exclusive = (flags & O_CREAT) && (flags & O_EXCL);
  int err = cs_place_find(v, path, !(flags & O_NOFOLLOW) && !exclusive, &p);
  if (!err) err = take_handle(v, &slot);
  if (err) return err;
  cs_handle h = {.fd = -1};
  h.reads = (flags & O_ACCMODE) != O_WRONLY;
  h.writes = (flags & O_ACCMODE) != O_RDONLY;
  h.appends = flags & O_APPEND;
  h.path = strdup(p.path);
  if (!h.path) return ENOMEM;
  err = open_place(v, &h, &p, flags, mode);
  if (err) {
    if (h.node) cs_tree_drop(&h.mount->budget, h.node);
    free(h.path);
    return err;
  }
  if (wants_write(flags) || p.kind == CS_PLACE_NONE)
    cs_artifact_touch(v, p.path, p.kind != CS_PLACE_NONE);
  v->handles[slot] = h;
  *handle = slot;
  return 0;
}

/* --- reading and writing ------------------------------------------------- */

static int size_of(const cs_handle *h, uint64_t *size) {
  if (h->kind == CS_HANDLE_MEMORY) {
    *size = h->node->size;
    return 0;
  }
  struct stat st;
  if (fstat(h->fd, &st) != 0) return errno;
  *size = (uint64_t)st.st_size;
  return 0;
}

int cs_vfs_read(cs_vfs *v, int64_t handle, void *out, size_t n, size_t *got) {
  cs_handle *h = find_handle(v, handle);
  if (!h || !h->reads) return EBADF;
  if (h->kind == CS_HANDLE_DIR) return EISDIR;
  if (n > IO_MAX) n = IO_MAX;
  *got = 0;
  if (h->kind == CS_HANDLE_MEMORY) {
    if (h->at >= h->node->size) return 0;
    uint64_t left = h->node->size - h->at;
    if (left < n) n = (size_t)left;
    if (n) memcpy(out, h->node->data + h->at, n);
    *got = n;
  } else {
    ssize_t k;
    do k = pread(h->fd, out, n, (off_t)h->at);
    while (k < 0 && errno == EINTR);
    if (k < 0) return errno;
    *got = (size_t)k;
  }
  h->at += *got;
  return 0;
}

uint64_t cs_vfs_left(cs_vfs *v, int64_t handle) {
  cs_handle *h = find_handle(v, handle);
  uint64_t size;
  if (!h || h->kind == CS_HANDLE_DIR || size_of(h, &size) != 0) return 0;
  return size > h->at ? size - h->at : 0;
}

/* Growth of a host file counts against its mount. */
static int charge_growth(cs_handle *h, uint64_t size, uint64_t end) {
  if (end <= size) return 0;
  return cs_tree_charge(&h->mount->budget, end - size);
}

static int write_host(cs_handle *h, const void *data, size_t n, size_t *put) {
  uint64_t size;
  int err = size_of(h, &size);
  if (!err && h->appends) h->at = size;
  if (!err) err = charge_growth(h, size, h->at + n);
  if (err) return err;
  ssize_t k;
  do k = pwrite(h->fd, data, n, (off_t)h->at);
  while (k < 0 && errno == EINTR);
  if (k < 0) return errno;
  *put = (size_t)k;
  return 0;
}

/* "100 MB", "12345 bytes" */
static void say_full(cs_vfs *v, const char *which, uint64_t limit) {
  bool mega = limit >= 1000000 && limit % 1000000 == 0;
  snprintf(v->full, sizeof v->full, "%s limit of %llu %s exceeded", which,
           (unsigned long long)(mega ? limit / 1000000 : limit),
           mega ? "MB" : "bytes");
}

/* The limits that a mount has besides its budget.  What an overlay holds is
 * what was ever added, unless so much was removed that the budget shows it. */
static int charge_write(cs_vfs *v, cs_handle *h, size_t n) {
  cs_mount *m = h->mount;
  if (m->most_written && n > m->most_written - m->written) {
    say_full(v, "disk write", m->most_written);
    return EDQUOT;
  }
  if (m->most_held && h->kind == CS_HANDLE_MEMORY) {
    uint64_t at = h->appends ? h->node->size : h->at, size = h->node->size;
    uint64_t more = at + n > size ? at + n - size : 0;
    if (more > m->most_held || (m->held > m->most_held - more &&
                                m->budget.used > m->most_held - more)) {
      say_full(v, "mount memory usage", m->most_held);
      return ENOMEM;
    }
    m->held = m->held > UINT64_MAX / 2 ? m->held : m->held + more;
  }
  m->written += m->most_written ? n : 0;
  return 0;
}

int cs_vfs_write(cs_vfs *v, int64_t handle, const void *data, size_t n,
                 size_t *put) {
  cs_handle *h = find_handle(v, handle);
  if (!h || !h->writes) return EBADF;
  if (h->kind == CS_HANDLE_DIR) return EISDIR;
  if (n > IO_MAX) n = IO_MAX;
  if (h->at > (uint64_t)INT64_MAX - n) return EFBIG;
  int err = charge_write(v, h, n);
  if (err) return err;
  if (h->kind == CS_HANDLE_MEMORY) {
    if (h->appends) h->at = h->node->size;
    err = cs_tree_write(&h->mount->budget, h->node, h->at, data, n);
    h->node->mtime = h->node->ctime = cs_place_now(v);
    *put = n;
  } else {
    err = write_host(h, data, n, put);
  }
  if (!err) h->at += *put;
  return err;
}

int cs_vfs_seek(cs_vfs *v, int64_t handle, int64_t offset, int64_t whence,
                int64_t *at) {
  cs_handle *h = find_handle(v, handle);
  if (!h) return EBADF;
  uint64_t base = 0;
  int err = 0;
  if (whence == SEEK_CUR)
    base = h->at;
  else if (whence == SEEK_END && h->kind != CS_HANDLE_DIR)
    err = size_of(h, &base);
  else if (whence != SEEK_SET)
    return EINVAL;
  if (err) return err;
  int64_t to;
  if (__builtin_add_overflow((int64_t)base, offset, &to)) return EOVERFLOW;
  if (to < 0) return EINVAL;
  h->at = (uint64_t)to;
  *at = to;
  return 0;
}

int cs_vfs_truncate(cs_vfs *v, int64_t handle, int64_t size) {
  cs_handle *h = find_handle(v, handle);
  if (!h) return EBADF;
  if (!h->writes || h->kind == CS_HANDLE_DIR || size < 0) return EINVAL;
  if (h->kind == CS_HANDLE_MEMORY) {
    int err = cs_tree_resize(&h->mount->budget, h->node, (uint64_t)size);
    if (!err) h->node->mtime = h->node->ctime = cs_place_now(v);
    return err;
  }
  uint64_t old;
  int err = size_of(h, &old);
  if (!err) err = charge_growth(h, old, (uint64_t)size);
  if (err) return err;
  return ftruncate(h->fd, (off_t)size) == 0 ? 0 : errno;
}

/* --- attributes of open files -------------------------------------------- */

int cs_vfs_fstat(cs_vfs *v, int64_t handle, cs_vfs_stat *out) {
  cs_handle *h = find_handle(v, handle);
  if (!h) return EBADF;
  if (h->kind == CS_HANDLE_DIR) return cs_vfs_stat_path(v, h->path, false, out);
  if (h->kind == CS_HANDLE_MEMORY) {
    cs_meta_of_node(h->mount, h->node, out);
    return 0;
  }
  struct stat st;
  if (fstat(h->fd, &st) != 0) return errno;
  cs_meta_of_stat(h->mount, &st, out);
  return 0;
}

/* Where the open file is now, if it may be changed. */
static int changeable(cs_vfs *v, cs_handle *h) {
  cs_place p;
  int refusal = cs_mount_refusal(h->mount);
  if (refusal) return refusal;
  if (h->kind == CS_HANDLE_HOST && h->mount->mode == CS_MOUNT_OVERLAY) {
    int err = cs_place_get(v, h->path, false, &p);
    if (!err && p.kind == CS_PLACE_FILE) err = cs_place_copy_up(v, &p, true);
    if (err) return err;
    return h->kind == CS_HANDLE_MEMORY ? 0 : EPERM; /* unlinked meanwhile */
  }
  if (h->kind == CS_HANDLE_HOST) {
    int err = cs_place_find(v, h->path, false, &p);
    if (!err) err = cs_place_check_write(v, &p, false);
    return err;
  }
  return 0;
}

int cs_vfs_fchmod(cs_vfs *v, int64_t handle, uint32_t mode) {
  cs_handle *h = find_handle(v, handle);
  if (!h) return EBADF;
  if (h->kind == CS_HANDLE_DIR) return cs_vfs_chmod(v, h->path, mode, false);
  if (mode & 06000) return EPERM;
  int err = changeable(v, h);
  if (err) return err;
  if (h->kind == CS_HANDLE_MEMORY) {
    h->node->mode = mode & 01777;
    h->node->ctime = cs_place_now(v);
    return 0;
  }
  return fchmod(h->fd, mode & 01777) == 0 ? 0 : errno;
}

int cs_vfs_futime(cs_vfs *v, int64_t handle, int64_t atime, int64_t mtime) {
  cs_handle *h = find_handle(v, handle);
  if (!h) return EBADF;
  if (h->kind == CS_HANDLE_DIR)
    return cs_vfs_utime(v, h->path, atime, mtime, false);
  int err = changeable(v, h);
  if (err) return err;
  if (h->kind == CS_HANDLE_MEMORY) {
    h->node->atime = atime;
    h->node->mtime = mtime;
    h->node->ctime = cs_place_now(v);
    return 0;
  }
  struct timespec t[2];
  cs_meta_times(atime, mtime, t);
  return futimens(h->fd, t) == 0 ? 0 : errno;
}
