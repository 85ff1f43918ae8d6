/*
 * run.c - caisson run: one program in a fresh session.
 *
 * The program's output goes to stdout and stderr as it is produced; with
 * --stats a JSON line follows as the last one on stderr.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "py/engine.h"

enum { EXIT_DEADLINE = 124, EXIT_OURS = 125, EXIT_LIMIT = 137 };

typedef struct options {
  const char *file, *code;
  bool stats;
  long repeat;
  double timeout; /* seconds; 0 = none */
  cs_limits limits;
  uint32_t torture;
  uint64_t torture_n;
} options;

static bool parse_size(const char *s, uint64_t *out) {
  char *end;
  double v = strtod(s, &end);
  if (end == s || v < 0) return false;
  if (*end == 'k' || *end == 'K') v *= 1024;
  else if (*end == 'm' || *end == 'M') v *= 1024 * 1024;
  else if (*end == 'g' || *end == 'G') v *= 1024.0 * 1024 * 1024;
  *out = (uint64_t)v;
  return true;
}

static bool parse_time(const char *s, double *out) {
  char *end;
  *out = strtod(s, &end);
  if (end == s || *out < 0) return false;
  if (strcmp(end, "ms") == 0) *out /= 1000;
  else if (strcmp(end, "m") == 0) *out *= 60;
  else if (*end && strcmp(end, "s") != 0) return false;
  return true;
}

static int bad(const char *what, const char *value) {
  fprintf(stderr, "caisson: %s: %s; see 'caisson help'\n", what, value);
  return EXIT_OURS;
}

static int parse(int argc, char **argv, options *o) {
  for (int i = 1; i < argc; i++) {
    const char *a = argv[i], *v = i + 1 < argc ? argv[i + 1] : NULL;
    bool ok = true;
    if (strcmp(a, "-c") == 0 && v) {
      o->code = v;
      i++;
    } else if (strcmp(a, "--stats") == 0 && v) {
      o->stats = true;
      i++;
    } else if (strcmp(a, "--repeat") == 0 && v) {
      o->repeat = atol(v);
      i++;
    } else if (strcmp(a, "--timeout") == 0 && v) {
      ok = parse_time(v, &o->timeout);
      i++;
    } else if ((strcmp(a, "--memory") == 0 || strcmp(a, "-m") == 0) && v) {
      ok = parse_size(v, &o->limits.memory);
      i++;
    } else if (strcmp(a, "--fuel") == 0 && v) {
      ok = parse_size(v, &o->limits.fuel);
      i++;
    } else if (strcmp(a, "--max-output") == 0 && v) {
      ok = parse_size(v, &o->limits.output);
      i++;
    } else if (strcmp(a, "--torture-gc") == 0) {
      o->torture = 1;
    } else if (strcmp(a, "--torture-alloc") == 0 && v) {
      ok = parse_size(v, &o->torture_n);
      i++;
    } else if (a[0] == '-' && a[1]) {
      return bad("unknown option or missing value", a);
    } else {
      o->file = a;
    }
    if (!ok) return bad("bad value for an option", a);
  }
  if (!o->file && !o->code) return bad("run needs a file, - or -c CODE", "");
  return 0;
}

static char *read_all(const char *path, size_t *len) {
  FILE *f = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
  if (!f) return NULL;
  size_t cap = 65536, n = 0;
  char *text = malloc(cap);
  while (text) {
    n += fread(text + n, 1, cap - n, f);
    if (n < cap) break;
    char *more = realloc(text, cap *= 2);
    if (!more) free(text);
    text = more;
  }
  if (f != stdin) fclose(f);
  *len = n;
  return text;
}

static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void drain(cs_engine *e, bool show) {
  size_t n;
  int kind;
  const char *s = cs_engine_output(e, &n, &kind);
  if (show && n) {
    FILE *to = kind == 2 ? stderr : stdout;
    fwrite(s, 1, n, to);
    fflush(to);
  }
}

typedef struct watchdog {
  cs_engine *engine;
  double seconds;
  pthread_mutex_t lock;
  pthread_cond_t wake;
  bool done;
} watchdog;

