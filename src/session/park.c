/*
 * park.c - sessions that nobody needs for a while.
 *
 * A parked session is its dump and the event it waits with: a few KiB instead
 * of a slot of the pool, or of a worker.  Whatever needs the engine wakes it
 * first.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/session_in.h"

/* Give the memory of a message back, keep its limit. */
static void empty(cs_wire *w) {
  size_t max = w->max;
  cs_wire_fini(w);
  cs_wire_init(w, max);
}

static void empty_text(cs_buf *b) {
  size_t max = b->max;
  cs_buf_fini(b);
  cs_buf_init(b, max);
}

cs_status cs_session_park(cs_session *s) {
  if (s->phase == CS_PHASE_GONE || cs_phase_tells(s->phase)) return CS_EINVAL;
  if (!s->port.ops->park) return CS_OK;
  cs_status st = s->port.ops->park(s->port.engine);
  if (st != CS_OK) return st;
  s->parked = true;
  if (s->phase == CS_PHASE_IDLE)
    s->ev = (cs_event){
        .kind = s->ev.kind, .exit_code = s->ev.exit_code, .timeout = -1};
  empty(&s->value);
  empty(&s->reply);
  empty_text(&s->text);
  empty_text(&s->fault);
  return CS_OK;
}

cs_status cs_session_wake(cs_session *s) {
  if (!s->parked) return CS_OK;
  cs_status st = s->port.ops->wake(s->port.engine);
  if (st == CS_OK) s->parked = false;
  return st;
}
