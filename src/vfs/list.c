/*
 * list.c - entries of a directory.
 *
 * A directory may have entries of three kinds of origin: in memory, on the
 * host, and mount points.  Memory hides the host, mount points hide both.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "vfs/hostdir.h"
#include "vfs/list.h"
#include "vfs/place.h"

static bool is_dots(const char *s) {
  return s[0] == '.' && (!s[1] || (s[1] == '.' && !s[2]));
}

/* Component of a mount point that is an entry of the directory `path`; its
 * length goes to `*n`.  NULL: the mount lies elsewhere. */
static const char *entry_of_mount(const cs_mount *m, const char *path,
                                  size_t len, size_t *n) {
  if (len == 1) len = 0;
  if (m->at_len <= len + 1 || memcmp(m->at, path, len) != 0 ||
      m->at[len] != '/')
    return NULL;
  const char *name = m->at + len + 1;
  *n = strcspn(name, "/");
  return *n ? name : NULL;
}

static bool hidden_by_mount(const cs_vfs *v, const cs_place *p,
                            const char *name) {
  size_t n, len = strlen(name);
  for (size_t i = 0; i < v->nmounts; i++) {
    const char *s = entry_of_mount(v->mounts[i], p->path, p->len, &n);
    if (s && n == len && memcmp(s, name, n) == 0) return true;
  }
  return false;
}

static int list_mounts(cs_vfs *v, const cs_place *p, cs_vfs_each each,
                       void *with) {
  size_t n, k;
  for (size_t i = 0; i < v->nmounts; i++) {
    const char *s = entry_of_mount(v->mounts[i], p->path, p->len, &n);
    if (!s) continue;
    bool seen = false;
    for (size_t j = 0; j < i && !seen; j++) {
      const char *t = entry_of_mount(v->mounts[j], p->path, p->len, &k);
      seen = t && k == n && memcmp(s, t, n) == 0;
    }
    if (seen) continue;
    char name[CS_VFS_NAME + 1];
    memcpy(name, s, n);
    name[n] = '\0';
    int err = each(with, name, v->mounts[i]->file && !s[n] ? 'f' : 'd');
    if (err) return err;
  }
  return 0;
}

static int list_memory(cs_vfs *v, const cs_place *p, cs_vfs_each each,
                       void *with) {
  if (!p->node) return 0;
  for (cs_entry *e = p->node->first[0]; e; e = e->next[0]) {
    if (!e->node || hidden_by_mount(v, p, e->name)) continue;
    char kind = e->node->kind == CS_NODE_FILE  ? 'f'
                : e->node->kind == CS_NODE_DIR ? 'd'
                                               : 'l';
    int err = each(with, e->name, kind);
    if (err) return err;
  }
  return 0;
}

static char kind_of_entry(int dir, const struct dirent *d) {
  struct stat st;
  switch (d->d_type) {
    case DT_REG: return 'f';
    case DT_DIR: return 'd';
    case DT_LNK: return 'l';
    case DT_UNKNOWN: break;
    default: return '?';
  }
  if (fstatat(dir, d->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0) return '?';
  if (S_ISREG(st.st_mode)) return 'f';
  if (S_ISDIR(st.st_mode)) return 'd';
  return S_ISLNK(st.st_mode) ? 'l' : '?';
}

static void close_dir(DIR *const *d) {
  if (*d) closedir(*d);
}

static int list_host(cs_vfs *v, const cs_place *p, cs_vfs_each each,
                     void *with) {
  if (!p->host) return 0;
  CS_AUTO_FD
  int fd = cs_hostdir_open(p->mount->root, p->lower, O_RDONLY | O_DIRECTORY, 0);
  if (fd < 0) return errno;
  __attribute__((cleanup(close_dir))) DIR *d = fdopendir(fd);
  if (!d) return errno;
  (void)cs_steal(&fd);
  for (;;) {
    errno = 0;
    const struct dirent *entry = readdir(d);
    if (!entry) return errno;
    const char *name = entry->d_name;
    if (is_dots(name) || (p->node && cs_tree_find(p->node, name)) ||
        hidden_by_mount(v, p, name))
      continue;
    int err = each(with, name, kind_of_entry(dirfd(d), entry));
    if (err) return err;
  }
}

int cs_list_place(cs_vfs *v, const cs_place *p, cs_vfs_each each, void *with) {
  int err = list_mounts(v, p, each, with);
  if (!err) err = list_memory(v, p, each, with);
  return err ? err : list_host(v, p, each, with);
}

int cs_vfs_list(cs_vfs *v, const char *path, cs_vfs_each each, void *with) {
  cs_place p;
  int err = cs_place_get(v, path, true, &p);
  if (err) return err;
  if (p.kind != CS_PLACE_DIR) return ENOTDIR;
  return cs_list_place(v, &p, each, with);
}
