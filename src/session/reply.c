/*
 * reply.c - the host's answers on their way into the engine, and the loop that
 * asks the host's functions for them.
 *
 * A reply comes from the host's program, which may have got it from anywhere:
 * what is no value, or does not fit the event, becomes an exception inside the
 * guest, never a failure out here.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "session/denial.h"
#include "session/policed.h"
#include "session/session_in.h"
#include "session/trace.h"
#include "session/trail.h"

static const char too_large[] =
    "the result of the tool is larger than limits.result_bytes";

void cs_session_refuse(cs_session *s, const char *type, const char *text) {
  (void)!cs_port_reply_error(&s->port, type, text);
}

void cs_session_answer(cs_session *s, bool raise, const void *bytes, size_t n) {
  if (n > s->o.message) {
    cs_session_refuse(s, "ValueError", "the host's answer is too large");
    return;
  }
  cs_status st = raise ? cs_port_reply_raise(&s->port, bytes, n)
                       : cs_port_reply_wire(&s->port, bytes, n);
  if (st == CS_ECORRUPT || st == CS_EINVAL)
    cs_session_refuse(s, "ValueError", "the host's answer is not a value");
}

static void unhandled(cs_session *s) {
  if (s->ev.kind != CS_OS) {
    if (s->ev.kind == CS_CALL) cs_denial_tool(s, s->ev.name, s->ev.name_len);
    (void)!cs_port_reply_undefined(&s->port);
    return;
  }
  cs_wire_clear(&s->reply);
  bool raise = cs_session_os_default(s) == CS_OS_RAISE;
  if (!cs_trail_os(s, raise)) cs_session_cancel(s);
  cs_session_answer(s, raise, s->reply.data, s->reply.len);
}

/* --- pending calls ------------------------------------------------------- */

static void settle(cs_session *s, const cs_settled *done, size_t n) {
  cs_wire *w = &s->reply;
  size_t good = 0;
  cs_wire_clear(w);
  size_t mark = cs_wire_open(w, CS_WIRE_LIST);
  for (size_t i = 0; i < n; i++) {
    size_t start = w->len;
    cs_wire_begin(w, CS_WIRE_TUPLE, 3);
    cs_wire_uint(w, done[i].id);
    cs_wire_bool(w, !done[i].raised);
    bool large = cs_policed_message(s, done[i].len) != NULL;
    if (!large && cs_wire_check(done[i].value, done[i].len, 1) == CS_OK) {
      cs_wire_append(w, done[i].value, done[i].len);
    } else { /* the caller of this one learns it */
      w->len = start;
      cs_wire_begin(w, CS_WIRE_TUPLE, 3);
      cs_wire_uint(w, done[i].id);
      cs_wire_bool(w, false);
      cs_wire_exception(w, "ValueError",
                        large ? too_large : "the host's answer is not a value");
    }
    good++;
  }
  cs_wire_end(w, mark, good);
  if (w->status == CS_OK)
    cs_session_answer(s, false, w->data, w->len);
  else
    cs_session_refuse(s, "ValueError", "the host's answer is too large");
}

/* Nothing was settled in the time that the program wanted to wait: a clock that
 * only waiting moves must show it, or the program would wait again. */
static void pass_time(cs_session *s) {
  if (s->o.os & CS_OS_CLOCK || !(s->ev.timeout > 0)) return;
  if (!(s->ev.timeout < 9e9)) return;
  int64_t ns = (int64_t)(s->ev.timeout * 1e9) + 1;
  if (s->clock_ns <= INT64_MAX - ns) s->clock_ns += ns;
}

static bool may_pend(cs_session *s) {
  return cs_port_pending(&s->port, NULL, 0) < s->o.futures;
}

/* --- resume -------------------------------------------------------------- */

static void no_fit(cs_session *s) {
  cs_session_refuse(s, "RuntimeError", "the host's answer does not fit");
}

static void make_function(cs_session *s) {
  cs_wire_clear(&s->reply);
  cs_wire_tagged1(&s->reply, CS_WIRE_NAMED, CS_WIRE_NAMES_FUNCTION);
  cs_wire_str(&s->reply, s->ev.name, s->ev.name_len);
  cs_session_answer(s, false, s->reply.data, s->reply.len);
}

