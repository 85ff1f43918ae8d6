/*
 * snapshot.c - caisson snapshot dump | load | fork | inspect: sessions as
 * files.
 *
 * A snapshot is the whole state of a session: between two runs, or in the
 * middle of a program that waits for the answer to a call (--at).  Its bytes
 * are sealed with a key of the user (sealkey.h) and verified where the engine
 * runs, in a worker.
 * Mounts, tools and environment are not in it: they are given anew.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "cli/drive.h"
#include "cli/outcome.h"
#include "cli/progress.h"
#include "cli/result.h"
#include "cli/save.h"
#include "cli/sealkey.h"
#include "cli/target.h"
#include "cli/verbs.h"
#include "text/wire_json.h"

#include "caisson/check.h"

#define FORKS_MAX 100000

/* What a verb holds while it works. */
typedef struct job {
  cs_guest guest;
  cs_target target;
  cs_lines input;
  char *file; /* owned: the snapshot as it was read */
  size_t file_len;
  const void *bytes; /* inside of it; NULL: there is none */
  size_t len;
  bool open; /* the guest is */
} job;

static void close_job(job *j) {
  if (j->open) cs_guest_close(&j->guest);
  cs_lines_fini(&j->input);
  cs_target_fini(&j->target);
  free(j->file);
}

/* --- opening ------------------------------------------------------------- */

static int read_snapshot(const cs_settings *s, job *j) {
  if (s->argc == 0)
    return cs_cli_fail(s, "no snapshot", "its file was not named",
                       "make one with 'caisson snapshot dump'");
  j->file = cs_lines_read_file(s->argv[0], &j->file_len);
  if (!j->file) return cs_target_unreadable(s, s->argv[0]);
  int code =
      cs_sealkey_open(s, s->argv[0], j->file, j->file_len, &j->bytes, &j->len);
  if (code) return code;
  if (j->len <= CS_WIRE_MAX || s->in_process) return 0;
  return cs_cli_fail(s, "cannot load the snapshot",
                     "it is larger than the 256 MiB that a worker takes",
                     "load it with --in-process");
}

static int open_guest(const cs_settings *s, job *j) {
  cs_guest_plan plan = {.script = j->target.name ? j->target.name : "<string>",
                        .flags = s->json ? 0 : CS_NO_VALUE,
                        .bytes = j->bytes,
                        .len = j->len};
  cs_lines_init(&j->input, s->input && !j->target.from_stdin ? 0 : -1);
  int code = cs_guest_open(&j->guest, s, &j->input, &plan);
  if (code) return code;
  j->open = true;
  if (cs_depth_is(j->guest.place.row, CS_IS_ENGINE)) return 0;
  return cs_cli_fail(s, "no snapshot", "only depth interp has them",
                     "leave --depth out");
}

/* The function of --at, unless a tool or the snapshot has it already. */
static int define_stop(job *j) {
  const cs_settings *s = j->guest.settings;
  if (!s->at || j->bytes) return 0;
  cs_status st = cs_session_add_tool(j->guest.session, s->at, NULL, NULL, 0);
  if (st == CS_OK) return 0;
  return cs_cli_fail(s, "invalid value for --at",
                     st == CS_EINVAL ? "it is no name" : "no memory for it",
                     "name a function that the program calls");
}

/* --- running ------------------------------------------------------------- */

static bool waits(const cs_event *ev) {
  return ev->kind == CS_CALL || ev->kind == CS_OS || ev->kind == CS_NAME ||
         ev->kind == CS_WAIT;
}

/* Answer the call that the session waits with by a JSON text. */
static const cs_event *reply(job *j, const char *text, int *code) {
  const cs_settings *s = j->guest.settings;
  cs_wire w;
  const cs_event *ev = NULL;
  cs_wire_init(&w, CS_WIRE_MAX);
  if (cs_wire_json_parse(text, strlen(text), &w) == CS_OK) {
    cs_reply r = {.kind = CS_REPLY_VALUE, .value = w.data, .len = w.len};
    ev = cs_session_resume(j->guest.session, &r);
  } else {
    *code = cs_cli_fail(s, "invalid value for --reply", "it is not JSON",
                        "write 42, '\"text\"' or '[1, 2]'");
  }
  cs_wire_fini(&w);
  return ev;
}

static int no_answer(const job *j, const cs_event *ev) {
  char what[160];
  snprintf(what, sizeof what, "the snapshot waits for an answer to %.80s()",
           ev->name);
  return cs_cli_fail(j->guest.settings, what, "none was given",
                     "give it with --reply JSON, or the function with --tool");
}

/* Go on where the session stands: with an answer, with more code, or with what
 * the tools say. */
static const cs_event *start(job *j, const char *answer, int *code) {
  cs_guest *g = &j->guest;
  const cs_event *ev = cs_session_event(g->session);
  if (waits(ev) && answer) return reply(j, answer, code);
  if (answer) {
    *code = cs_cli_fail(g->settings, "the snapshot waits for no answer",
                        "it was made between two runs",
                        "leave --reply out and give code");
    return NULL;
  }
  if (j->target.text) {
    cs_session_abandon(g->session); /* sys.argv is set between runs */
    *code = cs_target_pass(g, &j->target);
    if (*code) return NULL;
    return cs_session_run(g->session, j->target.text, j->target.len);
  }
  if (ev->kind == CS_CALL && !g->tools)
    *code = no_answer(j, ev);
  else if (!waits(ev))
    *code = cs_cli_fail(g->settings, "nothing to run",
                        "the snapshot was made between two runs",
                        "give code with -c or a file");
  return *code ? NULL : ev;
}

