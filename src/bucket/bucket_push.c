/*
 * bucket_push.c - compare directory, base and bucket; write the difference.
 *
 * A file is unchanged if its size and both times are those of the base: a guest
 * can set the modification time, not the change time.  If only the times differ
 * its MD5 is compared with the ETag, which is that for objects of one part.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "bucket/bucket_in.h"
#include "digest/digest.h"

#define NEST  64
#define BLOCK ((size_t)64 << 10)

typedef struct pushing {
  cs_bucket *b;
  int dir;
  const cs_bucket_push_options *o;
  cs_bucket_counts *counts;
  cs_bucket_items base, files, remote;
  uint64_t conflicts;
} pushing;

static int64_t nanoseconds(struct timespec t) {
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* --- the directory ------------------------------------------------------- */

typedef struct level {
  DIR *dir; /* owned */
  size_t len;
} level;

typedef struct walk {
  pushing *p;
  level stack[NEST];
  size_t depth;
  char path[CS_BUCKET_KEY + 1];
  uint64_t total;
} walk;

static cs_status enter(walk *w, int at, const char *name, cs_error *err) {
  if (w->depth == NEST)
    return cs_error_set(err, CS_ELIMIT,
                        "the workspace nests directories deeper than %d", NEST);
  int fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
  if (!dir) {
    if (fd >= 0) close(fd);
    return cs_error_os(err, "cannot read the workspace");
  }
  w->stack[w->depth++] = (level){.dir = dir, .len = strlen(w->path)};
  return CS_OK;
}

static cs_status add_file(walk *w, const struct stat *st, cs_error *err) {
  cs_bucket_item *item;
  uint64_t size = (uint64_t)st->st_size;
  if (size > CS_BUCKET_FILE_MAX || (w->total += size) > CS_BUCKET_TOTAL_MAX)
    return cs_error_set(err, CS_ELIMIT,
                        "'%.80s' has more than 1 GiB, or the workspace more "
                        "than 4 GiB",
                        w->path);
  cs_status got = cs_items_add(&w->p->files, w->path, &item, err);
  if (got != CS_OK) return got;
  item->size = size;
  item->ctime = nanoseconds(st->st_ctim);
  item->mtime = nanoseconds(st->st_mtim);
  return CS_OK;
}

static cs_status visit(walk *w, const char *name, cs_error *err) {
  level *l = &w->stack[w->depth - 1];
  struct stat st;
  size_t n = strlen(name);
  if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) return CS_OK;
  if (l->len + n + 2 > CS_BUCKET_KEY)
    return cs_error_set(err, CS_ELIMIT, "a path is longer than a key may be");
  memcpy(w->path + l->len, name, n + 1);
  if (fstatat(dirfd(l->dir), name, &st, AT_SYMLINK_NOFOLLOW) != 0)
    return errno == ENOENT ? CS_OK
                           : cs_error_os(err, "cannot read the workspace");
  if (S_ISREG(st.st_mode)) return add_file(w, &st, err);
  if (!S_ISDIR(st.st_mode)) {
    w->p->counts->skipped++;
    return CS_OK;
  }
  memcpy(w->path + l->len + n, "/", 2);
  return enter(w, dirfd(l->dir), name, err);
}

static cs_status read_dir(pushing *p, cs_error *err) {
  walk *w = calloc(1, sizeof *w);
  if (!w) return cs_error_set(err, CS_EOS, "out of memory");
  w->p = p;
  cs_status st = enter(w, p->dir, ".", err);
  while (st == CS_OK && w->depth > 0) {
    struct dirent *e = readdir(w->stack[w->depth - 1].dir);
    if (e)
      st = visit(w, e->d_name, err);
    else
      closedir(w->stack[--w->depth].dir);
  }
  while (w->depth > 0) closedir(w->stack[--w->depth].dir);
  free(w);
  if (st == CS_OK) cs_items_sort(&p->files);
  return st;
}

/* --- one file ------------------------------------------------------------ */

