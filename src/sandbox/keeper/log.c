/*
 * log.c - the log of a sandbox: JSON Lines in two files of bounded size.
 *
 * What a guest prints is always one escaped string of one record, so nothing
 * that it prints can look like a record.  The older file goes when the newer
 * one is full, and a `system` record says how much went with it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "sandbox/keeper/keeper.h"

#define NOW  "log.jsonl"
#define OLD  "log.jsonl.1"
#define PART 32768 /* bytes of one record */

/* The number of the last record of a file: a reader of its last part. */
static uint64_t last_number(int dir, const char *file) {
  char text[65536 * 2];
  struct stat s;
  CS_AUTO_FD
  int fd = openat(dir, file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0 || fstat(fd, &s) != 0) return 0;
  off_t from = s.st_size > (off_t)sizeof text - 1
                   ? s.st_size - ((off_t)sizeof text - 1)
                   : 0;
  ssize_t n = pread(fd, text, sizeof text - 1, from);
  uint64_t last = 0;
  text[n > 0 ? n : 0] = 0;
  for (const char *at = text; (at = strstr(at, "\"seq\":")); at += 6)
    last = strtoull(at + 6, NULL, 10);
  return last;
}

bool cs_boxlog_open(cs_boxlog *l, int dir, uint64_t most) {
  struct stat s;
  *l = (cs_boxlog){.dir = dir, .most = most / 2 > 65536 ? most / 2 : 65536};
  l->fd = openat(dir, NOW, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW,
                 0600);
  if (l->fd < 0 || fstat(l->fd, &s) != 0) return false;
  l->size = (uint64_t)s.st_size;
  l->seq = last_number(dir, NOW);
  if (!l->seq) l->seq = last_number(dir, OLD);
  char end = '\n';
  if (s.st_size > 0) (void)!pread(l->fd, &end, 1, s.st_size - 1);
  return end == '\n' || write(l->fd, "\n", 1) == 1;
}

static const char base64[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static json_t *encode(const unsigned char *p, size_t n) {
  size_t room = (n + 2) / 3 * 4;
  char *text = malloc(room + 1), *to = text;
  if (!text) return NULL;
  for (size_t i = 0; i < n; i += 3) {
    uint32_t v = (uint32_t)p[i] << 16;
    if (i + 1 < n) v |= (uint32_t)p[i + 1] << 8;
    if (i + 2 < n) v |= p[i + 2];
    *to++ = base64[v >> 18];
    *to++ = base64[v >> 12 & 63];
    *to++ = i + 1 < n ? base64[v >> 6 & 63] : '=';
    *to++ = i + 2 < n ? base64[v & 63] : '=';
  }
  json_t *out = json_stringn(text, room);
  free(text);
  return out;
}

static json_t *record(cs_boxlog *l, const char *exec, const char *source,
                      const char *bytes, size_t n) {
  char cursor[32];
  json_t *data = json_stringn(bytes, n);
  bool b64 = !data;
  if (b64) data = encode((const unsigned char *)bytes, n);
  snprintf(cursor, sizeof cursor, "c%" PRIu64, ++l->seq);
  return json_pack("{s:I, s:I, s:s, s:s, s:o, s:b, s:s}", "t",
                   (json_int_t)cs_keeper_wall(), "seq", (json_int_t)l->seq,
                   "exec", exec, "src", source, "data", data, "b64", b64,
                   "cursor", cursor);
}

static void append(cs_boxlog *l, const char *exec, const char *source,
                   const char *bytes, size_t n) {
  json_t *o = record(l, exec, source, bytes, n);
  char *text = o ? json_dumps(o, JSON_COMPACT) : NULL;
  json_decref(o);
  size_t size = text ? strlen(text) : 0;
  if (text) text[size++] = '\n'; /* in place of the NUL */
  if (text && write(l->fd, text, size) == (ssize_t)size)
    l->size += size;
  else
    l->dropped += n;
  free(text);
}

static void rotate(cs_boxlog *l) {
  char said[80];
  struct stat s = {0};
  bool loses = fstatat(l->dir, OLD, &s, AT_SYMLINK_NOFOLLOW) == 0;
  if (renameat(l->dir, NOW, l->dir, OLD) != 0) return;
  close(l->fd);
  l->fd = openat(l->dir, NOW,
                 O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  l->size = 0;
  if (!loses || l->fd < 0) return;
  l->dropped += (uint64_t)s.st_size;
  snprintf(said, sizeof said, "%lld bytes of older records are not kept\n",
           (long long)s.st_size);
  append(l, "", "system", said, strlen(said));
}

/* Records end at the end of a character, if there is one. */
static size_t cut(const char *bytes, size_t n) {
  size_t part = n < PART ? n : PART, back = 0;
  if (part == n) return part;
  while (back < 4 && ((unsigned char)bytes[part - back] & 0xC0) == 0x80) back++;
  return back < 4 ? part - back : part;
}

void cs_boxlog_put(cs_boxlog *l, const char *exec, const char *source,
                   const char *bytes, size_t n) {
  for (size_t part; n > 0 && l->fd >= 0; bytes += part, n -= part) {
    part = cut(bytes, n);
    if (l->size >= l->most) rotate(l);
    if (l->fd >= 0) append(l, exec, source, bytes, part);
  }
}

void cs_boxlog_close(cs_boxlog *l) {
  cs_cleanup_fd(&l->fd);
  l->fd = -1;
}
