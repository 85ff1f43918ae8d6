/*
 * test_heap_equal.c - equality and hash of built-in values, lists and tuples.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>

#include "heap_fixture.h"
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"

static fixture f;

static bool equal(cs_value a, cs_value b) {
  bool same = false, other = false;
  OK(cs_eq_value(&f.ctx, a, b, &same));
  OK(cs_eq_value(&f.ctx, b, a, &other));
  assert_int_equal(same, other);
  return same;
}

static int64_t hash(cs_value v) {
  int64_t h = 0;
  OK(cs_hash_value(&f.ctx, v, &h));
  return h;
}

static cs_value tuple2(cs_value a, cs_value b) {
  cs_value items[2] = {a, b}, t;
  OK(cs_tuple_new(&f.ctx, items, 2, &t));
  return t;
}

static cs_value list1(cs_value a) {
  cs_value t;
  OK(cs_list_new(&f.ctx, &a, 1, &t));
  return t;
}

static cs_value frozen1(cs_value a) {
  cs_value s;
  OK(cs_set_new(&f.ctx, CS_L_FROZENSET, &s));
  OK(cs_set_add(&f.ctx, s, a));
  return s;
}

static cs_value complex_of(double re, double im) {
  cs_off off;
  OK(cs_alloc(&f.ctx, CS_L_COMPLEX, sizeof(cs_complex), &off));
  CS_AT(&f.ctx, cs_complex, off)->re = re;
  CS_AT(&f.ctx, cs_complex, off)->im = im;
  return cs_ref(CS_L_COMPLEX, off);
}

static void numbers_of_all_kinds(void **state) {
  (void)state;
  fx_open(&f, 1 << 20);
  cs_value ones[] = {cs_int(1), CS_TRUE, cs_float(1.0), complex_of(1, 0)};
  for (size_t i = 0; i < COUNT(ones); i++)
    for (size_t k = 0; k < COUNT(ones); k++) {
      assert_true(equal(ones[i], ones[k]));
      assert_int_equal(hash(ones[i]), hash(ones[k]));
    }
  cs_value nan = cs_float((double)NAN);
  assert_false(equal(nan, nan));
  assert_true(equal(tuple2(nan, nan), tuple2(nan, nan))); /* identity */
  assert_true(equal(cs_float(0.0), cs_float(-0.0)));
  assert_false(equal(cs_int(1), CS_NONE));
  assert_false(equal(cs_int(0), CS_NONE));
  assert_false(equal(fx_str(&f, "1"), cs_int(1)));
  assert_int_equal(hash(cs_int(-1)), -2);
  assert_int_equal(hash(cs_float(0.5)), INT64_C(1) << 60);
  assert_int_equal(hash(fx_str(&f, "")), 0);
  fx_close(&f);
}

static void containers_by_value(void **state) {
  (void)state;
  fx_open(&f, 1 << 20);
  cs_ctx *ctx = &f.ctx;
  cs_value one = cs_int(1), half = cs_float(0.5);
  assert_int_equal(hash(tuple2(one, cs_int(2))), INT64_C(-3550055125485641917));
  assert_int_equal(hash(tuple2(cs_float(1), cs_int(2))),
                   INT64_C(-3550055125485641917));
  assert_true(equal(tuple2(one, half), tuple2(CS_TRUE, half)));
  assert_false(equal(tuple2(one, half), tuple2(half, one)));
  assert_false(equal(tuple2(one, one), list1(one)));
  assert_true(equal(list1(list1(one)), list1(list1(CS_TRUE))));
  cs_value a, b;
  OK(cs_dict_new(ctx, 0, &a));
  OK(cs_dict_new(ctx, 0, &b));
  OK(cs_dict_set(ctx, a, fx_str(&f, "x"), list1(one)));
  OK(cs_dict_set(ctx, a, tuple2(one, one), half));
  OK(cs_dict_set(ctx, b, tuple2(CS_TRUE, one), half));
  assert_false(equal(a, b));
  OK(cs_dict_set(ctx, b, fx_str(&f, "x"), list1(CS_TRUE)));
  assert_true(equal(a, b)); /* order does not matter */
  OK(cs_dict_set(ctx, b, fx_str(&f, "x"), list1(half)));
  assert_false(equal(a, b));
  fx_close(&f);
}

