/*
 * rescue.c - taking over what writers that died left in their spools.
 *
 * A writer may have died between writing a batch to the log and forgetting it,
 * and who takes it over may die as well.  The spool has the place that the
 * batch was meant for; the same memos at that place give the same lines, so
 * what is there already can be recognised and is not written twice.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "audit/audit_in.h"
#include "audit/scan.h"
#include "audit/writer.h"
#include "base/cleanup.h"
#include "base/file.h"

#define CHUNK (1u << 20)
#define SHORT 65536u

/* Where `mark` begins in the file; false: nowhere.  (Inlined, gcc 12 moves a
 * subtraction behind free() and then warns of it.) */
__attribute__((noinline)) static bool find_with(int fd, uint64_t size,
                                                const char *mark, size_t n,
                                                char *bytes, uint64_t *at) {
  for (uint64_t from = 0; from < size; from += CHUNK) {
    uint64_t left = size - from;
    size_t want = left < CHUNK + n ? (size_t)left : CHUNK + n;
    if (!cs_file_read_at(fd, bytes, want, from)) return false;
    const char *p = memmem(bytes, want, mark, n);
    if (!p) continue;
    *at = from + (uint64_t)(p - bytes);
    return true;
  }
  return false;
}

static bool find_in(int fd, const char *mark, size_t n, uint64_t *at) {
  struct stat st;
  char *bytes = fstat(fd, &st) == 0 ? malloc(CHUNK + n) : NULL;
  bool found = bytes && find_with(fd, (uint64_t)st.st_size, mark, n, bytes, at);
  free(bytes);
  return found;
}

/* How many of the bytes of `lines` stand in the file from `at` on. */
static size_t count_equal(int fd, const cs_buf *lines, uint64_t at) {
  struct stat st;
  CS_AUTO_FREE
  char *there = malloc(lines->len);
  if (!there || fstat(fd, &st) != 0 || (uint64_t)st.st_size < at) return 0;
  uint64_t left = (uint64_t)st.st_size - at;
  size_t n = left < lines->len ? (size_t)left : lines->len;
  if (!cs_file_read_at(fd, there, n, at)) return 0;
  size_t same = 0;
  while (same < n && there[same] == lines->data[same]) same++;
  return same;
}

static size_t count_lines(const char *text, size_t n) {
  size_t lines = 0;
  for (size_t i = 0; i < n; i++) lines += text[i] == '\n';
  return lines;
}

/* The rest of the memos as it would stand in the log. */
static bool write_batch(const cs_spool_place *p, cs_memos memos, cs_buf *out) {
  char hash[CS_LINE_HASH + 1];
  uint64_t seq = p->seq - 1;
  memcpy(hash, p->prev, CS_LINE_HASH);
  hash[CS_LINE_HASH] = 0;
  return cs_line_write_some(out, &memos, SIZE_MAX, &seq, hash) == CS_OK &&
         out->len > 0;
}

/* Records of the batch that are in the file already. */
static size_t written_in(const char *path, const cs_buf *lines) {
  uint64_t at;
  const char *nl = memchr(lines->data, '\n', lines->len);
  CS_AUTO_FD
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0 || !nl) return 0;
  if (!find_in(fd, lines->data, (size_t)(nl - lines->data) + 1, &at)) return 0;
  return count_lines(lines->data, count_equal(fd, lines, at));
}

static uint64_t seq_of(int fd, char *text, size_t n) {
  cs_scan_line l;
  if (!cs_file_read_at(fd, text, n, 0)) return 0;
  const char *nl = memchr(text, '\n', n);
  return nl && cs_scan_read(text, (size_t)(nl - text), &l) ? l.seq : 0;
}

/* The number of the first record in the file; 0: it cannot be told. */
static uint64_t first_seq(const char *path) {
  struct stat st;
  CS_AUTO_FD
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  CS_AUTO_FREE
  char *text = malloc(CS_LINE_MAX);
  if (fd < 0 || !text || fstat(fd, &st) != 0) return 0;
  uint64_t size = (uint64_t)st.st_size, seq = 0;
  size_t most = size < CS_LINE_MAX ? (size_t)size : (size_t)CS_LINE_MAX;
  if (most > SHORT) seq = seq_of(fd, text, SHORT); /* most lines are short */
  return seq ? seq : seq_of(fd, text, most);
}

/* The file in which record `seq` is or would be: others may have gone on in
 * many others since.  Free() it; NULL: no memory. */
static char *file_of(const cs_chain *c, uint64_t seq) {
  for (unsigned k = c->files;; k--) {
    char *path = NULL;
    if (k == 0) return strdup(c->path);
    if (asprintf(&path, "%s.%u", c->path, k) < 0) return NULL;
    uint64_t first = first_seq(path);
    if (first && first <= seq) return path;
    free(path);
  }
}

/* Read over the memos that need not be written again. */
static void skip_written(const cs_audit *a, const cs_spool_place *p,
                         cs_memos *memos) {
  cs_buf lines;
  size_t records = 0;
  while (memos->at < p->from && cs_memos_next(memos)) {
  }
  cs_buf_init(&lines, SIZE_MAX / 4);
  if (write_batch(p, *memos, &lines)) {
    CS_AUTO_FREE
    char *path = file_of(&a->chain, p->seq);
    if (path) records = written_in(path, &lines);
  }
  cs_buf_fini(&lines);
  while (records-- > 0 && cs_memos_next(memos)) {
  }
}

typedef struct rescue {
  cs_audit *a;
  cs_status status;
} rescue;

/* What one half has and the log has not.  `*torn`: bytes that are no memos; a
 * machine that died may leave such. */
static cs_status adopt_half(cs_audit *a, cs_spool *s, int half,
                            uint64_t *torn) {
  size_t n;
  uint64_t records;
  cs_memos memos;
  const char *bytes = cs_spool_memos(s, half, &n);
  size_t whole = cs_memo_whole(bytes, n, &records);
  *torn += n - whole;
  cs_memos_init(&memos, bytes, whole);
  const cs_spool_place *place = cs_spool_begun(s, half);
  if (place) skip_written(a, place, &memos);
  cs_writer_begin(a, s, half, memos.at); /* we may die, too */
  cs_status st = cs_writer_append(a, &memos, NULL);
  if (st == CS_OK) cs_spool_done(s, half);
  return st;
}

static bool adopt(void *with, cs_spool *s) {
  rescue *r = with;
  cs_audit *a = r->a;
  uint64_t before = a->chain.seq, torn = 0;
  cs_status st = adopt_half(a, s, cs_spool_half_at(s, 0), &torn);
  if (st == CS_OK) st = adopt_half(a, s, cs_spool_half_at(s, 1), &torn);
  cs_audit_item data[] = {
      {.key = "records", .number = (int64_t)(a->chain.seq - before)},
      {.key = "torn_bytes", .number = (int64_t)torn}};
  if (st == CS_OK && (a->chain.seq > before || torn))
    st = cs_writer_put_own(a,
                           &(cs_audit_record){.kind = "recovered",
                                              .reason = "writer died",
                                              .data = data,
                                              .ndata = torn ? 2 : 1},
                           NULL);
  if (st != CS_OK && st != CS_ECORRUPT) r->status = st;
  return st == CS_OK;
}

cs_status cs_audit_rescue(cs_audit *a, cs_error *err) {
  rescue r = {.a = a, .status = CS_OK};
  cs_spool_orphans(a->chain.path, adopt, &r);
  if (r.status == CS_OK) return CS_OK;
  return cs_error_set(err, r.status,
                      "cannot take over the audit records of a "
                      "process that died");
}
