/*
 * call.c - requests of a program (docs/os-calls.md) answered by the vfs.
 *
 * Text of a program is Unicode, names of the host are bytes: bytes that are
 * not UTF-8 become the surrogates U+DC80 to U+DCFF and back, as in CPython.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "vfs/call.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "base/cleanup.h"
#include "base/utf8.h"
#include "vfs/place.h"

#define READ_MAX   (UINT64_C(128) << 20) /* bytes of one read */
#define READ_LEAST 4096 /* tried even when the size says nothing is left */

typedef struct request {
  cs_vfs *v;
  cs_wire_in in; /* what is left of the arguments */
  uint32_t n;    /* how many were given */
  cs_wire *reply;
  char path[CS_VFS_PATH], other[CS_VFS_PATH];
  int64_t handle; /* in place of a path; -1: none */
} request;

/* --- text ---------------------------------------------------------------- */

int cs_vfs_call_path(const char *s, size_t n, char out[CS_VFS_PATH]) {
  size_t k = 0;
  for (size_t i = 0; i < n; k++) {
    uint8_t c = (uint8_t)s[i];
    if (c == 0) return EINVAL;
    if (k + 1 >= CS_VFS_PATH) return ENAMETOOLONG;
    if (c == 0xED && i + 2 < n && (uint8_t)s[i + 1] >= 0xA0) {
      uint32_t cp = 0xD000u | ((uint32_t)(s[i + 1] & 0x3F) << 6) |
                    (uint32_t)(s[i + 2] & 0x3F);
      if (cp < 0xDC80 || cp > 0xDCFF) return EILSEQ;
      out[k] = (char)(cp - 0xDC00);
      i += 3;
    } else {
      out[k] = s[i++];
    }
  }
  out[k] = '\0';
  return 0;
}

/* A name of the host as text. */
static void put_name(cs_wire *w, const char *name) {
  size_t n = strlen(name);
  if (cs_utf8_check((const uint8_t *)name, n, false, NULL) == n) {
    cs_wire_str(w, name, n);
    return;
  }
  char out[3 * CS_VFS_PATH];
  size_t k = 0;
  for (size_t i = 0; i < n && i < CS_VFS_PATH;) {
    size_t good = cs_utf8_check((const uint8_t *)name + i, n - i, false, NULL);
    memcpy(out + k, name + i, good);
    k += good;
    i += good;
    if (i >= n) break;
    uint32_t cp = 0xDC00u + (uint8_t)name[i++];
    out[k++] = (char)(0xE0 | cp >> 12);
    out[k++] = (char)(0x80 | (cp >> 6 & 0x3F));
    out[k++] = (char)(0x80 | (cp & 0x3F));
  }
  cs_wire_str(w, out, k);
}

/* --- arguments ----------------------------------------------------------- */

static int get_path(request *r, char out[CS_VFS_PATH]) {
  const char *s;
  size_t n;
  if (!cs_wire_get_str(&r->in, &s, &n)) return EINVAL;
  return cs_vfs_call_path(s, n, out);
}

/* A path, or the handle of an open file. */
static int get_target(request *r) {
  if (cs_wire_get_int(&r->in, &r->handle)) return 0;
  r->handle = -1;
  return get_path(r, r->path);
}

static int get_int(request *r, int64_t *out) {
  bool b;
  if (cs_wire_get_bool(&r->in, &b)) {
    *out = b;
    return 0;
  }
  return cs_wire_get_int(&r->in, out) ? 0 : EINVAL;
}

static int get_handle(request *r) {
  return cs_wire_get_int(&r->in, &r->handle) ? 0 : EBADF;
}

static int done(request *r, int err) {
  if (!err) cs_wire_none(r->reply);
  return err;
}

static int put_stat(request *r, const cs_vfs_stat *s) {
  uint64_t row[7] = {s->mode, s->ino, s->dev, s->links,
                     s->uid,  s->gid, s->size};
  cs_wire_begin(r->reply, CS_WIRE_TUPLE, 10);
  for (size_t i = 0; i < 7; i++) cs_wire_uint(r->reply, row[i]);
  cs_wire_int(r->reply, s->atime);
  cs_wire_int(r->reply, s->mtime);
  cs_wire_int(r->reply, s->ctime);
  return 0;
}

