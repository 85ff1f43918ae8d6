/*
 * test_snapshot.c - host calls, dumps, hostile bytes.
 *
 * Programs call host functions from every kind of place; at each call the
 * session is dumped, loaded into a second engine and continued there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "py/engine.h"
#include "py/engine_in.h"
#include "py/heap/dict.h"
#include "py/heap/frame.h"
#include "py/heap/opcode.h"
#include "py/heap/str.h"
#include "py/vm/vm.h"

typedef struct out {
  char text[8192];
  size_t n;
} out;

static void collect(cs_engine *e, out *o) {
  size_t n;
  int kind;
  const char *s = cs_engine_output(e, &n, &kind);
  if (n > sizeof o->text - o->n - 1) n = sizeof o->text - o->n - 1;
  memcpy(o->text + o->n, s, n);
  o->n += n;
  o->text[o->n] = 0;
}

/* host(x) answers 10 * x. */
static void reply(cs_engine *e) {
  int64_t i = 0;
  assert_true(cs_engine_ask_int(e, 0, &i));
  assert_int_equal(cs_engine_reply_int(e, i * 10), CS_OK);
}

/* Run `text`; with `hop`, every stop continues in a loaded copy. */
static void run(const char *text, bool hop, out *o) {
  cs_limits limits;
  cs_limits_default(&limits);
  cs_engine *e;
  assert_int_equal(cs_engine_new(&limits, &e), CS_OK);
  assert_int_equal(cs_engine_add_host(e, "host"), CS_OK);
  cs_stop stop = cs_engine_start(e, text, strlen(text), "t.py", 0);
  collect(e, o);
  while (stop == CS_STOP_CALL) {
    if (hop) {
      void *bytes, *again;
      size_t n, m;
      cs_engine *twin;
      assert_int_equal(cs_engine_dump(e, &bytes, &n), CS_OK);
      assert_int_equal(cs_engine_load(&limits, bytes, n, &twin), CS_OK);
      assert_int_equal(cs_engine_dump(twin, &again, &m), CS_OK);
      assert_int_equal(n, m);
      assert_memory_equal(bytes, again, n);
      free(again);
      free(bytes);
      cs_engine_free(e);
      e = twin;
    }
    reply(e);
    stop = cs_run(e);
    collect(e, o);
  }
  if (stop != CS_STOP_DONE) {
    size_t n;
    fprintf(stderr, "%s\n", cs_engine_error(e, &n));
  }
  assert_int_equal(stop, CS_STOP_DONE);
  cs_engine_free(e);
}

static const char *const programs[] = {
    "print(host(1) + host(2))",
    "def f(a, b=host(3)):\n  return a + b + host(4)\nprint(f(1), f(2, 2))",
    "def g():\n  for i in range(3):\n    yield host(i)\n"
    "print(list(g()), sum(g()))",
    "print([host(i) for i in range(4)], {i: host(i) for i in (1, 2)})",
    "try:\n  x = host(1)\n  1 // 0\nexcept ZeroDivisionError:\n  x += host(2)\n"
    "finally:\n  x += host(3)\nprint(x)",
    "def outer():\n  n = host(5)\n  def inner():\n    nonlocal n\n"
    "    n += host(1)\n    return n\n  return inner\n"
    "h = outer()\nprint(h(), h())",
    "d = {'a': [1, 2.5, None, True], 'b': (1, 'x' * 300)}\n"
    "s = 'é' * 200\nbig = 3 ** 200\nz = host(7)\n"
    "print(z, d, len(s), big % 1000, s[150])",
    "N = {f's{i}': i for i in range(300)}\n"
    "class A: __slots__ = tuple(N)\n"
    "class B(A): pass\na, b = A(), B()\n"
    "for n in N: setattr(a, n, host(N[n]) if N[n] > 297 else N[n])\n"
    "b.s299 = 1\nb.extra = 2\n"
    "print(a.s299, a.s7, b.s299, b.extra, hasattr(b, 's1'))\n",
};

static void runs_continue_in_a_loaded_copy(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    out here = {.n = 0}, there = {.n = 0};
    run(programs[i], false, &here);
    run(programs[i], true, &there);
    assert_string_equal(here.text, there.text);
    assert_true(here.n > 0);
  }
}

/* A session stopped inside a call. */
static cs_engine *stopped(const char *text) {
  cs_limits limits;
  cs_limits_default(&limits);
  cs_engine *e;
  assert_int_equal(cs_engine_new(&limits, &e), CS_OK);
  assert_int_equal(cs_engine_add_host(e, "host"), CS_OK);
  assert_int_equal(cs_engine_start(e, text, strlen(text), "t.py", 0),
                   CS_STOP_CALL);
  return e;
}

static void a_fork_is_independent(void **state) {
  (void)state;
  cs_engine *a = stopped("x = host(1)\nx += 1\nprint(x)"), *b;
  assert_int_equal(cs_engine_fork(a, &b), CS_OK);
  assert_int_equal(cs_engine_reply_int(a, 1), CS_OK);
  assert_int_equal(cs_engine_reply_int(b, 100), CS_OK);
  out oa = {.n = 0}, ob = {.n = 0};
  assert_int_equal(cs_run(a), CS_STOP_DONE);
  assert_int_equal(cs_run(b), CS_STOP_DONE);
  collect(a, &oa);
  collect(b, &ob);
  assert_string_equal(oa.text, "2\n");
  assert_string_equal(ob.text, "101\n");
  cs_engine_free(a);
  cs_engine_free(b);
}

