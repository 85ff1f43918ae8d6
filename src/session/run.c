/*
 * run.c - from the engine's stops to the host's events.
 *
 * Requests that the session can answer itself (mounts, clocks, entropy) never
 * become events.  Output goes to the callback at every stop; without one it
 * is an event of its own, told before the stop behind it.
 *
 * Time counts only while the engine runs: the deadline is looked at by a hook
 * that the engine calls at every slice, so no thread and no signal is needed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "session/denial.h"
#include "session/display.h"
#include "session/judged.h"
#include "session/policed.h"
#include "session/session_in.h"
#include "session/trace.h"
#include "session/trail.h"

#define BUSY_NS 100000 /* a run that is over before needs nobody's care */

uint64_t cs_session_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void cs_session_tick(cs_session *s) {
  s->turn_start = cs_session_now();
  s->told_busy = false;
}

void cs_session_busy(cs_session *s) {
  if (s->told_busy) return;
  s->told_busy = true;
  if (s->host.busy) s->host.busy(s->host.user);
}

void cs_session_tock(cs_session *s) {
  s->turn_end = cs_session_now();
  s->run_ns += s->turn_end - s->turn_start;
}

static bool is_over(uint64_t ns, uint64_t most_ms) {
  return most_ms && ns / 1000000 >= most_ms;
}

static bool poll(void *arg) {
  cs_session *s = arg;
  int tap = s->tapped ? s->tap.poll(s->tap.user) : -1;
  if (tap > 0) return true;
  uint64_t now = cs_session_now(), turn = now - s->turn_start;
  if (turn > BUSY_NS) cs_session_busy(s);
  if (atomic_load_explicit(&s->cancelled, memory_order_relaxed)) return true;
  if (tap == 0) return false;
  uint64_t run = s->run_ns + turn;
  if (cs_policed_is_late(s, now) || is_over(run, s->o.time_ms) ||
      is_over(turn, s->o.turn_ms) || is_over(s->before_ns + run, s->o.total_ms))
    s->late = true;
  return s->late;
}

/* Tools that a program in a jail asked for in vain. */
static void note_refused(cs_session *s) {
  size_t n;
  const char *name;
  if (!s->port.ops->refused) return;
  while ((name = s->port.ops->refused(s->port.engine, &n)))
    cs_denial_tool(s, name, n);
  cs_egress_event e;
  while (s->port.ops->told && s->port.ops->told(s->port.engine, &e)) {
    cs_denial_egress(s, &e);
    cs_trail_egress(s, &e);
  }
}

static cs_stop run_on(cs_session *s) {
  cs_session_tick(s);
  cs_port_on_poll(&s->port, poll, s);
  cs_quick_begin(s);
  cs_stop stop = cs_port_run(&s->port);
  cs_session_tock(s);
  cs_trace_stop(s, stop);
  note_refused(s);
  return stop;
}

/* --- output -------------------------------------------------------------- */

/* True: there is output that must be told as an event first.  `*lost`: the tap
 * ends the run; `*over`: its limit does. */
static bool has_output(cs_session *s, cs_stop stop, bool *lost, bool *over) {
  size_t n, skip = 0;
  int stream;
  const char *text = cs_port_output(&s->port, &n, &stream);
  if (n > 0 && s->tapped)
    *lost = !s->tap.output(s->tap.user, stream, text, n, &skip);
  text += skip;
  n -= skip;
  if (n > 0 && !*lost) n = cs_policed_output(s, stream, n, over);
  if (n == 0 || *lost) return false;
  if (s->host.output) {
    if (!s->host.output(s->host.user, stream, text, n)) cs_session_cancel(s);
    return false;
  }
  s->ev = (cs_event){.kind = CS_OUTPUT,
                     .text = text,
                     .text_len = n,
                     .stream = stream,
                     .exit_code = -1,
                     .timeout = -1};
  cs_session_move(s, CS_MOVE_OUTPUT);
  s->next = stop;
  return true;
}

/* --- ends ---------------------------------------------------------------- */

