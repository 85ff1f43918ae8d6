/*
 * again.c - requests that were answered before, by a file system that is gone.
 *
 * Handles keep the numbers they had.  A file of the host that is not there any
 * more leaves its handle closed, as in a snapshot: using it raises in the
 * program, which is the truth.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "vfs/again.h"

#include <fcntl.h>
#include <string.h>

#include "vfs/call.h"
#include "vfs/place.h"
#include "vfs/store.h"

typedef struct again {
  cs_vfs *v;
  cs_oscall call;
  const void *args;
  size_t len;
  cs_wire_in reply;
} again;

static bool is(const again *a, cs_oscall call) {
  return a->call == call;
}

/* --- what a request is about --------------------------------------------- */

typedef struct target {
  int64_t handle;         /* -1: none */
  char path[CS_VFS_PATH]; /* "" : none */
  cs_wire_in rest;        /* arguments behind it */
} target;

static bool get_text(cs_wire_in *in, char out[CS_VFS_PATH]) {
  const char *s;
  size_t n;
  if (!cs_wire_get_str(in, &s, &n)) return false;
  return cs_vfs_call_path(s, n, out) == 0;
}

static bool get_target(const again *a, target *t) {
  uint32_t count;
  t->rest = cs_wire_read(a->args, a->len);
  t->handle = -1;
  t->path[0] = '\0';
  if (!cs_wire_get_seq(&t->rest, &count) || count == 0) return false;
  return cs_wire_get_int(&t->rest, &t->handle) || get_text(&t->rest, t->path);
}

static cs_handle *handle_at(cs_vfs *v, int64_t number) {
  if (number < 0 || (uint64_t)number >= v->nhandles) return NULL;
  cs_handle *h = &v->handles[number];
  return h->kind == CS_HANDLE_FREE ? NULL : h;
}

static bool is_writable_host(const cs_mount *m) {
  return m && m->mode == CS_MOUNT_RW;
}

static bool path_is_on_host(cs_vfs *v, const char *path, bool follow) {
  cs_place p;
  return cs_place_find(v, path, follow, &p) == 0 && is_writable_host(p.mount);
}

/* Does the change that this request makes end on the host? */
static bool is_on_host(const again *a, const target *t) {
  if (t->handle >= 0) {
    const cs_handle *h = handle_at(a->v, t->handle);
    return h && is_writable_host(h->mount);
  }
  bool follow = !cs_oscall_is(a->call, CS_OSCALL_ENTRY);
  if (is(a, CS_OSCALL_SYMLINK)) { /* target, path */
    char path[CS_VFS_PATH];
    cs_wire_in in = t->rest;
    return get_text(&in, path) && path_is_on_host(a->v, path, false);
  }
  return path_is_on_host(a->v, t->path, follow);
}

static bool is_change(const again *a) {
  return cs_oscall_is(a->call, CS_OSCALL_CHANGES);
}

bool cs_vfs_again_reaches(cs_vfs *v, cs_oscall call, const void *args,
                          size_t len, bool *same) {
  again a = {.v = v, .call = call, .args = args, .len = len};
  target t;
  int64_t flags = 0;
  if (!get_target(&a, &t)) return false;
  if (is(&a, CS_OSCALL_OPEN)) {
    if (!cs_wire_get_int(&t.rest, &flags)) return false;
    if (!(flags & (O_CREAT | O_TRUNC))) return false;
    *same = !(flags & O_EXCL);
  } else if (is_change(&a)) {
    const cs_handle *h = handle_at(v, t.handle);
    *same = cs_oscall_is(a.call, CS_OSCALL_AGAIN) ||
            (is(&a, CS_OSCALL_WRITE) && h && !h->appends);
  } else {
    return false;
  }
  return is_on_host(&a, &t);
}

/* --- open files ---------------------------------------------------------- */

/* In an overlay as it was; on the host without making or emptying a file. */
static bool open_again(again *a, target *t) {
  int64_t flags, mode = 0, number;
  if (!cs_wire_get_int(&t->rest, &flags) ||
      !cs_wire_get_int(&a->reply, &number))
    return false;
  (void)cs_wire_get_int(&t->rest, &mode);
  bool host = path_is_on_host(a->v, t->path, !(flags & O_NOFOLLOW));
  if (host) flags &= ~(int64_t)(O_CREAT | O_TRUNC | O_EXCL);
  int got;
  int err = cs_vfs_open(a->v, t->path, flags, (uint32_t)(mode & 07777), &got);
  if (err) return host;
  return cs_store_place(a->v, got, number) == CS_OK;
}

static void move_on(const again *a, cs_handle *h) {
  const void *data;
  size_t n;
  int64_t put;
  cs_wire_in in = a->reply;
  if (cs_wire_get_bytes(&in, &data, &n))
    h->at += n; /* read */
  else if (cs_wire_get_int(&in, &put) && put > 0)
    h->at += (uint64_t)put;
}

/* --- the rest ------------------------------------------------------------ */

static bool do_again(const again *a) {
  cs_wire reply;
  cs_wire_init(&reply, CS_WIRE_MAX);
  bool ok = cs_vfs_call(a->v, a->call, a->args, a->len, &reply) &&
            reply.len > 0 && reply.data[0] != CS_WIRE_EXCEPTION;
  cs_wire_fini(&reply);
  return ok;
}

static bool use_handle(again *a, target *t) {
  cs_handle *h = handle_at(a->v, t->handle);
  int64_t at;
  if (!h) return true; /* its file was gone: nothing to bring back */
  if (is(a, CS_OSCALL_CLOSE)) return do_again(a);
  if (is(a, CS_OSCALL_READ) ||
      (is(a, CS_OSCALL_WRITE) && is_writable_host(h->mount))) {
    move_on(a, h);
    return true;
  }
  if (is(a, CS_OSCALL_SEEK)) {
    if (!cs_wire_get_int(&a->reply, &at) || at < 0) return false;
    h->at = (uint64_t)at;
    return true;
  }
  if (is_change(a) && !is_writable_host(h->mount)) return do_again(a);
  return is(a, CS_OSCALL_CHDIR) ? do_again(a) : true;
}

static bool bring_back(again *a) {
  target t;
  if (!get_target(a, &t)) return true;
  if (is(a, CS_OSCALL_OPEN)) return open_again(a, &t);
  if (t.handle >= 0) return use_handle(a, &t);
  if (is(a, CS_OSCALL_CHDIR)) return do_again(a);
  return !is_change(a) || is_on_host(a, &t) || do_again(a);
}

static int64_t given_time(void *with) {
  return *(int64_t *)with;
}

bool cs_vfs_again(cs_vfs *v, cs_oscall call, const void *args, size_t len,
                  const void *reply, size_t reply_len, int64_t now) {
  again a = {.v = v,
             .call = call,
             .args = args,
             .len = len,
             .reply = cs_wire_read(reply, reply_len)};
  if (reply_len > 0 && *(const uint8_t *)reply == CS_WIRE_EXCEPTION)
    return true; /* it changed nothing */
  int64_t (*clock)(void *) = v->now;
  void *with = v->now_with;
  cs_vfs_set_clock(v, given_time, &now);
  bool ok = bring_back(&a);
  cs_vfs_set_clock(v, clock, with);
  return ok;
}
