/*
 * test_natives.c - every native with every sort of argument, called directly.
 *
 * Kinds (types/kinds.def) protect the natives that declare them; the others
 * look at their arguments by themselves, most of them with texts of CPython
 * that depend on the argument.  This proves that they all do: each native of
 * the tables is called as C code of the VM calls it, with every sample in every
 * place, receivers included, and chance in the other places.  Debug builds
 * check the layout at every CS_PTR, so one that believes its caller dies; what
 * it returns must be a value, and the heap must still verify afterwards.
 *
 * A process for each native, so that all of those that fail are named at once.
 * CAISSON_CASES=n: n calls of each sample and place (default 1).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "py/engine.h"
#include "py/heap/frame.h"
#include "py/types/ops.h"
#include "py/types/type.h"
#include "py/vm/natives.h"
#include "samples.h"

#define PARAMS  12
#define SAMPLES 400
#define SECONDS 20 /* of CPU time for one native */

static cs_pool *pool;
static cs_limits limits;
static cs_engine *engine;
static cs_value sample[SAMPLES];
static uint32_t nsamples;
static uint64_t state_of_chance = 1;

static uint32_t chance(uint32_t n) {
  uint64_t z = state_of_chance += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return (uint32_t)((z ^ z >> 31) >> 32) % n;
}

/* The samples, in a session that waits for its host: it has frames. */
static int open_engine(void **state) {
  (void)state;
  cs_limits_default(&limits);
  size_t n = strlen(samples_text) + 64;
  char *text = malloc(n);
  if (!text || cs_pool_new(2, &pool) != CS_OK ||
      cs_engine_new_in(pool, &limits, &engine) != CS_OK)
    return -1;
  (void)snprintf(text, n, "%sdef f(): host()\nf()\n", samples_text);
  if (cs_engine_add_host(engine, "host") != CS_OK) return -1;
  cs_stop stop = cs_engine_start(engine, text, strlen(text), "samples.py", 0);
  free(text);
  if (stop != CS_STOP_CALL) return -1;
  cs_value list = samples(&engine->ctx);
  nsamples = cs_list_len(&engine->ctx, list);
  if (nsamples >= SAMPLES) return -1;
  for (uint32_t i = 0; i < nsamples; i++)
    sample[i] = cs_list_at(&engine->ctx, list, i);
  sample[nsamples++] = CS_UNBOUND;
  return 0;
}

static int close_engine(void **state) {
  (void)state;
  cs_engine_free(engine);
  cs_pool_free(pool);
  return 0;
}

/* The object of a native, which knows how many parameters there are. */
static const cs_native *native_of(const cs_ctx *ctx, uint32_t id) {
  cs_off off = (CS_IMAGE_BASE + (cs_off)sizeof(cs_image) + 15) & ~15u;
  for (; off < ctx->image->end; off += CS_AT(ctx, cs_obj, off)->units * 16) {
    const cs_native *nat = CS_AT(ctx, cs_native, off);
    if (nat->h.type == CS_L_NATIVE && nat->id == id) return nat;
  }
  return NULL;
}

/* Would the VM give this receiver to the native?  It looks at its class. */
static bool is_receiver(cs_ctx *ctx, const cs_native *nat, cs_value v) {
  if (!nat->owner || cs_is_unbound(v)) return !nat->owner;
  if (nat->h.flags & CS_NATIVE_CLASS)
    return cs_is_type(v) && cs_type_sub(ctx, cs_ref_off(v), nat->owner);
  if (nat->h.flags & CS_NATIVE_METHOD) return cs_type_is(ctx, v, nat->owner);
  return true;
}

static cs_value receiver(cs_ctx *ctx, const cs_native *nat, cs_value v) {
  bool payload = cs_is_instance(v) && cs_ref_type(v) >> 8 &&
                 (nat->h.flags & CS_NATIVE_METHOD) &&
                 nat->owner != ctx->image->cls[CS_L_INSTANCE];
  ctx->payload = payload;
  return payload ? cs_unwrap(ctx, v) : v;
}