static cs_status open_file(pushing *p, const char *path, int *fd,
                           uint64_t *size, cs_error *err) {
  char part[CS_BUCKET_KEY + 1];
  struct stat st;
  CS_AUTO_FD
  int at = openat(p->dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  memcpy(part, path, strlen(path) + 1);
  for (char *name = part, *slash; at >= 0; name = slash + 1) {
    slash = strchr(name, '/');
    if (slash) *slash = '\0';
    int flags = slash ? O_DIRECTORY : O_NONBLOCK;
    int next = openat(at, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | flags);
    close(at);
    at = next;
    if (!slash) break;
  }
  if (at < 0 || fstat(at, &st) != 0 || !S_ISREG(st.st_mode))
    return cs_error_set(err, CS_EOS, "'%.80s' cannot be read", path);
  *size = (uint64_t)st.st_size;
  *fd = cs_steal(&at);
  return CS_OK;
}

static cs_status hash_file(int fd, cs_digest_kind kind, uint8_t *out,
                           size_t room, uint64_t size, cs_error *err) {
  CS_AUTO_FREE
  char *block = malloc(BLOCK);
  cs_digest d;
  uint64_t at = 0;
  if (!block) return cs_error_set(err, CS_EOS, "out of memory");
  cs_digest_init(&d, kind);
  while (at < size) {
    size_t want = size - at < BLOCK ? (size_t)(size - at) : BLOCK;
    ssize_t n = pread(fd, block, want, (off_t)at);
    if (n <= 0) return cs_error_set(err, CS_EOS, "a file became shorter");
    cs_digest_update(&d, block, (size_t)n);
    at += (uint64_t)n;
  }
  cs_digest_finish(&d, out, room);
  return CS_OK;
}

/* Has the file the content that the ETag stands for? */
static bool has_content(pushing *p, const cs_bucket_item *file,
                        const char *etag) {
  uint8_t raw[16];
  char hex[40] = "\"";
  int fd;
  uint64_t size;
  if (strlen(etag) != 34 || open_file(p, file->path, &fd, &size, NULL) != CS_OK)
    return false;
  cs_status st = hash_file(fd, CS_DIGEST_MD5, raw, sizeof raw, size, NULL);
  close(fd);
  for (size_t i = 0; i < 16; i++) snprintf(hex + 1 + 2 * i, 3, "%02x", raw[i]);
  memcpy(hex + 33, "\"", 2);
  return st == CS_OK && strcmp(hex, etag) == 0;
}

/* --- comparing ----------------------------------------------------------- */

static bool is_same(pushing *p, const cs_bucket_item *file,
                    cs_bucket_item *base) {
  if (file->size != base->size) return false;
  if (file->ctime == base->ctime && file->mtime == base->mtime) return true;
  if (!has_content(p, file, base->etag)) return false;
  base->ctime = file->ctime;
  base->mtime = file->mtime;
  return true;
}

static void tell(pushing *p, const char *path, cs_bucket_change change,
                 const char *why) {
  if (p->o && p->o->tell) p->o->tell(p->o->user, path, change, why);
}

static bool is_allowed(pushing *p, const char *path, cs_bucket_change change) {
  return !p->o || !p->o->allow || p->o->allow(p->o->user, path, change);
}

/* Would this change overwrite what somebody else did? */
static void check_conflict(pushing *p, const char *path,
                           cs_bucket_change change) {
  const cs_bucket_item *now = cs_items_find(&p->remote, path);
  const cs_bucket_item *then = cs_items_find(&p->base, path);
  bool same = change == CS_BUCKET_ADD
                  ? now == NULL
                  : now && then && strcmp(now->etag, then->etag) == 0;
  /* Deleted on both sides: nothing is left to disagree about. */
  if (same || (change == CS_BUCKET_DELETE && !now)) return;
  p->conflicts++;
  tell(p, path, change, "it changed in the bucket meanwhile");
}

typedef cs_status each_change(pushing *p, const char *path,
                              cs_bucket_change change, cs_error *err);

/* Call `each` for every difference between directory and base.  `seen` marks
 * what was found unchanged, so that files are hashed once. */
static cs_status walk_changes(pushing *p, each_change *each, cs_error *err) {
  cs_status st = CS_OK;
  for (size_t i = 0; st == CS_OK && i < p->files.count; i++) {
    cs_bucket_item *file = &p->files.at[i];
    cs_bucket_item *base = cs_items_find(&p->base, file->path);
    cs_bucket_change change = base ? CS_BUCKET_CHANGE : CS_BUCKET_ADD;
    if (file->seen || (base && is_same(p, file, base))) {
      file->seen = true;
      continue;
    }
    if (is_allowed(p, file->path, change))
      st = each(p, file->path, change, err);
  }
  for (size_t i = p->base.count; st == CS_OK && i-- > 0;) {
    const char *path = p->base.at[i].path;
    if (cs_items_find(&p->files, path) ||
        !is_allowed(p, path, CS_BUCKET_DELETE))
      continue;
    st = each(p, path, CS_BUCKET_DELETE, err);
  }
  return st;
}

static cs_status count_change(pushing *p, const char *path,
                              cs_bucket_change change, cs_error *err) {
  (void)err;
  check_conflict(p, path, change);
  if (p->o && p->o->dry_run) tell(p, path, change, NULL);
  return CS_OK;
}

/* --- writing ------------------------------------------------------------- */

static void set_condition(cs_bucket_call *c, const char *etag) {
  if (etag)
    snprintf(c->condition, sizeof c->condition, "If-Match: %s", etag);
  else
    snprintf(c->condition, sizeof c->condition, "If-None-Match: *");
}

static cs_status send_call(pushing *p, cs_bucket_call *c, const char *path,
                           int fd, uint64_t size, cs_http_response *r,
                           cs_error *err) {
  cs_http_request q;
  cs_bucket_fill(c, &q);
  q.body_fd = fd;
  q.body_size = size;
  cs_status st = cs_http_perform(p->b->http, &q, r, err);
  if (st != CS_OK) return st;
  bool good =
      r->status == 200 || r->status == 204 || (r->status == 404 && fd < 0);
  return good ? CS_OK : cs_bucket_refused(p->b, r->status, path, err);
}

static cs_status put_object(pushing *p, const char *path, const char *etag,
                            cs_http_response *r, cs_error *err) {
  CS_AUTO_FREE
  cs_bucket_call *c = calloc(1, sizeof *c);
  int file;
  uint64_t size;
  uint8_t raw[32];
  char hash[65];
  if (!c) return cs_error_set(err, CS_EOS, "out of memory");
  cs_status st = open_file(p, path, &file, &size, err);
  if (st != CS_OK) return st;
  CS_AUTO_FD
  int fd = file;
  st = hash_file(fd, CS_DIGEST_SHA256, raw, sizeof raw, size, err);
  if (st != CS_OK) return st;
  cs_sign_hex(raw, hash);
  st = cs_bucket_prepare(p->b, "PUT", path, "", hash, c, err);
  set_condition(c, etag);
  if (st == CS_OK) st = send_call(p, c, path, fd, size, r, err);
  if (st == CS_OK) {
    p->counts->files++;
    p->counts->bytes += size;
  }
  return st;
}

/* The base as it is now in the bucket. */
static cs_status note_written(pushing *p, const char *path, const char *etag,
                              cs_error *err) {
  const cs_bucket_item *file = cs_items_find(&p->files, path);
  cs_bucket_item *base = cs_items_find(&p->base, path);
  if (!base) {
    cs_status st = cs_items_add(&p->base, path, &base, err);
    if (st != CS_OK) return st;
  }
  snprintf(base->etag, sizeof base->etag, "%.128s", etag);
  base->size = file->size;
  base->ctime = file->ctime;
  base->mtime = file->mtime;
  cs_items_sort(&p->base);
  return CS_OK;
}

static cs_status delete_object(pushing *p, const char *path, cs_error *err) {
  CS_AUTO_FREE
  cs_bucket_call *c = calloc(1, sizeof *c);
  cs_http_response r;
  cs_bucket_item *base = cs_items_find(&p->base, path);
  if (!c) return cs_error_set(err, CS_EOS, "out of memory");
  cs_status st =
      cs_bucket_prepare(p->b, "DELETE", path, "", CS_SIGN_EMPTY, c, err);
  if (st != CS_OK) return st;
  set_condition(c, base->etag);
  return send_call(p, c, path, -1, 0, &r, err);
}

static cs_status write_change(pushing *p, const char *path,
                              cs_bucket_change change, cs_error *err) {
  cs_http_response r;
  cs_error mine;
  cs_error *why = err ? err : &mine;
  cs_status st;
  if (change == CS_BUCKET_DELETE) {
    st = delete_object(p, path, why);
  } else {
    const cs_bucket_item *base = cs_items_find(&p->base, path);
    st = put_object(p, path, base ? base->etag : NULL, &r, why);
    if (st == CS_OK) st = note_written(p, path, r.etag, why);
  }
  tell(p, path, change, st == CS_OK ? NULL : why->text);
  if (st != CS_OK) return st;
  if (change == CS_BUCKET_ADD) p->counts->added++;
  if (change == CS_BUCKET_CHANGE) p->counts->changed++;
  if (change != CS_BUCKET_DELETE) return CS_OK;
  p->counts->deleted++;
  cs_items_remove(&p->base, cs_items_find(&p->base, path));
  return CS_OK;
}

static cs_status push(pushing *p, cs_error *err) {
  uint64_t other = 0;
  cs_status st = read_dir(p, err);
  if (st == CS_OK) st = cs_listing_read(p->b, &p->remote, &other, err);
  if (st == CS_OK) st = walk_changes(p, count_change, err);
  if (st == CS_OK && p->conflicts > 0) {
    st = cs_error_set(err, CS_EINVAL,
                      "%llu paths changed in the bucket meanwhile; nothing was "
                      "written",
                      (unsigned long long)p->conflicts);
    if (err) err->os = EEXIST;
  }
  if (st != CS_OK || (p->o && p->o->dry_run)) return st;
  return walk_changes(p, write_change, err);
}

cs_status cs_bucket_push(cs_bucket *b, int dir, cs_buf *base,
                         const cs_bucket_push_options *options,
                         cs_bucket_counts *counts, cs_error *err) {
  pushing p = {.b = b, .dir = dir, .o = options, .counts = counts};
  *counts = (cs_bucket_counts){.files = 0};
  cs_status st = cs_items_parse(&p.base, base, err);
  if (st != CS_OK) return st;
  st = push(&p, err);
  cs_status kept = cs_items_print(&p.base, base, st == CS_OK ? err : NULL);
  cs_items_fini(&p.base);
  cs_items_fini(&p.files);
  cs_items_fini(&p.remote);
  return st == CS_OK ? kept : st;
}