/* --- open files ---------------------------------------------------------- */

static int do_open(request *r) {
  int64_t flags, mode;
  int handle, err = get_path(r, r->path);
  if (!err) err = get_int(r, &flags);
  if (!err) err = get_int(r, &mode);
  if (!err)
    err = cs_vfs_open(r->v, r->path, flags, (uint32_t)(mode & 07777), &handle);
  if (!err) cs_wire_int(r->reply, handle);
  return err;
}

static int do_close(request *r) {
  int err = get_handle(r);
  return done(r, err ? err : cs_vfs_close(r->v, r->handle));
}

static int do_isatty(request *r) {
  int err = get_handle(r);
  if (!err) cs_wire_bool(r->reply, false);
  return err;
}

size_t cs_vfs_call_wants(cs_vfs *v, int64_t handle, int64_t n) {
  uint64_t want = cs_vfs_left(v, handle);
  if (n < 0) return 0;
  if (want < READ_LEAST) want = READ_LEAST;
  if (want > (uint64_t)n) want = (uint64_t)n;
  return want > READ_MAX ? READ_MAX : (size_t)want;
}

static int do_read(request *r) {
  int64_t n;
  size_t got = 0;
  int err = get_handle(r);
  if (!err) err = get_int(r, &n);
  if (err) return err;
  if (n < 0) return EINVAL;
  size_t want = cs_vfs_call_wants(r->v, r->handle, n);
  size_t mark = r->reply->len;
  uint8_t *room = cs_wire_bytes_room(r->reply, CS_WIRE_BYTES, want);
  if (!room) return ENOMEM;
  err = cs_vfs_read(r->v, r->handle, room, want, &got);
  if (err) return err;
  /* tag, length, bytes: cut to what there was */
  for (int i = 0; i < 4; i++)
    r->reply->data[mark + 1 + (size_t)i] = (uint8_t)(got >> (8 * i));
  r->reply->len = mark + 5 + got;
  return 0;
}

static int do_write(request *r) {
  const void *data;
  size_t n, put = 0;
  int err = get_handle(r);
  if (err) return err;
  if (!cs_wire_get_bytes(&r->in, &data, &n)) return EINVAL;
  err = cs_vfs_write(r->v, r->handle, data, n, &put);
  if (!err) cs_wire_uint(r->reply, put);
  return err;
}

static int do_seek(request *r) {
  int64_t offset, whence, at;
  int err = get_handle(r);
  if (!err && !cs_wire_get_int(&r->in, &offset)) return EOVERFLOW;
  if (!err) err = get_int(r, &whence);
  if (!err) err = cs_vfs_seek(r->v, r->handle, offset, whence, &at);
  if (!err) cs_wire_int(r->reply, at);
  return err;
}

/* By handle, or by path as os.truncate may. */
static int do_truncate(request *r) {
  int64_t size;
  int handle, err = get_target(r);
  if (!err && !cs_wire_get_int(&r->in, &size)) return EFBIG;
  if (err) return err;
  if (r->handle >= 0) return done(r, cs_vfs_truncate(r->v, r->handle, size));
  err = cs_vfs_open(r->v, r->path, O_WRONLY, 0, &handle);
  if (err) return err;
  err = cs_vfs_truncate(r->v, handle, size);
  (void)cs_vfs_close(r->v, handle);
  return done(r, err);
}

static int do_fstat(request *r) {
  cs_vfs_stat st;
  int err = get_handle(r);
  if (!err) err = cs_vfs_fstat(r->v, r->handle, &st);
  return err ? err : put_stat(r, &st);
}

/* --- entries ------------------------------------------------------------- */

static int do_stat(request *r) {
  cs_vfs_stat st;
  int64_t follow = 1;
  int err = get_target(r);
  if (!err && r->n > 1) err = get_int(r, &follow);
  if (err) return err;
  err = r->handle >= 0 ? cs_vfs_fstat(r->v, r->handle, &st)
                       : cs_vfs_stat_path(r->v, r->path, follow != 0, &st);
  return err ? err : put_stat(r, &st);
}

typedef struct listing {
  cs_wire *w;
  size_t n;
} listing;