static void take_reply(cs_session *s, const cs_reply *r) {
  cs_event_kind kind = s->ev.kind;
  switch (r->kind) {
    case CS_REPLY_VALUE:
      if (kind == CS_WAIT && r->len == 5) pass_time(s); /* an empty list */
      if (kind == CS_OS) cs_session_slept(s);
      if (kind == CS_CALL && cs_policed_message(s, r->len))
        cs_session_refuse(s, "ValueError", too_large);
      else
        cs_session_answer(s, false, r->value, r->len);
      return;
    case CS_REPLY_RAISE: cs_session_answer(s, true, r->value, r->len); return;
    case CS_REPLY_PENDING:
      if (kind != CS_CALL || cs_port_reply_pending(&s->port) == CS_EINVAL)
        no_fit(s);
      return;
    case CS_REPLY_UNHANDLED:
      if (kind == CS_WAIT)
        no_fit(s);
      else
        unhandled(s);
      return;
    case CS_REPLY_FUNCTION:
      if (kind != CS_NAME) {
        no_fit(s);
        return;
      }
      s->suspensions--; /* it and the call that it leads to count as one */
      make_function(s);
      return;
    case CS_REPLY_SETTLE:
      if (kind == CS_WAIT && r->nsettled == 0) pass_time(s);
      if (kind == CS_WAIT)
        settle(s, r->settled, r->nsettled);
      else
        no_fit(s);
      return;
  }
  no_fit(s);
}

cs_reply_kind cs_session_own_reply(cs_session *s, cs_wire *out) {
  cs_reply_kind kind = CS_REPLY_UNHANDLED;
  if (!cs_phase_is_open(s->phase) || s->ev.kind != CS_OS) return kind;
  cs_wire_clear(&s->reply);
  switch (cs_session_os(s)) {
    case CS_OS_VALUE: kind = CS_REPLY_VALUE; break;
    case CS_OS_RAISE: kind = CS_REPLY_RAISE; break;
    case CS_OS_LIMIT:
      kind = CS_REPLY_RAISE;
      cs_wire_exception(&s->reply, "TimeoutError",
                        "more time in sleep() than one run may have");
      break;
    case CS_OS_OPEN:
    case CS_OS_END: return kind;
  }
  cs_wire_append(out, s->reply.data, s->reply.len);
  return kind;
}

const cs_event *cs_session_resume(cs_session *s, const cs_reply *reply) {
  static const cs_reply nothing = {.kind = CS_REPLY_UNHANDLED};
  if (cs_phase_tells(s->phase)) {
    cs_session_move(s, CS_MOVE_GO_ON);
    return cs_session_tell(s, cs_session_advance(s, s->next));
  }
  if (!cs_phase_is_open(s->phase)) return &s->ev;
  if (cs_session_wake(s) != CS_OK) return cs_session_lost(s);
  if (!reply) reply = &nothing;
  cs_trace_reply(s, reply);
  if (s->trail && !cs_trail_reply(s, reply)) return cs_trail_end(s);
  if (s->tapped && !s->tap.reply(s->tap.user, &s->ev, reply))
    return cs_session_tap_end(s);
  if (reply->kind == CS_REPLY_PENDING && !may_pend(s))
    return cs_session_tell(
        s, cs_session_limit(s, CS_BY_LIMIT_FUTURES, s->o.futures));
  take_reply(s, reply);
  cs_session_move(s, CS_MOVE_REPLY);
  /* Nothing to flush: run on. */
  return cs_session_tell(s, cs_session_advance(s, CS_STOP_FLUSH));
}

/* --- drive --------------------------------------------------------------- */

typedef cs_reply_kind answer(void *user, const cs_event *ev, cs_wire *reply);

static answer *function_for(const cs_session *s) {
  switch (s->ev.kind) {
    case CS_CALL: return s->host.call;
    case CS_OS: return s->host.os;
    case CS_NAME: return s->host.name;
    case CS_WAIT: return s->host.wait;
    case CS_OUTPUT:
    case CS_DONE:
    case CS_RAISED:
    case CS_LIMIT:
    case CS_CRASHED: break;
  }
  return NULL;
}

static const cs_event *ask_host(cs_session *s, cs_wire *w) {
  answer *f = function_for(s);
  cs_reply r = {.kind = CS_REPLY_UNHANDLED};
  cs_wire_clear(w);
  if (f) r.kind = f(s->host.user, &s->ev, w);
  if (w->status != CS_OK) {
    r.kind = CS_REPLY_RAISE;
    cs_wire_clear(w);
    cs_wire_exception(w, "ValueError", "the host's answer is too large");
  }
  r.value = w->data;
  r.len = w->len;
  return cs_session_resume(s, &r);
}

const cs_event *cs_session_go_on(cs_session *s) {
  cs_wire w;
  cs_wire_init(&w, s->o.message);
  while (cs_phase_is_open(s->phase) || cs_phase_tells(s->phase)) {
    if (cs_phase_tells(s->phase))
      cs_session_resume(s, NULL);
    else
      ask_host(s, &w);
  }
  cs_wire_fini(&w);
  return &s->ev;
}

const cs_event *cs_session_drive(cs_session *s, const char *code, size_t len) {
  cs_session_run(s, code, len);
  return cs_session_go_on(s);
}
