/*
 * lines.c - reading descriptors and files.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/lines.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"

#define CHUNK          65536u
#define LINE_MAX_BYTES (64u << 20)

void cs_lines_init(cs_lines *l, int fd) {
  *l = (cs_lines){.fd = fd};
  cs_buf_init(&l->buf, LINE_MAX_BYTES);
}

void cs_lines_fini(cs_lines *l) {
  cs_buf_fini(&l->buf);
}

/* Forget what was handed out. */
static void compact(cs_lines *l) {
  if (l->at == 0) return;
  l->buf.len -= l->at;
  memmove(l->buf.data, l->buf.data + l->at, l->buf.len);
  l->at = 0;
}

/* Read more; 0 at the end, -1 when the watch ended the run. */
static int fill(cs_lines *l, const cs_watch *w) {
  if (l->fd < 0) return 0;
  if (w && !cs_watch_wait(w, -1, l->fd)) return -1;
  compact(l);
  if (cs_buf_reserve(&l->buf, CHUNK) != CS_OK) return 0;
  ssize_t n = read(l->fd, l->buf.data + l->buf.len, CHUNK);
  if (n < 0 && errno == EINTR) return 1;
  if (n <= 0) return 0;
  l->buf.len += (size_t)n;
  cs_buf_seal(&l->buf);
  return 1;
}

const char *cs_lines_next(cs_lines *l, const cs_watch *w, size_t *len) {
  *len = 0;
  for (;;) {
    size_t have = l->buf.len - l->at;
    const char *s = have ? l->buf.data + l->at : "";
    const char *nl = have ? memchr(s, '\n', have) : NULL;
    if (nl) {
      *len = (size_t)(nl - s) + 1;
      l->at += *len;
      return s;
    }
    int more = fill(l, w);
    if (more < 0) return NULL;
    if (more > 0) continue;
    have = l->buf.len - l->at; /* the last line has no newline */
    *len = have;
    s = have ? l->buf.data + l->at : "";
    l->at += have;
    return s;
  }
}

char *cs_lines_read_file(const char *path, size_t *len) {
  bool in = strcmp(path, "-") == 0;
  CS_AUTO_FD
  int fd = in ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
  struct stat st;
  if (fd < 0) return NULL;
  if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode)) {
    errno = EISDIR;
    return NULL;
  }
  cs_buf b;
  cs_buf_init(&b, SIZE_MAX / 4);
  for (;;) {
    ssize_t n = -1;
    if (cs_buf_reserve(&b, CHUNK) == CS_OK)
      n = read(fd, b.data + b.len, CHUNK);
    else
      errno = ENOMEM;
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      cs_buf_fini(&b);
      return NULL;
    }
    if (n == 0) break;
    b.len += (size_t)n;
  }
  cs_buf_seal(&b);
  *len = b.len;
  return cs_buf_release(&b);
}
