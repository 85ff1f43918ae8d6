/*
 * drive.c - the loop of a run: every event of the program meets its reply.
 *
 * This is the only place where they meet: whoever wants to see, keep or
 * replace them does it in cs_drive_until, between answer() and the resume.
 * Output is no event here, it goes to the sink as it comes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/drive.h"

#include <string.h>

#include "cli/host.h"
#include "tools/tools.h"

static bool needs_reply(const cs_event *ev) {
  return ev->kind == CS_CALL || ev->kind == CS_OS || ev->kind == CS_NAME ||
         ev->kind == CS_WAIT;
}

/* The reply's value goes to `w`.  When the watch ends the run meanwhile, any
 * reply will do: the session is cancelled. */
static cs_reply_kind answer(cs_guest *g, const cs_event *ev, cs_wire *w) {
  if (ev->kind == CS_CALL)
    return cs_tools_call(g->tools, g->watch.stop_fd, ev, w);
  if (ev->kind == CS_WAIT)
    return cs_tools_wait(g->tools, g->watch.stop_fd, g->settings->deterministic,
                         ev, w);
  if (ev->kind == CS_OS) return cs_host_answer(g, ev, w);
  return CS_REPLY_UNHANDLED;
}

static bool is_call_of(const cs_event *ev, const char *name) {
  return name && ev->kind == CS_CALL && strcmp(ev->name, name) == 0;
}

const cs_event *cs_drive(cs_guest *g, const cs_event *ev) {
  return cs_drive_until(g, ev, NULL);
}

const cs_event *cs_drive_until(cs_guest *g, const cs_event *ev,
                               const char *name) {
  cs_wire w;
  cs_wire_init(&w, CS_WIRE_MAX);
  while (needs_reply(ev) && !is_call_of(ev, name)) {
    cs_wire_clear(&w);
    if (ev->kind == CS_CALL) cs_stream_call(&g->sink.stream, ev->name, ev->id);
    cs_reply reply = {.kind = answer(g, ev, &w)};
    if (w.status != CS_OK) {
      cs_wire_clear(&w);
      cs_wire_exception(&w, "MemoryError", "the answer is too large to cross");
      reply.kind = CS_REPLY_RAISE;
    }
    reply.value = w.data;
    reply.len = w.len;
    ev = cs_session_resume(g->session, &reply);
  }
  cs_wire_fini(&w);
  return ev;
}
