/*
 * pctspec.c - read the conversion specifiers of Python's % operator.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "text/pctspec.h"

#include <string.h>

#include "base/utf8.h"
#include "num/int_text.h"

typedef struct reader {
  const char *s;
  size_t n;
  size_t at;
} reader;

static cs_status fail(cs_fmterror *err, const char *text) {
  err->len = strlen(text);
  memcpy(err->text, text, err->len);
  return CS_EINVAL;
}

/* Skip to the parenthesis that closes the one before r->at. */
static bool skip_key(reader *r) {
  for (int depth = 1; r->at < r->n; r->at++) {
    if (r->s[r->at] == '(') depth++;
    if (r->s[r->at] == ')' && --depth == 0) return true;
  }
  return false;
}

static void read_flags(reader *r, cs_pctspec *p) {
  for (; r->at < r->n; r->at++) {
    switch (r->s[r->at]) {
      case '-': p->left = true; break;
      case '+': p->plus = true; break;
      case ' ': p->space = true; break;
      case '#': p->alt = true; break;
      case '0': p->zero = true; break;
      default: return;
    }
  }
}

/* Digits at r->at; without any `*out` is left alone.  False above `limit`. */
static bool read_number(reader *r, int64_t limit, int64_t *out) {
  size_t start = r->at;
  int64_t v = 0;
  for (; r->at < r->n; r->at++) {
    int d = r->s[r->at] - '0';
    if (d < 0 || d > 9) break;
    if (v > (limit - d) / 10) return false;
    v = v * 10 + d;
  }
  if (r->at > start) *out = v;
  return true;
}

static bool read_star(reader *r) {
  if (r->at == r->n || r->s[r->at] != '*') return false;
  r->at++;
  return true;
}

cs_status cs_pctspec_parse(const char *s, size_t n, size_t at, bool bytes,
                           cs_pctspec *out, cs_fmterror *err) {
  reader r = {s, n, at + 1};
  cs_pctspec p = {.width = -1, .precision = -1};
  if (r.at < n && s[r.at] == '(') {
    p.has_key = true;
    p.key = ++r.at;
    if (!skip_key(&r)) return fail(err, "incomplete format key");
    p.key_len = r.at++ - p.key;
  }
  read_flags(&r, &p);
  p.width_star = read_star(&r);
  if (!p.width_star && !read_number(&r, INT64_MAX, &p.width))
    return fail(err, "width too big");
  if (r.at < n && s[r.at] == '.') {
    r.at++;
    p.precision = 0;
    p.prec_star = read_star(&r);
    if (!p.prec_star && !read_number(&r, INT32_MAX, &p.precision))
      return fail(err, bytes ? "prec too big" : "precision too big");
  }
  if (r.at < n && (s[r.at] == 'h' || s[r.at] == 'l' || s[r.at] == 'L')) r.at++;
  if (r.at >= n) return fail(err, "incomplete format");
  uint32_t width = 1;
  p.type = (uint8_t)s[r.at];
  if (!bytes) p.type = cs_utf8_decode((const uint8_t *)s + r.at, &width);
  p.end = r.at + width;
  *out = p;
  return CS_OK;
}

void cs_pctspec_set_width(cs_pctspec *p, int64_t width) {
  if (width < 0) {
    p->left = true;
    width = width == INT64_MIN ? INT64_MAX : -width;
  }
  p->width = width;
  p->width_star = false;
}

void cs_pctspec_set_precision(cs_pctspec *p, int64_t precision) {
  p->precision = precision < 0 ? 0 : precision;
  p->prec_star = false;
}

cs_fmtspec cs_pctspec_convert(const cs_pctspec *p) {
  uint32_t t = p->type;
  bool is_int =
      t == 'd' || t == 'i' || t == 'u' || t == 'o' || t == 'x' || t == 'X';
  bool is_number = is_int || (t < 128 && t != 0 && strchr("eEfFgG", (int)t));
  bool zero = p->zero && is_number && !p->left;
  cs_fmtspec f = {
      .width = p->width,
      .precision = is_int || t == 'c' ? -1 : p->precision,
      .min_digits = is_int && p->precision > 0 ? (size_t)p->precision : 0,
      .fill = zero ? '0' : ' ',
      .type = t == 'i' || t == 'u' ? 'd' : t,
      .align = p->left ? '<'
               : zero  ? '='
                       : '>',
  };
  if (is_number) {
    f.sign = p->plus ? '+' : p->space ? ' ' : 0;
    f.alt = p->alt;
  }
  return f;
}

static void add(cs_fmterror *err, const char *s, size_t n) {
  memcpy(err->text + err->len, s, n);
  err->len += n;
}

void cs_pctspec_unsupported(const cs_pctspec *p, const char *s, bool bytes,
                            cs_fmterror *err) {
  char digits[8];
  size_t n = sizeof digits;
  uint32_t type = p->type;
  char shown = type > 31 && type < 127 ? (char)type : '?';
  do {
    digits[--n] = "0123456789abcdef"[type & 15];
    type >>= 4;
  } while (type);
  size_t at = p->end - (bytes ? 1 : cs_utf8_width(p->type));
  char index[CS_INT_TEXT_MAX];
  size_t where = bytes ? at : cs_utf8_count((const uint8_t *)s, at);
  unsigned len = cs_int_print_u64(where, index);
  (void)fail(err, "unsupported format character '");
  add(err, &shown, 1);
  add(err, "' (0x", 5);
  add(err, digits + n, sizeof digits - n);
  add(err, ") at index ", 11);
  add(err, index, len);
}
