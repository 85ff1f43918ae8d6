/*
 * quick.c - calls of tools that the host answers on the spot.
 *
 * An event costs more than most functions of a host: the engine stops, the
 * event is filled, the host's program looks at it and resumes.  A host that has
 * cs_host.quick is asked from inside the run instead.  Whatever makes an event
 * necessary (text that must be told first, a limit, a trail, a policy, an
 * object's method) goes the long way, with the same outcome and the same fuel.
 *
 * Readings of clocks need not even the host: the engine does them itself, also
 * in a worker, unless somebody records or answers them.  An audit log never had
 * a record of a reading that is allowed; what is not allowed goes the long way.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "depth/clocks.h"
#include "session/session_in.h"

static bool has_room(const cs_session *s) {
  return s->calls - s->calls_before < s->o.calls &&
         s->suspensions < s->o.suspensions;
}

static void give(cs_session *s, cs_reply_kind kind) {
  s->calls++;
  s->suspensions++;
  s->args_read = false;
  if (s->reply.status == CS_OK)
    cs_session_answer(s, kind == CS_REPLY_RAISE, s->reply.data, s->reply.len);
  else
    cs_session_refuse(s, "ValueError", "the host's answer is too large");
}

static cs_now ask(void *session) {
  cs_session *s = session;
  cs_engine *e = cs_port_local(&s->port);
  cs_ask what;
  size_t n;
  if (cs_engine_has_output(e) || cs_engine_ask_object(e) || !has_room(s))
    return CS_NOW_STOP;
  const char *name = cs_engine_ask(e, &what, &n);
  cs_wire_clear(&s->args);
  if (cs_engine_ask_wire(e, &s->args) != CS_OK) return CS_NOW_STOP;
  s->args_read = true; /* reading them costs the program something: once */
  cs_session_tock(s);
  cs_wire_clear(&s->reply);
  cs_reply_kind kind = s->host.quick(s->host.user, name, n, s->args.data,
                                     s->args.len, &s->reply);
  bool answered = kind == CS_REPLY_VALUE || kind == CS_REPLY_RAISE;
  if (answered) give(s, kind);
  cs_session_tick(s);
  if (!answered) return CS_NOW_STOP;
  return atomic_load_explicit(&s->cancelled, memory_order_relaxed)
             ? CS_NOW_PAUSE
             : CS_NOW_GO_ON;
}

static uint32_t clocks_of(const cs_session *s) {
  if (s->tapped || s->skipped_ns || s->o.flags & CS_TELL_OS ||
      s->o.os & CS_OS_FIXED_CLOCK)
    return 0;
  return cs_session_clocks(s);
}

void cs_quick_begin(cs_session *s) {
  bool asked = s->host.quick && !s->trail && !s->tapped && !s->policy;
  cs_engine *e = cs_port_local(&s->port);
  if (e) cs_engine_on_call(e, asked ? ask : NULL, s);
  if (s->port.ops->clocks) s->port.ops->clocks(s->port.engine, clocks_of(s));
}
