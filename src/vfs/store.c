/*
 * store.c - overlays, open files and the current directory as bytes.
 *
 * One tuple of base/wire.h: version, current directory, overlays, loose files
 * (open but without a name), handles.  An overlay is (mount point, next inode
 * number, records); a record is a tuple whose first item says what it is:
 *
 *   ("f", name, id, mode, atime, mtime, ctime, inode, content)
 *   ("h", name, id)                             another name of file id
 *   ("l", name, mode, atime, mtime, ctime, inode, target)
 *   ("d", name, mode, atime, mtime, ctime, inode, lower or None)
 *   ("x", name)                                 the host's entry is gone
 *   ("e",)                                      end of a directory
 *
 * The root comes first, as a "d" without name, or an "f" for a single file.
 * Bytes that are loaded may come from anywhere: every name is checked and
 * every byte charged like one that a program writes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "vfs/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "vfs/vwalk.h"

#define VERSION 1

/* --- writing ------------------------------------------------------------- */

static void put_text(cs_wire *w, const char *s) {
  cs_wire_bytes(w, s, strlen(s));
}

static void put_head(cs_wire *w, size_t n, const char *kind, const char *name) {
  cs_wire_begin(w, CS_WIRE_TUPLE, n);
  cs_wire_text(w, kind);
  put_text(w, name);
}

static void put_times(cs_wire *w, const cs_node *n) {
  cs_wire_int(w, n->mode);
  cs_wire_int(w, n->atime);
  cs_wire_int(w, n->mtime);
  cs_wire_int(w, n->ctime);
  cs_wire_int(w, (int64_t)n->ino);
}

static void put_file(cs_wire *w, const char *name, cs_node *n,
                     uint32_t *next_id) {
  if (n->mark) { /* has been written under another name */
    put_head(w, 3, "h", name);
    cs_wire_int(w, n->mark);
    return;
  }
  n->mark = (*next_id)++;
  put_head(w, 9, "f", name);
  cs_wire_int(w, n->mark);
  put_times(w, n);
  cs_wire_bytes(w, n->data, (size_t)n->size);
}

static void put_node(cs_wire *w, const char *name, cs_node *n,
                     uint32_t *next_id) {
  if (!n) {
    put_head(w, 2, "x", name);
  } else if (n->kind == CS_NODE_FILE) {
    put_file(w, name, n, next_id);
  } else {
    bool dir = n->kind == CS_NODE_DIR;
    put_head(w, 8, dir ? "d" : "l", name);
    put_times(w, n);
    if (!dir)
      cs_wire_bytes(w, n->data, (size_t)n->size);
    else if (n->lower)
      put_text(w, n->lower);
    else
      cs_wire_none(w);
  }
}

static void put_end(cs_wire *w) {
  cs_wire_begin(w, CS_WIRE_TUPLE, 1);
  cs_wire_text(w, "e");
}

/* Files get their numbers anew with every dump. */
static int clear_marks(cs_vfs *v) {
  for (size_t i = 0; i < v->nhandles; i++)
    if (v->handles[i].node) v->handles[i].node->mark = 0;
  for (size_t i = 0; i < v->nmounts; i++) {
    cs_vwalk walk;
    if (v->mounts[i]->top) v->mounts[i]->top->mark = 0;
    int err = cs_vwalk_start(&walk, v->mounts[i]);
    while (!err && (err = cs_vwalk_next(&walk)) == 0)
      if (walk.entry->node) walk.entry->node->mark = 0;
    cs_vwalk_fini(&walk);
    if (err != ENOENT) return err;
  }
  return 0;
}

static int put_overlay(cs_wire *w, cs_mount *m, uint32_t *next_id) {
  size_t n = 0, depth = 0;
  cs_wire_begin(w, CS_WIRE_TUPLE, 3);
  put_text(w, m->at);
  cs_wire_int(w, (int64_t)m->budget.next_ino);
  size_t mark = cs_wire_open(w, CS_WIRE_LIST);
  if (m->top) {
    put_node(w, "", m->top, next_id);
    n++;
  }
  cs_vwalk walk;
  int err = cs_vwalk_start(&walk, m);
  while (!err && (err = cs_vwalk_next(&walk)) == 0) {
    for (; depth > walk.depth; depth--, n++) put_end(w);
    put_node(w, walk.entry->name, walk.entry->node, next_id);
    n++;
    if (walk.descend) depth++;
  }
  cs_vwalk_fini(&walk);
  cs_wire_end(w, mark, n);
  return err == ENOENT ? 0 : err;
}