/* `ev` says how the program ended; the phase is still to change. */
static const cs_event *end_with(cs_session *s, cs_event_kind kind) {
  s->ev.kind = kind;
  cs_denial_end(s);
  return &s->ev;
}

static const cs_event *finish(cs_session *s, cs_event_kind kind) {
  cs_session_move(s, CS_MOVE_STOP);
  return end_with(s, kind);
}

const cs_event *cs_session_limit(cs_session *s, cs_limit_id which,
                                 uint64_t most) {
  const char *name = cs_limit_rows[which].name;
  cs_denial_limit(s, which, most);
  cs_port_abandon(&s->port);
  cs_buf_clear(&s->text);
  if (which == CS_BY_LIMIT_CANCELLED)
    (void)!cs_buf_put_text(&s->text, "the run was cancelled");
  else
    (void)!cs_buf_printf(&s->text, "the run reached its limit: %s %llu", name,
                         (unsigned long long)most);
  s->ev = (cs_event){.name = name,
                     .name_len = strlen(name),
                     .text = cs_buf_text(&s->text),
                     .text_len = s->text.len,
                     .exit_code = -1,
                     .timeout = -1};
  return finish(s, CS_LIMIT);
}

const cs_event *cs_session_tap_end(cs_session *s) {
  const char *text = "";
  const char *which = s->tap.why(s->tap.user, &text);
  cs_port_abandon(&s->port);
  cs_buf_clear(&s->text);
  (void)!cs_buf_put_text(&s->text, text);
  s->ev = (cs_event){.name = which,
                     .name_len = strlen(which),
                     .text = cs_buf_text(&s->text),
                     .text_len = s->text.len,
                     .exit_code = -1,
                     .timeout = -1};
  return finish(s, CS_LIMIT);
}

static const cs_event *out_of_time(cs_session *s) {
  uint64_t most = s->o.time_ms;
  if (cs_policed_is_late(s, cs_session_now()))
    return cs_session_limit(s, CS_BY_LIMIT_WALL,
                            cs_policy_number(s->policy, CS_POLICY_WALL_MS));
  if (!is_over(s->run_ns, most)) most = s->o.turn_ms;
  if (is_over(s->before_ns + s->run_ns, s->o.total_ms)) most = s->o.total_ms;
  return cs_session_limit(s, CS_BY_LIMIT_TIME, most);
}

static const cs_event *stopped(cs_session *s) {
  const char *name = cs_port_error_type(&s->port);
  cs_limit_id which = cs_limit_find(name, strlen(name));
  if (s->tapped && s->tap.poll(s->tap.user) > 0) return cs_session_tap_end(s);
  if (atomic_exchange(&s->cancelled, false)) {
    cs_port_interrupt(&s->port, false);
    return cs_session_limit(s, CS_BY_LIMIT_CANCELLED, 0);
  }
  if (s->late || which == CS_BY_LIMIT_TIME) return out_of_time(s);
  if (which == CS_BY_LIMIT_OUTPUT)
    return cs_session_limit(s, which, s->o.output);
  if (which == CS_BY_LIMIT_MESSAGE)
    return cs_session_limit(s, which, s->o.message);
  if (which == CS_BY_LIMIT_CPU)
    return cs_session_limit(s, which, cs_policed_cpu(s));
  return cs_session_limit(s, CS_BY_LIMIT_FUEL, s->o.fuel);
}

static const cs_event *done(cs_session *s) {
  s->ev = (cs_event){.exit_code = -1, .timeout = -1};
  cs_wire_clear(&s->value);
  cs_status st = cs_port_result_wire(&s->port, &s->value);
  if (s->value.len > s->o.message || cs_policed_message(s, s->value.len))
    st = CS_ELIMIT; /* a worker's message */
  if (st == CS_ELIMIT || st == CS_EOS)
    return cs_session_limit(s, CS_BY_LIMIT_MESSAGE, s->o.message);
  if (st == CS_OK) {
    s->ev.has_value = true;
    s->ev.value = s->value.data;
    s->ev.value_len = s->value.len;
  }
  return end_with(s, CS_DONE);
}

