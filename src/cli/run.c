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
#include "cli/guest.h"
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

static int set_argv(const cs_settings *s, cs_guest *g, const program *p) {
  cs_status st = cs_engine_set_argv(g->engine, (size_t)p->argc, p->argv);
  if (st == CS_OK) return 0;
  return cs_cli_fail(s, "cannot pass the arguments on",
                     st == CS_EINVAL ? "they are not valid UTF-8"
                                     : "they need more than the memory limit",
                     "change them or the limit");
}

/* The hidden options of tests/torture. */
static void torture(const cs_settings *s, cs_guest *g) {
  uint32_t mode = (s->torture_gc ? 1u : 0) | (s->torture_alloc ? 2u : 0) |
                  (s->torture_retry ? 8u : 0) | (s->torture_snap ? 16u : 0);
  uint64_t n = s->torture_alloc   ? s->torture_alloc
               : s->torture_retry ? s->torture_retry
                                  : s->torture_snap;
  cs_engine_torture(g->engine, mode, n);
}

static int run_once(const cs_settings *s, cs_guest *g, const program *p,
                    cs_run_times *times, cs_stop *stop) {
  int code = set_argv(s, g, p);
  if (code) return code;
  torture(s, g);
  double t0 = now_us();
  cs_status st = cs_engine_compile(g->engine, p->text, p->len, p->name,
                                   s->json ? CS_START_RESULT : 0);
  double t1 = now_us();
  if (st != CS_OK && st != CS_ESYNTAX)
    return cs_cli_fail(s, "cannot compile the program", cs_status_text(st),
                       "allow more with --memory");
  times->compile_failed = st == CS_ESYNTAX;
  *stop = cs_guest_drive(g, cs_engine_exec(g->engine));
  if (*stop == CS_STOP_DONE || *stop == CS_STOP_RAISED) {
    cs_stop end = cs_guest_drive(g, cs_engine_finish(g->engine, true));
    if (end == CS_STOP_LIMIT) *stop = end;
  }
  double t2 = now_us();
  if (t1 - t0 < times->compile_us) times->compile_us = t1 - t0;
  if (t2 - t1 < times->run_us) times->run_us = t2 - t1;
  times->total_us += t2 - t0;
  return 0;
}

static void print_stats(cs_guest *g, const cs_run_times *t) {
  cs_usage u = cs_engine_usage(g->engine);
  fprintf(stderr,
          "{\"compile_us\": %.3f, \"run_us\": %.3f, \"instructions\": %llu, "
          "\"peak_bytes\": %llu, \"collections\": %llu}\n",
          t->compile_us, t->run_us, (unsigned long long)u.fuel,
          (unsigned long long)u.memory_peak,
          (unsigned long long)u.collections);
}

/* Every repetition in a fresh session; only the first one is heard. */
static int run_all(const cs_settings *s, cs_guest *g, const program *p) {
  cs_run_times times = {.compile_us = 1e300, .run_us = 1e300};
  cs_stop stop = CS_STOP_DONE;
  for (uint64_t i = 0; i < s->repeat && stop == CS_STOP_DONE; i++) {
    int code = i > 0 ? cs_guest_reset(g, s) : 0;
    if (!code) code = run_once(s, g, p, &times, &stop);
    if (code) return code;
    g->sink.mute = true;
  }
  g->sink.mute = false;
  int code;
  if (s->json) {
    code = cs_result_print(g, stop, &times);
  } else {
    code = cs_guest_report(g, stop, s->quiet);
  }
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
  int code = cs_guest_open(&g, s, &input);
  if (code) return code;
  cs_lines_init(&input, fd);
  if (cs_watch_start(&g.watch, g.engine, s->timeout) != CS_OK)
    code = cs_cli_fail(s, "cannot watch the run", "no thread for the deadline",
                       "raise the limit of processes (ulimit -u)");
  else
    code = run_all(s, &g, p);
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
