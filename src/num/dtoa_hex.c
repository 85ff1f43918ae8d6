/*
 * dtoa_hex.c - hexadecimal floats, and the exact parts of a float.
 *
 * Printing is a copy of the bits.  Reading keeps the first 64 significant bits
 * and whether anything non-zero follows, which is all that rounding needs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "num/dtoa.h"
#include "num/dtoa_bits.h"
#include "num/int_text.h"

#define EXP_CAP INT64_C(1000000000000000) /* beyond any length of text */

size_t cs_float_hex(double x, char buf[CS_FLOAT_REPR_MAX]) {
  uint64_t bits = cs_dtoa_bits(x);
  if ((bits & CS_DTOA_INF) == CS_DTOA_INF) return cs_float_repr(x, buf);
  char *p = buf;
  if (bits >> 63) *p++ = '-';
  int biased = (int)(bits >> 52 & 0x7ff);
  uint64_t fraction = bits & (CS_DTOA_HIDDEN - 1);
  *p++ = '0';
  *p++ = 'x';
  *p++ = biased ? '1' : '0';
  *p++ = '.';
  bool zero = biased == 0 && fraction == 0;
  if (zero) *p++ = '0';
  for (int shift = 48; !zero && shift >= 0; shift -= 4)
    *p++ = "0123456789abcdef"[fraction >> shift & 15];
  int exp2 = zero ? 0 : (biased ? biased : 1) - 1023;
  *p++ = 'p';
  if (exp2 >= 0) *p++ = '+';
  char text[CS_INT_TEXT_MAX];
  unsigned n = cs_int_print(exp2, text);
  for (unsigned i = 0; i < n; i++) *p++ = text[i];
  return (size_t)(p - buf);
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  char lower = (char)(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

typedef struct reader {
  const char *p;
  const char *end;
  uint64_t top; /* leading bits of the coefficient */
  bool sticky;  /* non-zero digits did not fit     */
  int64_t exp2; /* coefficient is top * 2^exp2     */
  int64_t digits;
} reader;

static void read_run(reader *r, bool behind_point) {
  for (; r->p < r->end; r->p++) {
    int d = hex_digit(*r->p);
    if (d < 0) return;
    r->digits++;
    if (behind_point) r->exp2 -= 4;
    if (r->top >> 60) {
      r->sticky |= d != 0;
      r->exp2 += 4;
    } else {
      r->top = r->top << 4 | (uint64_t)d;
    }
  }
}

/* An exponent, if one is there; false if its digits are missing. */
static bool read_exponent(reader *r) {
  if (r->p == r->end || (*r->p | 0x20) != 'p') return true;
  r->p++;
  bool neg = r->p < r->end && *r->p == '-';
  if (r->p < r->end && (*r->p == '-' || *r->p == '+')) r->p++;
  const char *start = r->p;
  int64_t e = 0;
  for (; r->p < r->end && *r->p >= '0' && *r->p <= '9'; r->p++)
    if (e < EXP_CAP) e = e * 10 + (*r->p - '0');
  r->exp2 += neg ? -e : e;
  return r->p > start;
}

static cs_status read_number(const char *s, size_t n, uint64_t *bits) {
  reader r = {.p = s, .end = s + n};
  if (n >= 2 && s[0] == '0' && (s[1] | 0x20) == 'x') r.p += 2;
  read_run(&r, false);
  if (r.p < r.end && *r.p == '.') {
    r.p++;
    read_run(&r, true);
  }
  if (r.digits == 0 || !read_exponent(&r) || r.p != r.end) return CS_EINVAL;
  *bits = 0;
  if (r.top == 0) return CS_OK;
  int lead = __builtin_clzll(r.top);
  *bits = cs_dtoa_pack(r.top << lead, r.sticky, r.exp2 + 63 - lead);
  return *bits == CS_DTOA_INF ? CS_ELIMIT : CS_OK;
}

static bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

cs_status cs_float_fromhex(const char *s, size_t n, double *out) {
  while (n > 0 && is_space(s[0])) s++, n--;
  while (n > 0 && is_space(s[n - 1])) n--;
  bool neg = n > 0 && s[0] == '-';
  if (n > 0 && (s[0] == '-' || s[0] == '+')) s++, n--;
  double x = 0;
  size_t special = cs_float_parse_special(s, n, &x);
  uint64_t bits = cs_dtoa_bits(x);
  if (special != 0) {
    if (special != n) return CS_EINVAL;
  } else {
    cs_status st = read_number(s, n, &bits);
    if (st != CS_OK) return st;
  }
  *out = cs_dtoa_double(bits | (neg ? CS_DTOA_SIGN : 0));
  return CS_OK;
}

cs_float_parts cs_float_ratio(double x) {
  cs_float_parts parts = {.neg = cs_dtoa_bits(x) >> 63};
  cs_dtoa_split(cs_dtoa_bits(x), &parts.mantissa, &parts.exponent);
  if (parts.mantissa == 0) {
    parts.exponent = 0;
    return parts;
  }
  int zeros = __builtin_ctzll(parts.mantissa);
  parts.mantissa >>= zeros;
  parts.exponent += zeros;
  return parts;
}
