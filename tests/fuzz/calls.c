/*
 * calls.c - calls everything with hostile values (tests/fuzz/calls.py).
 *
 *   fuzz_calls PROGRAM FIRST RUNS CALLS [natives] [trace]
 *
 * Each run is a session of its own with seed FIRST, FIRST + 1, ...  A limit or
 * an exception ends it without harm; a crash, an assertion, a failed engine, a
 * line "FINDING" or a heap that cannot be dumped and loaded again is a finding.
 * `natives` gives the program the engine's intrinsics, which no program can
 * reach, to see that each checks what it takes.  Without libFuzzer: the recipe
 * is a seed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "py/engine.h"
#include "py/engine_in.h"
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/snap/slot.h"
#include "py/snap/snapshot.h"

#define SECONDS 20 /* of CPU time for one run */

__attribute__((weak)) void __sanitizer_set_death_callback(void (*f)(void));

typedef struct text {
  char *data;
  size_t len;
} text;

typedef struct job {
  uint64_t first, runs, calls;
  bool natives, trace;
} job;

/* Where it happened, for whoever dies. */
static uint64_t seed, done;
static clock_t started;

static void tell(void) {
  fprintf(stderr, "\nFINDING in the run with seed %llu\n",
          (unsigned long long)seed);
}

static void tell_signal(int sig) {
  tell();
  signal(sig, SIG_DFL);
  raise(sig);
}

static void die(const char *why) {
  fprintf(stderr, "%s\n", why);
  tell();
  exit(1);
}

static bool is_late(void *arg) {
  (void)arg;
  return clock() - started > (clock_t)SECONDS * CLOCKS_PER_SEC;
}

static text read_file(const char *path) {
  text t = {malloc(1 << 20), 0};
  FILE *f = fopen(path, "rb");
  if (!f || !t.data) die("cannot read the program");
  t.len = fread(t.data, 1, 1 << 20, f);
  fclose(f);
  return t;
}

/* Output of the program: "CALLS n" counts, "FINDING ..." is one. */
static void take(cs_engine *e, const job *j) {
  size_t n;
  int kind;
  const char *s = cs_engine_output(e, &n, &kind), *end = s + n;
  while (s < end) {
    const char *line = memchr(s, '\n', (size_t)(end - s));
    size_t len = (size_t)((line ? line : end) - s);
    if (len > 6 && memcmp(s, "CALLS ", 6) == 0)
      done += strtoull(s + 6, NULL, 10);
    if (len >= 7 && memcmp(s, "FINDING", 7) == 0) {
      fprintf(stderr, "%.*s\n", (int)len, s);
      die("the program saw what it must not");
    }
    if (j->trace) {
      fprintf(stderr, "%.*s\n", (int)len, s);
      fflush(stderr);
    }
    s += len + 1;
  }
}

/* Requests get no answer but an error. */
static cs_stop finish(cs_engine *e, cs_stop stop, const job *j) {
  for (;;) {
    take(e, j);
    if (stop == CS_STOP_CALL)
      (void)!cs_engine_reply_error(e, "RuntimeError", "no host");
    else if (stop != CS_STOP_FLUSH)
      return stop;
    stop = cs_run(e);
  }
}

static cs_status give(cs_ctx *ctx, const char *name, cs_value v) {
  cs_value key;
  cs_status st = cs_str_intern_bytes(ctx, name, (uint32_t)strlen(name), &key);
  return st == CS_OK
             ? cs_dict_set(ctx, ctx->head->root[CS_ROOT_GLOBALS], key, v)
             : st;
}

/* MODULES: the names of all modules of the library. */
static cs_status give_modules(cs_ctx *ctx) {
  cs_value list, key, v;
  uint32_t pos = 0;
  cs_status st = cs_list_new(ctx, NULL, 0, &list);
  while (st == CS_OK && cs_dict_next(ctx, ctx->image->modules, &pos, &key, &v))
    if (!cs_str_eq_c(ctx, key, "intrinsics"))
      st = cs_list_append(ctx, list, key);
  return st == CS_OK ? give(ctx, "MODULES", list) : st;
}

