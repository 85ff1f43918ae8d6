/*
 * run.c - caisson run: one program in a fresh session.
 *
 * The program's output goes to stdout and stderr as it is produced; with
 * --stats a JSON line follows as the last one on stderr, with --json one
 * object on stdout replaces everything.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "base/cleanup.h"
#include "cli/drive.h"
#include "cli/durable.h"
#include "cli/enforce.h"
#include "cli/named.h"
#include "cli/outcome.h"
#include "cli/result.h"
#include "cli/sandboxed.h"
#include "cli/shown.h"
#include "cli/target.h"
#include "cli/verbs.h"

#include "caisson/check.h"

/* The hidden options of tests/torture. */
static void torture(const cs_guest *g) {
  const cs_settings *s = g->settings;
  uint32_t mode = (s->torture_gc ? 1u : 0) | (s->torture_alloc ? 2u : 0) |
                  (s->torture_retry ? 8u : 0) | (s->torture_snap ? 16u : 0);
  uint64_t n = s->torture_alloc   ? s->torture_alloc
               : s->torture_retry ? s->torture_retry
                                  : s->torture_snap;
  if (mode) cs_session_torture(g->session, mode, n);
}

/* Depth check: what is wrong is the event. */
static int check(cs_guest *g, const cs_target *p, const cs_event **ev) {
  cs_status st = cs_session_check(g->session, p->text, p->len, ev);
  if (st == CS_OK || st == CS_ESYNTAX || st == CS_ELIMIT) return 0;
  return cs_cli_fail(g->settings, "cannot check the program",
                     "there is no memory for it, or the worker died",
                     "try again, or split it into smaller files");
}

static int run_once(cs_guest *g, const cs_target *p, cs_run_times *times,
                    const cs_event **ev) {
  int code = cs_target_pass(g, p);
  if (code) return code;
  torture(g);
  if (g->settings->journal) code = cs_durable_start(g);
  if (code) return code;
  cs_result_begin(g, times);
  if (!cs_depth_is(g->place.row, CS_CAN_RUN))
    code = check(g, p, ev);
  else
    *ev = cs_drive(g, cs_session_run(g->session, p->text, p->len));
  cs_result_end(g, times);
  return code;
}

static void print_stats(const cs_guest *g, const cs_run_times *t) {
  cs_used u;
  cs_session_used(g->session, &u);
  fprintf(stderr,
          "{\"compile_us\": %.3f, \"run_us\": %.3f, \"instructions\": %llu, "
          "\"peak_bytes\": %llu, \"collections\": %llu}\n",
          t->compile_us, t->run_us, (unsigned long long)u.fuel,
          (unsigned long long)u.memory_peak, (unsigned long long)u.collections);
}

/* Every repetition in a fresh session; only the first one is heard. */
static int run_all(cs_guest *g, const cs_target *p, int shown) {
  const cs_settings *s = g->settings;
  cs_run_times times = {.compile_us = 1e300, .run_us = 1e300};
  const cs_event *ev = cs_session_event(g->session);
  for (uint64_t i = 0; i < s->repeat && ev->kind == CS_DONE; i++) {
    int code = 0;
    if (i > 0) {
      cs_watch_stop(&g->watch);
      code = cs_guest_reopen(g);
    }
    if (!code) code = cs_guest_watch(g);
    if (!code) code = run_once(g, p, &times, &ev);
    if (code) return code;
    g->sink.mute = true;
  }
  g->sink.mute = false;
  int unwritten = cs_shown_write(g, shown);
  if (unwritten) return unwritten;
  int code =
      s->json ? cs_result_print(g, ev, &times, NULL) : cs_outcome_report(g, ev);
  if (s->stats) print_stats(g, &times);
  cs_stream_status(s, cs_outcome_status(g, ev), cs_outcome_reason(g, ev), code,
                   cs_session_run_id(g->session));
  return code;
}

/* Text has no field for what is missing, as --json has. */
static void warn(cs_guest *g) {
  cs_enforcement e = {0};
  if (cs_depth_is(g->place.row, CS_IS_JAIL) &&
      cs_enforce_is_asked(g->settings) &&
      cs_session_enforcement(g->session, &e) == CS_OK)
    cs_enforce_warn(e.missing, e.nmissing);
}

static int run_program(const cs_settings *s, const cs_target *p) {
  cs_guest g;
  cs_lines input;
  CS_AUTO_FD
  int file = -1;
  if (s->stdin_file) {
    file = open(s->stdin_file, O_RDONLY | O_CLOEXEC);
    if (file < 0) return cs_target_unreadable(s, s->stdin_file);
  }
  int fd = file >= 0 ? file : s->input && !p->from_stdin ? 0 : -1;
  bool shows = s->json || s->displays;
  cs_guest_plan plan = {.script = p->name,
                        .flags = CS_ONE_RUN | (shows ? 0 : CS_NO_VALUE),
                        .code = p->text,
                        .code_len = p->len};
  CS_AUTO_FD
  int shown = -1;
  int code = cs_shown_open(s, &shown);
  if (!code) code = cs_guest_open(&g, s, &input, &plan);
  if (code) return code;
  code = cs_named_open(s, g.place.row->name, "python", &g.sink.named);
  cs_lines_init(&input, fd);
  if (!code) warn(&g);
  if (!code) code = run_all(&g, p, shown);
  cs_lines_fini(&input);
  cs_named_close(g.sink.named, code);
  cs_guest_close(&g);
  return code;
}

int cs_cli_run(const cs_settings *s) {
  cs_target p;
  if (s->image && s->displays)
    return cs_cli_fail(s, "--displays has no meaning with --image",
                       "a command of an image shows nothing but text",
                       "leave --displays out");
  if (s->image) return cs_sandboxed_run(s);
  int code = cs_target_load(s, 0, true, &p);
  if (code == 0) code = run_program(s, &p);
  cs_target_fini(&p);
  return code;
}