/* The traceback, in memory of the session: the engine's next answer would
 * take its own away.  Without memory there is none. */
static const char *keep_text(cs_session *s, size_t *n) {
  const char *text = cs_port_error(&s->port, n);
  cs_buf_clear(&s->text);
  if (cs_buf_put(&s->text, text, *n) != CS_OK) cs_buf_clear(&s->text);
  *n = s->text.len;
  return cs_buf_text(&s->text);
}

static const cs_event *raised(cs_session *s) {
  size_t n;
  const char *text = keep_text(s, &n);
  bool memory = cs_port_error_limit(&s->port);
  s->ev = (cs_event){.text = text,
                     .text_len = n,
                     .exit_code = cs_port_exit_code(&s->port),
                     .timeout = -1};
  if (!cs_session_raised(s)) s->ev.error = NULL;
  s->ev.invalid = cs_port_begun(&s->port).invalid;
  if (memory) {
    s->ev.name = cs_limit_rows[CS_BY_LIMIT_MEMORY].name;
    s->ev.name_len = strlen(s->ev.name);
    cs_denial_limit(s, CS_BY_LIMIT_MEMORY, s->o.memory);
  }
  cs_denial_raised(s, s->ev.error);
  return end_with(s, memory ? CS_LIMIT : CS_RAISED);
}

static const cs_event *crashed(cs_session *s) {
  bool lost = cs_port_lost(&s->port);
  const char *text = s->port.ops->why_failed(s->port.engine);
  s->ev = (cs_event){.text = text,
                     .text_len = strlen(text),
                     .exit_code = -1,
                     .timeout = -1,
                     .signal = cs_port_signal(&s->port),
                     .lost = lost};
  cs_session_move(s, CS_MOVE_LOSE);
  return end_with(s, CS_CRASHED);
}

const cs_event *cs_session_lost(cs_session *s) {
  return crashed(s);
}

/* --- requests ------------------------------------------------------------ */

static const cs_event *wait_for_reply(cs_session *s, cs_event_kind kind) {
  if (s->suspensions++ >= s->o.suspensions)
    return cs_session_limit(s, CS_BY_LIMIT_SUSPENSIONS, s->o.suspensions);
  s->ev.kind = kind;
  cs_session_move(s, CS_MOVE_ASK);
  return &s->ev;
}

static const cs_event *tell_wait(cs_session *s) {
  s->ev = (cs_event){.exit_code = -1, .timeout = cs_port_ask_timeout(&s->port)};
  size_t n = cs_port_pending(&s->port, s->pending, s->pending_room);
  if (n > s->o.futures) /* a worker may say anything */
    return cs_session_limit(s, CS_BY_LIMIT_FUTURES, s->o.futures);
  if (n > s->pending_room) {
    uint64_t *more = realloc(s->pending, n * sizeof *more);
    if (!more) return crashed(s);
    s->pending = more;
    s->pending_room = n;
    (void)cs_port_pending(&s->port, s->pending, n);
  }
  s->ev.pending = s->pending;
  s->ev.npending = n;
  return wait_for_reply(s, CS_WAIT);
}

/* Name and arguments into the session's buffers; false: refused in the guest.
 */
static bool read_request(cs_session *s, cs_ask *kind) {
  size_t n;
  const char *name = cs_port_ask(&s->port, kind, &n);
  bool again = s->args_read;
  s->args_read = false;
  s->oscall = *kind == CS_ASK_OS ? cs_oscall_find(name, n) : CS_OSCALL_NONE;
  s->name.len = 0;
  if (!again) cs_wire_clear(&s->args);
  if (memchr(name, 0, n)) { /* a host in C would see another name */
    cs_session_refuse(s, "ValueError", "a name with a null character");
    return false;
  }
  cs_status st = cs_buf_put(&s->name, name, n);
  if (st == CS_OK && !again) st = cs_port_ask_wire(&s->port, &s->args);
  if (st == CS_OK) return true;
  cs_session_refuse(s, "ValueError",
                    "the arguments of this call are too large to cross");
  return false;
}

