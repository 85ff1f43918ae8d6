/*
 * chain.c - the files of a log: its end, appending, going on in another file.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "audit/chain.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "audit/scan.h"
#include "base/cleanup.h"
#include "base/file.h"

#define FOLLOW_MAX 100000 /* files of one log */

static const char zeros[] =
    "0000000000000000000000000000000000000000000000000000000000000000";

/* --- files --------------------------------------------------------------- */

char *cs_chain_beside(const char *path, const char *name) {
  const char *slash = strrchr(path, '/');
  char *out = NULL;
  if (!*name || strchr(name, '/') || name[0] == '.') return NULL;
  int n = slash ? (int)(slash - path) + 1 : 0;
  return asprintf(&out, "%.*s%s", n, path, name) < 0 ? NULL : out;
}

static cs_status open_file(const char *path, bool create, int *out,
                           cs_error *err) {
  struct stat st;
  int flags = O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  CS_AUTO_FD
  int fd = cs_file_above(open(path, flags | (create ? O_CREAT : 0), 0600));
  if (fd < 0 || fstat(fd, &st) != 0)
    return cs_error_os(err, "cannot open the audit log '%.100s'", path);
  if (!S_ISREG(st.st_mode))
    return cs_error_set(err, CS_EINVAL, "'%.100s' is not a file", path);
  if (st.st_uid != geteuid() || st.st_mode & 022)
    return cs_error_set(err, CS_EINVAL,
                        "others can write the audit log "
                        "'%.80s'; own it and 'chmod 600' it",
                        path);
  *out = cs_steal(&fd);
  return CS_OK;
}

cs_status cs_chain_open(cs_chain *c, const char *path, bool create,
                        cs_error *err) {
  *c = (cs_chain){.fd = -1};
  memcpy(c->hash, zeros, sizeof c->hash);
  cs_status st = open_file(path, create, &c->fd, err);
  if (st != CS_OK) return st;
  c->path = strdup(path);
  c->current = strdup(path);
  if (c->path && c->current) return CS_OK;
  cs_chain_fini(c);
  return cs_error_set(err, CS_EOS, "no memory");
}

void cs_chain_fini(cs_chain *c) {
  if (c->fd >= 0) close(c->fd);
  free(c->path);
  free(c->current);
  *c = (cs_chain){.fd = -1};
}

/* --- the end ------------------------------------------------------------- */

/* Bytes from the last but one newline on, or all of them; free() it. */
static cs_status read_end(const cs_chain *c, uint64_t size, char **out,
                          size_t *n, cs_error *err) {
  for (uint64_t want = 4096;; want *= 16) {
    if (want > size) want = size;
    char *p = malloc((size_t)want + 1);
    if (!p) return cs_error_set(err, CS_EOS, "no memory");
    if (!cs_file_read_at(c->fd, p, (size_t)want, size - want)) {
      free(p);
      return cs_error_os(err, "cannot read the audit log");
    }
    const char *last = memrchr(p, '\n', (size_t)want);
    if (want == size || want > CS_LINE_MAX ||
        (last && memrchr(p, '\n', (size_t)(last - p)))) {
      *out = p;
      *n = (size_t)want;
      return CS_OK;
    }
    free(p);
  }
}

static cs_status damaged(cs_error *err) {
  return cs_error_set(err, CS_ECORRUPT,
                      "the end of the audit log is damaged; "
                      "'caisson audit verify' tells where");
}

/* Cut what is behind the last newline. */
static cs_status cut(cs_chain *c, const char *tail, size_t n, uint64_t size,
                     cs_error *err) {
  if (ftruncate(c->fd, (off_t)(size - n)) != 0)
    return cs_error_os(err, "cannot cut the audit log");
  c->torn = n;
  cs_line_digest(tail, n, NULL, 0, c->torn_hash);
  return CS_OK;
}

static cs_status take_line(cs_chain *c, const char *line, size_t n, char *next,
                           size_t room, cs_error *err) {
  cs_scan_line l;
  if (!cs_scan_read(line, n, &l) || !cs_scan_is_whole(line, n, &l))
    return damaged(err);
  c->seq = l.seq;
  memcpy(c->hash, l.field[CS_FIELD_hash].at + 1, CS_LINE_HASH);
  if (cs_scan_is(&l, CS_FIELD_kind, "rotate"))
    cs_scan_text(cs_scan_datum(&l, "next"), next, room);
  return CS_OK;
}

/* Find the end in the current file; `next`: it goes on in another one. */
static cs_status find_end(cs_chain *c, uint64_t size, char *next, size_t room,
                          cs_error *err) {
  CS_AUTO_FREE
  char *bytes = NULL;
  size_t n = 0;
  cs_status st = read_end(c, size, &bytes, &n, err);
  if (st != CS_OK) return st;
  const char *last = memrchr(bytes, '\n', n);
  size_t whole = last ? (size_t)(last - bytes) + 1 : 0;
  if (!last && n > CS_LINE_MAX) return damaged(err);
  if (whole < n) st = cut(c, bytes + whole, n - whole, size, err);
  if (st != CS_OK) return st;
  c->size = size - (n - whole);
  if (whole == 0) return CS_OK;
  const char *before = memrchr(bytes, '\n', whole - 1);
  const char *line = before ? before + 1 : bytes;
  return take_line(c, line, (size_t)(last - line), next, room, err);
}

