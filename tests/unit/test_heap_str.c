/*
 * test_heap_str.c - strings: positions, sharing of buffers, interning.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/utf8.h"
#include "heap_fixture.h"

static void assert_text(cs_ctx *ctx, cs_value v, const char *text) {
  assert_true(cs_str_eq_c(ctx, v, text));
}

static void flags_and_counts_are_right(void **state) {
  (void)state;
  fixture f;
  fx_open(&f, 1 << 20);
  cs_ctx *ctx = &f.ctx;
  cs_value v = fx_str(&f, "plain text");
  assert_true(cs_str_is_ascii(ctx, v));
  assert_int_equal(cs_str_chars(ctx, v), 10);
  v = fx_str(&f, "gr\xC3\xBC\xC3\x9F \xE2\x82\xAC \xF0\x9F\x98\x80");
  assert_false(cs_str_is_ascii(ctx, v));
  assert_int_equal(cs_str_chars(ctx, v), 8);
  assert_int_equal(cs_str_bytes(ctx, v), 15);
  OK(cs_str_char(ctx, 0xD800, &v));
  assert_true(CS_PTR(ctx, cs_str, v)->h.flags & CS_STR_SURROGATE);
  OK(cs_str_char(ctx, 0x1F600, &v));
  assert_text(ctx, v, "\xF0\x9F\x98\x80");
  v = fx_str(&f, "");
  assert_int_equal(cs_str_chars(ctx, v), 0);
  assert_int_equal(cs_str_hash(ctx, v), 1); /* hash("") == 0 */
  fx_close(&f);
}

static void one_character_strings_come_from_the_image(void **state) {
  (void)state;
  fixture f;
  fx_open(&f, 1 << 20);
  cs_ctx *ctx = &f.ctx;
  ctx->building = true;
  for (uint32_t c = 0; c < 256; c++) {
    char text[4];
    uint32_t n = cs_utf8_encode(c, (uint8_t *)text);
    OK(cs_str_intern_bytes(ctx, text, n, &ctx->image->chr[c]));
  }
  ctx->building = false;
  cs_value v = fx_str(&f, "a"), w;
  assert_true(cs_same(v, ctx->image->chr['a']));
  v = fx_str(&f, "\xC3\xBC");
  assert_true(cs_same(v, ctx->image->chr[0xFC]));
  v = fx_str(&f, "\xC2\x80");
  assert_true(cs_same(v, ctx->image->chr[0x80]));
  OK(cs_str_slice(ctx, fx_str(&f, "xyz"), 1, 2, &v));
  assert_true(cs_same(v, ctx->image->chr['y']));
  OK(cs_str_slice(ctx, fx_str(&f, "x\xC3\xBCz"), 1, 2, &v));
  assert_true(cs_same(v, ctx->image->chr[0xFC]));
  OK(cs_str_intern_bytes(ctx, "q", 1, &w));
  assert_true(cs_same(w, ctx->image->chr['q']));
  fx_close(&f);
}

static void equal_names_have_equal_bits(void **state) {
  (void)state;
  fixture f;
  fx_open(&f, 8 << 20);
  cs_ctx *ctx = &f.ctx;
  static cs_value seen[5000];
  char text[32];
  cs_value v, image;
  ctx->building = true;
  OK(cs_str_intern_bytes(ctx, "name 7", 6, &image));
  ctx->building = false;
  assert_int_equal(ctx->image->intern_count, 1);
  for (unsigned i = 0; i < COUNT(seen); i++) {
    int n = sprintf(text, "name %u", i);
    OK(cs_str_intern_bytes(ctx, text, (size_t)n, &seen[i]));
  }
  assert_true(cs_same(seen[7], image)); /* the image is asked first */
  assert_int_equal(ctx->head->intern_count, COUNT(seen) - 1);
  for (unsigned i = 0; i < COUNT(seen); i++) {
    sprintf(text, "name %u", i);
    v = fx_str(&f, text);
    assert_false(cs_same(v, seen[i]));
    assert_true(cs_same(cs_str_find_interned(ctx, v), seen[i]));
    OK(cs_str_intern(ctx, v, &v));
    assert_true(cs_same(v, seen[i]));
    if (i > 0) assert_false(cs_str_eq(ctx, v, seen[i - 1]));
  }
  v = fx_str(&f, "never interned");
  assert_true(cs_is_unbound(cs_str_find_interned(ctx, v)));
  fx_close(&f);
}

static void building_by_plus_is_linear(void **state) {
  (void)state;
  fixture f;
  fx_open(&f, 64 << 20);
  cs_ctx *ctx = &f.ctx;
  cs_value s = fx_str(&f, ""), piece = fx_str(&f, "0123456789");
  int64_t fuel = ctx->fuel;
  for (int i = 0; i < 100000; i++) OK(cs_str_concat(ctx, s, piece, &s));
  assert_int_equal(cs_str_bytes(ctx, s), 1000000);
  assert_true(fuel - ctx->fuel < 100000);
  assert_true(cs_alloc_live(ctx->head) <
              12u << 20); /* headers 3.2 MB + buffers */
  uint32_t n;
  const char *data = cs_str_data(ctx, s, &n);
  for (uint32_t i = 0; i < n; i++) assert_int_equal(data[i], '0' + i % 10);
  fx_close(&f);
}

