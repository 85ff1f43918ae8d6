/*
 * fmtspec_apply.c - lay out text and numbers as a format specifier says.
 *
 * A number is a sequence of fields; each has a known length before a byte is
 * written, so the size is exact:
 *
 *   left padding | sign | prefix | inner padding | grouped digits | rest |
 *   right padding
 *
 * "rest" is everything from the point or the exponent on.  Zero padding with
 * grouping adds real digits, so separators stand between the zeros, too.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <assert.h>
#include <string.h>

#include "base/utf8.h"
#include "num/dtoa.h"
#include "text/fmtspec.h"

#define WIDTH_MAX (INT64_C(1) << 40) /* above, no buffer can be enough */

typedef struct number {
  const char *prefix;
  const char *digits; /* to be grouped */
  const char *rest;
  size_t nprefix;
  size_t ndigits;
  size_t nrest;
  size_t left; /* padding, in code points */
  size_t inner;
  size_t right;
  size_t shown; /* digits with added zeros */
  unsigned group;
  char sign;
  bool upper;
} number;

/* --- padding ------------------------------------------------------------- */

static char *put_fill(char *p, uint32_t fill, size_t count) {
  if (fill < 128) {
    memset(p, (int)fill, count);
    return p + count;
  }
  uint8_t bytes[CS_UTF8_LONGEST];
  uint32_t width = cs_utf8_encode(fill, bytes);
  for (size_t i = 0; i < count; i++) {
    memcpy(p, bytes, width);
    p += width;
  }
  return p;
}

static size_t pad_of(const cs_fmtspec *f, size_t count) {
  if (f->width < 0 || (uint64_t)f->width <= count) return 0;
  return (size_t)f->width - count;
}

static cs_status too_long(size_t need, size_t *len) {
  *len = need;
  return CS_ELIMIT;
}

cs_status cs_fmtspec_text(const cs_fmtspec *f, const char *s, size_t n,
                          size_t count, char *out, size_t cap, size_t *len) {
  if (f->width > WIDTH_MAX) return too_long(SIZE_MAX, len);
  if (f->precision >= 0 && (uint64_t)f->precision < count) {
    count = (size_t)f->precision;
    n = cs_utf8_advance((const uint8_t *)s, n, 0, count);
  }
  size_t pad = pad_of(f, count);
  size_t left = f->align == '<' ? 0 : f->align == '^' ? pad / 2 : pad;
  size_t need = n + pad * cs_utf8_width(f->fill);
  if (need > cap) return too_long(need, len);
  out = put_fill(out, f->fill, left);
  if (n) memcpy(out, s, n);
  put_fill(out + n, f->fill, pad - left);
  *len = need;
  return CS_OK;
}

/* --- numbers ------------------------------------------------------------- */

/* Separators among `digits` digits. */
static size_t separators(size_t digits, unsigned group) {
  return group && digits ? (digits - 1) / group : 0;
}

/* The fewest digits that fill `width` columns together with separators. */
static size_t digits_for(size_t width, unsigned group) {
  if (!group) return width;
  size_t digits = width - width / (group + 1);
  while (digits + separators(digits, group) < width) digits++;
  return digits;
}

static char sign_of(const cs_fmtspec *f, bool neg) {
  if (neg) return '-';
  return f->sign == '+' || f->sign == ' ' ? f->sign : 0;
}

/* Decide how many zeros and how much padding go where. */
static size_t arrange(const cs_fmtspec *f, number *x) {
  size_t fixed = (x->sign != 0) + x->nprefix + x->nrest;
  x->shown = x->ndigits > f->min_digits ? x->ndigits : f->min_digits;
  bool zeros = f->fill == '0' && f->align == '=';
  if (zeros && x->ndigits > 0 && f->width > 0 && (size_t)f->width > fixed) {
    size_t least = digits_for((size_t)f->width - fixed, x->group);
    if (x->shown < least) x->shown = least;
  }
  size_t body = fixed + x->shown + separators(x->shown, x->group);
  size_t pad = pad_of(f, body);
  x->left = f->align == '>' ? pad : f->align == '^' ? pad / 2 : 0;
  x->inner = f->align == '=' ? pad : 0;
  x->right = pad - x->left - x->inner;
  return body + pad * cs_utf8_width(f->fill);
}

static char upper(char c) {
  return c >= 'a' && c <= 'z' ? (char)(c - 0x20) : c;
}

