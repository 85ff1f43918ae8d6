/*
 * pen.h - writing into a buffer without asking for room byte by byte.
 *
 * Between `at` and `end` is memory of `out` that may be written; what was
 * written becomes its content with cs_pen_finish.  The first failure sticks.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_AUDIT_PEN_H
#define CS_AUDIT_PEN_H

#include <stdbool.h>
#include <string.h>

#include "base/buf.h"

#define CS_PEN_ROOM 2048 /* bytes that most records fit into */

typedef struct cs_pen {
  cs_buf *out; /* borrowed */
  char *at, *end;
  cs_status status;
} cs_pen;

/* Begin behind what `out` has. */
static inline cs_pen cs_pen_start(cs_buf *out) {
  cs_pen p = {.out = out, .status = cs_buf_reserve(out, CS_PEN_ROOM)};
  if (p.status != CS_OK) return p;
  p.at = out->data + out->len;
  p.end = p.at + CS_PEN_ROOM;
  return p;
}

/* What was written is content, with `slack` bytes behind it that may be read.
 */
static inline cs_status cs_pen_finish(cs_pen *p, size_t slack) {
  if (p->status != CS_OK) return p->status;
  p->out->len = (size_t)(p->at - p->out->data);
  p->status = cs_buf_reserve(p->out, slack);
  if (p->status == CS_OK) cs_buf_seal(p->out);
  return p->status;
}

static inline bool cs_pen_grow(cs_pen *p, size_t n) {
  if (cs_pen_finish(p, n + CS_PEN_ROOM) != CS_OK) return false;
  p->at = p->out->data + p->out->len;
  p->end = p->at + n + CS_PEN_ROOM;
  return true;
}

/* Room for `n` bytes more; false: there is none. */
static inline bool cs_pen_has_room(cs_pen *p, size_t n) {
  return (size_t)(p->end - p->at) >= n || cs_pen_grow(p, n);
}

static inline void cs_pen_put(cs_pen *p, const void *bytes, size_t n) {
  if (cs_pen_has_room(p, n)) p->at = mempcpy(p->at, bytes, n);
}

#endif
