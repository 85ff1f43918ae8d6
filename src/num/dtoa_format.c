/*
 * dtoa_format.c - floats in the e, f, g, r and % formats; round().
 *
 * A result is a window onto an endless row of digits "...000ddd000..." with a
 * point somewhere; the format only chooses where the window ends and whether
 * the point is moved behind the first digit with an exponent instead.  Layout
 * is computed before anything is written, so the size query is free.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "num/dtoa.h"
#include "num/dtoa_bits.h"
#include "num/dtoa_digits.h"

#define DEFAULT_PRECISION 6

typedef struct layout {
  const char *digits;
  int64_t n;     /* digits given; further ones are zeros        */
  int64_t point; /* digits before the point                     */
  int64_t end;   /* digits shown, from the first                */
  int exp10;     /* shown if has_exp                            */
  bool has_exp;
  bool has_dot;
  char exp_mark; /* 'e' or 'E' */
  char sign;     /* 0: none */
  char suffix;   /* '%' or 0 */
} layout;

static char sign_of(bool neg, unsigned flags) {
  if (neg) return '-';
  if (flags & CS_FLOAT_PLUS) return '+';
  return flags & CS_FLOAT_SPACE ? ' ' : 0;
}

static unsigned exponent_digits(const layout *l) {
  return l->exp10 > 99 || l->exp10 < -99 ? 3 : 2;
}

static size_t layout_size(const layout *l) {
  size_t size = (size_t)(l->point > 0 ? l->point : 1);
  size += (size_t)(l->end - l->point) + l->has_dot;
  size += (l->sign != 0) + (size_t)(l->suffix != 0);
  return l->has_exp ? size + 2 + exponent_digits(l) : size;
}

/* Write the digits [from, to) of the endless row; returns the new end. */
static char *put_digits(char *p, const layout *l, int64_t from, int64_t to) {
  for (; from < 0 && from < to; from++) *p++ = '0';
  if (from < to && from < l->n) {
    int64_t stop = to < l->n ? to : l->n;
    memcpy(p, l->digits + from, (size_t)(stop - from));
    p += stop - from;
    from = stop;
  }
  if (from < to) memset(p, '0', (size_t)(to - from)), p += to - from;
  return p;
}

static void put_layout(char *p, const layout *l) {
  if (l->sign) *p++ = l->sign;
  if (l->point <= 0)
    *p++ = '0';
  else
    p = put_digits(p, l, 0, l->point);
  if (l->has_dot) *p++ = '.';
  p = put_digits(p, l, l->point, l->end);
  if (l->has_exp) {
    unsigned e = (unsigned)(l->exp10 < 0 ? -l->exp10 : l->exp10);
    *p++ = l->exp_mark;
    *p++ = l->exp10 < 0 ? '-' : '+';
    if (exponent_digits(l) == 3) *p++ = (char)('0' + e / 100);
    *p++ = (char)('0' + e / 10 % 10);
    *p++ = (char)('0' + e % 10);
  }
  if (l->suffix) *p = l->suffix;
}

/* Decide window and point from rounded digits; `kind` is e, f or g. */
static void choose(layout *l, const cs_dtoa_digits *d, char kind, int precision,
                   unsigned flags) {
  bool dot0 = flags & CS_FLOAT_DOT0;
  bool alt = flags & CS_FLOAT_ALT;
  l->digits = d->d;
  l->n = d->n;
  l->point = d->point;
  l->has_exp = kind == 'e';
  l->end = precision + INT64_C(1);
  if (kind == 'f') l->end = l->point + precision;
  if (kind == 'g') {
    l->has_exp = d->point <= -4 || d->point > precision - dot0;
    l->end = alt ? precision : d->n;
  }
  if (l->has_exp) {
    l->exp10 = d->point - 1;
    l->point = 1;
  }
  int64_t least = l->point + (dot0 && !l->has_exp);
  if (l->end < least) l->end = least;
  l->has_dot = alt || l->end > l->point;
}

static cs_status emit(const char *text, size_t n, char *buf, size_t cap,
                      size_t *len) {
  *len = n;
  if (n > cap) return CS_ELIMIT;
  memcpy(buf, text, n);
  return CS_OK;
}

/* Infinity and NaN: a word with sign and suffix.  NaN is never negative. */
static cs_status format_special(double x, bool upper, unsigned flags,
                                char suffix, char *buf, size_t cap,
                                size_t *len) {
  char text[8];
  size_t n = 0;
  char sign = sign_of(x < 0, flags);
  if (sign) text[n++] = sign;
  const char *word = x != x ? (upper ? "NAN" : "nan") : (upper ? "INF" : "inf");
  memcpy(text + n, word, 3);
  n += 3;
  if (suffix) text[n++] = suffix;
  return emit(text, n, buf, cap, len);
}

