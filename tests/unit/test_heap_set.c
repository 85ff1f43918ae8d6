/*
 * test_heap_set.c - sets keep CPython's order through any history.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "heap_fixture.h"
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "vec/set.inc"

enum { ADD, DISCARD, POP, COPY, UPDATE, CLEAR, CHECK, END };

static cs_value number(cs_ctx *ctx, int64_t doubled) {
  cs_value v = CS_NONE;
  if (doubled & 1) return cs_float((double)doubled / 2);
  OK(cs_int_new(ctx, doubled / 2, &v));
  return v;
}

static void assert_same(cs_ctx *ctx, cs_value v, int64_t doubled) {
  bool same;
  OK(cs_eq_value(ctx, v, number(ctx, doubled), &same));
  assert_true(same);
}

static const int64_t *check(cs_ctx *ctx, cs_value s, const int64_t *p) {
  int64_t n = *p++;
  assert_int_equal(cs_set_len(ctx, s), n);
  uint32_t pos = 0;
  cs_value key;
  for (; n > 0; n--) {
    assert_true(cs_set_next(ctx, s, &pos, &key));
    assert_same(ctx, key, *p++);
  }
  assert_false(cs_set_next(ctx, s, &pos, &key));
  return p;
}

static const int64_t *update(cs_ctx *ctx, cs_value s, const int64_t *p) {
  cs_value other;
  OK(cs_set_new(ctx, CS_L_SET, &other));
  for (int64_t n = *p++; n > 0; n--)
    OK(cs_set_add(ctx, other, number(ctx, *p++)));
  OK(cs_set_update(ctx, s, other));
  return p;
}

/* Run one program; returns where the next one starts. */
static const int64_t *run(cs_ctx *ctx, const int64_t *p) {
  cs_value s, key;
  bool had;
  OK(cs_set_new(ctx, CS_L_SET, &s));
  for (;;) {
    int64_t op = *p++;
    if (op == END) return p;
    if (op == ADD) {
      OK(cs_set_add(ctx, s, number(ctx, *p++)));
    } else if (op == DISCARD) {
      OK(cs_set_del(ctx, s, number(ctx, *p++), &had));
    } else if (op == POP) {
      assert_true(cs_set_pop(ctx, s, &key));
      assert_same(ctx, key, *p++);
    } else if (op == COPY) {
      OK(cs_set_copy(ctx, s, CS_L_SET, &s));
    } else if (op == UPDATE) {
      p = update(ctx, s, p);
    } else if (op == CLEAR) {
      cs_set_clear(ctx, s);
    } else {
      p = check(ctx, s, p);
    }
  }
}

static void order_is_cpythons(void **state) {
  (void)state;
  fixture f;
  fx_open(&f, 64 << 20);
  for (const int64_t *p = set_programs; p < set_programs + COUNT(set_programs);)
    p = run(&f.ctx, p);
  fx_close(&f);
}

static void equal_numbers_are_one_element(void **state) {
  (void)state;
  fixture f;
  fx_open(&f, 1 << 20);
  cs_ctx *ctx = &f.ctx;
  cs_value s;
  bool has;
  OK(cs_set_new(ctx, CS_L_SET, &s));
  OK(cs_set_add(ctx, s, cs_int(1)));
  OK(cs_set_add(ctx, s, CS_TRUE));
  OK(cs_set_add(ctx, s, cs_float(1.0)));
  assert_int_equal(cs_set_len(ctx, s), 1);
  OK(cs_set_add(ctx, s, cs_float(0.0)));
  OK(cs_set_has(ctx, s, CS_FALSE, &has));
  assert_true(has);
  OK(cs_set_has(ctx, s, cs_float(-0.0), &has));
  assert_true(has);
  cs_value nan = (cs_value){CS_NAN_BITS};
  OK(cs_set_add(ctx, s, nan));
  OK(cs_set_has(ctx, s, nan, &has));
  assert_true(has); /* by identity */
  fx_close(&f);
}

static void failing_allocation_changes_nothing(void **state) {
  (void)state;
  fixture f;
  fx_open(&f, 4 << 20);
  cs_ctx *ctx = &f.ctx;
  cs_value s;
  bool has;
  OK(cs_set_new(ctx, CS_L_SET, &s));
  for (int i = 0; i < 2000; i++) {
    uint32_t before = cs_set_len(ctx, s);
    ctx->torture_n = 1; /* the next allocation fails */
    cs_status st = cs_set_add(ctx, s, cs_int(i * 3));
    ctx->torture_n = 0;
    if (st != CS_OK) {
      assert_int_equal(st, CS_RETRY);
      assert_int_equal(cs_set_len(ctx, s), before);
      OK(cs_set_has(ctx, s, cs_int(i * 3), &has));
      assert_false(has);
      OK(cs_set_add(ctx, s, cs_int(i * 3)));
    }
    assert_int_equal(cs_set_len(ctx, s), before + 1);
  }
  fx_close(&f);
}

static void unhashable_elements_throw(void **state) {
  (void)state;
  fixture f;
  fx_open(&f, 1 << 20);
  cs_ctx *ctx = &f.ctx;
  cs_value s, inner, frozen;
  OK(cs_set_new(ctx, CS_L_SET, &s));
  OK(cs_set_new(ctx, CS_L_SET, &inner));
  assert_int_equal(cs_set_add(ctx, s, inner), CS_THROW);
  assert_string_equal(fx_error, "TypeError: unhashable type: '8'");
  OK(cs_set_copy(ctx, inner, CS_L_FROZENSET, &frozen));
  OK(cs_set_add(ctx, s, frozen));
  cs_value image = fx_freeze(&f, s);
  assert_int_equal(cs_set_add(ctx, image, cs_int(1)), CS_THROW);
  fx_close(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(order_is_cpythons),
      cmocka_unit_test(equal_numbers_are_one_element),
      cmocka_unit_test(failing_allocation_changes_nothing),
      cmocka_unit_test(unhashable_elements_throw),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
