/*
 * entry.c - making, removing, moving and linking entries.
 *
 * On the host every change is one system call relative to the descriptor of
 * the directory; in memory a removed host entry leaves a mark, and a renamed
 * host directory a new one that still points at the old contents.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/protect.h"
#include "vfs/hostdir.h"
#include "vfs/list.h"
#include "vfs/meta.h"

#define UMASK 022u

static bool ends_in_dots(const char *path) {
  size_t n = strlen(path);
  while (n > 1 && path[n - 1] == '/') n--;
  if (n == 0 || path[n - 1] != '.') return false;
  if (n == 1 || path[n - 2] == '/') return true;
  return path[n - 2] == '.' && (n == 2 || path[n - 3] == '/');
}

static int stop_listing(void *with, const char *name, char kind) {
  (void)with;
  (void)name;
  (void)kind;
  return ENOTEMPTY;
}

static int is_empty(cs_vfs *v, const cs_place *p) {
  return cs_list_place(v, p, stop_listing, NULL);
}

/* --- new entries --------------------------------------------------------- */

int cs_vfs_mkdir(cs_vfs *v, const char *path, uint32_t mode) {
  cs_place p;
  cs_node *node;
  mode = mode & 0777 & ~UMASK;
  int err = cs_place_find(v, path, false, &p);
  if (err) return err;
  if (p.kind != CS_PLACE_NONE) return EEXIST;
  p.makes = true;
  err = cs_place_check_write(v, &p, false);
  if (err) return err;
  cs_artifact_touch(v, p.path, false);
  if (p.mount->mode == CS_MOUNT_OVERLAY)
    return cs_meta_new_entry(v, &p, CS_NODE_DIR, mode, &node);
  const char *name;
  err = cs_tree_charge(&p.mount->budget, 4096);
  if (err) return err;
  CS_AUTO_FD
  int dir = cs_hostdir_parent(p.mount->root, p.lower, &name);
  if (dir < 0) return errno;
  return mkdirat(dir, name, mode) == 0 ? 0 : errno;
}

int cs_vfs_symlink(cs_vfs *v, const char *target, const char *path) {
  cs_place p;
  cs_node *node;
  size_t n = strlen(target);
  if (n == 0) return ENOENT;
  if (n >= CS_VFS_PATH) return ENAMETOOLONG;
  int err = cs_place_find(v, path, false, &p);
  if (err) return err;
  if (p.kind != CS_PLACE_NONE) return EEXIST;
  if (p.slash) return ENOENT;
  err = cs_place_check_write(v, &p, true);
  if (err) return err;
  cs_artifact_touch(v, p.path, false);
  if (p.mount->mode == CS_MOUNT_OVERLAY) {
    err = cs_meta_new_entry(v, &p, CS_NODE_LINK, 0777, &node);
    if (err) return err;
    return cs_tree_write(&p.mount->budget, node, 0, target, n);
  }
  if (cs_protect_leaves(p.lower, target)) return EPERM;
  const char *name;
  err = cs_tree_charge(&p.mount->budget, 256);
  if (err) return err;
  CS_AUTO_FD
  int dir = cs_hostdir_parent(p.mount->root, p.lower, &name);
  if (dir < 0) return errno;
  return symlinkat(target, dir, name) == 0 ? 0 : errno;
}

/* --- removing ------------------------------------------------------------ */

/* Does the host have an entry `name` below the directory `dir`? */
static bool shows_through(const cs_place *dir, const char *name) {
  char lower[CS_VFS_PATH];
  struct stat st;
  if (!dir->node->lower) return false;
  int n = snprintf(lower, sizeof lower, "%s%s%s", dir->node->lower,
                   dir->node->lower[0] ? "/" : "", name);
  if (n < 0 || (size_t)n >= sizeof lower) return true;
  return cs_hostdir_stat(dir->mount->root, lower, &st) != ENOENT;
}

/* Take the entry out of an overlay.  Where the host has one of the same name,
 * a mark stays. */
static int hide(cs_vfs *v, const cs_place *p) {
  cs_budget *b = &p->mount->budget;
  cs_place dir;
  const char *name = cs_place_name(p);
  int err = cs_place_parent(v, p, &dir);
  if (!err) err = cs_place_dir_node(v, &dir);
  if (err) return err;
  dir.node->mtime = dir.node->ctime = cs_place_now(v);
  if (shows_through(&dir, name)) return cs_tree_put(b, dir.node, name, NULL);
  cs_tree_remove(b, dir.node, name);
  return 0;
}

static int unlink_host(const cs_place *p, int flags) {
  const char *name;
  CS_AUTO_FD
  int dir = cs_hostdir_parent(p->mount->root, p->lower, &name);
  if (dir < 0) return errno;
  return unlinkat(dir, name, flags) == 0 ? 0 : errno;
}

int cs_vfs_remove(cs_vfs *v, const char *path) {
  cs_place p;
  int err = cs_place_get(v, path, false, &p);
  if (err) return err;
  if (p.kind == CS_PLACE_DIR) return EISDIR;
  err = cs_place_check_write(v, &p, true);
  if (err) return err;
  err = p.mount->mode == CS_MOUNT_RW ? unlink_host(&p, 0) : hide(v, &p);
  if (!err) cs_artifact_touch(v, p.path, true);
  return err;
}

int cs_vfs_rmdir(cs_vfs *v, const char *path) {
  cs_place p;
  int err = cs_place_get(v, path, false, &p);
  if (err) return err;
  if (p.kind != CS_PLACE_DIR) return ENOTDIR;
  if (ends_in_dots(path)) return EINVAL;
  err = cs_place_check_write(v, &p, true);
  if (err) return err;
  if (p.mount->mode == CS_MOUNT_RW) return unlink_host(&p, AT_REMOVEDIR);
  err = is_empty(v, &p);
  return err ? err : hide(v, &p);
}

