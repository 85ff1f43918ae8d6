/*
 * outcome.c - how a run ended, in the words of exit codes and messages.
 *
 * A deadline and Ctrl-C reach the session as a cancellation; the watch knows
 * which of them it was.  MemoryError is both an exception and a limit: it is
 * told as the exception that it is in Python.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/outcome.h"
#include "cli/plain.h"
#include "session/denial.h"
#include "session/inside.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "caisson/check.h"

bool cs_outcome_raised(const cs_event *ev) {
  if (ev->kind == CS_RAISED) return ev->exit_code < 0;
  return cs_limit_of(ev) == CS_BY_LIMIT_MEMORY;
}

static bool is_cancelled(const cs_event *ev) {
  return cs_limit_of(ev) == CS_BY_LIMIT_CANCELLED;
}

/* The journal or the audit log cannot be written, or the journal tells of
 * another run: that is no limit of the program. */
static bool is_journal(const cs_event *ev) {
  cs_limit_id which = cs_limit_of(ev);
  return which == CS_BY_LIMIT_JOURNAL || which == CS_BY_LIMIT_AUDIT;
}

/* A single step of the engine took so long that the worker was killed. */
static bool is_killed(const cs_event *ev) {
  return ev->kind == CS_CRASHED && ev->signal == SIGKILL;
}

static bool is_late(const cs_guest *g, const cs_event *ev) {
  if (cs_limit_of(ev) == CS_BY_LIMIT_WALL) return true;
  return (is_cancelled(ev) ||
          (cs_depth_is_worker(g->place.row) && is_killed(ev))) &&
         cs_watch_why(&g->watch) == CS_WATCH_DEADLINE;
}

const char *cs_outcome_limit(const cs_guest *g, const cs_event *ev) {
  if (is_late(g, ev)) return "timeout";
  if (ev->kind != CS_LIMIT) return NULL;
  return is_cancelled(ev) ? NULL : ev->name;
}

const char *cs_outcome_status(const cs_guest *g, const cs_event *ev) {
  if (ev->kind == CS_DONE) return "ok";
  if (ev->kind == CS_CALL) return "suspended";
  if (ev->kind == CS_RAISED && !cs_depth_is(g->place.row, CS_CAN_RUN))
    return "invalid";
  if (ev->kind == CS_RAISED) return ev->exit_code == 0 ? "ok" : "error";
  if (is_late(g, ev)) return "timeout";
  if (ev->kind != CS_LIMIT) return "crashed";
  if (is_cancelled(ev)) return "cancelled";
  return cs_outcome_raised(ev) ? "error" : "limit";
}

const char *cs_outcome_reason(const cs_guest *g, const cs_event *ev) {
  const char *limit = cs_outcome_limit(g, ev);
  if (limit) return limit;
  if (ev->kind == CS_RAISED && ev->exit_code >= 0) return "exit";
  return cs_outcome_status(g, ev);
}

/* Shells see that of a program that Ctrl-C ended, whoever raised it. */
static bool is_interrupt(const cs_event *ev) {
  return ev->kind == CS_RAISED && ev->error &&
         strcmp(ev->error->type, "KeyboardInterrupt") == 0;
}

static int code_of(const cs_guest *g, const cs_event *ev) {
  if (ev->kind == CS_DONE || ev->kind == CS_CALL) return 0;
  if (cs_outcome_raised(ev))
    return is_interrupt(ev) ? CS_EXIT_CANCEL : CS_EXIT_RAISED;
  if (ev->kind == CS_RAISED) return ev->exit_code;
  if (is_late(g, ev)) return CS_EXIT_DEADLINE;
  if (ev->kind == CS_CRASHED)
    return cs_depth_is_worker(g->place.row) ? CS_EXIT_LIMIT : CS_EXIT_OURS;
  if (is_journal(ev)) return CS_EXIT_OURS;
  return is_cancelled(ev) ? CS_EXIT_CANCEL : CS_EXIT_LIMIT;
}

/* --fail-on-deny: a program that was refused something did not do its work,
 * whatever it says. */
int cs_outcome_code(const cs_guest *g, const cs_event *ev) {
  const cs_denial *list;
  int code = cs_sink_code(&g->sink, code_of(g, ev));
  if (!g->settings->fail_on_deny || code == CS_EXIT_OURS) return code;
  return cs_session_denials(g->session, &list) ? CS_EXIT_DENIED : code;
}

/* "limits.sleep_ms: more than 60000"; NULL: the limit is in no policy. */
static const char *limit_remedy(const cs_guest *g) {
  const cs_denial *d;
  size_t n = cs_session_denials(g->session, &d);
  for (size_t i = 0; i < n; i++)
    if (cs_denial_is(g->session, i, CS_CAPABILITY_LIMIT)) return d[i].remedy;
  return NULL;
}

