/*
 * meta.c - attributes of entries, and making new ones.
 *
 * What a guest learns about a file is its type, permissions, size and times.
 * The owner is always 0 and the device a number of our own: neither says
 * anything about the host.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "vfs/meta.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/hash.h"
#include "vfs/hostdir.h"

#define SECOND INT64_C(1000000000)

static uint64_t device_of(const cs_mount *m) {
  if (!m) return 1;
  return ((uint64_t)cs_hash_bytes(m->at, m->at_len) & 0xFFFF) + 2;
}

void cs_meta_of_node(const cs_mount *m, const cs_node *n, cs_vfs_stat *out) {
  uint32_t type = n->kind == CS_NODE_FILE  ? S_IFREG
                  : n->kind == CS_NODE_DIR ? S_IFDIR
                                           : S_IFLNK;
  *out = (cs_vfs_stat){.mode = type | n->mode,
                       .ino = n->ino,
                       .dev = device_of(m),
                       .links = n->links,
                       .size = n->kind == CS_NODE_DIR ? 4096 : n->size,
                       .atime = n->atime,
                       .mtime = n->mtime,
                       .ctime = n->ctime};
}

static int64_t in_ns(struct timespec t) {
  return (int64_t)t.tv_sec * SECOND + t.tv_nsec;
}

void cs_meta_of_stat(const cs_mount *m, const struct stat *st,
                     cs_vfs_stat *out) {
  *out = (cs_vfs_stat){.mode = st->st_mode,
                       .ino = (uint64_t)st->st_ino,
                       .dev = device_of(m),
                       .links = (uint64_t)st->st_nlink,
                       .size = (uint64_t)st->st_size,
                       .atime = in_ns(st->st_atim),
                       .mtime = in_ns(st->st_mtim),
                       .ctime = in_ns(st->st_ctim)};
}

void cs_meta_of_place(const cs_place *p, cs_vfs_stat *out) {
  if (p->node) {
    cs_meta_of_node(p->mount, p->node, out);
  } else if (p->host) {
    cs_meta_of_stat(p->mount, &p->st, out);
  } else { /* a directory that only leads to mounts */
    uint64_t ino = (uint64_t)cs_hash_bytes(p->path, p->len) & UINT32_MAX;
    *out = (cs_vfs_stat){.mode = S_IFDIR | 0555,
                         .ino = ino | 1,
                         .dev = device_of(NULL),
                         .links = 1,
                         .size = 4096};
  }
}

void cs_meta_times(int64_t atime, int64_t mtime, struct timespec out[2]) {
  int64_t ns[2] = {atime, mtime};
  for (int i = 0; i < 2; i++) {
    int64_t rest = ns[i] % SECOND;
    if (rest < 0) rest += SECOND;
    out[i] = (struct timespec){.tv_sec = (time_t)((ns[i] - rest) / SECOND),
                               .tv_nsec = (long)rest};
  }
}

int cs_meta_new_entry(cs_vfs *v, cs_place *p, cs_node_kind kind, uint32_t mode,
                      cs_node **out) {
  cs_budget *b = &p->mount->budget;
  cs_place dir;
  cs_node *node;
  int64_t now = cs_place_now(v);
  int err = cs_place_parent(v, p, &dir);
  if (!err) err = cs_place_dir_node(v, &dir);
  if (!err) err = cs_tree_new(b, kind, mode, now, &node);
  if (err) return err;
  err = cs_tree_put(b, dir.node, cs_place_name(p), node);
  if (!err) dir.node->mtime = dir.node->ctime = now;
  *out = node;
  cs_tree_drop(b, node); /* its place keeps it */
  return err;
}

/* --- looking ------------------------------------------------------------- */

int cs_vfs_stat_path(cs_vfs *v, const char *path, bool follow,
                     cs_vfs_stat *out) {
  cs_place p;
  int err = cs_place_get(v, path, follow, &p);
  if (!err) cs_meta_of_place(&p, out);
  return err;
}

int cs_vfs_readlink(cs_vfs *v, const char *path, char *out) {
  cs_place p;
  int err = cs_place_get(v, path, false, &p);
  if (err) return err;
  if (p.kind != CS_PLACE_LINK) return EINVAL;
  if (!p.node)
    return cs_hostdir_readlink(p.mount->root, p.lower, out, CS_VFS_PATH);
  memcpy(out, p.node->data, (size_t)p.node->size);
  out[p.node->size] = '\0';
  return 0;
}

int cs_vfs_access(cs_vfs *v, const char *path, int64_t mode) {
  cs_place p;
  cs_vfs_stat st;
  int err = cs_place_get(v, path, true, &p);
  if (err) return err;
  if (mode & ~(int64_t)(R_OK | W_OK | X_OK)) return EINVAL;
  cs_meta_of_place(&p, &st);
  if (mode & W_OK) {
    err = cs_place_check_write(v, &p, false);
    if (err) return err;
    if (!(st.mode & 0222)) return EACCES;
  }
  if (mode & R_OK && (p.kind == CS_PLACE_OTHER || !(st.mode & 0444)))
    return EACCES;
  if (mode & X_OK && !(st.mode & 0111)) return EACCES;
  return 0;
}