/* Run, print what happened, and save the state if that is asked for. */
static int work(job *j, const char *answer, const char *save) {
  cs_guest *g = &j->guest;
  cs_run_times times = {.compile_us = 1e300, .run_us = 1e300};
  cs_saved saved = {0};
  int code = cs_guest_watch(g);
  if (code) return code;
  cs_result_begin(g, &times);
  const cs_event *ev = start(j, answer, &code);
  if (!ev) return code;
  ev = cs_drive_until(g, ev, g->settings->at);
  cs_result_end(g, &times);
  bool good = ev->kind == CS_DONE || waits(ev);
  int failed = good && save ? cs_save_session(g, save, &saved) : 0;
  if (failed) return failed;
  code = g->settings->json
             ? cs_result_print(g, ev, &times, saved.path ? &saved : NULL)
             : cs_outcome_report(g, ev);
  if (!g->settings->json && !g->settings->quiet && save)
    cs_save_tell(&saved, ev);
  cs_stream_status(g->settings, cs_outcome_status(g, ev),
                   cs_outcome_reason(g, ev), code,
                   cs_session_run_id(g->session));
  return code;
}

/* --- the verbs ----------------------------------------------------------- */

/* Results and snapshots cannot share a channel. */
static int check_output(const cs_settings *s) {
  if (!s->output || !s->json || strcmp(s->output, "-") != 0) return 0;
  return cs_cli_fail(s, "invalid value for -o",
                     "--json has the standard output", "name a file");
}

static int need_output(const cs_settings *s) {
  if (s->output) return check_output(s);
  return cs_cli_fail(s, "no file for the snapshot", "-o was not given",
                     "write '-o FILE'");
}

int cs_cli_dump(const cs_settings *s) {
  job j = {0};
  int code = need_output(s);
  if (!code) code = cs_target_load(s, 0, true, &j.target);
  if (!code) code = open_guest(s, &j);
  if (!code) code = define_stop(&j);
  if (!code) code = work(&j, NULL, s->output);
  close_job(&j);
  return code;
}

int cs_cli_load(const cs_settings *s) {
  job j = {0};
  int code = check_output(s);
  if (!code) code = read_snapshot(s, &j);
  if (!code) code = cs_target_load(s, 1, false, &j.target);
  if (!code) code = open_guest(s, &j);
  if (!code) code = work(&j, s->replies.n ? s->replies.at[0] : NULL, s->output);
  close_job(&j);
  return code;
}

/* The fork takes the place of the first session and is closed in the end. */
static int run_twin(job *j, uint64_t i, const char *save) {
  const cs_settings *s = j->guest.settings;
  cs_session *first = j->guest.session, *copy;
  const char *answer =
      !s->replies.n ? NULL
                    : s->replies.at[i < s->replies.n ? i : s->replies.n - 1];
  char number[24];
  if (cs_session_fork(first, &copy) != CS_OK)
    return cs_cli_fail(s, "cannot fork the session", "no memory for a fork",
                       "ask for fewer with -n");
  snprintf(number, sizeof number, "%llu", (unsigned long long)i);
  if (j->target.argc > 1) j->target.argv[1] = number;
  j->guest.session = copy;
  int code = work(j, answer, save);
  cs_watch_stop(&j->guest.watch);
  cs_session_close(copy);
  j->guest.session = first;
  cs_sink_clear(&j->guest.sink);
  return code;
}

/* sys.argv[1] is the number of the twin. */
static int make_room(const cs_settings *s, cs_target *t) {
  if (!t->text) return 0;
  const char **argv = realloc(t->argv, (t->argc + 1) * sizeof *argv);
  if (!argv)
    return cs_cli_fail(s, "cannot fork", "no memory", "close other programs");
  memmove(argv + 2, argv + 1, (t->argc - 1) * sizeof *argv);
  argv[1] = "0";
  t->argv = argv;
  t->argc++;
  return 0;
}

int cs_cli_fork(const cs_settings *s) {
  job j = {0};
  char path[4096];
  if (s->count == 0 || s->count > FORKS_MAX)
    return cs_cli_fail(s, "invalid value for -n",
                       "it is not between 1 and 100k", "write '-n 10'");
  if (s->output && s->count > 1 && !strstr(s->output, "%"))
    return cs_cli_fail(s, "invalid value for -o",
                       "all forks would be written to one file",
                       "write % where the number of the fork belongs");
  int code = read_snapshot(s, &j), worst = 0;
  if (!code) code = cs_target_load(s, 1, false, &j.target);
  if (!code) code = make_room(s, &j.target);
  if (!code) code = open_guest(s, &j);
  cs_progress progress;
  cs_progress_begin(&progress, s, "running the forks");
  for (uint64_t i = 0; !code && i < s->count; i++) {
    cs_progress_step(&progress, i, s->count);
    if (s->output) cs_save_number(s->output, i, path, sizeof path);
    int one = run_twin(&j, i, s->output ? path : NULL);
    if (!worst) worst = one;
    if (one == CS_EXIT_OURS || one == CS_EXIT_CANCEL) code = one;
  }
  cs_progress_end(&progress);
  close_job(&j);
  return code ? code : worst;
}

int cs_cli_inspect(const cs_settings *s) {
  job j = {0};
  int code = read_snapshot(s, &j);
  if (!code) code = open_guest(s, &j);
  if (!code) code = cs_save_describe(&j.guest, s->argv[0], j.file, j.file_len);
  close_job(&j);
  return code;
}
