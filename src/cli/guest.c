/*
 * guest.c - driving one program: output, requests, deadline, outcome.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/guest.h"

#include <stdio.h>
#include <string.h>

#include "cli/env.h"
#include "cli/host.h"
#include "cli/mounts.h"
#include "cli/tools.h"
#include "vfs/change.h"

/* What the settings grant besides the engine itself. */
static int equip(cs_guest *g, const cs_settings *s) {
  g->virtual = s->deterministic;
  g->seeded = s->deterministic || s->seed != CS_NO_SEED;
  g->seed = s->seed == CS_NO_SEED ? 0 : s->seed;
  g->clock = 0;
  g->drawn = 0;
  int code = cs_mounts_open(s, &g->files);
  if (!code) code = cs_tools_define(s, g->tools, g->engine);
  if (code) return code;
  if (g->files && g->virtual) cs_vfs_set_clock(g->files, cs_host_now, g);
  if (g->files) cs_artifact_start(g->files);
  if (cs_engine_set_path(g->engine, s->path.n, s->path.at) != CS_OK)
    return cs_cli_fail(s, "cannot set the module search path",
                       "no memory for it", "allow more with --memory");
  return 0;
}

int cs_guest_open(cs_guest *g, const cs_settings *s, cs_lines *input) {
  *g = (cs_guest){.input = input};
  cs_wire_init(&g->args, CS_WIRE_MAX);
  cs_wire_init(&g->reply, CS_WIRE_MAX);
  cs_wire_init(&g->env, 1u << 20);
  cs_sink_init(&g->sink, s->json, s->raw_output);
  cs_status st = cs_engine_new(&s->limits, &g->engine);
  int code = 0;
  if (st != CS_OK)
    code = cs_cli_fail(s, "cannot start the engine", cs_status_text(st),
                       "check the memory limits of this process (ulimit -v)");
  if (!code) code = cs_env_load(s, &g->env);
  if (!code) code = cs_tools_open(s, &g->tools);
  if (!code) code = equip(g, s);
  if (code) cs_guest_close(g);
  return code;
}

int cs_guest_reset(cs_guest *g, const cs_settings *s) {
  cs_vfs_free(g->files);
  g->files = NULL;
  if (cs_engine_reset(g->engine) != CS_OK)
    return cs_cli_fail(s, "cannot start over", "no memory for a session",
                       "repeat less often");
  return equip(g, s);
}

void cs_guest_close(cs_guest *g) {
  cs_watch_stop(&g->watch);
  cs_engine_free(g->engine);
  cs_vfs_free(g->files);
  cs_tools_close(g->tools);
  cs_wire_fini(&g->env);
  cs_wire_fini(&g->args);
  cs_wire_fini(&g->reply);
  cs_sink_fini(&g->sink);
}

static void drain(cs_guest *g) {
  size_t n;
  int kind;
  const char *s = cs_engine_output(g->engine, &n, &kind);
  cs_sink_put(&g->sink, kind, s, n);
}

cs_stop cs_guest_drive(cs_guest *g, cs_stop stop) {
  for (;;) {
    drain(g);
    if (stop == CS_STOP_CALL || stop == CS_STOP_WAIT) {
      if (!cs_host_answer(g)) return CS_STOP_LIMIT;
    } else if (stop != CS_STOP_FLUSH) {
      return stop;
    }
    stop = cs_run(g->engine);
  }
}

const char *cs_guest_status(const cs_guest *g, cs_stop stop) {
  switch ((int)stop) {
    case CS_STOP_DONE: return "ok";
    case CS_STOP_RAISED:
      return cs_engine_exit_code(g->engine) == 0 ? "ok" : "error";
    case CS_STOP_LIMIT:
      switch ((int)cs_watch_why(&g->watch)) {
        case CS_WATCH_DEADLINE: return "timeout";
        case CS_WATCH_CANCEL: return "cancelled";
        default: return "limit";
      }
    default: return "crashed";
  }
}

int cs_guest_exit_code(const cs_guest *g, cs_stop stop) {
  int code = cs_engine_exit_code(g->engine);
  switch ((int)stop) {
    case CS_STOP_DONE: return 0;
    case CS_STOP_RAISED: return code >= 0 ? code : CS_EXIT_RAISED;
    case CS_STOP_LIMIT:
      switch ((int)cs_watch_why(&g->watch)) {
        case CS_WATCH_DEADLINE: return CS_EXIT_DEADLINE;
        case CS_WATCH_CANCEL: return CS_EXIT_CANCEL;
        default: return CS_EXIT_LIMIT;
      }
    default: return CS_EXIT_OURS;
  }
}

static void explain_limit(cs_guest *g) {
  const char *kind = cs_engine_error_type(g->engine);
  switch ((int)cs_watch_why(&g->watch)) {
    case CS_WATCH_DEADLINE:
      fprintf(stderr,
              "caisson: the run was stopped: its deadline of %g s has passed; "
              "allow more with --timeout\n", g->watch.seconds);
      return;
    case CS_WATCH_CANCEL:
      fputs("caisson: the run was cancelled: Ctrl-C was pressed; press it "
            "twice to kill at once\n", stderr);
      return;
    default:
      fprintf(stderr,
              "caisson: the run was stopped: its limit of %s is reached; "
              "allow more with --%s\n", kind,
              strcmp(kind, "output") == 0 ? "max-output" : kind);
  }
}

int cs_guest_report(cs_guest *g, cs_stop stop, bool quiet) {
  size_t n;
  const char *text = cs_engine_error(g->engine, &n);
  if (stop == CS_STOP_RAISED) {
    cs_sink_put(&g->sink, 2, text, n);
  } else if (stop == CS_STOP_LIMIT) {
    if (!quiet) explain_limit(g);
  } else if (stop != CS_STOP_DONE) {
    fprintf(stderr,
            "caisson: the run broke off: fault %d of the engine; please "
            "report it with the program\n", (int)stop);
  }
  return cs_guest_exit_code(g, stop);
}
