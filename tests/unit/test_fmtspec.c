/*
 * test_fmtspec.c - format specifiers mean and refuse what CPython's do.
 *
 * Expected texts and messages come from tools/gen/gen_number_vectors.py.  Every
 * result is asked for twice: with room to spare and with one byte too few.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <stdbool.h>
#include <string.h>

#include "base/utf8.h"
#include "num/bigint.h"
#include "text/fmtspec.h"
#include "text/pctspec.h"
#include "vec/fmtspec.inc"

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* What formatting gave: text or message. */
typedef struct outcome {
  bool fails;
  size_t len;
  char text[2000];
} outcome;

static void set_error(outcome *o, const cs_fmterror *err) {
  o->fails = true;
  o->len = err->len;
  memcpy(o->text, err->text, err->len);
}

static void check(const outcome *o, const char *spec, bool fails,
                  const char *want) {
  if (o->fails != fails || o->len != strlen(want) ||
      memcmp(o->text, want, o->len) != 0)
    print_error("'%s': want %s, got %.*s\n", spec, want, (int)o->len, o->text);
  assert_int_equal(o->fails, fails);
  assert_int_equal(o->len, strlen(want));
  assert_memory_equal(o->text, want, o->len);
}

/* Read and check a specifier; false with the message in `o`. */
static bool read_spec(const char *spec, cs_fmtkind kind, const char *type,
                      cs_fmtspec *f, outcome *o) {
  cs_fmterror err;
  *o = (outcome){0};
  cs_status st = cs_fmtspec_parse(spec, strlen(spec), kind, type, f, &err);
  if (st == CS_OK) st = cs_fmtspec_check(f, kind, type, &err);
  if (st != CS_OK) set_error(o, &err);
  return st == CS_OK;
}

static void apply_text(const cs_fmtspec *f, const char *s, outcome *o) {
  size_t n = strlen(s);
  size_t count = cs_utf8_count((const uint8_t *)s, n);
  assert_int_equal(
      cs_fmtspec_text(f, s, n, count, o->text, sizeof o->text, &o->len), CS_OK);
  if (o->len == 0) return;
  char small[2000];
  size_t need;
  assert_int_equal(cs_fmtspec_text(f, s, n, count, small, o->len - 1, &need),
                   CS_ELIMIT);
  assert_int_equal(need, o->len);
}

static void apply_double(const cs_fmtspec *f, double x, outcome *o) {
  size_t size = cs_fmtspec_float_size(f);
  assert_true(size <= sizeof o->text);
  assert_int_equal(cs_fmtspec_float(f, x, o->text, size, &o->len), CS_OK);
  char exact[2000];
  size_t need = 0;
  assert_int_equal(cs_fmtspec_float(f, x, exact, o->len - 1, &need), CS_ELIMIT);
  assert_true(need >= o->len && need <= size);
  assert_int_equal(cs_fmtspec_float(f, x, exact, need, &need), CS_OK);
  assert_int_equal(need, o->len);
  assert_memory_equal(exact, o->text, need);
}

static void apply_int(const cs_fmtspec *f, int64_t v, outcome *o) {
  if (cs_fmtspec_is_float_type(f)) {
    apply_double(f, (double)v, o);
    return;
  }
  if (f->type == 'c') {
    char one[8] = {0};
    cs_utf8_encode((uint32_t)v, (uint8_t *)one);
    size_t n = v ? strlen(one) : 1;
    assert_int_equal(
        cs_fmtspec_text(f, one, n, 1, o->text, sizeof o->text, &o->len), CS_OK);
    return;
  }
  uint64_t limb;
  uint64_t scratch[4];
  char digits[80];
  cs_big a = cs_big_from_i64(v, &limb);
  bool neg = a.neg;
  a.neg = false;
  size_t n = cs_big_print(&a, cs_fmtspec_base(f), digits, scratch, NULL);
  assert_int_equal(
      cs_fmtspec_int(f, neg, digits, n, o->text, sizeof o->text, &o->len),
      CS_OK);
  char small[2000];
  size_t need;
  assert_int_equal(cs_fmtspec_int(f, neg, digits, n, small, o->len - 1, &need),
                   CS_ELIMIT);
  assert_int_equal(need, o->len);
}

static void ints_format_as_in_python(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(int_vectors); i++) {
    const struct int_vector *v = &int_vectors[i];
    cs_fmtspec f;
    outcome o;
    if (read_spec(v->spec, CS_FMT_INT, "int", &f, &o))
      apply_int(&f, v->value, &o);
    if (memchr(o.text, 0, o.len) == NULL) check(&o, v->spec, v->fails, v->text);
  }
}

static void floats_format_as_in_python(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(float_vectors); i++) {
    const struct float_vector *v = &float_vectors[i];
    cs_fmtspec f;
    outcome o;
    double x;
    memcpy(&x, &v->value, sizeof x);
    if (read_spec(v->spec, CS_FMT_FLOAT, "float", &f, &o))
      apply_double(&f, x, &o);
    check(&o, v->spec, v->fails, v->text);
  }
}

