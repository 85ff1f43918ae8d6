/*
 * test_heap_dict.c - the dict against a plain list of pairs, and its promises.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "heap_fixture.h"
#include "py/heap/dict.h"
#include "py/heap/int.h"

#define KEYS 60

typedef struct model { /* insertion order */
  uint32_t key[KEYS];
  int64_t value[KEYS];
  uint32_t n;
} model;

static uint32_t model_find(const model *m, uint32_t key) {
  uint32_t i = 0;
  while (i < m->n && m->key[i] != key) i++;
  return i;
}

static void model_set(model *m, uint32_t key, int64_t value) {
  uint32_t i = model_find(m, key);
  m->key[i] = key;
  m->value[i] = value;
  if (i == m->n) m->n++;
}

static void model_del(model *m, uint32_t i) {
  m->n--;
  memmove(&m->key[i], &m->key[i + 1], (m->n - i) * sizeof m->key[0]);
  memmove(&m->value[i], &m->value[i + 1], (m->n - i) * sizeof m->value[0]);
}

/* Key number `k`: ints, strings (a new object each time), floats, tuples. */
static cs_value key_of(fixture *f, uint32_t k) {
  cs_value v = cs_int((int64_t)k * 1024 - 5000);
  char text[40];
  if (k % 3 == 1) {
    sprintf(text, "key number %u", (unsigned)k);
    v = fx_str(f, text);
  } else if (k % 3 == 2) {
    v = cs_float(k + 0.25);
  }
  return v;
}

static void assert_agrees(fixture *f, cs_value d, const model *m) {
  cs_ctx *ctx = &f->ctx;
  assert_int_equal(cs_dict_len(ctx, d), m->n);
  uint32_t pos = 0;
  cs_value key, value;
  for (uint32_t i = 0; i < m->n; i++) {
    bool same;
    assert_true(cs_dict_next(ctx, d, &pos, &key, &value));
    OK(cs_eq_value(ctx, key, key_of(f, m->key[i]), &same));
    assert_true(same);
    assert_int_equal(cs_int_of(value), m->value[i]);
  }
  assert_false(cs_dict_next(ctx, d, &pos, &key, &value));
  uint32_t last = cs_dict_last(ctx, d);
  if (m->n == 0) {
    assert_int_equal(last, UINT32_MAX);
  } else {
    assert_int_equal(cs_int_of(cs_dict_table(ctx, d)->e[last].value),
                     m->value[m->n - 1]);
  }
}

static void random_step(fixture *f, cs_value *d, model *m, uint64_t *rng) {
  cs_ctx *ctx = &f->ctx;
  uint32_t k = fx_random(rng, KEYS), i = model_find(m, k);
  uint32_t what = fx_random(rng, 100);
  uint32_t version = cs_dict_version(ctx, *d);
  cs_value v;
  OK(cs_dict_get(ctx, *d, key_of(f, k), &v));
  assert_int_equal(cs_is_unbound(v), i == m->n);
  if (i < m->n) assert_int_equal(cs_int_of(v), m->value[i]);
  if (what < 50) {
    int64_t value = fx_random(rng, 1000);
    bool added = i == m->n;
    OK(cs_dict_set(ctx, *d, key_of(f, k), cs_int(value)));
    model_set(m, k, value);
    assert_int_equal(CS_PTR(ctx, cs_dict, *d)->keyver != version, added);
  } else if (what < 95) {
    OK(cs_dict_del(ctx, *d, key_of(f, k), &v));
    assert_int_equal(cs_is_unbound(v), i == m->n);
    if (i < m->n) model_del(m, i);
  } else if (what < 98) {
    OK(cs_dict_copy(ctx, *d, d));
  } else if (what == 98 && m->n > 0) {
    cs_dict_del_at(ctx, *d, cs_dict_last(ctx, *d));
    m->n--;
  }
}

static void random_histories_agree_with_a_model(void **state) {
  (void)state;
  fixture f;
  uint64_t rng = 88172645463325252u;
  for (int round = 0; round < 10; round++) {
    fx_open(&f, 64 << 20);
    model m = {.n = 0};
    cs_value d;
    OK(cs_dict_new(&f.ctx, fx_random(&rng, 20), &d));
    for (int i = 0; i < 2000; i++) {
      random_step(&f, &d, &m, &rng);
      if (i % 10 == 0) assert_agrees(&f, d, &m);
    }
    fx_close(&f);
  }
}

static void all_widths_of_the_index_work(void **state) {
  (void)state;
  fixture f;
  fx_open(&f, 64 << 20);
  cs_ctx *ctx = &f.ctx;
  cs_value d, v;
  OK(cs_dict_new(ctx, 0, &d));
  for (int64_t i = 0; i < 100000; i++)
    OK(cs_dict_set(ctx, d, cs_int(i * 7 - 3000), cs_int(i)));
  for (int64_t i = 0; i < 100000; i++) {
    OK(cs_dict_get(ctx, d, cs_int(i * 7 - 3000), &v));
    assert_int_equal(cs_int_of(v), i);
    OK(cs_dict_get(ctx, d, cs_int(i * 7 - 2999), &v));
    assert_true(cs_is_unbound(v));
  }
  assert_int_equal(cs_dict_len(ctx, d), 100000);
  cs_dict_clear(ctx, d);
  assert_int_equal(cs_dict_len(ctx, d), 0);
  OK(cs_dict_set(ctx, d, cs_int(1), cs_int(1)));
  fx_close(&f);
}