/* NATIVES: a dict of the engine's intrinsics by name, or {}; HASHES: of all of
 * them, with which a forged key finds one that is in a table. */
static cs_status give_natives(cs_ctx *ctx, bool all) {
  cs_value key, module, dict, hashes, home, hash, v;
  uint32_t pos = 0;
  cs_status st = cs_dict_new(ctx, 8, &dict);
  if (st == CS_OK) st = cs_list_new(ctx, NULL, 0, &hashes);
  if (st == CS_OK) st = cs_str_intern_bytes(ctx, "intrinsics", 10, &key);
  if (st == CS_OK) st = give(ctx, "NATIVES", dict);
  if (st == CS_OK) st = give(ctx, "HASHES", hashes);
  if (st != CS_OK) return st;
  module = cs_dict_get_name(ctx, ctx->image->modules, key);
  if (!cs_is(module, CS_L_MODULE)) return CS_ECORRUPT;
  home = cs_ref(CS_L_DICT, CS_PTR(ctx, cs_module, module)->dict);
  while (st == CS_OK && cs_dict_next(ctx, home, &pos, &key, &v)) {
    if (!cs_is(v, CS_L_NATIVE)) continue;
    if (all) st = cs_dict_set(ctx, dict, key, v);
    if (st == CS_OK) st = cs_int_new(ctx, cs_hash_id(cs_ref_off(v)), &hash);
    if (st == CS_OK) st = cs_list_append(ctx, hashes, hash);
  }
  return st;
}

/* Let programs of this slot hold the intrinsics.  Its image is private memory
 * (the first of a pool that keeps none ready); a shared one stays read-only. */
static void unmark_natives(const cs_ctx *ctx) {
  char *image = cs_at(ctx, CS_IMAGE_BASE);
  size_t len = ctx->image->end - CS_IMAGE_BASE;
  if (mprotect(image, len, PROT_READ | PROT_WRITE) != 0)
    die("the image is not private");
  cs_off off = (CS_IMAGE_BASE + (cs_off)sizeof(cs_image) + 15) & ~15u;
  while (off < ctx->image->end) {
    cs_obj *o = CS_AT(ctx, cs_obj, off);
    if (o->type == CS_L_NATIVE) o->flags &= (uint8_t)~CS_NATIVE_INNER;
    off += o->units * 16;
  }
  if (mprotect(image, len, PROT_READ) != 0) die("the image stays writable");
}

/* The verifier refuses a session whose program holds intrinsics.  This program
 * got them from us: load it where they are natives like all others, so that
 * the rest of the heap is still judged. */
static cs_status load_natives(const cs_limits *l, const void *bytes, size_t n) {
  cs_pool *pool;
  cs_engine *twin;
  if (cs_pool_new(0, &pool) != CS_OK ||
      cs_engine_new_in(pool, l, &twin) != CS_OK)
    die("no session");
  unmark_natives(&twin->ctx);
  twin->ctx.image_starts = cs_slot_starts(pool, &twin->ctx);
  cs_status st = cs_snap_load(&twin->ctx, bytes, n, l->memory);
  cs_engine_free(twin);
  cs_pool_free(pool);
  return st;
}

static cs_status load_plain(cs_pool *pool, const cs_limits *l,
                            const void *bytes, size_t n) {
  cs_engine *twin;
  cs_status st = cs_engine_load_in(pool, l, bytes, n, &twin);
  if (st == CS_OK) cs_engine_free(twin);
  return st;
}

/* Is everything in the heap still what it should be? */
static void check_heap(cs_pool *pool, const cs_limits *l, cs_engine *e,
                       const job *j) {
  void *bytes;
  size_t n;
  cs_engine_abandon(e);
  if (cs_engine_dump(e, &bytes, &n) != CS_OK) return; /* too large */
  cs_status st =
      j->natives ? load_natives(l, bytes, n) : load_plain(pool, l, bytes, n);
  if (st != CS_OK) die("the heap is damaged");
  free(bytes);
}