/* --- moving -------------------------------------------------------------- */

/* May `to` be replaced by `from`? */
static int check_target(cs_vfs *v, const cs_place *from, const cs_place *to) {
  bool dir = from->kind == CS_PLACE_DIR;
  if (to->kind == CS_PLACE_NONE) return to->slash && !dir ? ENOTDIR : 0;
  if (to->kind == CS_PLACE_DIR) {
    if (!dir) return EISDIR;
    return is_empty(v, to);
  }
  return dir ? ENOTDIR : 0;
}

static bool is_below(const cs_place *p, const cs_place *top) {
  return p->len > top->len && memcmp(p->path, top->path, top->len) == 0 &&
         (p->path[top->len] == '/' || top->len == 1);
}

static int move_in_memory(cs_vfs *v, cs_place *from, cs_place *to) {
  cs_budget *b = &from->mount->budget;
  int err = from->kind == CS_PLACE_DIR ? cs_place_dir_node(v, from)
                                       : cs_place_copy_up(v, from, true);
  if (err) return err;
  cs_node *node = from->node;
  cs_place dir;
  err = cs_place_parent(v, to, &dir);
  if (!err) err = cs_place_dir_node(v, &dir);
  if (err) return err;
  err = cs_tree_put(b, dir.node, cs_place_name(to), node);
  if (err) return err;
  dir.node->mtime = dir.node->ctime = cs_place_now(v);
  return hide(v, from); /* its entry exists: nothing to allocate */
}

/* A link that would lead elsewhere from its new place. */
static bool moves_away(const cs_place *from, const cs_place *to) {
  char target[CS_VFS_PATH];
  if (from->kind != CS_PLACE_LINK || from->node) return false;
  return cs_hostdir_readlink(from->mount->root, from->lower, target,
                             sizeof target) != 0 ||
         cs_protect_leaves(to->lower, target);
}

static int move_on_host(const cs_place *from, const cs_place *to) {
  const char *old, *new;
  int root = from->mount->root;
  CS_AUTO_FD
  int a = cs_hostdir_parent(root, from->lower, &old);
  if (a < 0) return errno;
  CS_AUTO_FD
  int b = cs_hostdir_parent(root, to->lower, &new);
  if (b < 0) return errno;
  return renameat(a, old, b, new) == 0 ? 0 : errno;
}

int cs_vfs_rename(cs_vfs *v, const char *from, const char *to) {
  cs_place a, b;
  int err = cs_place_get(v, from, false, &a);
  if (!err) err = cs_place_find(v, to, false, &b);
  if (err) return err;
  if (ends_in_dots(from) || ends_in_dots(to)) return EBUSY;
  err = cs_place_check_write(v, &a, true);
  if (!err && a.mount != b.mount && a.mount->strict) return EXDEV;
  if (!err) err = cs_place_check_write(v, &b, true);
  if (!err && a.kind == CS_PLACE_DIR) /* what it has would be there */
    err = cs_place_ask(v, CS_GUARD_MOVE, b.path);
  if (err) return err;
  if (a.mount != b.mount) return EXDEV;
  if (strcmp(a.path, b.path) == 0 || (a.node && a.node == b.node)) return 0;
  if (a.kind == CS_PLACE_DIR && is_below(&b, &a)) return EINVAL;
  if (is_below(&a, &b)) return ENOTEMPTY;
  if (a.kind == CS_PLACE_OTHER) return EACCES;
  err = check_target(v, &a, &b);
  if (!err && a.mount->mode == CS_MOUNT_RW && moves_away(&a, &b)) err = EPERM;
  if (err) return err;
  err = a.mount->mode == CS_MOUNT_RW ? move_on_host(&a, &b)
                                     : move_in_memory(v, &a, &b);
  if (err) return err;
  cs_artifact_touch(v, a.path, true);
  cs_artifact_touch(v, b.path, b.kind != CS_PLACE_NONE);
  return 0;
}

int cs_vfs_link(cs_vfs *v, const char *from, const char *to) {
  cs_place a, b, dir;
  int err = cs_place_get(v, from, false, &a);
  if (!err) err = cs_place_find(v, to, false, &b);
  if (err) return err;
  if (b.kind != CS_PLACE_NONE) return EEXIST;
  if (a.kind == CS_PLACE_DIR || a.kind == CS_PLACE_OTHER) return EPERM;
  err = cs_place_check_write(v, &a, true);
  if (!err) err = cs_place_check_write(v, &b, true);
  if (err) return err;
  if (a.mount != b.mount) return EXDEV;
  cs_artifact_touch(v, b.path, false);
  if (a.mount->mode == CS_MOUNT_OVERLAY) {
    err = cs_place_copy_up(v, &a, true);
    if (!err) err = cs_place_parent(v, &b, &dir);
    if (!err) err = cs_place_dir_node(v, &dir);
    if (err) return err;
    return cs_tree_put(&a.mount->budget, dir.node, cs_place_name(&b), a.node);
  }
  if (moves_away(&a, &b)) return EPERM;
  const char *old, *new;
  CS_AUTO_FD
  int x = cs_hostdir_parent(a.mount->root, a.lower, &old);
  if (x < 0) return errno;
  CS_AUTO_FD
  int y = cs_hostdir_parent(b.mount->root, b.lower, &new);
  if (y < 0) return errno;
  return linkat(x, old, y, new, 0) == 0 ? 0 : errno;
}