static void sets_in_sets(void **state) {
  (void)state;
  fx_open(&f, 8 << 20);
  cs_ctx *ctx = &f.ctx;
  cs_value a = cs_int(1), b = CS_TRUE;
  for (int i = 0; i < 10; i++) { /* frozenset of tuple of frozenset ... */
    a = frozen1(tuple2(a, cs_int(i)));
    b = frozen1(tuple2(b, cs_int(i)));
    assert_false(cs_same(a, b));
    assert_true(equal(a, b));
    assert_int_equal(hash(a), hash(b));
  }
  assert_false(equal(a, frozen1(tuple2(b, cs_int(9)))));
  cs_value s;
  OK(cs_set_copy(ctx, a, CS_L_SET, &s));
  assert_true(equal(s, a));
  bool same;
  for (int i = 0; i < 100; i++) {
    a = frozen1(a);
    b = frozen1(b);
  }
  assert_int_equal(cs_eq_value(ctx, a, b, &same), CS_SLOW); /* too deep */
  fx_close(&f);
}

static void collisions_are_told_apart(void **state) {
  (void)state;
  fx_open(&f, 1 << 20);
  cs_ctx *ctx = &f.ctx;
  cs_value a, b;
  OK(cs_set_new(ctx, CS_L_SET, &a));
  OK(cs_set_new(ctx, CS_L_SET, &b));
  for (int i = 0; i < 4; i++) { /* all with hash 7 */
    OK(cs_set_put_hashed(ctx, a, list1(cs_int(i)), 7));
    OK(cs_set_put_hashed(ctx, b, list1(cs_int(3 - i)), 7));
  }
  assert_true(equal(a, b));
  uint32_t probe = 0;
  cs_set_del_at(ctx, b, cs_set_candidate(ctx, b, 7, &probe));
  OK(cs_set_put_hashed(ctx, b, list1(cs_int(9)), 7));
  assert_false(equal(a, b));
  fx_close(&f);
}

static void deep_nesting_is_for_the_prelude(void **state) {
  (void)state;
  fx_open(&f, 1 << 20);
  cs_ctx *ctx = &f.ctx;
  cs_value a = cs_int(1), b = cs_int(1), t = cs_int(1);
  bool same;
  int64_t h;
  for (int i = 0; i < 63; i++) {
    a = list1(a);
    b = list1(b);
    t = tuple2(t, t);
  }
  assert_true(equal(a, b));
  for (int i = 0; i < 3; i++) {
    a = list1(a);
    b = list1(b);
    t = tuple2(t, cs_int(2));
  }
  assert_int_equal(cs_eq_value(ctx, a, b, &same), CS_SLOW);
  assert_int_equal(cs_hash_value(ctx, t, &h), CS_SLOW);
  a = b = t = cs_int(1);
  for (int i = 0; i < 50; i++) { /* not deep, but 2^50 parts */
    a = tuple2(a, a);
    b = tuple2(b, b);
  }
  assert_int_equal(cs_eq_value(ctx, a, b, &same), CS_SLOW);
  assert_int_equal(cs_hash_value(ctx, a, &h), CS_SLOW);
  fx_close(&f);
}

static void unhashable_values_throw(void **state) {
  (void)state;
  fx_open(&f, 1 << 20);
  int64_t h;
  assert_int_equal(cs_hash_value(&f.ctx, tuple2(list1(CS_NONE), CS_NONE), &h),
                   CS_THROW);
  assert_string_equal(fx_error, "TypeError: unhashable type: '5'");
  fx_close(&f);
}

