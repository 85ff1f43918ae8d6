/*
 * bigint_text.c - integers of any size to text and back, bases 2 to 36.
 *
 * Checking and converting are two steps, because the caller must know the
 * number of digits (for its limits, for the fuel, for the room) before the
 * conversion, which is more than linear, may start.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <assert.h>
#include <gmp.h>

#include "num/bigint.h"
#include "num/bigint_limbs.h"
#include "num/bigint_split.h"
#include "num/int_text.h"

/* The largest j with base^j < 2^64. */
static unsigned digits_per_limb(unsigned base) {
  unsigned j = 1;
  for (uint64_t p = base; p <= UINT64_MAX / base; p *= base) j++;
  return j;
}

static bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The base that a prefix letter stands for, or 0. */
static unsigned prefix_base(char c) {
  switch (c | 0x20) {
    case 'x': return 16;
    case 'o': return 8;
    case 'b': return 2;
    default: return 0;
  }
}

/* Check digits and single underscores between them; count the digits. */
static bool check_digits(cs_bigtext *t) {
  bool after_digit = false;
  t->count = 0;
  for (size_t i = 0; i < t->len; i++) {
    if (t->digits[i] == '_') {
      if (!after_digit) return false;
      after_digit = false;
      continue;
    }
    if (cs_split_digit(t->digits[i]) >= t->base) return false;
    after_digit = true;
    t->count++;
  }
  return after_digit;
}

static bool all_zero(const cs_bigtext *t) {
  for (size_t i = 0; i < t->len; i++)
    if (t->digits[i] != '0' && t->digits[i] != '_') return false;
  return true;
}

cs_status cs_big_scan(const char *s, size_t n, unsigned base, cs_bigtext *out) {
  assert(base == 0 || (base >= 2 && base <= 36));
  while (n > 0 && is_space(s[0])) s++, n--;
  while (n > 0 && is_space(s[n - 1])) n--;
  cs_bigtext t = {.neg = n > 0 && s[0] == '-'};
  if (n > 0 && (s[0] == '-' || s[0] == '+')) s++, n--;
  unsigned prefix = n > 1 && s[0] == '0' ? prefix_base(s[1]) : 0;
  bool octal_look = base == 0 && prefix == 0 && n > 1 && s[0] == '0';
  t.base = base ? base : prefix ? prefix : 10;
  if (prefix == t.base) {
    s += 2, n -= 2;
    if (n > 0 && s[0] == '_') s++, n--;
  }
  t.digits = s;
  t.len = n;
  if (!check_digits(&t) || (octal_look && !all_zero(&t))) return CS_EINVAL;
  *out = t;
  return CS_OK;
}

size_t cs_big_parse_size(const cs_bigtext *t) {
  return cs_limbs_cap(t->count / digits_per_limb(t->base) + 2);
}

static unsigned bits_per_digit(unsigned base) {
  unsigned bits = 0;
  if (base & (base - 1)) return 0;
  while (base >> (bits + 1)) bits++;
  return bits;
}

static cs_split plan_parse(const cs_bigtext *t) {
  return cs_split_plan(t->count / digits_per_limb(t->base) + 1, t->base);
}

size_t cs_big_parse_scratch(const cs_bigtext *t) {
  cs_split s = plan_parse(t);
  if (bits_per_digit(t->base)) return cs_limbs_cap(1);
  return s.levels ? cs_split_parse_scratch(&s) : cs_limbs_cap(t->count / 8 + 1);
}

/* A base that is a power of two: digits are bits, from the last one on. */
static cs_status parse_bits(cs_bigres *r, const cs_bigtext *t,
                            const cs_patience *patience) {
  unsigned bits = bits_per_digit(t->base), have = 0;
  uint64_t limb = 0;
  size_t n = 0;
  for (size_t i = t->len; i-- > 0;) {
    if (i % (1 << 20) == 0 && i > 0 && cs_patience_ends(patience))
      return CS_STOP;
    if (t->digits[i] == '_') continue;
    uint64_t d = cs_split_digit(t->digits[i]);
    limb |= d << have;
    have += bits;
    if (have < 64) continue;
    r->limbs[n++] = limb;
    have -= 64;
    limb = have ? d >> (bits - have) : 0;
  }
  if (limb) r->limbs[n++] = limb;
  r->n = cs_limbs_trim(r->limbs, n);
  r->neg = t->neg && r->n > 0;
  return CS_OK;
}