/* Digits with leading zeros and separators. */
static char *put_grouped(char *p, const number *x, char separator) {
  size_t zeros = x->shown - x->ndigits;
  if (!x->group && !x->upper) {
    memset(p, '0', zeros);
    if (x->ndigits) memmove(p + zeros, x->digits, x->ndigits);
    return p + x->shown;
  }
  for (size_t i = 0; i < x->shown; i++) {
    size_t left = x->shown - i;
    if (x->group && i > 0 && left % x->group == 0) *p++ = separator;
    char c = i < zeros ? '0' : x->digits[i - zeros];
    *p++ = x->upper ? upper(c) : c;
  }
  return p;
}

/* The text may lie at the end of `out` itself: fields are written in order and
 * what is still to be read is never longer than what is still to be written,
 * so writing does not overtake reading. */
static cs_status put_number(const cs_fmtspec *f, number *x, char *out,
                            size_t cap, size_t *len) {
  if (f->width > WIDTH_MAX) return too_long(SIZE_MAX, len);
  size_t need = arrange(f, x);
  if (need > cap) return too_long(need, len);
  out = put_fill(out, f->fill, x->left);
  if (x->sign) *out++ = x->sign;
  if (x->nprefix) memcpy(out, x->prefix, x->nprefix);
  out = put_fill(out + x->nprefix, f->fill, x->inner);
  out = put_grouped(out, x, f->grouping);
  if (x->nrest) memmove(out, x->rest, x->nrest);
  put_fill(out + x->nrest, f->fill, x->right);
  *len = need;
  return CS_OK;
}

cs_status cs_fmtspec_int(const cs_fmtspec *f, bool neg, const char *digits,
                         size_t n, char *out, size_t cap, size_t *len) {
  unsigned base = cs_fmtspec_base(f);
  number x = {
      .digits = digits,
      .ndigits = n,
      .sign = sign_of(f, neg),
      .group = !f->grouping ? 0
               : base == 10 ? 3
                            : 4,
      .upper = f->type == 'X',
  };
  if (f->alt && base != 10) {
    x.prefix = base == 2 ? "0b" : base == 8 ? "0o" : x.upper ? "0X" : "0x";
    x.nprefix = 2;
  }
  return put_number(f, &x, out, cap, len);
}

cs_status cs_fmtspec_number(const cs_fmtspec *f, const char *text, size_t n,
                            char *out, size_t cap, size_t *len) {
  bool neg = n > 0 && text[0] == '-';
  number x = {
      .digits = text + neg,
      .sign = sign_of(f, neg),
      .group = f->grouping ? 3 : 0,
  };
  size_t at = neg;
  while (at < n && text[at] >= '0' && text[at] <= '9') at++;
  x.ndigits = at - neg;
  x.rest = text + at;
  x.nrest = n - at;
  return put_number(f, &x, out, cap, len);
}

/* 309 digits, 102 separators, sign, point, exponent, percent, with slack. */
size_t cs_fmtspec_float_size(const cs_fmtspec *f) {
  if (f->width > WIDTH_MAX || f->precision > INT32_MAX) return SIZE_MAX;
  size_t width = f->width > 0 ? (size_t)f->width : 0;
  size_t precision = f->precision > 0 ? (size_t)f->precision : 6;
  return 440 + precision + (width + 4) * CS_UTF8_LONGEST;
}

/* Most texts are short: only what is long asks for room in advance. */
cs_status cs_fmtspec_float(const cs_fmtspec *f, double x, char *out, size_t cap,
                           size_t *len) {
  unsigned flags = (f->alt ? CS_FLOAT_ALT : 0u) |
                   (f->no_neg_zero ? CS_FLOAT_NO_NEG_ZERO : 0u);
  char type = f->type == 'n' ? 'g' : (char)f->type;
  size_t room = cs_fmtspec_float_size(f), n;
  if (room == SIZE_MAX) return too_long(room, len);
  int precision = (int)f->precision;
  if (f->type == 0) { /* like g, or repr, but always with a digit behind */
    flags |= CS_FLOAT_DOT0;
    type = precision < 0 ? 'r' : 'g';
  }
  char small[64];
  cs_status st =
      cs_float_format(x, type, precision, flags, small, sizeof small, &n);
  if (st == CS_OK) return cs_fmtspec_number(f, small, n, out, cap, len);
  if (st != CS_ELIMIT) return st;
  if (room > cap) return too_long(room, len);
  char *text = out + room - n;
  st = cs_float_format(x, type, precision, flags, text, n, &n);
  if (st != CS_OK) return st;
  return cs_fmtspec_number(f, text, n, out, room, len);
}
