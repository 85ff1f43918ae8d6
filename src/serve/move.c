/*
 * move.c - a session that began in the engine and goes on in a jail.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/move.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "serve/calls.h"
#include "serve/result.h"

#include "caisson/check.h"
#include "caisson/session.h"

#define CODE_MOST ((size_t)1 << 20) /* bytes of earlier programs */
#define CARRY     "__import__('_carry').program(globals(), _carried)"

/* --- what was run -------------------------------------------------------- */

void cs_move_note(cs_box *b, const char *code, size_t len) {
  if (b->process) return;
  if (!b->ncode) cs_wire_init(&b->code, CODE_MOST);
  size_t before = b->code.len;
  cs_wire_str(&b->code, code, len);
  if (b->code.status == CS_OK) {
    b->ncode++;
    return;
  }
  b->code.len = before; /* its definitions will be named as left behind */
  b->code.status = CS_OK;
}

void cs_move_forget(cs_box *b) {
  if (b->ncode) cs_wire_fini(&b->code);
  b->ncode = 0;
}

static cs_status put_sources(const cs_box *b, cs_wire *w) {
  size_t list = cs_wire_open(w, CS_WIRE_LIST);
  if (b->ncode) cs_wire_append(w, b->code.data, b->code.len);
  cs_wire_end(w, list, b->ncode);
  return w->status;
}

/* --- writing down -------------------------------------------------------- */

typedef struct luggage {
  char *text; /* owned: a program */
  size_t text_len;
  cs_wire data; /* what its name _carried has */
} luggage;

static bool unpack(const cs_event *ev, luggage *out) {
  cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
  const char *text;
  uint32_t n;
  if (!ev->has_value || !cs_wire_get_seq(&in, &n) || n != 2 ||
      !cs_wire_get_str(&in, &text, &out->text_len))
    return false;
  out->text = malloc(out->text_len + 1);
  if (!out->text) return false;
  memcpy(out->text, text, out->text_len);
  cs_wire_append(&out->data, in.at, (size_t)(in.end - in.at));
  return out->data.status == CS_OK;
}

static json_t *cannot(cs_job *j, const char *why) {
  char text[2000];
  snprintf(text, sizeof text, "Nothing ran. %.1800s", why);
  return cs_result_failure(j, "CannotMove", text);
}

static const char *reason_of(const cs_event *ev) {
  if (ev->kind == CS_RAISED && ev->error && ev->error->message)
    return ev->error->message;
  return "The session cannot move to a jail: its names cannot be written down. "
         "Start a new session with depth process.";
}

static json_t *pack(cs_job *j, cs_box *b, luggage *out) {
  cs_wire sources;
  json_t *failed = NULL;
  cs_wire_init(&sources, CS_WIRE_MAX);
  cs_status st = put_sources(b, &sources);
  if (st == CS_OK)
    st = cs_session_set(b->session, "_carried", sources.data, sources.len);
  cs_wire_fini(&sources);
  if (st != CS_OK) return cannot(j, "There is no memory to move the session.");
  const cs_event *ev = cs_session_drive(b->session, CARRY, sizeof CARRY - 1);
  if (ev->kind != CS_DONE || !unpack(ev, out))
    failed = cannot(j, reason_of(ev));
  return failed;
}

/* --- moving -------------------------------------------------------------- */

static bool unpack_there(cs_box *b, const luggage *l) {
  return cs_session_set(b->session, "_carried", l->data.data, l->data.len) ==
             CS_OK &&
         cs_session_drive(b->session, l->text, l->text_len)->kind == CS_DONE;
}

static json_t *move_with(cs_job *j, cs_box *b, const luggage *l) {
  cs_error err = {0};
  cs_session *old = b->session;
  void *tools = b->tools;
  cs_status st = cs_box_reopen(j->server, b, true, &err);
  bool good = st == CS_OK && unpack_there(b, l);
  if (!good) {
    cs_box_restore(b, false, old, tools);
    if (st != CS_OK)
      fprintf(stderr, "caisson: cannot start a session: %s\n", err.text);
    return cannot(j, st == CS_OK
                         ? "The session's names cannot be made again in "
                           "a jail. Start a new session with depth "
                           "process."
                         : "No jail can be started now.");
  }
  cs_box_close_old(b, old, tools);
  cs_move_forget(b);
  return NULL;
}

static int count_change(void *with, const cs_change *c) {
  (void)c;
  ++*(size_t *)with;
  return 1;
}

static json_t *move(cs_job *j, cs_box *b) {
  size_t changed = 0;
  luggage l = {.text = NULL};
  cs_status st = cs_session_changes(b->session, count_change, &changed);
  if (changed || (st != CS_OK && st != CS_ELIMIT))
    return cannot(j,
                  "The session needs a jail, and files that it changed in "
                  "memory cannot move there. Start a new session with depth "
                  "process.");
  cs_wire_init(&l.data, CS_WIRE_MAX);
  json_t *failed = pack(j, b, &l);
  if (!failed) failed = move_with(j, b, &l);
  cs_wire_fini(&l.data);
  free(l.text);
  return failed;
}

/* Code that the engine can run stays there, whatever it would prefer. */
static bool needs_jail(cs_job *j) {
  const json_t *code = json_object_get(j->arguments, "code");
  const char *depth = cs_args_text(j->arguments, "depth");
  cs_auto_choice c = {.why = "asked for"};
  cs_auto_options o = {.size = sizeof o,
                       .no_process = "the session would move"};
  bool asked = depth && !cs_depth_is_auto(depth);
  if (asked ? !cs_depth_named_can(depth, CS_IS_JAIL)
            : cs_auto(&o, json_string_value(code), json_string_length(code),
                      &c) != CS_OK ||
                  c.depth != CS_DEPTH_NONE)
    return false;
  snprintf(j->depth_reason, sizeof j->depth_reason,
           "auto: %.150s; the session moved", c.why);
  return true;
}

json_t *cs_move_if_needed(cs_job *j, cs_box *b) {
  if (b->process || !(j->terms->depths & CS_MCP_JAIL) || b->runs == 0 ||
      cs_args_bool(j->arguments, "restart") || !needs_jail(j))
    return NULL;
  return move(j, b);
}