static void strings_format_as_in_python(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(str_vectors); i++) {
    const struct str_vector *v = &str_vectors[i];
    cs_fmtspec f;
    outcome o;
    if (read_spec(v->spec, CS_FMT_STR, "str", &f, &o))
      apply_text(&f, v->value, &o);
    check(&o, v->spec, v->fails, v->text);
  }
}

static void percent_formats_as_in_python(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(percent_vectors); i++) {
    const struct percent_vector *v = &percent_vectors[i];
    cs_fmterror err;
    cs_pctspec p;
    outcome o = {0};
    size_t n = strlen(v->spec);
    if (cs_pctspec_parse(v->spec, n, 0, false, &p, &err) != CS_OK) {
      set_error(&o, &err);
    } else if (p.type >= 128 || !strchr("diuoxXeEfFgGs", (int)p.type)) {
      cs_pctspec_unsupported(&p, v->spec, false, &err);
      set_error(&o, &err);
    } else {
      cs_fmtspec f = cs_pctspec_convert(&p);
      char text[CS_FMTSPEC_ERROR];
      uint64_t limb;
      uint64_t scratch[4];
      cs_big a = cs_big_from_i64(v->value, &limb);
      text[cs_big_print(&a, 10, text, scratch, NULL)] = 0;
      if (p.type == 's')
        apply_text(&f, text, &o);
      else
        apply_int(&f, v->value, &o);
    }
    check(&o, v->spec, v->fails, v->text);
  }
}

static void percent_keys_and_stars_are_found(void **state) {
  (void)state;
  cs_pctspec p;
  cs_fmterror err;
  const char *s = "x%(a(b)c)-*.*fy";
  assert_int_equal(cs_pctspec_parse(s, strlen(s), 1, false, &p, &err), CS_OK);
  assert_true(p.has_key && p.left && p.width_star && p.prec_star);
  assert_int_equal(p.key, 3);
  assert_int_equal(p.key_len, 5);
  assert_int_equal(p.end, strlen(s) - 1);
  cs_pctspec_set_width(&p, -7);
  cs_pctspec_set_precision(&p, -1);
  assert_true(p.left && p.width == 7 && p.precision == 0);
  assert_int_equal(cs_pctspec_parse("%(a", 3, 0, false, &p, &err), CS_EINVAL);
  assert_memory_equal(err.text, "incomplete format key", err.len);
  assert_int_equal(cs_pctspec_parse("%.9999999999d", 13, 0, true, &p, &err),
                   CS_EINVAL);
  assert_memory_equal(err.text, "prec too big", err.len);
}

static void complex_refuses_zero_padding(void **state) {
  (void)state;
  cs_fmtspec f;
  outcome o;
  assert_false(read_spec("010", CS_FMT_COMPLEX, "complex", &f, &o));
  check(&o, "010", true,
        "Zero padding is not allowed in complex format specifier");
  assert_false(read_spec("=10", CS_FMT_COMPLEX, "complex", &f, &o));
  check(&o, "=10", true,
        "'=' alignment flag is not allowed in complex format specifier");
  assert_false(read_spec("%", CS_FMT_COMPLEX, "complex", &f, &o));
  check(&o, "%", true, "Unknown format code '%' for object of type 'complex'");
}

static void long_precisions_use_the_output_as_scratch(void **state) {
  (void)state;
  cs_fmtspec f;
  outcome o;
  assert_true(read_spec("*^+450,.80f", CS_FMT_FLOAT, "float", &f, &o));
  char out[4000];
  size_t n;
  assert_int_equal(cs_fmtspec_float(&f, 1e22, out, sizeof out, &n), CS_OK);
  assert_int_equal(n, 450);
  const char *want = "*+10,000,000,000,000,000,000,000.00000";
  assert_non_null(memmem(out, n, want, strlen(want)));
  assert_true(out[0] == '*' && out[n - 1] == '*');
}

static void absurd_widths_are_refused(void **state) {
  (void)state;
  cs_fmtspec f;
  outcome o;
  size_t n;
  assert_true(read_spec("9223372036854775807", CS_FMT_INT, "int", &f, &o));
  assert_int_equal(cs_fmtspec_int(&f, false, "1", 1, o.text, 100, &n),
                   CS_ELIMIT);
  assert_true(n == SIZE_MAX);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ints_format_as_in_python),
      cmocka_unit_test(floats_format_as_in_python),
      cmocka_unit_test(strings_format_as_in_python),
      cmocka_unit_test(percent_formats_as_in_python),
      cmocka_unit_test(percent_keys_and_stars_are_found),
      cmocka_unit_test(complex_refuses_zero_padding),
      cmocka_unit_test(long_precisions_use_the_output_as_scratch),
      cmocka_unit_test(absurd_widths_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