static void equal_numbers_are_one_key(void **state) {
  (void)state;
  fixture f;
  fx_open(&f, 1 << 20);
  cs_ctx *ctx = &f.ctx;
  cs_value d, v, big;
  OK(cs_dict_new(ctx, 0, &d));
  OK(cs_dict_set(ctx, d, CS_TRUE, cs_int(1)));
  OK(cs_dict_set(ctx, d, cs_float(1.0), cs_int(2)));
  OK(cs_dict_get(ctx, d, cs_int(1), &v));
  assert_int_equal(cs_int_of(v), 2);
  assert_true(
      cs_is_true(cs_dict_table(ctx, d)->e[0].key)); /* first one stays */
  OK(cs_dict_set(ctx, d, cs_float(-0.0), cs_int(3)));
  OK(cs_dict_get(ctx, d, CS_FALSE, &v));
  assert_int_equal(cs_int_of(v), 3);
  OK(cs_int_new(ctx, INT64_C(1) << 60, &big));
  OK(cs_dict_set(ctx, d, big, cs_int(4)));
  OK(cs_dict_get(ctx, d, cs_float(0x1p60), &v));
  assert_int_equal(cs_int_of(v), 4);
  cs_value nan = (cs_value){CS_NAN_BITS};
  OK(cs_dict_set(ctx, d, nan, cs_int(5)));
  OK(cs_dict_get(ctx, d, nan, &v));
  assert_int_equal(cs_int_of(v), 5);
  assert_int_equal(cs_dict_len(ctx, d), 4);
  fx_close(&f);
}

static void names_find_keys_that_are_not_interned(void **state) {
  (void)state;
  fixture f;
  fx_open(&f, 1 << 20);
  cs_ctx *ctx = &f.ctx;
  cs_value d, name;
  OK(cs_dict_new(ctx, 0, &d));
  OK(cs_dict_set(ctx, d, fx_str(&f, "spam"), cs_int(7)));
  OK(cs_str_intern_bytes(ctx, "spam", 4, &name));
  assert_int_equal(cs_int_of(cs_dict_get_name(ctx, d, name)), 7);
  assert_int_equal(cs_dict_find_name(ctx, d, name), 0);
  OK(cs_str_intern_bytes(ctx, "eggs", 4, &name));
  assert_true(cs_is_unbound(cs_dict_get_name(ctx, d, name)));
  fx_close(&f);
}

static void queues_are_linear_at_both_ends(void **state) {
  (void)state;
  fixture f;
  fx_open(&f, 256 << 20);
  cs_ctx *ctx = &f.ctx;
  enum { N = 40000 };
  cs_value d, key, v;
  OK(cs_dict_new(ctx, 0, &d));
  for (int i = 0; i < 2 * N; i++) OK(cs_dict_set(ctx, d, cs_int(i), CS_NONE));
  int64_t fuel = ctx->fuel;
  for (int i = 0; i < N; i++) {
    uint32_t pos = 0;
    assert_true(cs_dict_next(ctx, d, &pos, &key, &v));
    assert_int_equal(cs_int_of(key), i);
    OK(cs_dict_del(ctx, d, key, &v));
    uint32_t last = cs_dict_last(ctx, d);
    assert_int_equal(cs_int_of(cs_dict_table(ctx, d)->e[last].key),
                     2 * N - 1 - i);
    cs_dict_del_at(ctx, d, last);
  }
  assert_int_equal(cs_dict_len(ctx, d), 0);
  assert_true(fuel - ctx->fuel < 2 * N);
  fx_close(&f);
}

static void memory_stays_bounded_under_churn(void **state) {
  (void)state;
  fixture f;
  fx_open(&f, 16 << 20);
  cs_ctx *ctx = &f.ctx;
  cs_value d, v;
  OK(cs_dict_new(ctx, 0, &d));
  for (int i = 0; i < 20000; i++) {
    OK(cs_dict_set(ctx, d, cs_int(i), CS_NONE));
    if (i >= 5) OK(cs_dict_del(ctx, d, cs_int(i - 5), &v));
  }
  assert_int_equal(cs_dict_len(ctx, d), 5);
  assert_true(cs_dict_table(ctx, d)->size <= 32);
  fx_close(&f);
}