static void describe(cs_session *s) {
  s->ev = (cs_event){.id = cs_port_ask_id(&s->port),
                     .object = cs_port_ask_object(&s->port),
                     .name = cs_buf_text(&s->name),
                     .name_len = s->name.len,
                     .args = s->args.data,
                     .args_len = s->args.len,
                     .exit_code = -1,
                     .timeout = -1};
}

/* The tap may know the answer; else it hears the session's. */
static cs_os_outcome ask_tap(cs_session *s) {
  cs_tap_request r = {.name = cs_buf_text(&s->name),
                      .name_len = s->name.len,
                      .args = s->args.data,
                      .args_len = s->args.len};
  switch (s->tap.ask(s->tap.user, &r, &s->reply)) {
    case CS_TAP_VALUE: return CS_OS_VALUE;
    case CS_TAP_RAISE: return CS_OS_RAISE;
    case CS_TAP_EVENT: return CS_OS_OPEN;
    case CS_TAP_SLEEP: return CS_OS_LIMIT;
    case CS_TAP_END: return CS_OS_END;
    case CS_TAP_LIVE: break;
  }
  cs_wire_clear(&s->reply);
  cs_os_outcome how = cs_session_os(s);
  if (how != CS_OS_VALUE && how != CS_OS_RAISE) return how;
  bool heard = s->tap.answered(s->tap.user, &r, how == CS_OS_RAISE, &s->reply);
  return heard ? how : CS_OS_END;
}

/* NULL: answered in here. */
static const cs_event *request(cs_session *s) {
  cs_ask kind;
  if (!read_request(s, &kind)) return NULL;
  if ((kind == CS_ASK_CALL || kind == CS_ASK_OS) && cs_display_is(s)) {
    cs_display_take(s);
    return NULL;
  }
  switch (kind) {
    case CS_ASK_CALL:
      if (s->calls++ - s->calls_before >= s->o.calls)
        return cs_session_limit(s, CS_BY_LIMIT_CALLS, s->o.calls);
      describe(s);
      if (cs_policed_message(s, s->args.len))
        return cs_session_limit(s, CS_BY_LIMIT_MESSAGE, s->args.len);
      if (!s->ev.object && !cs_policed_call(s, s->ev.name)) return NULL;
      return wait_for_reply(s, CS_CALL);
    case CS_ASK_NAME: describe(s); return wait_for_reply(s, CS_NAME);
    case CS_ASK_OS: break;
    case CS_ASK_NONE:
    case CS_ASK_WAIT: return crashed(s);
  }
  if (s->o.flags & CS_TELL_OS) {
    describe(s);
    return wait_for_reply(s, CS_OS);
  }
  if (cs_session_read_direct(s)) return NULL;
  cs_wire_clear(&s->reply);
  cs_os_outcome how = s->tapped ? ask_tap(s) : cs_session_os(s);
  if (how == CS_OS_VALUE || how == CS_OS_RAISE)
    cs_trace_request(s, how == CS_OS_RAISE);
  if (s->trail && (how == CS_OS_VALUE || how == CS_OS_RAISE) &&
      !cs_trail_os(s, how == CS_OS_RAISE))
    return cs_trail_end(s);
  switch (how) {
    case CS_OS_VALUE:
      cs_session_answer(s, false, s->reply.data, s->reply.len);
      return NULL;
    case CS_OS_RAISE:
      cs_session_answer(s, true, s->reply.data, s->reply.len);
      return NULL;
    case CS_OS_LIMIT:
      return cs_session_limit(s, CS_BY_LIMIT_SLEEP, s->o.sleep_ms);
    case CS_OS_END: return cs_session_tap_end(s);
    case CS_OS_OPEN: break;
  }
  describe(s);
  return wait_for_reply(s, CS_OS);
}