/* Open files without a name, after all overlays: (mount point, "f" record). */
static void put_loose(cs_vfs *v, cs_wire *w, uint32_t *next_id) {
  size_t n = 0, mark = cs_wire_open(w, CS_WIRE_LIST);
  for (size_t i = 0; i < v->nhandles; i++) {
    cs_handle *h = &v->handles[i];
    if (h->kind != CS_HANDLE_MEMORY || h->node->mark) continue;
    cs_wire_begin(w, CS_WIRE_TUPLE, 2);
    put_text(w, h->mount->at);
    put_file(w, "", h->node, next_id);
    n++;
  }
  cs_wire_end(w, mark, n);
}

/* (number, path, reads, writes, appends, position, id of a file or 0) */
static void put_handles(cs_vfs *v, cs_wire *w) {
  size_t n = 0, mark = cs_wire_open(w, CS_WIRE_LIST);
  for (size_t i = 0; i < v->nhandles; i++) {
    const cs_handle *h = &v->handles[i];
    if (h->kind == CS_HANDLE_FREE) continue;
    cs_wire_begin(w, CS_WIRE_TUPLE, 7);
    cs_wire_int(w, (int64_t)i);
    put_text(w, h->path);
    cs_wire_bool(w, h->reads);
    cs_wire_bool(w, h->writes);
    cs_wire_bool(w, h->appends);
    cs_wire_int(w, (int64_t)h->at);
    cs_wire_int(w, h->node ? h->node->mark : 0);
    n++;
  }
  cs_wire_end(w, mark, n);
}

cs_status cs_store_dump(cs_vfs *v, cs_wire *w) {
  uint32_t next_id = 1;
  if (clear_marks(v) != 0) return CS_EOS;
  cs_wire_begin(w, CS_WIRE_TUPLE, 5);
  cs_wire_int(w, VERSION);
  put_text(w, v->cwd);
  size_t n = 0, mark = cs_wire_open(w, CS_WIRE_LIST);
  for (size_t i = 0; i < v->nmounts; i++) {
    if (v->mounts[i]->mode != CS_MOUNT_OVERLAY) continue;
    if (put_overlay(w, v->mounts[i], &next_id) != 0) return CS_EOS;
    n++;
  }
  cs_wire_end(w, mark, n);
  put_loose(v, w, &next_id);
  put_handles(v, w);
  return w->status;
}

/* --- reading ------------------------------------------------------------- */

typedef struct loader {
  cs_vfs *v;
  cs_wire_in in;
  cs_node **file;  /* owned table of counted files, by id */
  cs_mount **home; /* owned: the mount of each */
  size_t nfiles, room;
} loader;

static bool get_copy(loader *l, char *out, size_t room) {
  const void *data;
  size_t n;
  if (!cs_wire_get_bytes(&l->in, &data, &n) || n >= room || memchr(data, 0, n))
    return false;
  memcpy(out, data, n);
  out[n] = '\0';
  return true;
}

static bool is_name(const char *s) {
  return s[0] && !strchr(s, '/') && strcmp(s, ".") != 0 && strcmp(s, "..") != 0;
}

/* A path below a mount without dots and double slashes. */
static bool is_lower(const char *s) {
  if (!*s) return true;
  for (;;) {
    size_t n = strcspn(s, "/");
    if (n == 0 || n > CS_VFS_NAME || (n == 1 && s[0] == '.') ||
        (n == 2 && s[0] == '.' && s[1] == '.'))
      return false;
    if (!s[n]) return true;
    s += n + 1;
  }
}

static bool get_kind(loader *l, uint32_t *n, char *kind) {
  const char *s;
  size_t len;
  if (!cs_wire_get_seq(&l->in, n) || *n == 0 ||
      !cs_wire_get_str(&l->in, &s, &len) || len != 1)
    return false;
  *kind = *s;
  return true;
}

static bool get_times(loader *l, cs_node *n) {
  int64_t mode, ino;
  if (!cs_wire_get_int(&l->in, &mode) || !cs_wire_get_int(&l->in, &n->atime) ||
      !cs_wire_get_int(&l->in, &n->mtime) ||
      !cs_wire_get_int(&l->in, &n->ctime) || !cs_wire_get_int(&l->in, &ino))
    return false;
  n->mode = (uint32_t)mode & 01777;
  n->ino = (uint64_t)ino;
  return true;
}

