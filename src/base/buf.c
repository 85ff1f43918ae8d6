/*
 * buf.c - a growable byte buffer with a hard ceiling.
 *
 * Room doubles, so n appended bytes cost O(n) copies; it is clipped to the
 * ceiling, so a hostile peer cannot make us allocate twice what it may send.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/buf.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 64

void cs_buf_init(cs_buf *b, size_t max) {
  if (max > SIZE_MAX / 4) max = SIZE_MAX / 4; /* doubling cannot overflow */
  *b = (cs_buf){.max = max};
}

void cs_buf_fini(cs_buf *b) {
  free(b->data);
  *b = (cs_buf){0};
}

void cs_buf_clear(cs_buf *b) {
  b->len = 0;
  cs_buf_seal(b);
}

cs_status cs_buf_reserve(cs_buf *b, size_t extra) {
  assert(b->len <= b->max);
  if (extra > b->max - b->len) return CS_ELIMIT;
  size_t need = b->len + extra + 1; /* fits: at most SIZE_MAX / 4 + 1 */
  if (need <= b->room) return CS_OK;
  size_t room = b->room < FIRST_ROOM ? FIRST_ROOM : 2 * b->room;
  if (room < need) room = need;
  if (room > b->max + 1) room = b->max + 1;
  char *data = realloc(b->data, room);
  if (!data) return CS_EOS;
  b->data = data;
  b->room = room;
  cs_buf_seal(b);
  return CS_OK;
}

void cs_buf_seal(cs_buf *b) {
  assert(b->len < b->room || !b->data);
  if (b->data) b->data[b->len] = '\0';
}

cs_status cs_buf_put(cs_buf *b, const void *bytes, size_t n) {
  cs_status st = cs_buf_reserve(b, n);
  if (st != CS_OK) return st;
  if (n > 0) memcpy(b->data + b->len, bytes, n);
  b->len += n;
  cs_buf_seal(b);
  return CS_OK;
}

cs_status cs_buf_put_text(cs_buf *b, const char *text) {
  return cs_buf_put(b, text, strlen(text));
}

cs_status cs_buf_printf(cs_buf *b, const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  int n = vsnprintf(NULL, 0, format, ap);
  va_end(ap);
  if (n < 0) return CS_EINVAL;
  cs_status st = cs_buf_reserve(b, (size_t)n);
  if (st != CS_OK) return st;
  va_start(ap, format);
  (void)vsnprintf(b->data + b->len, (size_t)n + 1, format, ap);
  va_end(ap);
  b->len += (size_t)n;
  return CS_OK;
}

const char *cs_buf_text(const cs_buf *b) {
  return b->data ? b->data : "";
}

char *cs_buf_release(cs_buf *b) {
  char *data = b->data;
  *b = (cs_buf){.max = b->max};
  return data;
}
