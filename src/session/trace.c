/*
 * trace.c - one line for each thing that happens.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/wire_json.h"

#define SHOWN 160 /* bytes of a value */

static const struct {
  const char *word;
  uint32_t bits;
} words[] = {{"calls", CS_TRACE_CALLS},
             {"stops", CS_TRACE_STOPS},
             {"requests", CS_TRACE_REQUESTS},
             {"all", CS_TRACE_CALLS | CS_TRACE_STOPS | CS_TRACE_REQUESTS}};

static uint32_t bits_of(const char *word, size_t n) {
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strlen(words[i].word) == n && memcmp(words[i].word, word, n) == 0)
      return words[i].bits;
  if (n > 0)
    fprintf(stderr,
            "caisson trace: unknown '%.*s' in CAISSON_TRACE (expected calls, "
            "stops, requests or all)\n",
            n < 40 ? (int)n : 40, word);
  return 0;
}

uint32_t cs_trace_wanted(void) {
  const char *at = getenv("CAISSON_TRACE");
  uint32_t bits = 0;
  while (at && *at) {
    size_t n = strcspn(at, ",");
    bits |= bits_of(at, n);
    at += n + (at[n] == ',');
  }
  return bits;
}

/* Milliseconds that the program has run in this run. */
static double used_ms(const cs_session *s) {
  return (double)s->run_ns / 1e6;
}

/* The value as JSON where it has such a form, cut at SHOWN; else its size. */
static void show(const char *before, const void *data, size_t len) {
  cs_buf text;
  cs_wire_in in = cs_wire_read(data, len);
  cs_buf_init(&text, 1u << 20);
  if (len == 0)
    fprintf(stderr, "%snothing", before);
  else if (cs_wire_json_print(&in, &text) == CS_OK)
    fprintf(stderr, "%s%.*s%s", before,
            text.len < SHOWN ? (int)text.len : SHOWN, cs_buf_text(&text),
            text.len > SHOWN ? "..." : "");
  else
    fprintf(stderr, "%s<%zu bytes>", before, len);
  cs_buf_fini(&text);
}

void cs_trace_run(const cs_session *s, size_t len) {
  if (s->traced)
    fprintf(stderr, "caisson trace: run \"%s\", %zu bytes, depth %s\n",
            s->script, len, s->port.ops->row->name);
}

void cs_trace_stop(const cs_session *s, cs_stop stop) {
  static const char *const why[] = {
      [CS_STOP_DONE] = "done",    [CS_STOP_RAISED] = "raised",
      [CS_STOP_CALL] = "asks",    [CS_STOP_WAIT] = "waits",
      [CS_STOP_FLUSH] = "flush",  [CS_STOP_LIMIT] = "limit",
      [CS_STOP_FAILED] = "failed"};
  if (s->traced & CS_TRACE_STOPS)
    fprintf(stderr, "caisson trace: stop: %s, after %.3f ms of this run\n",
            why[stop], used_ms(s));
}

void cs_trace_request(const cs_session *s, bool raised) {
  if (!(s->traced & CS_TRACE_REQUESTS)) return;
  fprintf(stderr, "caisson trace: request %.80s", cs_buf_text(&s->name));
  show(" ", s->args.data, s->args.len);
  show(raised ? " raises " : " -> ", s->reply.data, s->reply.len);
  fputc('\n', stderr);
}

void cs_trace_event(const cs_session *s, const cs_event *ev) {
  static const struct {
    const char *word;
    uint32_t bit;
  } kinds[] = {[CS_OUTPUT] = {"output", CS_TRACE_STOPS},
               [CS_CALL] = {"call", CS_TRACE_CALLS},
               [CS_OS] = {"request for the host", CS_TRACE_REQUESTS},
               [CS_NAME] = {"name", CS_TRACE_CALLS},
               [CS_WAIT] = {"wait", CS_TRACE_STOPS},
               [CS_DONE] = {"done", CS_TRACE_STOPS},
               [CS_RAISED] = {"raised", CS_TRACE_STOPS},
               [CS_LIMIT] = {"limit", CS_TRACE_STOPS},
               [CS_CRASHED] = {"crashed", CS_TRACE_STOPS}};
  if (!(s->traced & kinds[ev->kind].bit)) return;
  fprintf(stderr, "caisson trace: %s", kinds[ev->kind].word);
  if (ev->name) fprintf(stderr, " %.*s", (int)ev->name_len, ev->name);
  if (ev->kind == CS_CALL || ev->kind == CS_OS) {
    fprintf(stderr, " #%llu", (unsigned long long)ev->id);
    show(" ", ev->args, ev->args_len);
  }
  fputc('\n', stderr);
}

void cs_trace_reply(const cs_session *s, const cs_reply *r) {
  static const char *const how[] = {
      [CS_REPLY_VALUE] = "value",         [CS_REPLY_RAISE] = "raise",
      [CS_REPLY_PENDING] = "pending",     [CS_REPLY_UNHANDLED] = "unhandled",
      [CS_REPLY_FUNCTION] = "a function", [CS_REPLY_SETTLE] = "settled"};
  uint32_t bit = s->ev.kind == CS_OS ? CS_TRACE_REQUESTS : CS_TRACE_CALLS;
  if (!(s->traced & bit)) return;
  bool known = (size_t)r->kind < sizeof how / sizeof *how && how[r->kind];
  fprintf(stderr, "caisson trace: answer: %s", known ? how[r->kind] : "other");
  if (r->kind == CS_REPLY_VALUE) show(" ", r->value, r->len);
  fputc('\n', stderr);
}