static void *watch(void *arg) {
  watchdog *w = arg;
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  double at = (double)t.tv_sec + (double)t.tv_nsec / 1e9 + w->seconds;
  t.tv_sec = (time_t)at;
  t.tv_nsec = (long)((at - (double)t.tv_sec) * 1e9);
  pthread_mutex_lock(&w->lock);
  while (!w->done)
    if (pthread_cond_timedwait(&w->wake, &w->lock, &t) != 0) break;
  if (!w->done) cs_engine_interrupt(w->engine, true);
  pthread_mutex_unlock(&w->lock);
  return NULL;
}

static cs_stop run_once(cs_engine *e, bool show) {
  cs_stop stop = cs_engine_exec(e);
  drain(e, show);
  while (stop == CS_STOP_FLUSH) {
    stop = cs_run(e);
    drain(e, show);
  }
  return stop;
}

static int finish(cs_engine *e, cs_stop stop) {
  size_t n;
  const char *text = cs_engine_error(e, &n);
  switch ((int)stop) {
    case CS_STOP_DONE: return 0;
    case CS_STOP_RAISED:
      if (cs_engine_exit_code(e) >= 0 && n == 0) return cs_engine_exit_code(e);
      fwrite(text, 1, n, stderr);
      return cs_engine_exit_code(e) >= 0 ? cs_engine_exit_code(e) : 1;
    case CS_STOP_LIMIT:
      fprintf(stderr, "caisson: %.*s\n", (int)n, text);
      return strcmp(cs_engine_error_type(e), "time") == 0 ? EXIT_DEADLINE
                                                          : EXIT_LIMIT;
    default:
      fprintf(stderr, "caisson: the run stopped unexpectedly (%d)\n", stop);
      return EXIT_OURS;
  }
}

static int run_all(const options *o, cs_engine *e, const char *text,
                   size_t len) {
  double compile_us = 1e300, run_us = 1e300;
  cs_stop stop = CS_STOP_DONE;
  for (long i = 0; i < o->repeat; i++) {
    if (i > 0 && cs_engine_reset(e) != CS_OK) return EXIT_OURS;
    double t0 = now_us();
    cs_status st = cs_engine_compile(e, text, len,
                                     o->code ? "<string>" : o->file, 0);
    double t1 = now_us();
    if (st != CS_OK && st != CS_ESYNTAX) return EXIT_OURS;
    stop = run_once(e, i == 0);
    double t2 = now_us();
    if (t1 - t0 < compile_us) compile_us = t1 - t0;
    if (t2 - t1 < run_us) run_us = t2 - t1;
    if (stop != CS_STOP_DONE) break;
  }
  int code = finish(e, stop);
  if (o->stats) {
    cs_usage u = cs_engine_usage(e);
    fprintf(stderr,
            "{\"compile_us\": %.3f, \"run_us\": %.3f, \"instructions\": %llu, "
            "\"peak_bytes\": %llu, \"collections\": %llu}\n",
            compile_us, run_us, (unsigned long long)u.fuel,
            (unsigned long long)u.memory_peak,
            (unsigned long long)u.collections);
  }
  return code;
}

int cs_cli_run(int argc, char **argv) {
  options o = {.repeat = 1};
  cs_limits_default(&o.limits);
  int code = parse(argc, argv, &o);
  if (code) return code;
  size_t len = o.code ? strlen(o.code) : 0;
  char *text = o.code ? strdup(o.code) : read_all(o.file, &len);
  if (!text) return bad("cannot read", o.file);
  cs_engine *e = NULL;
  cs_status st = cs_engine_new(&o.limits, &e);
  if (st != CS_OK) {
    fprintf(stderr, "caisson: cannot start the engine: %s\n",
            cs_status_text(st));
    free(text);
    return EXIT_OURS;
  }
  cs_engine_torture(e, o.torture, o.torture_n);
  watchdog w = {.engine = e, .seconds = o.timeout};
  pthread_t thread;
  bool watched = o.timeout > 0;
  pthread_mutex_init(&w.lock, NULL);
  pthread_cond_init(&w.wake, NULL);
  if (watched) watched = pthread_create(&thread, NULL, watch, &w) == 0;
  code = run_all(&o, e, text, len);
  if (watched) {
    pthread_mutex_lock(&w.lock);
    w.done = true;
    pthread_cond_signal(&w.wake);
    pthread_mutex_unlock(&w.lock);
    pthread_join(thread, NULL);
  }
  cs_engine_free(e);
  free(text);
  return code;
}