static void explain_limit(const cs_guest *g, const cs_event *ev) {
  if (is_late(g, ev)) {
    fprintf(
        stderr,
        "caisson: the run was stopped: its deadline of %g s has passed%s; "
        "allow more with --timeout\n",
        g->watch.seconds,
        ev->kind == CS_CRASHED ? " and its worker did not stop by itself" : "");
  } else if (is_journal(ev)) {
    fprintf(stderr, "caisson: the run was stopped: %.*s\n", (int)ev->text_len,
            ev->text);
  } else if (is_cancelled(ev)) {
    fputs(
        "caisson: the run was cancelled: Ctrl-C was pressed; press it "
        "twice to kill at once\n",
        stderr);
  } else {
    const char *option = cs_limit_rows[cs_limit_of(ev)].option;
    const char *more = option ? NULL : limit_remedy(g);
    fprintf(stderr,
            "caisson: the run was stopped: its limit of %s is reached; "
            "allow more with %s%s",
            ev->name, option ? "--" : "", option ? option : "a policy");
    if (more) fprintf(stderr, " (%s)", more);
    fputc('\n', stderr);
  }
}

/* What a policy refused, if the program did not finish because of it. */
static void explain_denials(const cs_guest *g, const cs_event *ev) {
  const cs_denial *d;
  bool ruled = cs_session_policy(g->session) != NULL;
  size_t n =
      ruled && cs_outcome_raised(ev) ? cs_session_denials(g->session, &d) : 0;
  for (size_t i = 0; i < n; i++) {
    if (strcmp(d[i].object, d[i].rule) == 0) { /* a limit is its own rule */
      fprintf(stderr, "caisson: %s was reached; to allow more: ", d[i].rule);
    } else {
      fprintf(stderr, "caisson: refused: %s ", d[i].capability);
      cs_plain_put(stderr, d[i].object);
      fprintf(stderr, " by %s; to allow it: ", d[i].rule);
    }
    cs_plain_put(stderr, d[i].remedy);
    fputc('\n', stderr);
  }
}

/* "1 MiB", or bytes where that is not exact. */
static void print_size(uint64_t n) {
  static const char *const units[] = {"bytes", "KiB", "MiB"};
  int i = 0;
  for (; i < 2 && n && n % 1024 == 0; i++) n /= 1024;
  fprintf(stderr, "%llu %s", (unsigned long long)n, units[i]);
}

/* Output that the policy kept back, while the run went on. */
static void explain_cut(const cs_guest *g) {
  static const char *const keys[] = {"limits.stdout_bytes",
                                     "limits.stderr_bytes"};
  const cs_limit_hit *h;
  size_t n = cs_session_limit_hits(g->session, &h);
  for (size_t i = 0; i < 2 * n; i++) {
    if (strcmp(h[i / 2].key, keys[i % 2]) != 0) continue;
    fprintf(stderr, "caisson: %s is cut off: ", i % 2 ? "stderr" : "stdout");
    print_size(h[i / 2].configured);
    fprintf(stderr, " shown (%s)\n", keys[i % 2]);
  }
}

static void explain_crash(const cs_guest *g, const cs_event *ev) {
  const bool process = cs_depth_is(g->place.row, CS_IS_JAIL);
  const char *none = "no jail: ";
  if (process && strncmp(ev->text, none, strlen(none)) == 0)
    fprintf(stderr,
            "caisson: %s; nothing has run; 'caisson doctor' tells what this "
            "host offers\n",
            ev->text);
  else if (process)
    fprintf(stderr, "caisson: the run broke off: %s; nothing else was harmed\n",
            ev->text);
  else if (!cs_depth_is_worker(g->place.row))
    fputs(
        "caisson: the run broke off: the engine failed; please report it "
        "with the program\n",
        stderr);
  else if (ev->signal)
    fprintf(stderr,
            "caisson: the run broke off: its worker process was ended by "
            "signal %d (%s); nothing else was harmed\n",
            ev->signal, strsignal(ev->signal));
  else
    fputs(
        "caisson: the run broke off: its worker process ended; please "
        "report it with the program\n",
        stderr);
}

int cs_outcome_report(cs_guest *g, const cs_event *ev) {
  bool quiet = g->settings->quiet;
  if (ev->kind == CS_RAISED || cs_outcome_raised(ev)) {
    cs_sink_put(&g->sink, 2, ev->text, ev->text_len);
  } else if (ev->kind == CS_LIMIT || is_late(g, ev)) {
    if (!quiet) explain_limit(g, ev);
  } else if (ev->kind == CS_CRASHED) {
    explain_crash(g, ev);
  }
  if (!quiet) {
    explain_denials(g, ev);
    explain_cut(g);
  }
  return cs_outcome_code(g, ev);
}