/* Has somebody removed the file, or moved it away?  What is told now does not
 * belong to it. */
static bool is_gone(const cs_chain *c, const struct stat *file) {
  struct stat named;
  if (file->st_nlink == 0) return true;
  if (stat(c->current, &named) != 0) return errno == ENOENT;
  return named.st_ino != file->st_ino || named.st_dev != file->st_dev;
}

/* Another log begins. */
static cs_status start_over(cs_chain *c, cs_error *err) {
  int fd;
  cs_status st = open_file(c->path, true, &fd, err);
  char *path = st == CS_OK ? strdup(c->path) : NULL;
  if (st != CS_OK) return st;
  if (!path) {
    close(fd);
    return cs_error_set(err, CS_EOS, "no memory");
  }
  close(c->fd);
  free(c->current);
  c->fd = fd;
  c->current = path;
  c->known = false;
  c->seq = 0;
  c->files = 0;
  memcpy(c->hash, zeros, sizeof c->hash);
  return CS_OK;
}

static cs_status take(cs_chain *c, struct stat *st, cs_error *err) {
  if (flock(c->fd, LOCK_EX) != 0 || fstat(c->fd, st) != 0)
    return cs_error_os(err, "cannot lock the audit log");
  return CS_OK;
}

cs_status cs_chain_lock(cs_chain *c, cs_error *err) {
  for (int i = 0; i < FOLLOW_MAX; i++) {
    struct stat file;
    char next[256] = "";
    cs_status st = take(c, &file, err);
    if (st != CS_OK) return st;
    if (is_gone(c, &file)) {
      cs_chain_unlock(c);
      st = start_over(c, err);
      if (st != CS_OK) return st;
      continue;
    }
    uint64_t size = (uint64_t)file.st_size;
    if (c->known && size == c->size) return CS_OK;
    c->size = 0;
    if (size) st = find_end(c, size, next, sizeof next, err);
    if (st == CS_OK && next[0])
      st = cs_chain_follow(c, next, err);
    else
      c->known = st == CS_OK;
    if (st != CS_OK) cs_chain_unlock(c);
    if (st != CS_OK || c->known) return st;
  }
  return damaged(err);
}

void cs_chain_unlock(cs_chain *c) {
  if (c->fd >= 0) (void)flock(c->fd, LOCK_UN);
}

/* --- growing ------------------------------------------------------------- */

cs_status cs_chain_append(cs_chain *c, const char *lines, size_t n,
                          uint64_t seq, const char *hash, cs_error *err) {
  size_t done;
  if (!cs_file_write(c->fd, lines, n, &done)) {
    cs_error_os(err, "cannot write the audit log");
    if (done && ftruncate(c->fd, (off_t)c->size) != 0) c->known = false;
    return CS_EOS;
  }
  c->size += n;
  c->seq = seq;
  memcpy(c->hash, hash, sizeof c->hash);
  return CS_OK;
}

void cs_chain_back(cs_chain *c, const cs_chain_end *end) {
  if (c->size == end->size) return;
  if (ftruncate(c->fd, (off_t)end->size) != 0) {
    c->known = false;
    return;
  }
  c->size = end->size;
  c->seq = end->seq;
  memcpy(c->hash, end->hash, sizeof c->hash);
}

void cs_chain_next(const cs_chain *c, char *out, size_t room) {
  const char *slash = strrchr(c->path, '/');
  snprintf(out, room, "%s.%u", slash ? slash + 1 : c->path, c->files + 1);
}

cs_status cs_chain_make_next(cs_chain *c, cs_error *err) {
  char name[256];
  struct stat file;
  int fd;
  cs_chain_next(c, name, sizeof name);
  CS_AUTO_FREE
  char *path = cs_chain_beside(c->path, name);
  if (!path) return cs_error_set(err, CS_EOS, "no name for the next file");
  cs_status st = open_file(path, true, &fd, err);
  if (st != CS_OK) return st;
  bool empty = fstat(fd, &file) == 0 && file.st_size == 0;
  close(fd);
  return empty ? CS_OK
               : cs_error_set(err, CS_EINVAL, "'%.100s' is in the way", path);
}

cs_status cs_chain_follow(cs_chain *c, const char *name, cs_error *err) {
  CS_AUTO_FREE
  char *path = cs_chain_beside(c->path, name);
  int fd;
  if (!path) return damaged(err);
  cs_status st = open_file(path, false, &fd, err);
  if (st != CS_OK) return st;
  close(c->fd); /* and its lock */
  free(c->current);
  c->current = cs_steal(&path);
  c->fd = fd;
  c->files++;
  c->known = false;
  return CS_OK;
}
