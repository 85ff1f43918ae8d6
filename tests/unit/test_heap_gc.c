/*
 * test_heap_gc.c - containers survive collections, garbage does not.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "heap_fixture.h"
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"

static void put(fixture *f, cs_value d, uint32_t i) {
  cs_ctx *ctx = &f->ctx;
  char text[40];
  cs_value key, set, list, pair[2], big;
  int n = sprintf(text, "a key for number %u", i);
  OK(cs_str_new(ctx, text, (size_t)n, &key));
  OK(cs_set_new(ctx, CS_L_SET, &set));
  for (uint32_t k = 0; k < i % 20; k++) OK(cs_set_add(ctx, set, cs_int(k)));
  OK(cs_int_binop(ctx, CS_B_LSHIFT, cs_int(i), cs_int(70), &big));
  OK(cs_list_new(ctx, &big, 1, &list));
  pair[0] = set;
  pair[1] = list;
  OK(cs_tuple_new(ctx, pair, 2, &pair[0]));
  OK(cs_dict_set(ctx, d, key, pair[0]));
}

static void check(fixture *f, cs_value d, uint32_t i) {
  cs_ctx *ctx = &f->ctx;
  char text[40];
  cs_value v, big;
  sprintf(text, "a key for number %u", i);
  OK(cs_dict_get(ctx, d, fx_str(f, text), &v));
  assert_int_equal(cs_set_len(ctx, cs_tuple_at(ctx, v, 0)), i % 20);
  OK(cs_int_binop(ctx, CS_B_LSHIFT, cs_int(i), cs_int(70), &big));
  cs_value item = cs_list_at(ctx, cs_tuple_at(ctx, v, 1), 0);
  assert_int_equal(cs_int_compare(ctx, item, big), 0);
}

static void reachable_objects_survive(void **state) {
  (void)state;
  static fixture f;
  fx_open(&f, 64 << 20);
  OK(cs_arena_commit(&f.arena, CS_FRAMES_BASE, CS_FRAMES_BASE + CS_PAGE));
  OK(cs_arena_commit(&f.arena, CS_STACK_BASE, CS_STACK_BASE + CS_PAGE));
  cs_ctx *ctx = &f.ctx;
  cs_value d, gone;
  OK(cs_dict_new(ctx, 0, &d));
  ctx->head->root[CS_ROOT_GLOBALS] = d;
  for (uint32_t i = 0; i < 3000; i++) {
    put(&f, d, i);
    if (i >= 100) { /* a window of 100 keys stays alive */
      char text[40];
      sprintf(text, "a key for number %u", i - 100);
      OK(cs_dict_del(ctx, d, fx_str(&f, text), &gone));
    }
    if (i % 97 == 0) cs_gc_collect(ctx);
  }
  cs_gc_collect(ctx);
  assert_true(cs_alloc_live(ctx->head) < 200000);
  for (uint32_t i = 2900; i < 3000; i++) check(&f, d, i);
  ctx->head->root[CS_ROOT_GLOBALS] = CS_NONE;
  cs_gc_collect(ctx);
  assert_true(cs_alloc_live(ctx->head) < 100);
  fx_close(&f);
}

static void shared_buffers_survive(void **state) {
  (void)state;
  static fixture f;
  fx_open(&f, 64 << 20);
  OK(cs_arena_commit(&f.arena, CS_FRAMES_BASE, CS_FRAMES_BASE + CS_PAGE));
  OK(cs_arena_commit(&f.arena, CS_STACK_BASE, CS_STACK_BASE + CS_PAGE));
  cs_ctx *ctx = &f.ctx;
  cs_value s = fx_str(&f, "");
  for (int i = 0; i < 5000; i++) {
    OK(cs_str_concat(ctx, s, fx_str(&f, "\xC3\xA9t\xC3\xA9 "), &s));
    ctx->head->root[CS_ROOT_RESULT] = s;
    if (i % 50 == 0) cs_gc_collect(ctx);
    uint32_t last = cs_str_chars(ctx, s) - 1;
    assert_int_equal(cs_str_offset(ctx, s, last), cs_str_bytes(ctx, s) - 1);
  }
  cs_gc_collect(ctx);
  assert_int_equal(cs_str_chars(ctx, s), 20000);
  uint32_t n;
  const char *data = cs_str_data(ctx, s, &n);
  for (uint32_t i = 0; i < n; i += 6)
    assert_memory_equal(data + i, "\xC3\xA9t\xC3\xA9 ", 6);
  fx_close(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reachable_objects_survive),
      cmocka_unit_test(shared_buffers_survive),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