int cs_vfs_statvfs(cs_vfs *v, const char *path, uint64_t out[10]) {
  cs_place p;
  int err = cs_place_get(v, path, true, &p);
  if (err) return err;
  uint64_t total = 0, left = 0;
  bool writes = cs_mount_refusal(p.mount) == 0;
  if (writes) {
    total = p.mount->budget.limit / 4096;
    left = (p.mount->budget.limit - p.mount->budget.used) / 4096;
  }
  uint64_t row[10] = {4096,  4096, total, left,           left,
                      total, left, left,  writes ? 0 : 1, CS_VFS_NAME};
  memcpy(out, row, sizeof row);
  return 0;
}

int cs_vfs_chdir(cs_vfs *v, const char *path) {
  cs_place p;
  int err = cs_place_get(v, path, true, &p);
  if (err) return err;
  if (p.kind != CS_PLACE_DIR) return ENOTDIR;
  char *copy = strdup(p.path);
  if (!copy) return ENOMEM;
  free(v->cwd);
  v->cwd = copy;
  return 0;
}

const char *cs_vfs_getcwd(const cs_vfs *v) {
  return v->cwd;
}

/* Append the parts of `path` to the absolute path in `out`; false: too long. */
static bool join(char out[CS_VFS_PATH], const char *path) {
  size_t n = strlen(out);
  for (const char *p = path; *p;) {
    size_t len = strcspn(p, "/");
    if (len == 2 && p[0] == '.' && p[1] == '.') {
      while (n > 0 && out[--n] != '/') {
      }
    } else if (len > 0 && !(len == 1 && p[0] == '.')) {
      if (n + len + 2 > CS_VFS_PATH) return false;
      out[n++] = '/';
      memcpy(out + n, p, len);
      n += len;
    }
    out[n] = '\0';
    p += len;
    p += strspn(p, "/");
  }
  return true;
}

bool cs_vfs_covers(const cs_vfs *v, const char *path) {
  char whole[CS_VFS_PATH] = "";
  if (path[0] != '/' && !join(whole, v->cwd)) return true;
  if (!join(whole, path)) return true;
  for (size_t i = 0; i < v->nmounts; i++) {
    const cs_mount *m = v->mounts[i];
    if (m->at_len == 1) return true;
    if (strncmp(whole, m->at, m->at_len) == 0 &&
        (whole[m->at_len] == '/' || !whole[m->at_len]))
      return true;
  }
  return false;
}

/* --- changing ------------------------------------------------------------ */

/* The node to change at `p`, in an overlay. */
static int change_node(cs_vfs *v, cs_place *p) {
  return p->kind == CS_PLACE_DIR ? cs_place_dir_node(v, p)
                                 : cs_place_copy_up(v, p, true);
}

int cs_vfs_chmod(cs_vfs *v, const char *path, uint32_t mode, bool follow) {
  cs_place p;
  int err = cs_place_get(v, path, follow, &p);
  if (!err) err = cs_place_check_write(v, &p, false);
  if (err) return err;
  if (p.kind == CS_PLACE_LINK) return EOPNOTSUPP;
  if (mode & 06000) return EPERM; /* no set-user-id files from a guest */
  if (p.mount->mode == CS_MOUNT_OVERLAY) {
    err = change_node(v, &p);
    if (err) return err;
    p.node->mode = mode & 01777;
    p.node->ctime = cs_place_now(v);
    return 0;
  }
  if (p.mount->file) return fchmod(p.mount->root, mode & 01777) ? errno : 0;
  struct stat st;
  CS_AUTO_FD
  int fd = cs_hostdir_open_plain(p.mount->root, p.lower, O_RDONLY, 0, &st);
  if (fd < 0) return errno;
  return fchmod(fd, mode & 01777) == 0 ? 0 : errno;
}

int cs_vfs_utime(cs_vfs *v, const char *path, int64_t atime, int64_t mtime,
                 bool follow) {
  cs_place p;
  int err = cs_place_get(v, path, follow, &p);
  if (!err) err = cs_place_check_write(v, &p, false);
  if (err) return err;
  if (p.mount->mode == CS_MOUNT_OVERLAY) {
    err = change_node(v, &p);
    if (err) return err;
    p.node->atime = atime;
    p.node->mtime = mtime;
    p.node->ctime = cs_place_now(v);
    return 0;
  }
  struct timespec t[2];
  cs_meta_times(atime, mtime, t);
  if (p.mount->file) return futimens(p.mount->root, t) == 0 ? 0 : errno;
  if (p.is_root) return EBUSY;
  const char *name;
  CS_AUTO_FD
  int dir = cs_hostdir_parent(p.mount->root, p.lower, &name);
  if (dir < 0) return errno;
  return utimensat(dir, name, t, AT_SYMLINK_NOFOLLOW) == 0 ? 0 : errno;
}