static void shared_buffers_cannot_be_noticed(void **state) {
  (void)state;
  fixture f;
  fx_open(&f, 8 << 20);
  cs_ctx *ctx = &f.ctx;
  char text[301], want[310];
  memset(text, 'x', 300);
  text[300] = 0;
  cs_value a, b, c, d;
  OK(cs_str_concat(ctx, fx_str(&f, text), fx_str(&f, "a"), &a));
  OK(cs_str_concat(ctx, a, fx_str(&f, "b"), &b)); /* in place */
  OK(cs_str_concat(ctx, a, fx_str(&f, "c"), &c)); /* must copy */
  OK(cs_str_concat(ctx, b, b, &d));               /* both operands shared */
  assert_int_equal(CS_PTR(ctx, cs_str, a)->u.buf,
                   CS_PTR(ctx, cs_str, b)->u.buf);
  sprintf(want, "%sa", text);
  assert_text(ctx, a, want);
  sprintf(want, "%sab", text);
  assert_text(ctx, b, want);
  sprintf(want, "%sac", text);
  assert_text(ctx, c, want);
  assert_int_equal(cs_str_bytes(ctx, d), 604);
  OK(cs_str_slice(ctx, d, 302, 604, &d));
  assert_true(cs_str_eq(ctx, d, b));
  assert_int_equal(cs_str_hash(ctx, d), cs_str_hash(ctx, b));
  fx_close(&f);
}

static void failing_concat_changes_nothing(void **state) {
  (void)state;
  fixture f;
  fx_open(&f, 256 << 20);
  cs_ctx *ctx = &f.ctx;
  cs_value s = fx_str(&f, "start"), piece = fx_str(&f, "-piece"), t;
  for (int i = 0; i < 2000; i++) {
    for (uint64_t n = 1; n <= 2; n++) {
      ctx->torture_n = n;
      cs_status st = cs_str_concat(ctx, s, piece, &t);
      ctx->torture_n = 0;
      if (st == CS_OK) break;
      assert_int_equal(st, CS_RETRY);
      OK(cs_str_concat(ctx, s, piece, &t));
    }
    assert_int_equal(cs_str_bytes(ctx, t), cs_str_bytes(ctx, s) + 6);
    s = t;
  }
  fx_close(&f);
}

/* Mixed widths, so that offsets differ from indexes everywhere. */
static cs_value long_text(fixture *f, uint32_t chars, uint32_t *cps) {
  static char text[40000];
  uint64_t rng = 12345;
  uint32_t n = 0;
  const uint32_t pick[] = {'a', 0xE9, 0x20AC, 0x1F600};
  for (uint32_t i = 0; i < chars; i++) {
    cps[i] = pick[fx_random(&rng, 4)] + fx_random(&rng, 20);
    n += cs_utf8_encode(cps[i], (uint8_t *)text + n);
  }
  cs_value v;
  OK(cs_str_new(&f->ctx, text, n, &v));
  return v;
}

static void check_positions(cs_ctx *ctx, cs_value v, const uint32_t *cps) {
  uint32_t len, off = 0, chars = cs_str_chars(ctx, v);
  const uint8_t *s = (const uint8_t *)cs_str_data(ctx, v, &len);
  for (uint32_t i = 0; i < chars; i++) {
    assert_int_equal(cs_str_offset(ctx, v, i), off);
    assert_int_equal(cs_str_index(ctx, v, off), i);
    uint32_t width;
    assert_int_equal(cs_utf8_decode(s + off, &width), cps[i]);
    off += width;
  }
  assert_int_equal(cs_str_offset(ctx, v, chars), len);
  assert_int_equal(cs_str_index(ctx, v, len), chars);
}

static void positions_of_wide_text(void **state) {
  (void)state;
  fixture f;
  fx_open(&f, 8 << 20);
  cs_ctx *ctx = &f.ctx;
  static uint32_t cps[5000];
  const uint32_t sizes[] = {1, 63, 64, 65, 128, 129, 192, 1000, 4999};
  for (size_t i = 0; i < COUNT(sizes); i++) {
    cs_value v = long_text(&f, sizes[i], cps), part, back;
    check_positions(ctx, v, cps);
    uint32_t cut = sizes[i] / 3;
    OK(cs_str_slice(ctx, v, 0, cut, &part));
    OK(cs_str_slice(ctx, v, cut, sizes[i], &back));
    assert_int_equal(cs_str_chars(ctx, part), cut);
    OK(cs_str_concat(ctx, part, back, &back));
    assert_true(cs_str_eq(ctx, v, back));
    if (cs_str_bytes(ctx, v) < 16000)
      check_positions(ctx, fx_freeze(&f, v), cps);
  }
  fx_close(&f);
}

static void order_is_by_code_point(void **state) {
  (void)state;
  fixture f;
  fx_open(&f, 1 << 20);
  cs_ctx *ctx = &f.ctx;
  const char *sorted[] = {"",
                          "A",
                          "a",
                          "aa",
                          "b",
                          "\xC3\xA9",
                          "\xED\xA0\x80",
                          "\xEF\xBF\xBD",
                          "\xF0\x9F\x98\x80"};
  for (size_t i = 0; i < COUNT(sorted); i++)
    for (size_t k = 0; k < COUNT(sorted); k++) {
      int c = cs_str_compare(ctx, fx_str(&f, sorted[i]), fx_str(&f, sorted[k]));
      assert_int_equal((c > 0) - (c < 0), (i > k) - (i < k));
    }
  fx_close(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(flags_and_counts_are_right),
      cmocka_unit_test(one_character_strings_come_from_the_image),
      cmocka_unit_test(equal_names_have_equal_bits),
      cmocka_unit_test(building_by_plus_is_linear),
      cmocka_unit_test(shared_buffers_cannot_be_noticed),
      cmocka_unit_test(failing_concat_changes_nothing),
      cmocka_unit_test(positions_of_wide_text),
      cmocka_unit_test(order_is_by_code_point),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