static cs_status status_of(int err) {
  return err == ENOSPC ? CS_ELIMIT : err ? CS_EOS : CS_OK;
}

static cs_status keep_file(loader *l, cs_mount *m, cs_node *n, int64_t id) {
  if (id != (int64_t)l->nfiles + 1) return CS_ECORRUPT;
  if (l->nfiles == l->room) {
    size_t room = l->room ? 2 * l->room : 64;
    cs_node **file = realloc(l->file, room * sizeof *file);
    if (file) l->file = file;
    cs_mount **home = realloc(l->home, room * sizeof *home);
    if (home) l->home = home;
    if (!file || !home) return CS_EOS;
    l->room = room;
  }
  n->refs++;
  l->file[l->nfiles] = n;
  l->home[l->nfiles++] = m;
  return CS_OK;
}

static cs_status get_content(loader *l, cs_mount *m, cs_node *n) {
  const void *data;
  size_t len;
  if (!cs_wire_get_bytes(&l->in, &data, &len)) return CS_ECORRUPT;
  if (n->kind == CS_NODE_LINK &&
      (len == 0 || len >= CS_VFS_PATH || memchr(data, 0, len)))
    return CS_ECORRUPT;
  return status_of(cs_tree_write(&m->budget, n, 0, data, len));
}

static cs_status get_lower(loader *l, cs_mount *m, cs_node *n) {
  char lower[CS_VFS_PATH];
  if (cs_wire_get_none(&l->in)) return CS_OK;
  if (m->root < 0 || m->file || !get_copy(l, lower, sizeof lower) ||
      !is_lower(lower))
    return CS_ECORRUPT;
  return status_of(cs_tree_set_lower(&m->budget, n, lower));
}

/* The rest of a record behind its name: a new node with one reference. */
static cs_status get_node(loader *l, cs_mount *m, char kind, uint32_t parts,
                          cs_node **out) {
  int64_t id = 0;
  if (parts != (kind == 'f' ? 9u : 8u)) return CS_ECORRUPT;
  if (kind == 'f' && !cs_wire_get_int(&l->in, &id)) return CS_ECORRUPT;
  cs_node *n;
  int err = cs_tree_new(&m->budget,
                        kind == 'f'   ? CS_NODE_FILE
                        : kind == 'd' ? CS_NODE_DIR
                                      : CS_NODE_LINK,
                        0, 0, &n);
  if (err) return status_of(err);
  cs_status st = CS_ECORRUPT;
  if (get_times(l, n))
    st = kind == 'd' ? get_lower(l, m, n) : get_content(l, m, n);
  if (st == CS_OK && kind == 'f') st = keep_file(l, m, n, id);
  if (st == CS_OK)
    *out = n;
  else
    cs_tree_drop(&m->budget, n);
  return st;
}

/* A file that was read before, with a reference for the caller. */
static cs_status get_known(loader *l, cs_mount *m, cs_node **out) {
  int64_t id;
  if (!cs_wire_get_int(&l->in, &id) || id < 1 || id > (int64_t)l->nfiles ||
      l->home[id - 1] != m)
    return CS_ECORRUPT;
  *out = l->file[id - 1];
  (*out)->refs++;
  return CS_OK;
}

typedef struct levels {
  cs_node **dir; /* owned */
  size_t n, room;
} levels;

static cs_status enter(levels *s, cs_node *dir) {
  if (s->n == s->room) {
    size_t room = s->room ? 2 * s->room : 32;
    cs_node **p = realloc(s->dir, room * sizeof *p);
    if (!p) return CS_EOS;
    s->dir = p;
    s->room = room;
  }
  s->dir[s->n++] = dir;
  return CS_OK;
}