void cs_session_reopen(cs_session *s) {
  static const cs_event_kind kinds[] = {
      [CS_ASK_CALL] = CS_CALL,
      [CS_ASK_OS] = CS_OS,
      [CS_ASK_NAME] = CS_NAME,
      [CS_ASK_WAIT] = CS_WAIT,
  };
  cs_ask kind;
  size_t n;
  s->ev = (cs_event){.kind = CS_DONE, .exit_code = -1, .timeout = -1};
  (void)cs_port_ask(&s->port, &kind, &n);
  if (kind == CS_ASK_NONE) return;
  cs_session_move(s, CS_MOVE_LOAD);
  if (kind == CS_ASK_WAIT) {
    tell_wait(s);
    return;
  }
  if (!read_request(s, &kind)) {
    cs_session_abandon(s);
    return;
  }
  describe(s);
  s->ev.kind = kinds[kind];
  cs_session_move(s, CS_MOVE_ASK);
}

/* The program has ended: its last event is made now and told when what its
 * open files buffer is written.  NULL: not yet. */
static const cs_event *end_run(cs_session *s, cs_stop *stop) {
  if (cs_phase_ends(s->phase)) {
    s->ev = s->last;
    cs_session_move(s, CS_MOVE_STOP);
    return &s->ev;
  }
  bool raising = *stop == CS_STOP_RAISED;
  const cs_event *ev = raising ? raised(s) : done(s);
  if (!raising && ev->kind != CS_DONE) return ev; /* the value is too large */
  s->last = *ev;
  cs_session_move(s, CS_MOVE_END);
  cs_session_tick(s);
  *stop = cs_port_finish(&s->port, s->o.flags & CS_ONE_RUN);
  cs_session_tock(s);
  return NULL;
}

const cs_event *cs_session_advance(cs_session *s, cs_stop stop) {
  for (;;) {
    bool lost = false, over = false;
    if (has_output(s, stop, &lost, &over)) return &s->ev;
    if (lost) return cs_session_tap_end(s);
    if (over)
      return cs_session_limit(s, CS_BY_LIMIT_OUTPUT, s->told[0] + s->told[1]);
    if (stop == CS_STOP_CALL || stop == CS_STOP_FLUSH)
      if (atomic_load(&s->cancelled)) return stopped(s);
    const cs_event *ev = NULL;
    switch (stop) {
      case CS_STOP_DONE:
      case CS_STOP_RAISED:
        ev = end_run(s, &stop);
        if (ev) return ev;
        continue;
      case CS_STOP_LIMIT: return stopped(s);
      case CS_STOP_FAILED: return crashed(s);
      case CS_STOP_WAIT: return tell_wait(s);
      case CS_STOP_CALL: ev = request(s); break;
      case CS_STOP_FLUSH: break;
    }
    if (ev) return ev;
    /* A sleep that was cut short must not be followed by another statement. */
    if (atomic_load(&s->cancelled)) return stopped(s);
    stop = run_on(s);
  }
}

/* --- the public side ----------------------------------------------------- */

static void start_run(cs_session *s) {
  if (s->policy || s->trail) s->started = cs_session_now();
  cs_denial_clear(s);
  s->before_ns += s->run_ns;
  cs_session_move(s, CS_MOVE_RUN);
  s->args_read = false;
  s->run_ns = 0;
  s->late = false;
  s->sleep_ns = 0;
  cs_policed_start(s);
  cs_port_interrupt(&s->port, atomic_load(&s->cancelled));
  cs_display_clear(s);
  cs_session_watch_files(s);
}

static uint32_t start_flags(const cs_session *s) {
  if (s->o.flags & CS_INTERACTIVE) return CS_START_INTERACTIVE;
  uint32_t flags = s->o.flags & CS_NO_VALUE ? 0 : CS_START_RESULT;
  if (s->o.flags & CS_LATE_ANNOTATIONS) flags |= CS_START_LATE;
  return s->o.flags & CS_TOP_RETURN ? flags | CS_START_RETURN : flags;
}

const cs_event *cs_session_tell(cs_session *s, const cs_event *ev) {
  if (s->trail && !cs_trail_event(s, ev)) ev = cs_trail_end(s);
  cs_trace_event(s, ev);
  if (!s->tapped || ev->kind == CS_OUTPUT) return ev;
  return s->tap.event(s->tap.user, ev) ? ev : cs_session_tap_end(s);
}