/* An instance of a class with these flags and this payload. */
static cs_value instance(uint32_t flags, uint32_t payload, cs_value inner) {
  cs_off cls, shape, off;
  OK(cs_alloc(&f.ctx, CS_L_TYPE, sizeof(cs_type), &cls));
  OK(cs_alloc(&f.ctx, CS_L_SHAPE, sizeof(cs_shape), &shape));
  uint32_t type = CS_L_INSTANCE | payload << 8;
  OK(cs_alloc(&f.ctx, type, sizeof(cs_instance) + 8, &off));
  CS_AT(&f.ctx, cs_type, cls)->flags = flags;
  CS_AT(&f.ctx, cs_shape, shape)->cls = cls;
  CS_AT(&f.ctx, cs_instance, off)->shape = shape;
  CS_AT(&f.ctx, cs_instance, off)->slot[0] = inner;
  return cs_ref(type, off);
}

static void instances_by_identity_payload_or_python(void **state) {
  (void)state;
  fx_open(&f, 1 << 20);
  cs_ctx *ctx = &f.ctx;
  cs_value a = instance(0, 0, CS_NONE), b = instance(0, 0, CS_NONE);
  assert_true(equal(a, a));
  assert_false(equal(a, b));
  assert_int_not_equal(hash(a), hash(b));
  cs_value s = instance(0, CS_L_STR, fx_str(&f, "text"));
  assert_true(equal(s, fx_str(&f, "text")));
  assert_int_equal(hash(s), hash(fx_str(&f, "text")));
  cs_value user = instance(CS_TYPE_HEQ | CS_TYPE_HHASH, 0, CS_NONE), d, v;
  bool same;
  int64_t h;
  assert_int_equal(cs_eq_value(ctx, user, user, &same), CS_SLOW);
  assert_int_equal(cs_eq_value(ctx, list1(a), list1(user), &same), CS_SLOW);
  assert_true(equal(list1(user), list1(user)));
  assert_int_equal(cs_hash_value(ctx, user, &h), CS_SLOW);
  OK(cs_dict_new(ctx, 0, &d));
  OK(cs_dict_set(ctx, d, s, cs_int(1)));
  OK(cs_dict_get(ctx, d, fx_str(&f, "text"), &v));
  assert_int_equal(cs_int_of(v), 1);
  assert_int_equal(cs_dict_get(ctx, d, user, &v), CS_SLOW);
  OK(cs_dict_put_hashed(ctx, d, user, hash(cs_int(5)), cs_int(2)));
  assert_int_equal(cs_dict_get(ctx, d, cs_int(5), &v), CS_SLOW);
  fx_close(&f);
}

static void lists_grow_linearly(void **state) {
  (void)state;
  fx_open(&f, 64 << 20);
  cs_ctx *ctx = &f.ctx;
  cs_value l, empty, t;
  OK(cs_list_room(ctx, 0, &l));
  for (int i = 0; i < 200000; i++) OK(cs_list_append(ctx, l, cs_int(i)));
  assert_int_equal(cs_list_len(ctx, l), 200000);
  assert_int_equal(cs_int_of(cs_list_at(ctx, l, 199999)), 199999);
  assert_true(cs_alloc_live(ctx->head) < 200000u * 8 * 5);
  OK(cs_list_extend(ctx, l, cs_list_items(ctx, l), 200000)); /* l.extend(l) */
  assert_int_equal(cs_list_len(ctx, l), 400000);
  assert_int_equal(cs_int_of(cs_list_at(ctx, l, 300000)), 100000);
  OK(cs_list_new(ctx, NULL, 3, &t));
  assert_true(cs_is_none(cs_list_at(ctx, t, 2)));
  t = fx_freeze(&f, t);
  assert_int_equal(cs_list_append(ctx, t, CS_NONE), CS_THROW);
  OK(cs_tuple_new(ctx, NULL, 0, &empty));
  ctx->image->empty_tuple = empty;
  OK(cs_tuple_new(ctx, NULL, 0, &t));
  assert_true(cs_same(t, empty));
  fx_close(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_of_all_kinds),
      cmocka_unit_test(containers_by_value),
      cmocka_unit_test(sets_in_sets),
      cmocka_unit_test(collisions_are_told_apart),
      cmocka_unit_test(deep_nesting_is_for_the_prelude),
      cmocka_unit_test(unhashable_values_throw),
      cmocka_unit_test(instances_by_identity_payload_or_python),
      cmocka_unit_test(lists_grow_linearly),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
