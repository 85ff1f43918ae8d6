/*
 * verify.c - reading a whole log: line by line over all of its files, checked.
 *
 * Checkpoints are few and are read into memory first, sorted as they were
 * written; the walk over the records compares each with its own.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "audit/verify.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "audit/chain.h"
#include "base/cleanup.h"
#include "base/weaken.h"

#define WRITERS          64 /* whose times are remembered */
#define CHUNK            65536u
#define MOST_CHECKPOINTS (64u << 20) /* bytes of them */

typedef struct writer {
  char id[9], boot[9];
  int64_t mono;
} writer;

typedef struct walk {
  const cs_verify_plan *plan;
  cs_verify_report *out;
  cs_ed25519 crypto;     /* owned */
  cs_checkpoint *points; /* owned */
  size_t npoints, next;
  writer writers[WRITERS];
  size_t nwriters;
  char key[2 * CS_ED25519_KEY + 1]; /* "": any */
  char follow[256];                 /* the file in which it goes on */
} walk;

/* redteam: L09 */
static bool broken(walk *w, uint64_t seq, const char *why) {
  if (cs_weaken("L09")) return true;
  w->out->ok = false;
  w->out->broken = seq;
  snprintf(w->out->why, sizeof w->out->why, "%s", why);
  return false;
}

/* --- checkpoints --------------------------------------------------------- */

static bool add_point(walk *w, const cs_checkpoint *p) {
  if ((w->npoints & (w->npoints - 1)) == 0) {
    size_t room = w->npoints ? 2 * w->npoints : 1;
    cs_checkpoint *more = realloc(w->points, room * sizeof *more);
    if (!more) return false;
    w->points = more;
  }
  w->points[w->npoints++] = *p;
  return true;
}

static int by_seq(const void *a, const void *b) {
  uint64_t x = ((const cs_checkpoint *)a)->seq;
  uint64_t y = ((const cs_checkpoint *)b)->seq;
  return x < y ? -1 : x > y;
}

static cs_status slurp(const char *path, cs_buf *out, cs_error *err) {
  CS_AUTO_FD
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0 && errno == ENOENT) return CS_OK;
  if (fd < 0) return cs_error_os(err, "cannot read '%.120s'", path);
  for (;;) {
    if (cs_buf_reserve(out, CHUNK) != CS_OK)
      return cs_error_set(err, CS_ELIMIT, "'%.120s' is too long", path);
    ssize_t n = read(fd, out->data + out->len, CHUNK);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return cs_error_os(err, "cannot read '%.120s'", path);
    out->len += (size_t)n;
    cs_buf_seal(out);
    if (n == 0) return CS_OK;
  }
}

/* A line that is no checkpoint counts as one that claims record 0. */
static cs_status read_points(walk *w, const char *path, cs_error *err) {
  char *name = NULL;
  cs_buf text;
  cs_status st = CS_OK;
  if (asprintf(&name, "%s.checkpoints", path) < 0) return CS_EOS;
  cs_buf_init(&text, MOST_CHECKPOINTS);
  st = slurp(name, &text, err);
  free(name);
  const char *p = cs_buf_text(&text), *end = p + text.len;
  while (st == CS_OK && p < end) {
    const char *nl = memchr(p, '\n', (size_t)(end - p));
    if (!nl) break; /* it is being written */
    cs_checkpoint point;
    if (!cs_checkpoint_read(&w->crypto, p, (size_t)(nl - p), &point))
      point = (cs_checkpoint){0};
    if (w->key[0] && strcmp(point.key, w->key) != 0) point.good = false;
    if (!add_point(w, &point)) st = CS_EOS;
    p = nl + 1;
  }
  cs_buf_fini(&text);
  if (st == CS_OK && w->npoints)
    qsort(w->points, w->npoints, sizeof *w->points, by_seq);
  return st;
}

/* Checkpoints about this record, and bad ones that claim an earlier one. */
static bool check_points(walk *w, const cs_scan_line *l) {
  for (; w->next < w->npoints && w->points[w->next].seq <= l->seq; w->next++) {
    const cs_checkpoint *p = &w->points[w->next];
    if (!p->good || p->seq != l->seq ||
        !cs_scan_has_hash(l, CS_FIELD_hash, p->hash))
      return broken(w, p->seq, "bad checkpoint");
    w->out->checkpoints++;
    w->out->covered = p->seq;
  }
  return true;
}

/* --- records ------------------------------------------------------------- */

/* The clock that never goes back, by writer. */
static bool check_time(walk *w, const cs_scan_line *l) {
  char id[9], boot[9];
  int64_t mono;
  cs_scan_text(l->field[CS_FIELD_writer], id, sizeof id);
  cs_scan_text(l->field[CS_FIELD_boot], boot, sizeof boot);
  if (!cs_scan_number(l, CS_FIELD_mono_ms, &mono)) return true;
  for (size_t i = 0; i < w->nwriters; i++) {
    writer *x = &w->writers[i];
    if (strcmp(x->id, id) != 0 || strcmp(x->boot, boot) != 0) continue;
    if (mono < x->mono) return broken(w, l->seq, "reordered: time goes back");
    x->mono = mono;
    return true;
  }
  if (w->nwriters == WRITERS) w->nwriters = 0; /* forget the oldest ones */
  writer *x = &w->writers[w->nwriters++];
  memcpy(x->id, id, sizeof id);
  memcpy(x->boot, boot, sizeof boot);
  x->mono = mono;
  return true;
}