/* The program, up to where it asks for its seed: finding everything takes
 * longer than hundreds of calls. */
static cs_engine *start(cs_pool *pool, const cs_limits *l, const text *t,
                        const job *j) {
  cs_engine *e;
  char *program = malloc(t->len + 4096);
  if (!program || cs_engine_new_in(pool, l, &e) != CS_OK) die("no session");
  int n = snprintf(program, 4096, "COUNT = %llu; TRACE = %d\n",
                   (unsigned long long)j->calls, (int)j->trace);
  memcpy(program + n, t->data, t->len);
  if (give_modules(&e->ctx) != CS_OK ||
      give_natives(&e->ctx, j->natives) != CS_OK ||
      cs_engine_add_host(e, "ready") != CS_OK)
    die("no natives");
  cs_stop stop = cs_engine_start(e, program, (size_t)n + t->len, "calls.py", 0);
  while (stop == CS_STOP_FLUSH) {
    take(e, j);
    stop = cs_run(e);
  }
  if (stop != CS_STOP_CALL) die("the program did not start");
  free(program);
  return e;
}

/* One seed, from where the program asks for it. */
static void go_on(cs_pool *pool, const cs_limits *l, cs_engine *e,
                  const job *j) {
  started = clock();
  cs_engine_on_poll(e, is_late, NULL);
  if (cs_engine_reply_int(e, (int64_t)seed) != CS_OK) die("no seed");
  cs_stop stop = finish(e, cs_run(e), j);
  if (stop == CS_STOP_FAILED) die("the engine failed");
  if (j->trace && stop == CS_STOP_RAISED) {
    size_t len;
    const char *why = cs_engine_error(e, &len);
    fprintf(stderr, "%.*s\n", (int)len, why);
  }
  check_heap(pool, l, e, j);
  cs_engine_free(e);
}

/* All seeds, each from a copy of one session that has found everything.  What
 * holds intrinsics cannot be loaded as such: it starts afresh every time. */
static void run_all(cs_pool *pool, const cs_limits *l, const text *t,
                    const job *j) {
  cs_engine *e = start(pool, l, t, j);
  void *bytes = NULL;
  size_t n = 0;
  if (!j->natives && cs_engine_dump(e, &bytes, &n) != CS_OK) die("no dump");
  for (seed = j->first; seed < j->first + j->runs; seed++) {
    if (!e && j->natives) e = start(pool, l, t, j);
    if (!e && cs_engine_load_in(pool, l, bytes, n, &e) != CS_OK) die("no copy");
    go_on(pool, l, e, j);
    e = NULL;
  }
  free(bytes);
}

static job parse(int argc, char **argv) {
  job j = {.first = strtoull(argv[2], NULL, 10),
           .runs = strtoull(argv[3], NULL, 10),
           .calls = strtoull(argv[4], NULL, 10)};
  for (int i = 5; i < argc; i++) {
    j.natives = j.natives || strcmp(argv[i], "natives") == 0;
    j.trace = j.trace || strcmp(argv[i], "trace") == 0;
  }
  return j;
}

int main(int argc, char **argv) {
  cs_pool *pool;
  cs_limits l;
  if (argc < 5) return 2;
  job j = parse(argc, argv);
  if (__sanitizer_set_death_callback) {
    __sanitizer_set_death_callback(tell);
  } else {
    signal(SIGSEGV, tell_signal);
    signal(SIGBUS, tell_signal);
  }
  signal(SIGABRT, tell_signal);
  cs_limits_default(&l);
  l.memory = 96 << 20;
  l.fuel = UINT64_C(10000000); /* a loop over range(2**70) ends soon */
  if (cs_pool_new(2, &pool) != CS_OK) return 2;
  text t = read_file(argv[1]);
  run_all(pool, &l, &t, &j);
  printf("%llu calls in %llu runs\n", (unsigned long long)done,
         (unsigned long long)j.runs);
  free(t.data);
  cs_pool_free(pool);
  return 0;
}
