/*
 * mount.c - the table of mounts, and the life of a file system.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/protect.h"
#include "vfs/hostdir.h"
#include "vfs/place.h"

cs_status cs_vfs_new(cs_vfs **out) {
  cs_vfs *v = calloc(1, sizeof *v);
  if (!v) return CS_EOS;
  v->cwd = strdup("/");
  if (!v->cwd) {
    free(v);
    return CS_EOS;
  }
  *out = v;
  return CS_OK;
}

void cs_vfs_set_guard(cs_vfs *v, cs_vfs_guard *guard, void *with) {
  v->guard = guard;
  v->guard_with = with;
}

void cs_vfs_set_file_guard(cs_vfs *v, cs_vfs_file_guard *hides) {
  v->hides_file = hides;
}

/* Is `path` `dir`, or below it? */
static bool is_below(const char *dir, const char *path) {
  size_t n = strlen(dir);
  return strncmp(dir, path, n) == 0 && (path[n] == 0 || path[n] == '/');
}

bool cs_place_hides(const cs_vfs *v, cs_guard_op op, const char *path) {
  for (size_t i = 0; i < v->nhidden; i++)
    if (is_below(v->hidden[i], path) ||
        (op == CS_GUARD_MOVE && is_below(path, v->hidden[i])))
      return true;
  return false;
}

bool cs_vfs_hide(cs_vfs *v, const char *path) {
  char **more = realloc(v->hidden, (v->nhidden + 1) * sizeof *more);
  if (!more) return false;
  v->hidden = more;
  more[v->nhidden] = strdup(path);
  if (!more[v->nhidden]) return false;
  v->nhidden++;
  return true;
}

void cs_vfs_set_clock(cs_vfs *v, int64_t (*now)(void *with), void *with) {
  v->now = now;
  v->now_with = with;
}

static void free_mount(cs_mount *m) {
  if (!m) return;
  if (m->top) m->top->links--;
  cs_tree_drop(&m->budget, m->top);
  if (m->root >= 0) close(m->root);
  if (m->lower >= 0) close(m->lower);
  cs_kept_fini(&m->kept);
  free(m->at);
  free(m);
}

void cs_vfs_free(cs_vfs *v) {
  if (!v) return;
  for (size_t i = 0; i < v->nhandles; i++) (void)cs_vfs_close(v, (int64_t)i);
  for (size_t i = 0; i < v->nmounts; i++) free_mount(v->mounts[i]);
  cs_tree_drop(&v->set, v->touched);
  cs_tree_drop(&v->set, v->existed);
  for (size_t i = 0; i < v->nhidden; i++) free(v->hidden[i]);
  free(v->hidden);
  free(v->handles);
  free(v->cwd);
  free(v);
}

/* --- mounting ------------------------------------------------------------ */

/* The path without double slashes and a slash at its end; NULL if it is not
 * absolute, has dots or is too long. */
static char *clean_path(const char *at) {
  size_t n = 0;
  char out[CS_VFS_PATH];
  if (at[0] != '/' || strlen(at) >= sizeof out) return NULL;
  for (const char *s = at; *s;) {
    s += strspn(s, "/");
    size_t k = strcspn(s, "/");
    if (!k) break;
    if (k > CS_VFS_NAME || (k == 1 && s[0] == '.') ||
        (k == 2 && s[0] == '.' && s[1] == '.'))
      return NULL;
    out[n++] = '/';
    memcpy(out + n, s, k);
    n += k;
    s += k;
  }
  if (n == 0) out[n++] = '/';
  out[n] = '\0';
  return strdup(out);
}

/* Is it what the caller had opened, if it had? */
static bool is_meant(const cs_mount *m, int fd) {
  struct stat s;
  if (fd <= 0) return true;
  return fstat(fd, &s) == 0 && s.st_dev == m->st.st_dev &&
         s.st_ino == m->st.st_ino;
}