static void candidates_and_hashed_puts(void **state) {
  (void)state;
  fixture f;
  fx_open(&f, 1 << 20);
  cs_ctx *ctx = &f.ctx;
  cs_value d, v;
  OK(cs_dict_new(ctx, 0, &d));
  for (int i = 0; i < 30; i++)
    OK(cs_dict_put_hashed(ctx, d, cs_int(1000 + i), i % 3, cs_int(i)));
  uint32_t probe = 0, e, seen = 0;
  while ((e = cs_dict_candidate(ctx, d, 2, &probe)) != UINT32_MAX) {
    assert_int_equal(cs_int_of(cs_dict_table(ctx, d)->e[e].value) % 3, 2);
    seen++;
  }
  assert_int_equal(seen, 10);
  /* The hash of a str, as Python sees it, finds the str. */
  int64_t hash;
  cs_value s = fx_str(&f, "a longer key");
  OK(cs_dict_set(ctx, d, s, cs_int(99)));
  OK(cs_hash_value(ctx, s, &hash));
  probe = 0;
  e = cs_dict_candidate(ctx, d, hash, &probe);
  assert_true(cs_same(cs_dict_table(ctx, d)->e[e].key, s));
  OK(cs_dict_put_hashed(ctx, d, cs_int(-7), -7, cs_int(5)));
  OK(cs_dict_get(ctx, d, cs_int(-7), &v));
  assert_int_equal(cs_int_of(v), 5);
  fx_close(&f);
}

static void frozen_dicts_refuse_writers(void **state) {
  (void)state;
  fixture f;
  fx_open(&f, 1 << 20);
  cs_ctx *ctx = &f.ctx;
  cs_value d, v;
  OK(cs_dict_new(ctx, 0, &d));
  OK(cs_dict_set(ctx, d, cs_int(1), cs_int(2)));
  d = fx_freeze(&f, d);
  assert_int_equal(cs_dict_set(ctx, d, cs_int(1), cs_int(3)), CS_THROW);
  assert_int_equal(cs_dict_del(ctx, d, cs_int(1), &v), CS_THROW);
  OK(cs_dict_get(ctx, d, cs_int(1), &v));
  assert_int_equal(cs_int_of(v), 2);
  OK(cs_dict_copy(ctx, d, &d));
  OK(cs_dict_set(ctx, d, cs_int(1), cs_int(3)));
  fx_close(&f);
}

static void failing_allocations_change_nothing(void **state) {
  (void)state;
  fixture f;
  fx_open(&f, 4 << 20);
  cs_ctx *ctx = &f.ctx;
  cs_value d, v;
  OK(cs_dict_new(ctx, 0, &d));
  for (int i = 0; i < 1000; i++) {
    uint32_t version = cs_dict_version(ctx, d);
    ctx->torture_n = 1;
    cs_status st = cs_dict_set(ctx, d, cs_int(i), cs_int(i));
    ctx->torture_n = 0;
    if (st == CS_OK) continue;
    assert_int_equal(st, CS_RETRY);
    assert_int_equal(CS_PTR(ctx, cs_dict, d)->keyver, version);
    OK(cs_dict_get(ctx, d, cs_int(i), &v));
    assert_true(cs_is_unbound(v));
    OK(cs_dict_set(ctx, d, cs_int(i), cs_int(i)));
  }
  assert_int_equal(cs_dict_len(ctx, d), 1000);
  fx_close(&f);
}

/* Under a version caches find positions of keys, under the offset of a class
 * or shape other things: no number may be both. */
static void versions_are_no_offsets(void **state) {
  (void)state;
  fixture f;
  fx_open(&f, 1 << 20);
  cs_ctx *ctx = &f.ctx;
  cs_value a, b;
  ctx->head->keyver = CS_DICT_VERSION;
  OK(cs_dict_new(ctx, 0, &a));
  OK(cs_dict_new(ctx, 0, &b));
  uint32_t first = cs_dict_version(ctx, a), last = 0;
  assert_int_equal(first & 15, 15);
  assert_int_equal(cs_dict_version(ctx, a), first);
  for (int i = 0; i < 100; i++) {
    OK(cs_dict_set(ctx, b, cs_int(i), CS_NONE));
    assert_int_equal(CS_PTR(ctx, cs_dict, b)->keyver, 0);
    uint32_t version = cs_dict_version(ctx, b);
    assert_true(version > last && version != first && (version & 15) == 15);
    last = version;
  }
  ctx->head->keyver = CS_DICT_LAST_VERSION; /* they do not begin again */
  OK(cs_dict_set(ctx, b, cs_int(-1), CS_NONE));
  assert_int_equal(cs_dict_version(ctx, b), 0);
  fx_close(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_histories_agree_with_a_model),
      cmocka_unit_test(all_widths_of_the_index_work),
      cmocka_unit_test(equal_numbers_are_one_key),
      cmocka_unit_test(names_find_keys_that_are_not_interned),
      cmocka_unit_test(queues_are_linear_at_both_ends),
      cmocka_unit_test(memory_stays_bounded_under_churn),
      cmocka_unit_test(candidates_and_hashed_puts),
      cmocka_unit_test(frozen_dicts_refuse_writers),
      cmocka_unit_test(failing_allocations_change_nothing),
      cmocka_unit_test(versions_are_no_offsets),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