/* At once: a part. */
static void parse_short(cs_bigres *r, const cs_bigtext *t, uint64_t *scratch) {
  unsigned per_limb = digits_per_limb(t->base);
  unsigned char *bytes = (unsigned char *)scratch;
  size_t n = 0;
  uint64_t v = 0;
  for (size_t i = 0; i < t->len; i++) {
    if (t->digits[i] == '_') continue;
    unsigned d = cs_split_digit(t->digits[i]);
    if (n == 0 && d == 0) continue;
    if (n < per_limb) v = v * t->base + d;
    bytes[n++] = (unsigned char)d;
  }
  if (n <= per_limb) {
    r->limbs[0] = v;
    r->n = v != 0;
  } else {
    mp_size_t size = mpn_set_str(r->limbs, bytes, n, (int)t->base);
    r->n = cs_limbs_trim(r->limbs, (size_t)size);
  }
  r->neg = t->neg && r->n > 0;
}

cs_status cs_big_parse(cs_bigres *r, const cs_bigtext *t, uint64_t *scratch,
                       const cs_patience *patience) {
  cs_split s = plan_parse(t);
  if (bits_per_digit(t->base)) return parse_bits(r, t, patience);
  if (s.levels) return cs_split_parse(&s, r, t, scratch, patience);
  parse_short(r, t, scratch);
  return CS_OK;
}

size_t cs_big_print_size(const cs_big *a, unsigned base) {
  if (a->n <= 1 && base == 10) return CS_INT_TEXT_MAX;
  size_t per_limb = digits_per_limb(base) + 1;
  return a->n * per_limb + 3; /* sign, a zero, GMP's extra byte */
}

static cs_split plan_print(const cs_big *a, unsigned base) {
  return cs_split_plan(cs_split_units((uint64_t)a->n * 64, base), base);
}

size_t cs_big_print_scratch(const cs_big *a, unsigned base) {
  cs_split s = plan_print(a, base);
  return s.levels ? cs_split_print_scratch(&s) : a->n + 1;
}

/* Digits of a power-of-two base for up to one limb. */
static size_t print_word(uint64_t v, unsigned base, char *buf) {
  if (base == 10) return cs_int_print_u64(v, buf);
  size_t n = 1;
  for (uint64_t x = v; x >= base; x /= base) n++;
  for (size_t i = n; i-- > 0; v /= base)
    buf[i] = "0123456789abcdefghijklmnopqrstuvwxyz"[v % base];
  return n;
}

/* A magnitude of some limbs, at once. */
static size_t print_short(const cs_big *a, unsigned base, char *buf,
                          uint64_t *scratch) {
  cs_limbs_copy(scratch, a->limbs, a->n); /* mpn_get_str destroys it */
  size_t n =
      mpn_get_str((unsigned char *)buf, (int)base, scratch, (mp_size_t)a->n);
  size_t zeros = 0;
  while (zeros + 1 < n && buf[zeros] == 0) zeros++;
  n -= zeros;
  for (size_t i = 0; i < n; i++)
    buf[i] = "0123456789abcdefghijklmnopqrstuvwxyz"[(int)buf[i + zeros]];
  return n;
}

size_t cs_big_print(const cs_big *a, unsigned base, char *buf,
                    uint64_t *scratch, const cs_patience *patience) {
  assert(base >= 2 && base <= 36);
  size_t sign = a->neg, n;
  if (sign) *buf++ = '-';
  if (a->n <= 1) return sign + print_word(a->n ? a->limbs[0] : 0, base, buf);
  cs_split s = plan_print(a, base);
  if (!s.levels) return sign + print_short(a, base, buf, scratch);
  return cs_split_print(&s, a, buf, &n, scratch, patience) == CS_OK ? sign + n
                                                                    : 0;
}
