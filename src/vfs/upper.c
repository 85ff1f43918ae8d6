/*
 * upper.c - bringing host entries into memory before they change.
 *
 * Everything here applies to overlay mounts only.  A directory comes without
 * its entries (they show through), a file with its content; both are charged
 * to the mount's budget before anything is visible.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "vfs/hostdir.h"
#include "vfs/place.h"

#define CHUNK (UINT64_C(1) << 20)

static int64_t in_ns(struct timespec t) {
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void take_times(cs_node *n, const struct stat *st) {
  n->mode = st->st_mode & 0777;
  n->atime = in_ns(st->st_atim);
  n->mtime = in_ns(st->st_mtim);
  n->ctime = in_ns(st->st_ctim);
}

/* --- directories --------------------------------------------------------- */

/* A directory of the host as an entry of `parent`. */
static int raise_dir(cs_mount *m, cs_node *parent, const char *name,
                     cs_node **out) {
  char lower[CS_VFS_PATH];
  struct stat st;
  size_t n = strlen(parent->lower), k = strlen(name);
  if (n + k + 2 > sizeof lower) return ENAMETOOLONG;
  memcpy(lower, parent->lower, n);
  if (n) lower[n++] = '/';
  memcpy(lower + n, name, k + 1);
  int err = cs_hostdir_stat(m->root, lower, &st);
  if (err) return err;
  if (!S_ISDIR(st.st_mode)) return ENOTDIR;
  cs_node *dir;
  err = cs_tree_new(&m->budget, CS_NODE_DIR, 0, 0, &dir);
  if (err) return err;
  take_times(dir, &st);
  dir->ino = (uint64_t)st.st_ino;
  err = cs_tree_set_lower(&m->budget, dir, lower);
  if (!err) err = cs_tree_put(&m->budget, parent, name, dir);
  *out = dir;
  cs_tree_drop(&m->budget, dir); /* its place keeps it */
  return err;
}

int cs_place_dir_node(cs_vfs *v, cs_place *p) {
  (void)v;
  if (p->node) return 0;
  cs_mount *m = p->mount;
  assert(m && m->mode == CS_MOUNT_OVERLAY && m->top);
  cs_node *dir = m->top;
  const char *s = p->path + (m->at_len > 1 ? m->at_len : 0);
  char name[CS_VFS_NAME + 1];
  while (*s) {
    s += strspn(s, "/");
    size_t n = strcspn(s, "/");
    memcpy(name, s, n);
    name[n] = '\0';
    s += n;
    if (!n) break;
    cs_entry *e = cs_tree_find(dir, name);
    if (e && (!e->node || e->node->kind != CS_NODE_DIR)) return ENOTDIR;
    if (e) {
      dir = e->node;
      continue;
    }
    if (!dir->lower) return ENOENT;
    int err = raise_dir(m, dir, name, &dir);
    if (err) return err;
  }
  p->node = dir;
  return 0;
}

/* --- files and links ----------------------------------------------------- */

static int copy_content(cs_mount *m, int fd, uint64_t size, cs_node *f) {
  int err = cs_tree_resize(&m->budget, f, size);
  for (uint64_t at = 0; !err && at < size;) {
    uint64_t n = size - at < CHUNK ? size - at : CHUNK;
    ssize_t got = pread(fd, f->data + at, (size_t)n, (off_t)at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno;
    if (got == 0) return cs_tree_resize(&m->budget, f, at);
    at += (uint64_t)got;
  }
  return err;
}

static int open_source(cs_place *p, struct stat *st) {
  cs_mount *m = p->mount;
  if (!m->file)
    return cs_hostdir_open_plain(m->root, p->lower, O_RDONLY, 0, st);
  if (fstat(m->root, st) != 0) return -1;
  return fcntl(m->root, F_DUPFD_CLOEXEC, 0);
}

/* A copy of the host's file; `content` false leaves it empty. */
static int raise_file(cs_place *p, bool content, cs_node **out,
                      struct stat *st) {
  cs_mount *m = p->mount;
  CS_AUTO_FD
  int fd = open_source(p, st);
  if (fd < 0) return errno;
  if (!S_ISREG(st->st_mode)) return EACCES;
  cs_node *f;
  int err = cs_tree_new(&m->budget, CS_NODE_FILE, 0, 0, &f);
  if (err) return err;
  take_times(f, st);
  f->ino = (uint64_t)st->st_ino;
  if (content) err = copy_content(m, fd, (uint64_t)st->st_size, f);
  if (err)
    cs_tree_drop(&m->budget, f);
  else
    *out = f;
  return err;
}

static int raise_link(cs_place *p, cs_node **out) {
  cs_mount *m = p->mount;
  char target[CS_VFS_PATH];
  int err = cs_hostdir_readlink(m->root, p->lower, target, sizeof target);
  cs_node *l;
  if (!err) err = cs_tree_new(&m->budget, CS_NODE_LINK, 0777, 0, &l);
  if (err) return err;
  take_times(l, &p->st);
  err = cs_tree_write(&m->budget, l, 0, target, strlen(target));
  if (err)
    cs_tree_drop(&m->budget, l);
  else
    *out = l;
  return err;
}

/* Open handles of the host's file go on with the copy. */
static void move_handles(cs_vfs *v, const cs_mount *m, const struct stat *st,
                         cs_node *f) {
  for (size_t i = 0; i < v->nhandles; i++) {
    cs_handle *h = &v->handles[i];
    if (h->kind != CS_HANDLE_HOST || h->mount != m || h->dev != st->st_dev ||
        h->ino != st->st_ino)
      continue;
    close(h->fd);
    h->fd = -1;
    h->kind = CS_HANDLE_MEMORY;
    h->node = f;
    f->refs++;
  }
}

int cs_place_copy_up(cs_vfs *v, cs_place *p, bool content) {
  if (p->node) return 0;
  cs_mount *m = p->mount;
  cs_node *node = NULL;
  struct stat st;
  bool is_link = p->kind == CS_PLACE_LINK;
  cs_place dir;
  int err = 0;
  if (!m->file) {
    err = cs_place_parent(v, p, &dir);
    if (!err) err = cs_place_dir_node(v, &dir);
  }
  if (!err)
    err = is_link ? raise_link(p, &node) : raise_file(p, content, &node, &st);
  if (err) return err;
  if (m->file) {
    m->top = node;
    node->refs++;
    node->links++;
  } else {
    err = cs_tree_put(&m->budget, dir.node, cs_place_name(p), node);
  }
  if (!err && !is_link) move_handles(v, m, &st, node);
  if (!err) p->node = node;
  cs_tree_drop(&m->budget, node);
  return err;
}