static int add_entry(void *with, const char *name, char kind) {
  listing *l = with;
  cs_wire_begin(l->w, CS_WIRE_TUPLE, 2);
  put_name(l->w, name);
  cs_wire_text(l->w, kind == 'f'   ? "file"
                     : kind == 'd' ? "dir"
                     : kind == 'l' ? "link"
                                   : "other");
  l->n++;
  return l->w->status == CS_OK ? 0 : ENOMEM;
}

static int do_list(request *r) {
  int err = get_target(r);
  if (err) return err;
  const char *path = r->path;
  if (r->handle >= 0) {
    path = cs_vfs_handle_path(r->v, r->handle);
    if (!path) return ENOTDIR;
  }
  listing l = {.w = r->reply};
  size_t mark = cs_wire_open(r->reply, CS_WIRE_LIST);
  err = cs_vfs_list(r->v, path, add_entry, &l);
  if (!err) cs_wire_end(r->reply, mark, l.n);
  return err;
}

static int do_mkdir(request *r) {
  int64_t mode = 0777;
  int err = get_path(r, r->path);
  if (!err && r->n > 1) err = get_int(r, &mode);
  return done(r,
              err ? err : cs_vfs_mkdir(r->v, r->path, (uint32_t)(mode & 0777)));
}

static int do_rmdir(request *r) {
  int err = get_path(r, r->path);
  return done(r, err ? err : cs_vfs_rmdir(r->v, r->path));
}

static int do_remove(request *r) {
  int err = get_path(r, r->path);
  return done(r, err ? err : cs_vfs_remove(r->v, r->path));
}

static int pair(request *r) {
  int err = get_path(r, r->path);
  return err ? err : get_path(r, r->other);
}

static int do_rename(request *r) {
  int err = pair(r);
  return done(r, err ? err : cs_vfs_rename(r->v, r->path, r->other));
}

static int do_symlink(request *r) {
  int err = pair(r);
  return done(r, err ? err : cs_vfs_symlink(r->v, r->path, r->other));
}

static int do_link(request *r) {
  int err = pair(r);
  return done(r, err ? err : cs_vfs_link(r->v, r->path, r->other));
}

static int do_readlink(request *r) {
  int err = get_path(r, r->path);
  if (!err) err = cs_vfs_readlink(r->v, r->path, r->other);
  if (!err) put_name(r->reply, r->other);
  return err;
}

static int do_chmod(request *r) {
  int64_t mode, follow = 1;
  int err = get_target(r);
  if (!err) err = get_int(r, &mode);
  if (!err && r->n > 2) err = get_int(r, &follow);
  if (err) return err;
  uint32_t bits = (uint32_t)(mode & 07777);
  return done(r, r->handle >= 0
                     ? cs_vfs_fchmod(r->v, r->handle, bits)
                     : cs_vfs_chmod(r->v, r->path, bits, follow != 0));
}

static int do_utime(request *r) {
  int64_t atime, mtime, follow = 1;
  int err = get_target(r);
  if (!err) err = get_int(r, &atime);
  if (!err) err = get_int(r, &mtime);
  if (!err && r->n > 3) err = get_int(r, &follow);
  if (err) return err;
  return done(r, r->handle >= 0
                     ? cs_vfs_futime(r->v, r->handle, atime, mtime)
                     : cs_vfs_utime(r->v, r->path, atime, mtime, follow != 0));
}

static int do_access(request *r) {
  int64_t mode;
  int err = get_target(r);
  if (!err) err = get_int(r, &mode);
  if (err) return err;
  const char *path = r->path;
  if (r->handle >= 0) path = cs_vfs_handle_path(r->v, r->handle);
  cs_wire_bool(r->reply, path && cs_vfs_access(r->v, path, mode) == 0);
  return 0;
}

static int do_statvfs(request *r) {
  uint64_t row[10];
  int err = get_path(r, r->path);
  if (!err) err = cs_vfs_statvfs(r->v, r->path, row);
  if (err) return err;
  cs_wire_begin(r->reply, CS_WIRE_TUPLE, 10);
  for (size_t i = 0; i < 10; i++) cs_wire_uint(r->reply, row[i]);
  return 0;
}

