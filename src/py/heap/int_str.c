/*
 * int_str.c - integers to text and back.
 *
 * Conversions of unbounded cost are refused as in CPython: more than 4300
 * decimal digits need sys.set_int_max_str_digits there.  Bases that are
 * powers of two are linear and unlimited.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "num/int_text.h"
#include "py/heap/int_big.h"
#include "py/heap/str.h"

#define LOOK 1048576 /* characters that are not scanned after the deadline */

#define LIMIT_TEXT "Exceeds the limit (%u digits) for integer string conversion"
#define LIMIT_HINT "; use sys.set_int_max_str_digits() to increase the limit"

/* --- to text ------------------------------------------------------------- */

static uint64_t most(const cs_ctx *ctx) {
  return ctx->head->int_digits ? ctx->head->int_digits : UINT64_MAX;
}

static cs_status too_long_to_print(cs_ctx *ctx) {
  return cs_throw(ctx, CS_ValueError, LIMIT_TEXT LIMIT_HINT, most(ctx));
}

static cs_status ascii(cs_ctx *ctx, const char *text, size_t n, cs_value *out) {
  return cs_str_new(ctx, text, n, out);
}

static cs_status print_small(cs_ctx *ctx, int64_t i, int base, cs_value *out) {
  char buf[72];
  if (base == 10) return ascii(ctx, buf, cs_int_print(i, buf), out);
  char *p = buf + sizeof buf;
  uint64_t m = i < 0 ? 0 - (uint64_t)i : (uint64_t)i, b = (uint64_t)base;
  do {
    *--p = "0123456789abcdefghijklmnopqrstuvwxyz"[m % b];
    m /= b;
  } while (m);
  if (i < 0) *--p = '-';
  return ascii(ctx, p, (size_t)(buf + sizeof buf - p), out);
}

static bool is_power_of_two(unsigned base) {
  return (base & (base - 1)) == 0;
}

/* A decimal number of this many bits has too many digits for sure. */
static bool surely_too_long(const cs_ctx *ctx, const cs_big *a) {
  return cs_big_bit_length(a) * 3 / 10 > most(ctx);
}

cs_status cs_int_to_str(cs_ctx *ctx, cs_value v, int base, cs_value *out) {
  assert(base >= 2 && base <= 36);
  int64_t i;
  if (cs_int_as_i64(ctx, v, &i)) return print_small(ctx, i, base, out);
  uint64_t tmp, local[CS_INT_LOCAL], *scratch, *text;
  cs_big a = cs_int_view(ctx, v, &tmp);
  unsigned b = (unsigned)base;
  if (b == 10 && surely_too_long(ctx, &a)) return too_long_to_print(ctx);
  cs_status st = cs_int_charge(ctx, cs_big_print_cost(&a, b));
  if (st == CS_OK)
    st = cs_int_scratch(ctx, cs_big_print_scratch(&a, b), local, &scratch);
  uint64_t room[CS_INT_LOCAL];
  if (st == CS_OK)
    st = cs_int_scratch(ctx, cs_big_print_size(&a, b) / 8 + 1, room, &text);
  if (st != CS_OK) return st;
  char *buf = (char *)text;
  const cs_patience patience = cs_charge_patience(ctx);
  size_t n = cs_big_print(&a, b, buf, scratch, &patience);
  if (n == 0) return CS_STOP;
  if (b == 10 && n - a.neg > most(ctx)) return too_long_to_print(ctx);
  return ascii(ctx, buf, n, out);
}

/* --- from text ----------------------------------------------------------- */

static cs_status bad_literal(cs_ctx *ctx, const char *text, size_t n,
                             int base) {
  cs_value s;
  cs_status st = cs_str_new(ctx, text, n, &s);
  if (st != CS_OK) return st;
  return cs_throw(ctx, CS_ValueError,
                  "invalid literal for int() with base %d: %r", (int64_t)base,
                  s);
}

static cs_status parse_big(cs_ctx *ctx, const cs_bigtext *t, cs_value *out) {
  uint64_t local[CS_INT_LOCAL], *scratch;
  cs_int_result res;
  cs_status st = cs_int_charge(ctx, cs_big_parse_cost(t));
  if (st == CS_OK) st = cs_int_open(ctx, &res, cs_big_parse_size(t));
  if (st == CS_OK)
    st = cs_int_scratch(ctx, cs_big_parse_scratch(t), local, &scratch);
  if (st != CS_OK) return st;
  const cs_patience patience = cs_charge_patience(ctx);
  st = cs_big_parse(&res.r, t, scratch, &patience);
  return st == CS_OK ? cs_int_close(ctx, &res, out) : st;
}

/* A few digits and nothing else, in any base: 36 ** 9 is a small int. */
static bool parse_few(const char *s, size_t n, uint32_t base, cs_value *out) {
  uint64_t sum = 0;
  if (n == 0 || n > 9 || base == 0) return false;
  for (size_t i = 0; i < n; i++) {
    uint32_t c = (uint8_t)s[i], letter = (c | 0x20) - 'a';
    uint32_t digit = c - '0' < 10 ? c - '0' : letter < 26 ? letter + 10 : 36;
    if (digit >= base) return false;
    sum = sum * base + digit;
  }
  *out = cs_int((int64_t)sum);
  return true;
}

cs_status cs_int_parse(cs_ctx *ctx, const char *text, size_t n, int base,
                       cs_value *out) {
  if (base != 0 && (base < 2 || base > 36))
    return cs_throw(ctx, CS_ValueError,
                    "int() base must be >= 2 and <= 36, or 0");
  int64_t i;
  if (base == 10 && n < 15 && n && cs_int_scan(text, n, &i) == n) {
    *out = cs_int(i);
    return CS_OK;
  }
  if (parse_few(text, n, (uint32_t)base, out)) return CS_OK;
  cs_bigtext t;
  const cs_patience patience = cs_charge_patience(ctx);
  if (n >= LOOK && cs_patience_ends(&patience)) return CS_STOP;
  if (cs_big_scan(text, n, (unsigned)base, &t) != CS_OK)
    return bad_literal(ctx, text, n, base);
  if (t.count > most(ctx) && !is_power_of_two(t.base))
    return cs_throw(ctx, CS_ValueError,
                    LIMIT_TEXT ": value has %u digits" LIMIT_HINT, most(ctx),
                    (uint64_t)t.count);
  return parse_big(ctx, &t, out);
}