static void an_injected_exception_is_catchable(void **state) {
  (void)state;
  cs_engine *e =
      stopped("try:\n  host(1)\nexcept ValueError as x:\n  print('caught', x)");
  assert_int_equal(cs_engine_reply_error(e, "ValueError", "no such row"),
                   CS_OK);
  assert_int_equal(cs_run(e), CS_STOP_DONE);
  out o = {.n = 0};
  collect(e, &o);
  assert_string_equal(o.text, "caught no such row\n");
  cs_engine_free(e);
}

/* Mutated bytes: refused, or runs within its limits; never a crash. */
static void mutated_dumps_do_no_harm(void **state) {
  (void)state;
  cs_engine *e = stopped(programs[6]);
  cs_limits limits;
  cs_limits_default(&limits);
  limits.fuel = 200000;
  void *bytes;
  size_t n;
  assert_int_equal(cs_engine_dump(e, &bytes, &n), CS_OK);
  cs_engine_free(e);
  unsigned char *copy = malloc(n);
  uint64_t seed = 12345;
  int loaded = 0;
  for (int i = 0; i < 1500; i++) {
    memcpy(copy, bytes, n);
    for (int k = 0; k < 1 + i % 3; k++) {
      seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
      copy[(seed >> 20) % n] ^= (unsigned char)(1u << (seed >> 60 & 7));
    }
    cs_engine_fix_checks(copy, n);
    cs_engine *m;
    if (cs_engine_load(&limits, copy, n, &m) != CS_OK) continue;
    loaded++;
    cs_stop stop = CS_STOP_CALL;
    for (int s = 0; s < 4 && stop == CS_STOP_CALL; s++) {
      if (cs_engine_reply_int(m, 5) != CS_OK) break;
      stop = cs_run(m);
    }
    cs_engine_free(m);
  }
  free(copy);
  free(bytes);
  assert_true(loaded > 0);
}

/* Two frames in the registers of one generator: what the second one holds would
 * be garbage as soon as the first one ends. */
static void a_generator_has_one_frame(void **state) {
  (void)state;
  cs_engine *e = stopped(
      "def g(n):\n  if n:\n    yield from g(n - 1)\n  else:\n    yield "
      "host(1)\n"
      "print(list(g(1)))");
  cs_limits limits;
  cs_limits_default(&limits);
  void *bytes;
  size_t n;
  cs_engine *m;
  cs_frame *inner = cs_frame_top(&e->ctx), *outer = inner;
  while (!(inner->flags & CS_FRAME_GEN)) inner--;
  for (outer = inner - 1; !(outer->flags & CS_FRAME_GEN);) outer--;
  assert_int_equal(cs_engine_dump(e, &bytes, &n), CS_OK);
  assert_int_equal(cs_engine_load(&limits, bytes, n, &m), CS_OK);
  cs_engine_free(m);
  free(bytes);
  inner->base = outer->base;
  assert_int_equal(cs_engine_dump(e, &bytes, &n), CS_OK);
  assert_int_not_equal(cs_engine_load(&limits, bytes, n, &m), CS_OK);
  free(bytes);
  cs_engine_free(e);
}

/* The first instruction `op` in the code of the session's own functions. */
static uint32_t *find_insn(cs_engine *e, uint32_t op, uint32_t *nregs) {
  cs_ctx *ctx = &e->ctx;
  for (uint64_t off = CS_HEAP_BASE; off < ctx->head->heap_top;) {
    const cs_obj *o = CS_AT(ctx, cs_obj, (cs_off)off);
    if ((o->type & 0xFF) == CS_L_CODE) {
      const cs_code *c = CS_AT(ctx, cs_code, (cs_off)off);
      uint32_t *code =
          CS_AT(ctx, uint32_t, c->insns + (cs_off)offsetof(cs_raw, data));
      for (uint32_t pc = 0; pc < c->ninsns; pc += cs_ops_words[code[pc] & 0xFF])
        if ((code[pc] & 0xFF) == op) {
          *nregs = c->nregs;
          return &code[pc];
        }
    }
    off += (uint64_t)o->units * 16;
  }
  abort();
}

static bool loads(cs_engine *e) {
  cs_limits limits;
  cs_limits_default(&limits);
  void *bytes;
  size_t n;
  cs_engine *m;
  assert_int_equal(cs_engine_dump(e, &bytes, &n), CS_OK);
  cs_status st = cs_engine_load(&limits, bytes, n, &m);
  if (st == CS_OK) cs_engine_free(m);
  free(bytes);
  return st == CS_OK;
}

/* A method call takes what it is called on out of its arguments, and a call in
 * a generator lends two registers always: both must be there. */