static int do_getcwd(request *r) {
  put_name(r->reply, cs_vfs_getcwd(r->v));
  return 0;
}

static int do_chdir(request *r) {
  int err = get_target(r);
  if (err) return err;
  const char *path = r->path;
  if (r->handle >= 0) path = cs_vfs_handle_path(r->v, r->handle);
  return done(r, path ? cs_vfs_chdir(r->v, path) : ENOTDIR);
}

/* --- dispatch ------------------------------------------------------------ */

/* By request; NULL: not for the vfs. */
static int (*const answers[CS_OSCALLS])(request *r) = {
    [CS_OSCALL_OPEN] = do_open,         [CS_OSCALL_CLOSE] = do_close,
    [CS_OSCALL_READ] = do_read,         [CS_OSCALL_WRITE] = do_write,
    [CS_OSCALL_SEEK] = do_seek,         [CS_OSCALL_FSTAT] = do_fstat,
    [CS_OSCALL_STAT] = do_stat,         [CS_OSCALL_LIST] = do_list,
    [CS_OSCALL_TRUNCATE] = do_truncate, [CS_OSCALL_MKDIR] = do_mkdir,
    [CS_OSCALL_RMDIR] = do_rmdir,       [CS_OSCALL_REMOVE] = do_remove,
    [CS_OSCALL_RENAME] = do_rename,     [CS_OSCALL_SYMLINK] = do_symlink,
    [CS_OSCALL_LINK] = do_link,         [CS_OSCALL_READLINK] = do_readlink,
    [CS_OSCALL_CHMOD] = do_chmod,       [CS_OSCALL_UTIME] = do_utime,
    [CS_OSCALL_ACCESS] = do_access,     [CS_OSCALL_STATVFS] = do_statvfs,
    [CS_OSCALL_ISATTY] = do_isatty,     [CS_OSCALL_GETCWD] = do_getcwd,
    [CS_OSCALL_CHDIR] = do_chdir};

/* OSError(code, text[, path[, None, other path]]), with the paths as they were
 * written. */
static void put_error(cs_wire *w, int err, const void *args, size_t len) {
  cs_wire_in in = cs_wire_read(args, len);
  const char *s[2];
  size_t n[2], paths = 0;
  uint32_t count;
  if (cs_wire_get_seq(&in, &count))
    while (paths < 2 && paths < count &&
           cs_wire_get_str(&in, &s[paths], &n[paths]))
      paths++;
  const char *text = strerrordesc_np(err);
  if (!text) text = "Unknown error";
  cs_wire_tagged(w, CS_WIRE_EXCEPTION);
  cs_wire_text(w, "OSError");
  cs_wire_text(w, text);
  cs_wire_begin(w, CS_WIRE_TUPLE, paths == 0 ? 2 : paths == 1 ? 3 : 5);
  cs_wire_int(w, err);
  cs_wire_text(w, text);
  if (paths > 0) cs_wire_str(w, s[0], n[0]);
  if (paths < 2) return;
  cs_wire_none(w);
  cs_wire_str(w, s[1], n[1]);
}

/* A limit that a mount was given has a text of its own. */
static bool put_full(cs_wire *w, cs_vfs *v, int err) {
  if (!v->full[0] || (err != ENOMEM && err != EDQUOT)) return false;
  cs_wire_exception(w, err == ENOMEM ? "MemoryError" : "OSError", v->full);
  v->full[0] = '\0';
  return true;
}

bool cs_vfs_call(cs_vfs *v, cs_oscall call, const void *args, size_t len,
                 cs_wire *reply) {
  if (call >= CS_OSCALLS || !answers[call]) return false;
  request r;
  r.v = v;
  r.in = cs_wire_read(args, len);
  r.reply = reply;
  r.handle = -1;
  size_t mark = reply->len;
  int err = cs_wire_get_seq(&r.in, &r.n) ? answers[call](&r) : EINVAL;
  if (!err && reply->status == CS_OK) return true;
  if (reply->status != CS_OK) err = ENOMEM;
  reply->status = CS_OK;
  reply->len = mark;
  if (!put_full(reply, v, err)) put_error(reply, err, args, len);
  return true;
}