/* One record inside of a directory. */
static cs_status get_record(loader *l, cs_mount *m, levels *s) {
  char kind, name[CS_VFS_NAME + 1];
  uint32_t parts;
  if (!get_kind(l, &parts, &kind)) return CS_ECORRUPT;
  if (kind == 'e') {
    if (parts != 1 || s->n < 2) return CS_ECORRUPT;
    s->n--;
    return CS_OK;
  }
  if (!get_copy(l, name, sizeof name) || !is_name(name)) return CS_ECORRUPT;
  cs_node *dir = s->dir[s->n - 1], *n = NULL;
  if (cs_tree_find(dir, name)) return CS_ECORRUPT;
  cs_status st;
  if (kind == 'x')
    st = parts == 2 && dir->lower ? CS_OK : CS_ECORRUPT;
  else if (kind == 'h')
    st = parts == 3 ? get_known(l, m, &n) : CS_ECORRUPT;
  else if (kind == 'f' || kind == 'l' || kind == 'd')
    st = get_node(l, m, kind, parts, &n);
  else
    st = CS_ECORRUPT;
  if (st != CS_OK) return st;
  st = status_of(cs_tree_put(&m->budget, dir, name, n));
  if (st == CS_OK && kind == 'd') st = enter(s, n);
  cs_tree_drop(&m->budget, n); /* its place keeps it */
  return st;
}

static void set_top(cs_mount *m, cs_node *top) {
  if (m->top) m->top->links--;
  cs_tree_drop(&m->budget, m->top);
  top->links++;
  m->top = top;
}

/* The root record; the mount must be of the same kind. */
static cs_status get_top(loader *l, cs_mount *m) {
  char kind, name[CS_VFS_NAME + 1];
  uint32_t parts;
  cs_node *top;
  if (!get_kind(l, &parts, &kind) || !get_copy(l, name, sizeof name) ||
      name[0] || kind != (m->file ? 'f' : 'd'))
    return CS_ECORRUPT;
  cs_status st = get_node(l, m, kind, parts, &top);
  if (st != CS_OK) return st;
  if (!m->file && (m->root >= 0) != (top->lower && !top->lower[0])) {
    cs_tree_drop(&m->budget, top);
    return CS_ECORRUPT;
  }
  set_top(m, top);
  return CS_OK;
}

static cs_mount *get_mount(loader *l) {
  char at[CS_VFS_PATH];
  if (!get_copy(l, at, sizeof at)) return NULL;
  for (size_t i = 0; i < l->v->nmounts; i++)
    if (strcmp(l->v->mounts[i]->at, at) == 0 &&
        l->v->mounts[i]->mode == CS_MOUNT_OVERLAY)
      return l->v->mounts[i];
  return NULL;
}

static cs_status get_overlay(loader *l) {
  uint32_t parts, n;
  int64_t next;
  if (!cs_wire_get_seq(&l->in, &parts) || parts != 3) return CS_ECORRUPT;
  cs_mount *m = get_mount(l);
  if (!m) return CS_EINVAL; /* the host did not mount it again */
  if (!cs_wire_get_int(&l->in, &next) || !cs_wire_get_seq(&l->in, &n))
    return CS_ECORRUPT;
  m->budget.next_ino = (uint64_t)next;
  if (n == 0) return m->file ? CS_OK : CS_ECORRUPT;
  cs_status st = get_top(l, m);
  if (st != CS_OK) return st;
  levels s = {0};
  st = m->file ? (n == 1 ? CS_OK : CS_ECORRUPT) : enter(&s, m->top);
  for (uint32_t i = 1; st == CS_OK && i < n; i++) st = get_record(l, m, &s);
  free(s.dir);
  return st;
}

static cs_status get_loose(loader *l) {
  uint32_t parts;
  char kind, name[CS_VFS_NAME + 1];
  cs_node *n;
  if (!cs_wire_get_seq(&l->in, &parts) || parts != 2) return CS_ECORRUPT;
  cs_mount *m = get_mount(l);
  if (!m) return CS_EINVAL;
  if (!get_kind(l, &parts, &kind) || kind != 'f' ||
      !get_copy(l, name, sizeof name))
    return CS_ECORRUPT;
  cs_status st = get_node(l, m, kind, parts, &n);
  if (st == CS_OK) cs_tree_drop(&m->budget, n); /* the table keeps it */
  return st;
}

static cs_status room_for(cs_vfs *v, int64_t number) {
  if (number < 3 || number >= CS_VFS_HANDLES) return CS_ECORRUPT;
  if ((uint64_t)number < v->nhandles) return CS_OK;
  cs_handle *h = realloc(v->handles, CS_VFS_HANDLES * sizeof *h);
  if (!h) return CS_EOS;
  memset(h + v->nhandles, 0, (CS_VFS_HANDLES - v->nhandles) * sizeof *h);
  v->handles = h;
  v->nhandles = CS_VFS_HANDLES;
  return CS_OK;
}