const cs_event *cs_session_run(cs_session *s, const char *code, size_t len) {
  if (s->phase == CS_PHASE_GONE) return &s->ev;
  if (s->o.flags & CS_ONLY_CHECK)
    return cs_judged_refuse(s, "RuntimeError",
                            "this session only checks programs");
  if (cs_session_wake(s) != CS_OK) return cs_session_lost(s);
  start_run(s);
  cs_trace_run(s, len);
  if (s->trail && !cs_trail_run(s, code, len)) return cs_trail_end(s);
  if (s->tapped && !s->tap.run(s->tap.user, code, len))
    return cs_session_tap_end(s);
  if (atomic_load(&s->cancelled)) return cs_session_tell(s, stopped(s));
  if (len > s->o.source) /* the same at every depth */
    return cs_session_tell(
        s, cs_session_limit(s, CS_BY_LIMIT_SOURCE, s->o.source));
  const cs_event *refused = cs_judged_refuses(s, code, len);
  if (refused) return cs_session_tell(s, refused);
  cs_port_prepare(&s->port); /* not its time */
  cs_session_show_files(s);
  cs_session_tick(s);
  cs_port_on_poll(&s->port, poll, s);
  cs_quick_begin(s);
  cs_stop stop = cs_port_start(&s->port, code, len, s->script, start_flags(s));
  cs_session_tock(s);
  cs_trace_stop(s, stop);
  note_refused(s);
  return cs_session_tell(s, cs_session_advance(s, stop));
}

void cs_session_act(cs_session *s, const cs_tap_act *a) {
  if (s->tapped) s->tap.act(s->tap.user, a);
}

const cs_event *cs_session_event(const cs_session *s) {
  return &s->ev;
}

void cs_session_abandon(cs_session *s) {
  if (s->phase == CS_PHASE_GONE || cs_session_wake(s) != CS_OK) return;
  if (s->phase != CS_PHASE_IDLE) {
    cs_trail_abandon(s);
    cs_session_act(s, &(cs_tap_act){.kind = CS_TAP_ABANDON});
  }
  cs_port_abandon(&s->port);
  atomic_store(&s->cancelled, false); /* it was meant for this run */
  cs_session_move(s, CS_MOVE_STOP);
}

/* A worker may be given up by the session's own thread at this moment: that
 * thread sees the flag within milliseconds, and only it touches the worker
 * (cs_engine_ops.one_thread). */
void cs_session_cancel(cs_session *s) {
  atomic_store(&s->cancelled, true);
  if (!s->port.ops->one_thread) cs_port_interrupt(&s->port, true);
}

/* What the parser says of it; CS_ESYNTAX: the event is that. */
static cs_status parse(cs_session *s, const char *code, size_t len) {
  cs_status st = cs_port_check(&s->port, code, len, s->script);
  if (st == CS_ELIMIT)
    (void)cs_judged_refuse(s, "MemoryError", "source is too complex to judge");
  if (st != CS_ESYNTAX) return st;
  size_t n;
  const char *text = keep_text(s, &n);
  s->ev = (cs_event){.kind = CS_RAISED,
                     .text = text,
                     .text_len = n,
                     .exit_code = -1,
                     .timeout = -1};
  if (!cs_session_raised(s)) s->ev.error = NULL;
  return st;
}

cs_status cs_session_check(cs_session *s, const char *code, size_t len,
                           const cs_event **ev) {
  if (s->phase != CS_PHASE_IDLE) return CS_EINVAL;
  cs_status st = cs_session_wake(s);
  if (st != CS_OK) return st;
  cs_denial_clear(s);
  if (len > s->o.source) {
    (void)cs_session_limit(s, CS_BY_LIMIT_SOURCE, s->o.source);
    st = CS_ELIMIT;
  } else {
    st = cs_judged_refuses(s, code, len) ? CS_ESYNTAX : parse(s, code, len);
  }
  if (ev && (st == CS_ESYNTAX || st == CS_ELIMIT)) *ev = &s->ev;
  return st;
}
