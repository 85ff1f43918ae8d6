/*
 * raised.c - an uncaught exception in the structs of caisson.h.
 *
 * The engine tells it as one message; everything the structs point to is laid
 * out in one buffer, texts with a NUL behind them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "session/session_in.h"

typedef struct room {
  char *at, *end;
} room;

static void *take(room *r, size_t n) {
  char *p = r->at;
  n = (n + 7) & ~(size_t)7;
  if (n > (size_t)(r->end - r->at)) return NULL;
  r->at += n;
  return p;
}

static const char *text(room *r, cs_wire_in *in, size_t *len) {
  const char *s;
  size_t n;
  if (!cs_wire_get_str(in, &s, &n)) return NULL;
  char *copy = take(r, n + 1);
  if (!copy) return NULL;
  memcpy(copy, s, n);
  copy[n] = 0;
  if (len) *len = n;
  return copy;
}

static bool number(cs_wire_in *in, uint32_t *out) {
  int64_t v;
  if (!cs_wire_get_int(in, &v)) return false;
  *out = v > 0 && v <= UINT32_MAX ? (uint32_t)v : 0;
  return true;
}

static bool frame(room *r, cs_wire_in *in, cs_frame_info *f) {
  uint32_t n;
  if (!cs_wire_get_seq(in, &n) || n != 7) return false;
  f->file = text(r, in, NULL);
  f->function = cs_wire_get_none(in) ? NULL : text(r, in, NULL);
  f->source = text(r, in, NULL);
  return f->file && f->source && number(in, &f->line) &&
         number(in, &f->column) && number(in, &f->end_line) &&
         number(in, &f->end_column);
}

/* The exception as a value, if it was told. */
static bool value(room *r, cs_wire_in *in, cs_raised *x) {
  const uint8_t *from = in->at;
  if (cs_wire_get_none(in)) return true;
  if (cs_wire_skip(in) != CS_OK) return false;
  size_t n = (size_t)(in->at - from);
  if (cs_wire_check(from, n, 1) != CS_OK) return false;
  void *copy = take(r, n);
  if (!copy) return false;
  memcpy(copy, from, n);
  x->value = copy;
  x->value_len = n;
  return true;
}

static bool exception(room *r, cs_wire_in *in, cs_raised *x) {
  uint32_t n;
  if (!cs_wire_get_seq(in, &n) || n < 4 || n > 5) return false;
  bool whole = n == 5;
  x->type = text(r, in, NULL);
  x->message = text(r, in, &x->message_len);
  if (!x->type || !x->message || !cs_wire_get_seq(in, &n)) return false;
  cs_frame_info *f = take(r, n * sizeof *f);
  if (!f) return false;
  x->frames = f;
  x->nframes = n;
  for (uint32_t i = 0; i < n; i++)
    if (!frame(r, in, &f[i])) return false;
  if (!cs_wire_get_bool(in, &x->is_cause)) return false;
  return !whole || value(r, in, x);
}

bool cs_session_where(cs_session *s, cs_frame_info *out) {
  if (cs_session_wake(s) != CS_OK) return false;
  if (!cs_phase_is_open(s->phase)) return false;
  cs_wire_clear(&s->value);
  if (cs_port_where(&s->port, &s->value) != CS_OK) return false;
  cs_buf_clear(&s->fault);
  if (cs_buf_reserve(&s->fault, 3 * s->value.len + 64) != CS_OK) return false;
  room r = {s->fault.data, s->fault.data + s->fault.room};
  cs_wire_in in = cs_wire_read(s->value.data, s->value.len);
  return frame(&r, &in, out);
}

bool cs_session_raised(cs_session *s) {
  cs_wire_clear(&s->value);
  if (cs_port_error_wire(&s->port, &s->value) != CS_OK) return false;
  cs_wire_in in = cs_wire_read(s->value.data, s->value.len);
  uint32_t n;
  if (!cs_wire_get_seq(&in, &n) || n == 0) return false;
  /* a frame takes at least 62 bytes in the message and 56 here */
  cs_buf_clear(&s->fault);
  if (cs_buf_reserve(&s->fault,
                     3 * s->value.len + n * sizeof(cs_raised) + 64) != CS_OK)
    return false;
  room r = {s->fault.data, s->fault.data + s->fault.room};
  cs_raised *x = take(&r, n * sizeof *x);
  if (!x) return false;
  for (uint32_t i = 0; i < n; i++) {
    x[i] = (cs_raised){.next = i + 1 < n ? &x[i + 1] : NULL};
    if (!exception(&r, &in, &x[i])) return false;
  }
  s->ev.error = x;
  return true;
}