static cs_status format_repr(double x, unsigned flags, char *buf, size_t cap,
                             size_t *len) {
  char text[CS_FLOAT_REPR_MAX + 1];
  bool neg = cs_dtoa_bits(x) >> 63 && x == x;
  if (x == 0 && (flags & CS_FLOAT_NO_NEG_ZERO)) neg = false;
  text[0] = sign_of(neg, flags);
  size_t sign = text[0] != 0;
  double size = cs_dtoa_double(cs_dtoa_bits(x) & ~CS_DTOA_SIGN);
  size_t n = sign + cs_float_repr(size, text + sign);
  bool finite = size < cs_dtoa_double(CS_DTOA_INF);
  bool drop_dot0 = !(flags & (CS_FLOAT_DOT0 | CS_FLOAT_ALT));
  if (finite && drop_dot0 && text[n - 1] == '0' && text[n - 2] == '.') n -= 2;
  if (finite && (flags & CS_FLOAT_ALT)) {
    char *e = memchr(text, 'e', n);
    if (e && !memchr(text, '.', n)) { /* 1e+16 becomes 1.e+16 */
      memmove(e + 1, e, (size_t)(text + n - e));
      *e = '.';
      n++;
    } else if (!e && !(flags & CS_FLOAT_DOT0) && text[n - 1] == '0' &&
               text[n - 2] == '.') {
      n--;
    }
  }
  return emit(text, n, buf, cap, len);
}

cs_status cs_float_format(double x, char type, int precision, unsigned flags,
                          char *buf, size_t cap, size_t *len) {
  bool upper = type == 'E' || type == 'F' || type == 'G';
  char kind = upper ? (char)(type | 0x20) : type;
  if (kind == 'r') return format_repr(x, flags, buf, cap, len);
  if (kind != 'e' && kind != 'f' && kind != 'g' && kind != '%')
    return CS_EINVAL;
  if (precision < 0) precision = DEFAULT_PRECISION;
  char suffix = kind == '%' ? '%' : 0;
  if (suffix) {
    x *= 100;
    kind = 'f';
  }
  if ((cs_dtoa_bits(x) & CS_DTOA_INF) == CS_DTOA_INF)
    return format_special(x, upper, flags, suffix, buf, cap, len);
  cs_dtoa_digits digits;
  if (kind == 'f') {
    cs_dtoa_fixed(x, precision, &digits);
  } else {
    if (kind == 'g' && precision == 0) precision = 1;
    int count =
        kind == 'g' || precision == INT32_MAX ? precision : precision + 1;
    cs_dtoa_significant(x, count, &digits);
    cs_dtoa_strip(&digits);
  }
  layout l = {.exp_mark = upper ? 'E' : 'e', .suffix = suffix};
  choose(&l, &digits, kind, precision, flags);
  bool neg = cs_dtoa_bits(x) >> 63;
  if (digits.n == 0 && (flags & CS_FLOAT_NO_NEG_ZERO)) neg = false;
  l.sign = sign_of(neg, flags);
  *len = layout_size(&l);
  if (*len > cap) return CS_ELIMIT;
  put_layout(buf, &l);
  return CS_OK;
}

/* Read back rounded digits. */
static double read_digits(cs_dtoa_digits *digits) {
  cs_dtoa_strip(digits);
  if (digits->n == 0) return 0.0;
  int exp10 = digits->point - digits->n;
  unsigned e = (unsigned)(exp10 < 0 ? -exp10 : exp10);
  char *p = digits->d + digits->n;
  *p++ = 'e';
  *p++ = exp10 < 0 ? '-' : '+';
  for (unsigned unit = 1000; unit > 0; unit /= 10)
    *p++ = (char)('0' + e / unit % 10);
  double x = 0;
  cs_float_parse(digits->d, (size_t)(p - digits->d), &x);
  return x;
}

/* 10^n for n <= 19; every step is exact below 10^22. */
static double power_of_ten(unsigned n) {
  double p = 1;
  for (; n > 0; n--) p *= 10;
  return p;
}

cs_status cs_float_round(double x, int64_t ndigits, double *out) {
  uint64_t sign = cs_dtoa_bits(x) & CS_DTOA_SIGN;
  bool special = (cs_dtoa_bits(x) & CS_DTOA_INF) == CS_DTOA_INF;
  if (special || x == 0 || ndigits > 323) {
    *out = x;
    return CS_OK;
  }
  if (ndigits < -308) {
    *out = cs_dtoa_double(sign);
    return CS_OK;
  }
  uint64_t v;
  if (ndigits >= 0 && cs_dtoa_fixed_short(x, (int)ndigits, &v) &&
      v <= UINT64_C(1) << 53) { /* both exact: the quotient is rounded once */
    double size = (double)v / power_of_ten((unsigned)ndigits);
    *out = cs_dtoa_double(cs_dtoa_bits(size) | sign);
    return CS_OK;
  }
  cs_dtoa_digits digits;
  cs_dtoa_fixed(x, (int)ndigits, &digits);
  uint64_t bits = cs_dtoa_bits(read_digits(&digits));
  if (bits == CS_DTOA_INF) return CS_ELIMIT;
  *out = cs_dtoa_double(bits | sign);
  return CS_OK;
}