static bool check_place(walk *w, const cs_scan_line *l) {
  cs_verify_report *r = w->out;
  if (l->seq != r->seq + 1)
    return broken(w, r->seq + 1, l->seq > r->seq ? "gap" : "reordered");
  if (!cs_scan_has_hash(l, CS_FIELD_prev, r->hash))
    return broken(w, l->seq,
                  "hash mismatch: it does not follow the record "
                  "before it");
  return true;
}

static bool check_expected(walk *w, const cs_scan_line *l) {
  const cs_verify_plan *p = w->plan;
  if (l->seq != p->expect_seq || !p->expect_hash) return true;
  size_t n = strnlen(p->expect_hash, CS_LINE_HASH);
  if (memcmp(l->field[CS_FIELD_hash].at + 1, p->expect_hash, n) == 0)
    return true;
  return broken(w, l->seq, "it is not the record that was expected");
}

static bool take(walk *w, const char *text, size_t n) {
  cs_scan_line l;
  cs_verify_report *r = w->out;
  if (w->follow[0])
    return broken(w, r->seq + 1, "a record behind the end of its file");
  if (!cs_scan_read(text, n, &l)) return broken(w, r->seq + 1, "not a record");
  if (!check_place(w, &l)) return false;
  if (!cs_scan_is_whole(text, n, &l)) return broken(w, l.seq, "hash mismatch");
  if (!check_time(w, &l) || !check_points(w, &l) || !check_expected(w, &l))
    return false;
  r->seq = l.seq;
  r->records++;
  memcpy(r->hash, l.field[CS_FIELD_hash].at + 1, CS_LINE_HASH);
  if (cs_scan_is(&l, CS_FIELD_kind, "rotate"))
    cs_scan_text(cs_scan_datum(&l, "next"), w->follow, sizeof w->follow);
  if (w->plan->each && w->plan->each(w->plan->with, text, n, &l) != 0)
    r->stopped = true;
  return !r->stopped;
}

/* --- files --------------------------------------------------------------- */

/* Lines of `b` that are whole; the rest moves to the front. */
static bool take_lines(walk *w, cs_buf *b) {
  size_t at = 0;
  bool good = true;
  while (good) {
    const char *nl = memchr(b->data + at, '\n', b->len - at);
    if (!nl) break;
    size_t n = (size_t)(nl - b->data) - at;
    good = take(w, b->data + at, n);
    at += n + 1;
  }
  memmove(b->data, b->data + at, b->len - at);
  b->len -= at;
  cs_buf_seal(b);
  return good;
}

static cs_status read_file(walk *w, int fd, cs_error *err) {
  cs_buf b;
  cs_status st = CS_OK;
  bool good = true;
  cs_buf_init(&b, CS_LINE_MAX + CHUNK);
  while (good) {
    if (cs_buf_reserve(&b, CHUNK) != CS_OK) {
      good = broken(w, w->out->seq + 1, "not a record");
      break;
    }
    ssize_t n = read(fd, b.data + b.len, CHUNK);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) st = cs_error_os(err, "cannot read the audit log");
    if (n <= 0) break;
    b.len += (size_t)n;
    cs_buf_seal(&b);
    good = take_lines(w, &b);
  }
  if (good) w->out->torn = b.len;
  cs_buf_fini(&b);
  return st;
}

static cs_status read_all(walk *w, const char *path, cs_error *err) {
  CS_AUTO_FREE
  char *name = strdup(path);
  while (name && w->out->ok && !w->out->stopped) {
    CS_AUTO_FD
    int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0 && w->out->files) {
      broken(w, w->out->seq + 1, "gap: the next file is missing");
      return CS_OK;
    }
    if (fd < 0) return cs_error_os(err, "cannot open '%.120s'", path);
    w->out->files++;
    cs_status st = read_file(w, fd, err);
    if (st != CS_OK || !w->follow[0]) return st;
    char *next = cs_chain_beside(path, w->follow);
    w->follow[0] = 0;
    free(name);
    name = next;
  }
  return CS_OK;
}

/* What must have been there, and was not. */
static void check_end(walk *w) {
  cs_verify_report *r = w->out;
  if (!r->ok || r->stopped) return;
  /* The key is made for the first one. */
  if (w->npoints == 0 && r->records > 0 && w->key[0] && !w->plan->expect_seq)
    broken(
        w, r->seq,
        "its checkpoints are missing: the end may be cut (--expect SEQ:HASH)");
  else if (w->next < w->npoints)
    broken(w, r->seq + 1,
           w->points[w->next].good ? "truncated: a checkpoint has later records"
                                   : "bad checkpoint");
  else if (w->plan->expect_seq > r->seq)
    broken(w, r->seq + 1, "truncated: a later record was expected");
}

cs_status cs_verify(const char *path, const cs_verify_plan *plan,
                    cs_verify_report *out, cs_error *err) {
  walk *w = calloc(1, sizeof *w);
  if (!w) return cs_error_set(err, CS_EOS, "no memory");
  *out = (cs_verify_report){.ok = true};
  memset(out->hash, '0', CS_LINE_HASH);
  w->plan = plan;
  w->out = out;
  if (plan->key)
    snprintf(w->key, sizeof w->key, "%s", plan->key);
  else if (!cs_checkpoint_key(path, w->key))
    w->key[0] = 0;
  cs_status st = cs_ed25519_open(&w->crypto, err);
  if (st == CS_OK) st = read_points(w, path, err);
  if (st == CS_OK) st = read_all(w, path, err);
  if (st == CS_OK) check_end(w);
  cs_ed25519_close(&w->crypto);
  free(w->points);
  free(w);
  return st;
}
