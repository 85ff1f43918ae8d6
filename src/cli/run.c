/*
 * run.c - caisson run: one program in a fresh session.
 *
 * The program's output goes to stdout and stderr as it is produced; with
 * --stats a JSON line follows as the last one on stderr, with --json one
 * object on stdout replaces everything.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/cleanup.h"
#include "cli/drive.h"
#include "cli/outcome.h"
#include "cli/result.h"

typedef struct program {
  const char *name; /* what tracebacks call it */
  char *text;       /* owned */
  size_t len;
  int argc; /* sys.argv */
  const char **argv; /* owned */
} program;

static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int cannot_read(const cs_settings *s, const char *path) {
  char what[200];
  snprintf(what, sizeof what, "cannot read '%.150s'", path);
  return cs_cli_fail(s, what, strerror(errno),
                     "check the path, or pass the code with -c");
}

/* Find the target: -c CODE, `-` or a file. */
static int load(const cs_settings *s, program *p) {
  const char *path = NULL;
  if (s->code) {
    p->name = "<string>";
    p->text = strdup(s->code);
    p->len = strlen(s->code);
  } else if (s->argc == 0) {
    return cs_cli_fail(s, "nothing to run", "no file and no -c CODE was given",
                       "see 'caisson help run'");
  } else {
    path = s->argv[0];
    p->name = strcmp(path, "-") == 0 ? "<stdin>" : path;
    p->text = cs_lines_read_file(path, &p->len);
  }
  if (!p->text && path) return cannot_read(s, path);
  int skip = s->code ? 0 : 1;
  p->argc = s->argc - skip + 1;
  p->argv = calloc((size_t)p->argc, sizeof *p->argv);
  if (!p->text || !p->argv)
    return cs_cli_fail(s, "cannot load the program", "no memory",
                       "close other programs");
  p->argv[0] = s->code ? "-c" : path;
  for (int i = 1; i < p->argc; i++) p->argv[i] = s->argv[skip + i - 1];
  return 0;
}

static int set_argv(cs_guest *g, const program *p) {
  cs_status st = cs_session_set_argv(g->session, (size_t)p->argc, p->argv);
  if (st == CS_OK) return 0;
  return cs_cli_fail(g->settings, "cannot pass the arguments on",
                     st == CS_EINVAL ? "they are not valid UTF-8"
                                     : "they need more than the memory limit",
                     "change them or the limit");
}

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

static int run_once(cs_guest *g, const program *p, cs_run_times *times,
                    const cs_event **ev) {
  int code = set_argv(g, p);
  if (code) return code;
  torture(g);
  uint64_t cpu = cs_session_cpu(g->session);
  double start = now_us();
  if (g->place.depth == CS_DEPTH_CHECK)
    (void)!cs_session_check(g->session, p->text, p->len, ev);
  else
    *ev = cs_drive(g, cs_session_run(g->session, p->text, p->len));
  times->total_us += now_us() - start;
  uint64_t now = cs_session_cpu(g->session);
  times->cpu_ns += now > cpu ? now - cpu : 0;
  cs_used u;
  cs_session_used(g->session, &u);
  double compile = (double)u.compile_us, run = (double)u.time_us - compile;
  if (compile < times->compile_us) times->compile_us = compile;
  if (run < times->run_us) times->run_us = run;
  return 0;
}

static void print_stats(const cs_guest *g, const cs_run_times *t) {
  cs_used u;
  cs_session_used(g->session, &u);
  fprintf(stderr,
          "{\"compile_us\": %.3f, \"run_us\": %.3f, \"instructions\": %llu, "
          "\"peak_bytes\": %llu, \"collections\": %llu}\n",
          t->compile_us, t->run_us, (unsigned long long)u.fuel,
          (unsigned long long)u.memory_peak,
          (unsigned long long)u.collections);
}

/* Every repetition in a fresh session; only the first one is heard. */
static int run_all(cs_guest *g, const program *p) {
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
  int code = s->json ? cs_result_print(g, ev, &times)
                     : cs_outcome_report(g, ev);
  if (s->stats) print_stats(g, &times);
  return code;
}

static int run_program(const cs_settings *s, const program *p) {
  cs_guest g;
  cs_lines input;
  bool code_on_stdin = !s->code && strcmp(s->argv[0], "-") == 0;
  CS_AUTO_FD int file = -1;
  if (s->stdin_file) {
    file = open(s->stdin_file, O_RDONLY | O_CLOEXEC);
    if (file < 0) return cannot_read(s, s->stdin_file);
  }
  int fd = file >= 0 ? file : s->input && !code_on_stdin ? 0 : -1;
  cs_guest_plan plan = {.script = p->name,
                        .flags = CS_ONE_RUN | (s->json ? 0 : CS_NO_VALUE)};
  int code = cs_guest_open(&g, s, &input, &plan);
  if (code) return code;
  cs_lines_init(&input, fd);
  code = run_all(&g, p);
  cs_lines_fini(&input);
  cs_guest_close(&g);
  return code;
}

int cs_cli_run(const cs_settings *s) {
  if (s->stats && strcmp(s->stats, "json") != 0)
    return cs_cli_fail(s, "bad value for '--stats'", "only json is known",
                       "write '--stats json'");
  program p = {0};
  int code = load(s, &p);
  if (code == 0) code = run_program(s, &p);
  free(p.text);
  free(p.argv);
  return code;
}
