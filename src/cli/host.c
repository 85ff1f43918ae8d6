/*
 * host.c - answers to requests that a session leaves to its host
 * (docs/os-calls.md lists them).
 *
 * A request that is not here is refused with PermissionError: the guest has no
 * right that is not written down.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/host.h"

#include <errno.h>
#include <string.h>

#include "base/os_call.h"

static cs_reply_kind refuse(cs_wire *reply, int code, const char *text) {
  cs_wire_oserror(reply, code, text, NULL, 0);
  return CS_REPLY_RAISE;
}

static cs_reply_kind read_line(cs_guest *g, cs_wire *reply) {
  size_t n;
  const char *s = g->input ? cs_lines_next(g->input, &g->watch, &n) : NULL;
  if (!s) return CS_REPLY_UNHANDLED;
  cs_wire_str(reply, s, n);
  if (reply->status != CS_EINVAL) return CS_REPLY_VALUE;
  cs_wire_clear(reply);
  return refuse(reply, EILSEQ, "standard input is not UTF-8");
}

/* The first argument, a number of seconds. */
static cs_reply_kind sleep_for(const cs_guest *g, const cs_event *ev,
                               cs_wire *reply) {
  cs_wire_in in = cs_wire_read(ev->args, ev->args_len);
  uint32_t n;
  double seconds;
  if (!cs_wire_get_seq(&in, &n) || n < 1 || !cs_wire_get_float(&in, &seconds))
    return refuse(reply, EINVAL, "Invalid argument");
  (void)cs_watch_wait(&g->watch, seconds, -1);
  cs_wire_none(reply);
  return CS_REPLY_VALUE;
}

cs_reply_kind cs_host_answer(cs_guest *g, const cs_event *ev, cs_wire *reply) {
  cs_oscall call = cs_oscall_find(ev->name, ev->name_len);
  if (call == CS_OSCALL_READLINE) return read_line(g, reply);
  if (call == CS_OSCALL_GETPID) {
    cs_wire_int(reply, 1);
    return CS_REPLY_VALUE;
  }
  if (cs_oscall_is(call, CS_OSCALL_SLEEPS)) return sleep_for(g, ev, reply);
  if (call == CS_OSCALL_ASYNC_SLEEP) {
    cs_wire_none(reply); /* told when one begins; time passes elsewhere */
    return CS_REPLY_VALUE;
  }
  if (cs_oscall_is_about(call) == CS_ABOUT_FILE || call == CS_OSCALL_GETCWD ||
      cs_oscall_is_about(call) == CS_ABOUT_NET)
    return CS_REPLY_UNHANDLED;
  return refuse(reply, EPERM, "Operation not permitted");
}