static void forged_calls_are_refused(void **state) {
  static const uint32_t ops[] = {CS_I_CALLM, CS_I_CALLMKW, CS_I_CALL};
  (void)state;
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
    cs_engine *e = stopped(
        "def g(x):\n  a = x.m()\n  b = x.m(k=1)\n  yield len(a)\nhost(1)");
    uint32_t nregs, *ins = find_insn(e, ops[i], &nregs);
    assert_true(loads(e));
    if (ops[i] == CS_I_CALLM) *ins &= 0xFF00FFFF; /* not even itself */
    if (ops[i] == CS_I_CALLMKW) *ins = (*ins & 0xFF00FFFF) | 1u << 16;
    if (ops[i] == CS_I_CALL) *ins = (*ins & 0xFF0000FF) | (nregs - 1) << 8;
    assert_false(loads(e));
    cs_engine_free(e);
  }
}

/* Results that finish a jump or an unpacking want one before the pc. */
static void forged_returns_are_refused(void **state) {
  static const uint8_t kinds[] = {CS_RET_COND, CS_RET_UNPACK, CS_RET_ITER,
                                  CS_RET_NEXT, CS_RET_SEND};
  (void)state;
  cs_engine *e =
      stopped("class A:\n  p = property(lambda self: host(1))\nprint(A().p)");
  cs_frame *f = cs_frame_top(&e->ctx);
  while (f[-1].kind != CS_RET_MODULE) f--;
  uint8_t kind = f->kind;
  for (size_t i = 0; i < sizeof kinds; i++) {
    assert_true(loads(e));
    f->kind = kinds[i];
    assert_false(loads(e));
    f->kind = kind;
  }
  cs_engine_free(e);
}

/* What an operator tries after NotImplemented is found by its number. */
static void forged_operators_are_refused(void **state) {
  static const uint8_t modes[] = {CS_B_MATMUL + 1, 15, CS_MODE_COMPARE | 6,
                                  CS_MODE_COMPARE | 15, 3 * CS_MODE_STAGE};
  (void)state;
  cs_engine *e =
      stopped("class A:\n  def __add__(self, o): return host(1)\nA() + 1");
  cs_frame *f = cs_frame_top(&e->ctx);
  while (f->kind != CS_RET_NOTIMPL) f--;
  uint8_t mode = f->mode;
  for (size_t i = 0; i < sizeof modes; i++) {
    assert_true(loads(e));
    f->mode = modes[i];
    assert_false(loads(e));
    f->mode = mode;
  }
  cs_engine_free(e);
}

/* Variables are shown by their registers: there is one for each. */
static void forged_names_are_refused(void **state) {
  (void)state;
  cs_engine *e = stopped("n = tuple('v%d' % i for i in range(300))\nhost(1)");
  cs_ctx *ctx = &e->ctx;
  cs_value key, globals = ctx->head->root[CS_ROOT_GLOBALS];
  assert_int_equal(cs_str_intern_bytes(ctx, "n", 1, &key), CS_OK);
  assert_true(loads(e));
  for (uint64_t off = CS_HEAP_BASE; off < ctx->head->heap_top;) {
    const cs_obj *o = CS_AT(ctx, cs_obj, (cs_off)off);
    if ((o->type & 0xFF) == CS_L_CODE)
      CS_AT(ctx, cs_code, (cs_off)off)->varnames =
          cs_dict_get_name(ctx, globals, key);
    off += (uint64_t)o->units * 16;
  }
  assert_false(loads(e));
  cs_engine_free(e);
}

/* Code would look into the one dict where the keys of the other are. */
static void no_two_dicts_have_one_version(void **state) {
  (void)state;
  cs_engine *e = stopped("def f():\n  return host\nf()(len('a'))");
  cs_ctx *ctx = &e->ctx;
  cs_value globals = ctx->head->root[CS_ROOT_GLOBALS], other;
  uint32_t version = CS_PTR(ctx, cs_dict, globals)->keyver;
  assert_int_not_equal(version, 0);
  assert_int_equal(cs_dict_new(ctx, 0, &other), CS_OK);
  uint32_t *forged = &CS_PTR(ctx, cs_dict, other)->keyver;
  assert_true(loads(e));
  *forged = version;
  assert_false(loads(e)); /* another has it */
  *forged = version - 1;
  assert_false(loads(e)); /* not one of them */
  *forged = (uint32_t)ctx->head->keyver + CS_DICT_NEXT_VERSION;
  assert_false(loads(e)); /* another will have it */
  *forged = CS_DICT_VERSION;
  assert_false(loads(e)); /* one of the image may have it */
  *forged = 0;
  assert_true(loads(e));
  cs_engine_free(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(runs_continue_in_a_loaded_copy),
      cmocka_unit_test(a_fork_is_independent),
      cmocka_unit_test(an_injected_exception_is_catchable),
      cmocka_unit_test(mutated_dumps_do_no_harm),
      cmocka_unit_test(a_generator_has_one_frame),
      cmocka_unit_test(forged_calls_are_refused),
      cmocka_unit_test(forged_names_are_refused),
      cmocka_unit_test(forged_operators_are_refused),
      cmocka_unit_test(forged_returns_are_refused),
      cmocka_unit_test(no_two_dicts_have_one_version)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