static int open_root(cs_mount *m, const char *host, int fd) {
  m->root = fd > 0 ? openat(fd, ".", O_PATH | O_DIRECTORY | O_CLOEXEC)
                   : open(host, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (m->root >= 0) return fstat(m->root, &m->st) == 0 ? 0 : errno;
  if (errno != ENOTDIR) return errno;
  int flags = m->mode == CS_MOUNT_RW ? O_RDWR : O_RDONLY;
  m->root = open(host, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (m->root < 0 || fstat(m->root, &m->st) != 0) return errno;
  m->file = true;
  if (!is_meant(m, fd)) return ESTALE;
  return S_ISREG(m->st.st_mode) ? 0 : EACCES;
}

/* The overlay's root directory. */
static int make_top(cs_mount *m, int64_t now) {
  if (m->mode != CS_MOUNT_OVERLAY || m->file) return 0;
  cs_node *top;
  int err = cs_tree_new(&m->budget, CS_NODE_DIR, 0755, now, &top);
  if (err) return err;
  top->links = 1;
  m->top = top;
  if (m->root < 0) return 0;
  top->mode = m->st.st_mode & 0777;
  top->ino = (uint64_t)m->st.st_ino;
  top->atime = (int64_t)m->st.st_atim.tv_sec * 1000000000;
  top->mtime =
      (int64_t)m->st.st_mtim.tv_sec * 1000000000 + m->st.st_mtim.tv_nsec;
  top->ctime = top->mtime;
  return cs_tree_set_lower(&m->budget, top, "");
}

static void insert(cs_vfs *v, cs_mount *m) {
  size_t i = v->nmounts++;
  while (i > 0 && v->mounts[i - 1]->at_len < m->at_len) {
    v->mounts[i] = v->mounts[i - 1];
    i--;
  }
  v->mounts[i] = m;
}

static cs_status fill(cs_vfs *v, cs_mount *m, const cs_mount_spec *s,
                      cs_error *err) {
  m->at = clean_path(s->at);
  if (!m->at)
    return cs_error_set(err, CS_EINVAL,
                        "'%s' is no mount point: write an absolute path "
                        "without dots",
                        s->at);
  m->at_len = strlen(m->at);
  for (size_t i = 0; i < v->nmounts; i++)
    if (strcmp(v->mounts[i]->at, m->at) == 0)
      return cs_error_set(err, CS_EINVAL, "'%s' is mounted twice", m->at);
  if (s->host) {
    int e = open_root(m, s->host, s->fd);
    if (e) {
      errno = e;
      return cs_error_os(err, "cannot mount '%s'", s->host);
    }
  } else if (m->mode != CS_MOUNT_OVERLAY) {
    return cs_error_set(err, CS_EINVAL, "'%s' has no host directory", m->at);
  }
  if (m->file && m->at_len == 1)
    return cs_error_set(err, CS_EINVAL, "a file cannot be mounted at '/'");
  if (make_top(m, cs_place_now(v)) != 0)
    return cs_error_set(err, CS_ELIMIT, "the limit of '%s' is too small",
                        m->at);
  return CS_OK;
}

cs_status cs_vfs_mount(cs_vfs *v, const cs_mount_spec *s, cs_error *err) {
  if (v->nmounts == CS_VFS_MOUNTS)
    return cs_error_set(err, CS_ELIMIT, "more than %d mounts", CS_VFS_MOUNTS);
  cs_mount *m = calloc(1, sizeof *m);
  if (!m) return cs_error_set(err, CS_EOS, "no memory");
  m->root = m->lower = -1;
  m->mode = s->mode;
  m->unprotected = s->unprotected;
  m->strict = s->strict;
  m->budget.limit = s->limit ? s->limit : CS_VFS_LIMIT;
  m->budget.next_ino = UINT64_C(1) << 32;
  if (getrandom(&m->budget.seed, sizeof m->budget.seed, 0) < 0)
    m->budget.seed = (uint64_t)(uintptr_t)m;
  m->budget.seed |= 1;
  cs_status st = fill(v, m, s, err);
  if (st == CS_OK)
    insert(v, m);
  else
    free_mount(m);
  return st;
}

/* --- the same mounts again ----------------------------------------------- */

static cs_mount *copy_mount(cs_vfs *v, const cs_mount *from) {
  cs_mount *m = calloc(1, sizeof *m);
  if (!m) return NULL;
  m->root = m->lower = -1;
  m->at = strdup(from->at);
  m->at_len = from->at_len;
  m->mode = from->mode;
  m->file = from->file;
  m->unprotected = from->unprotected;
  m->strict = from->strict;
  m->most_written = from->most_written;
  m->most_held = from->most_held;
  m->st = from->st;
  m->budget = (cs_budget){.limit = from->budget.limit,
                          .seed = from->budget.seed,
                          .next_ino = from->budget.next_ino};
  if (from->root >= 0) m->root = fcntl(from->root, F_DUPFD_CLOEXEC, 0);
  if (m->at && (m->root >= 0 || from->root < 0) &&
      make_top(m, cs_place_now(v)) == 0)
    return m;
  free_mount(m);
  return NULL;
}

cs_status cs_vfs_twin(const cs_vfs *v, cs_vfs **out) {
  cs_vfs *twin;
  cs_status st = cs_vfs_new(&twin);
  for (size_t i = 0; st == CS_OK && i < v->nmounts; i++) {
    cs_mount *m = copy_mount(twin, v->mounts[i]);
    if (m) {
      twin->mounts[twin->nmounts++] = m;
    } else {
      cs_vfs_free(twin);
      st = CS_EOS;
    }
  }
  for (size_t i = 0; st == CS_OK && i < v->nhidden; i++)
    if (!cs_vfs_hide(twin, v->hidden[i])) {
      cs_vfs_free(twin);
      st = CS_EOS;
    }
  if (st == CS_OK) *out = twin;
  return st;
}

/* --- what may be changed ------------------------------------------------- */

cs_status cs_vfs_limit(cs_vfs *v, const char *at, uint64_t written,
                       uint64_t held) {
  for (size_t i = 0; i < v->nmounts; i++) {
    cs_mount *m = v->mounts[i];
    if (strcmp(m->at, at) != 0) continue;
    m->most_written = written;
    m->most_held = held;
    return CS_OK;
  }
  return CS_EINVAL;
}

const char *cs_vfs_mount_at(const cs_vfs *v, size_t i) {
  return i < v->nmounts ? v->mounts[i]->at : NULL;
}

int cs_place_check_write(cs_vfs *v, const cs_place *p, bool entry) {
  cs_mount *m = p->mount;
  int refusal = cs_mount_refusal(m);
  if (refusal) return refusal;
  if (entry && (p->is_root || cs_place_has_mounts(v, p->path, p->len, true)))
    return m->strict ? EACCES : EBUSY;
  if (m->mode == CS_MOUNT_RW && !m->unprotected && !m->file) {
    const char *below = p->path + (m->at_len > 1 ? m->at_len : 0);
    below += strspn(below, "/");
    if (cs_kept_is(&m->kept, m->root, below, entry)) return EPERM;
  }
  /* Only a directory takes something along. */
  int said = entry && p->kind == CS_PLACE_DIR
                 ? cs_place_ask(v, CS_GUARD_MOVE, p->path)
                 : 0;
  if (said || m->root < 0) return said;
  unsigned op = m->mode == CS_MOUNT_RW ? CS_GUARD_WRITE : CS_GUARD_LAYER;
  if (p->makes) op |= CS_GUARD_MAKES;
  return cs_place_ask(v, (cs_guard_op)op, p->path);
}