cs_status cs_store_place(cs_vfs *v, int got, int64_t number) {
  if (got == number) return CS_OK;
  cs_status st = room_for(v, number);
  if (st == CS_OK && v->handles[number].kind != CS_HANDLE_FREE)
    st = CS_ECORRUPT;
  if (st != CS_OK) {
    (void)cs_vfs_close(v, got);
    return st;
  }
  v->handles[number] = v->handles[got];
  v->handles[got] = (cs_handle){0};
  return CS_OK;
}

/* A file of the host is opened again by its name; one that is gone gives a
 * handle that is closed. */
static cs_status reopen(cs_vfs *v, const char *path, bool reads, bool writes,
                        int64_t number) {
  int got;
  int64_t flags = writes ? (reads ? O_RDWR : O_WRONLY) : O_RDONLY;
  if (cs_vfs_open(v, path, flags | O_NOFOLLOW, 0, &got) != 0) return CS_OK;
  return cs_store_place(v, got, number);
}

static cs_status use_file(loader *l, const char *path, int64_t number,
                          int64_t id) {
  if (id > (int64_t)l->nfiles) return CS_ECORRUPT;
  cs_handle *h = &l->v->handles[number];
  if (h->kind != CS_HANDLE_FREE) return CS_ECORRUPT;
  char *copy = strdup(path);
  if (!copy) return CS_EOS;
  *h = (cs_handle){.kind = CS_HANDLE_MEMORY,
                   .fd = -1,
                   .path = copy,
                   .mount = l->home[id - 1],
                   .node = l->file[id - 1]};
  h->node->refs++;
  return CS_OK;
}

static cs_status get_handle(loader *l) {
  uint32_t parts;
  int64_t number, at, id;
  bool reads, writes, appends;
  char path[CS_VFS_PATH];
  if (!cs_wire_get_seq(&l->in, &parts) || parts != 7 ||
      !cs_wire_get_int(&l->in, &number) || !get_copy(l, path, sizeof path) ||
      path[0] != '/' || !cs_wire_get_bool(&l->in, &reads) ||
      !cs_wire_get_bool(&l->in, &writes) ||
      !cs_wire_get_bool(&l->in, &appends) || !cs_wire_get_int(&l->in, &at) ||
      !cs_wire_get_int(&l->in, &id) || id < 0 || at < 0)
    return CS_ECORRUPT;
  cs_status st = room_for(l->v, number);
  if (st == CS_OK)
    st = id ? use_file(l, path, number, id)
            : reopen(l->v, path, reads, writes, number);
  if (st != CS_OK || l->v->handles[number].kind == CS_HANDLE_FREE) return st;
  cs_handle *h = &l->v->handles[number];
  h->reads = reads;
  h->writes = writes;
  h->appends = appends;
  h->at = (uint64_t)at;
  return CS_OK;
}

static cs_status get_all(loader *l, cs_status (*one)(loader *)) {
  uint32_t n;
  cs_status st = cs_wire_get_seq(&l->in, &n) ? CS_OK : CS_ECORRUPT;
  for (uint32_t i = 0; st == CS_OK && i < n; i++) st = one(l);
  return st;
}

static cs_status load(loader *l) {
  uint32_t parts;
  int64_t version;
  char cwd[CS_VFS_PATH];
  if (!cs_wire_get_seq(&l->in, &parts) || parts != 5 ||
      !cs_wire_get_int(&l->in, &version) || version != VERSION ||
      !get_copy(l, cwd, sizeof cwd) || cwd[0] != '/')
    return CS_ECORRUPT;
  cs_status st = get_all(l, get_overlay);
  if (st == CS_OK) st = get_all(l, get_loose);
  if (st == CS_OK) st = get_all(l, get_handle);
  if (st == CS_OK) (void)cs_vfs_chdir(l->v, cwd); /* gone: stays at the top */
  return st;
}

cs_status cs_store_load(cs_vfs *v, const void *bytes, size_t n) {
  loader l = {.v = v, .in = cs_wire_read(bytes, n)};
  cs_status st = load(&l);
  for (size_t i = 0; i < l.nfiles; i++)
    cs_tree_drop(&l.home[i]->budget, l.file[i]);
  free(l.file);
  free(l.home);
  return st;
}
