/*
 * alloc.c - every allocation fails once, for good: attack B10 in one process.
 *
 *   torture_alloc STEP PROGRAM...
 *
 * Each program runs once undisturbed, then again and again with allocation 1,
 * 1 + STEP, ... failing, until it no longer matters.  After each run the whole
 * heap is dumped, verified and loaded, and the session runs another program.
 * A process per run, as tests/torture/run.py has it, would take hours.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "py/engine.h"

#define FAILS_FOR_GOOD 2  /* mode of cs_engine_torture */
#define QUIET          64 /* so many untouched runs in a row: the end */

typedef struct text {
  char *data;
  size_t len;
} text;

static void die(const char *program, uint64_t n, const char *why) {
  fprintf(stderr, "%s, allocation %llu: %s\n", program, (unsigned long long)n,
          why);
  exit(1);
}

static text read_file(const char *path) {
  text t = {malloc(1 << 20), 0};
  FILE *f = fopen(path, "rb");
  if (!f || !t.data) die(path, 0, "cannot read it");
  t.len = fread(t.data, 1, 1 << 20, f);
  fclose(f);
  return t;
}

/* Requests get no answer but the documented error. */
static cs_stop finish(cs_engine *e, cs_stop stop) {
  for (;;) {
    size_t n;
    int stream;
    (void)cs_engine_output(e, &n, &stream);
    if (stop == CS_STOP_CALL)
      (void)!cs_engine_reply_error(e, "RuntimeError", "no host");
    else if (stop != CS_STOP_FLUSH)
      return stop;
    stop = cs_run(e);
  }
}

/* Is everything in the heap still what it should be? */
static void check_heap(cs_pool *pool, const cs_limits *l, cs_engine *e,
                       const char *program, uint64_t n) {
  void *bytes;
  size_t len;
  cs_engine *twin;
  cs_engine_abandon(e);
  if (cs_engine_dump(e, &bytes, &len) != CS_OK) die(program, n, "no dump");
  if (cs_engine_load_in(pool, l, bytes, len, &twin) != CS_OK)
    die(program, n, "the heap is damaged");
  cs_engine_free(twin);
  free(bytes);
}

/* One run; returns how many collections there were. */
static uint64_t run(cs_pool *pool, const cs_limits *l, const char *program,
                    const text *t, uint64_t n) {
  static const char after[] = "len(repr(sorted(map(str, globals()))))";
  cs_engine *e;
  if (cs_engine_new_in(pool, l, &e) != CS_OK) die(program, n, "no session");
  if (n) cs_engine_torture(e, FAILS_FOR_GOOD, n);
  cs_stop stop = finish(e, cs_engine_start(e, t->data, t->len, program, 0));
  if (stop == CS_STOP_FAILED) die(program, n, "the engine failed");
  cs_engine_torture(e, 0, 0);
  uint64_t collections = cs_engine_usage(e).collections;
  if (n) {
    check_heap(pool, l, e, program, n);
    stop = finish(e, cs_engine_start(e, after, sizeof after - 1, "after", 0));
    if (stop == CS_STOP_FAILED) die(program, n, "unusable afterwards");
  }
  cs_engine_free(e);
  return collections;
}

int main(int argc, char **argv) {
  cs_pool *pool;
  cs_limits l;
  uint64_t total = 0;
  if (argc < 3) return 2;
  uint64_t step = strtoull(argv[1], NULL, 10);
  cs_limits_default(&l);
  l.memory = 64 << 20;
  l.fuel = 200000000;
  if (step == 0 || cs_pool_new(2, &pool) != CS_OK) return 2;
  for (int i = 2; i < argc; i++) {
    text t = read_file(argv[i]);
    uint64_t plain = run(pool, &l, argv[i], &t, 0);
    uint32_t quiet = 0;
    for (uint64_t n = 1; quiet < QUIET; n += step, total++)
      quiet = run(pool, &l, argv[i], &t, n) > plain ? 0 : quiet + 1;
    free(t.data);
  }
  printf("%llu runs of %d programs\n", (unsigned long long)total, argc - 2);
  cs_pool_free(pool);
  return 0;
}