static void call(cs_ctx *ctx, const cs_native *nat, cs_value *args,
                 uint32_t n) {
  cs_value out = CS_UNBOUND;
  args[0] = n ? receiver(ctx, nat, args[0]) : args[0];
  ctx->native = nat->id;
  ctx->nwords = 0;
  ctx->fuel = INT32_MAX;
  cs_status st = cs_natives_leaf(nat->id)(ctx, args, n, &out);
  ctx->payload = false;
  if (st == CS_OK && cs_is_ref(out) &&
      CS_AT(ctx, cs_obj, cs_ref_off(out))->type != cs_ref_type(out))
    abort(); /* no value */
}

/* Every sample in place `at`. */
static void try_place(cs_ctx *ctx, const cs_native *nat, uint32_t n,
                      uint32_t at) {
  for (uint32_t k = 0; k < nsamples; k++) {
    cs_value *args = CS_AT(ctx, cs_value, cs_frame_end(ctx, cs_frame_top(ctx)));
    for (uint32_t i = 0; i < PARAMS; i++)
      args[i] = i < n ? sample[chance(nsamples)] : CS_UNBOUND;
    args[at] = sample[k];
    for (int i = 0; i < 200 && !is_receiver(ctx, nat, args[0]) && at; i++)
      args[0] = sample[chance(nsamples)];
    if (n == 0 || is_receiver(ctx, nat, args[0])) call(ctx, nat, args, n);
  }
}

static void try_native(cs_ctx *ctx, const cs_native *nat, uint32_t cases) {
  bool any = nat->max == 255 || nat->h.flags & CS_NATIVE_WORDS;
  uint32_t least = any ? nat->owner != 0 : nat->max, most = any ? 5 : nat->max;
  for (uint32_t c = 0; c < cases; c++)
    for (uint32_t n = least; n <= most; n++)
      for (uint32_t at = 0; at < (n ? n : 1); at++) try_place(ctx, nat, n, at);
}

/* Is all of the heap still what the verifier takes for a state of the engine?
 */
static bool is_sound(void) {
  void *bytes;
  size_t n;
  cs_engine *copy;
  if (cs_engine_dump(engine, &bytes, &n) != CS_OK) return false;
  return cs_engine_load_in(pool, &limits, bytes, n, &copy) == CS_OK;
}

/* In a process of its own: false if that died. */
static bool survives(const cs_native *nat, uint32_t cases) {
  pid_t child = fork();
  int status;
  assert_true(child >= 0);
  if (child == 0) {
    const struct rlimit late = {SECONDS, SECONDS};
    (void)setrlimit(RLIMIT_CPU, &late);
    (void)signal(SIGSEGV, SIG_DFL); /* cmocka's would run our parent's tests */
    (void)signal(SIGBUS, SIG_DFL);
    state_of_chance = nat->id;
    try_native(&engine->ctx, nat, cases);
    _exit(is_sound() ? 0 : 3);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
  const cs_native_def *d =
      &cs_natives_table[nat->id / CS_NATIVE_TABLE][nat->id % CS_NATIVE_TABLE];
  print_message("%s %s%s: status %x\n", d->owner, d->name, d->signature,
                (unsigned)status);
  return false;
}

static void natives_believe_nobody(void **state) {
  const char *env = getenv("CAISSON_CASES");
  uint32_t cases = env ? (uint32_t)strtoul(env, NULL, 10) : 1;
  uint32_t tried = 0, failed = 0;
  (void)state;
  for (uint32_t t = 0; t < cs_natives_tables; t++)
    for (uint32_t i = 0; cs_natives_table[t][i].name; i++) {
      const cs_native *nat = native_of(&engine->ctx, t * CS_NATIVE_TABLE + i);
      if (!nat) continue;
      tried++;
      failed += !survives(nat, cases);
    }
  print_message("%u natives, %u believe what they get\n", tried, failed);
  assert_true(tried > 1000);
  assert_int_equal(failed, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(natives_believe_nobody),
  };
  return cmocka_run_group_tests(tests, open_engine, close_engine);
}
