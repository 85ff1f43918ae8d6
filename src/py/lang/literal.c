/*
 * literal.c - digits to numbers, escapes to characters.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/lang/literal.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "num/dtoa.h"
#include "text/uniname.h"

/* --- numbers ------------------------------------------------------------- */

static unsigned digit_value(char c) {
  if (c <= '9') return (unsigned)(c - '0');
  return (unsigned)((c | 0x20) - 'a') + 10;
}

static cs_literal_error big_number(cs_scratch *scratch, const char *s,
                                   size_t len, unsigned base,
                                   cs_constant *out) {
  char *digits = cs_scratch_take(scratch, len);
  if (!digits) return CS_LITERAL_FULL;
  uint32_t n = 0;
  for (size_t i = 0; i < len; i++)
    if (s[i] != '_') digits[n++] = s[i];
  out->type = CS_CONST_BIGINT;
  out->base = (uint8_t)base;
  out->text = digits;
  out->len = n;
  if (base == 10 && n > CS_LITERAL_DIGITS) return CS_LITERAL_DIGITS_ERROR;
  return CS_LITERAL_OK;
}

static cs_literal_error integer(cs_scratch *scratch, const char *s, size_t len,
                                unsigned base, cs_constant *out) {
  uint64_t value = 0, limit = (uint64_t)INT64_MAX;
  for (size_t i = 0; i < len; i++) {
    if (s[i] == '_') continue;
    unsigned d = digit_value(s[i]);
    if (value > (limit - d) / base)
      return big_number(scratch, s, len, base, out);
    value = value * base + d;
  }
  out->type = CS_CONST_INT;
  out->i = (int64_t)value;
  return CS_LITERAL_OK;
}

static bool is_float(const char *s, size_t len) {
  for (size_t i = 0; i < len; i++)
    if (s[i] == '.' || (s[i] | 0x20) == 'e' || (s[i] | 0x20) == 'j')
      return true;
  return false;
}

cs_literal_error cs_literal_number(cs_scratch *scratch, const char *s,
                                   size_t len, cs_constant *out) {
  if (len > 2 && s[0] == '0') {
    char c = (char)(s[1] | 0x20);
    if (c == 'x') return integer(scratch, s + 2, len - 2, 16, out);
    if (c == 'o') return integer(scratch, s + 2, len - 2, 8, out);
    if (c == 'b') return integer(scratch, s + 2, len - 2, 2, out);
  }
  if (!is_float(s, len)) return integer(scratch, s, len, 10, out);
  bool imaginary = (s[len - 1] | 0x20) == 'j';
  double value = 0;
  cs_float_parse_underscores(s, len - imaginary, &value);
  out->type = imaginary ? CS_CONST_COMPLEX : CS_CONST_FLOAT;
  out->f = value;
  return CS_LITERAL_OK;
}

/* --- escapes ------------------------------------------------------------- */

static void put(cs_escape *e, char c) {
  e->out[e->n++] = c;
}

static void put_code(cs_escape *e, uint32_t cp) {
  if (cs_utf8_is_surrogate(cp)) e->surrogates = true;
  e->n += cs_utf8_encode(cp, (uint8_t *)e->out + e->n);
}

/* CPython counts positions in a copy where every character beyond ASCII was
 * written as \UXXXXXXXX: ten bytes each. */
static size_t position(const char *start, const char *at) {
  size_t n = 0;
  for (; start < at; start++) {
    unsigned char c = (unsigned char)*start;
    if (c < 0x80)
      n++;
    else if (c >= 0xC0)
      n += 10;
  }
  return n;
}

static cs_literal_error fail_escape(cs_escape *e, const char *start,
                                    const char *from, const char *to,
                                    const char *why) {
  size_t first = position(start, from), last = position(start, to);
  snprintf(e->text, sizeof e->text,
           "(unicode error) 'unicodeescape' codec can't decode bytes in "
           "position %zu-%zu: %s",
           first, last ? last - 1 : 0, why);
  return CS_LITERAL_ESCAPE;
}

static bool is_hex(char c) {
  return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

/* \xXX, \uXXXX, \UXXXXXXXX; `*s` is behind the letter. */
static cs_literal_error hex_escape(cs_escape *e, const char *start,
                                   const char **s, const char *end,
                                   int digits) {
  const char *from = *s - 2, *at = *s;
  uint32_t cp = 0;
  for (int i = 0; i < digits && at < end && is_hex(*at); i++)
    cp = cp << 4 | digit_value(*at++);
  if (at - *s == digits) {
    if (cp > CS_UTF8_MAX)
      return fail_escape(e, start, from, at, "illegal Unicode character");
    *s = at;
    if (e->bytes)
      put(e, (char)cp);
    else
      put_code(e, cp);
    return CS_LITERAL_OK;
  }
  if (e->bytes) {
    snprintf(e->text, sizeof e->text,
             "(value error) invalid \\x escape at position %td", from - start);
    return CS_LITERAL_ESCAPE;
  }
  return fail_escape(e, start, from, at,
                     digits == 2   ? "truncated \\xXX escape"
                     : digits == 4 ? "truncated \\uXXXX escape"
                                   : "truncated \\UXXXXXXXX escape");
}

static cs_literal_error name_escape(cs_escape *e, const char *start,
                                    const char **s, const char *end) {
  const char *from = *s - 2, *at = *s;
  if (at < end && *at == '{') {
    const char *name = ++at;
    while (at < end && *at != '}') at++;
    if (at < end && at > name) {
      uint32_t cp;
      size_t len = (size_t)(at - name);
      at++;
      if (!cs_uniname_find(name, len, &cp))
        return fail_escape(e, start, from, at,
                           "unknown Unicode character name");
      put_code(e, cp);
      *s = at;
      return CS_LITERAL_OK;
    }
  }
  return fail_escape(e, start, from, at, "malformed \\N character escape");
}

static void octal_escape(cs_escape *e, const char **s, const char *end) {
  uint32_t cp = 0;
  const char *from = *s - 1;
  for (int i = 0; i < 3 && *s < end && **s >= '0' && **s <= '7'; i++)
    cp = cp << 3 | (uint32_t)(*(*s)++ - '0');
  if (cp > 0xFF && !e->odd) e->odd = from;
  if (e->bytes)
    put(e, (char)(cp & 0xFF));
  else
    put_code(e, cp);
}

/* Escapes of one character; 0 if `c` is not one. */
static char simple_escape(char c) {
  switch (c) {
    case '\\':
    case '\'':
    case '"': return c;
    case 'a': return '\a';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'v': return '\v';
    default: return 0;
  }
}

/* `*s` is behind the backslash. */
static cs_literal_error escape(cs_escape *e, const char *start, const char **s,
                               const char *end) {
  char c = *(*s)++, simple = simple_escape(c);
  if (simple) return put(e, simple), CS_LITERAL_OK;
  if (c == '\n') return CS_LITERAL_OK;
  if (c >= '0' && c <= '7') {
    --*s;
    octal_escape(e, s, end);
    return CS_LITERAL_OK;
  }
  if (c == 'x') return hex_escape(e, start, s, end, 2);
  if (!e->bytes) {
    if (c == 'u') return hex_escape(e, start, s, end, 4);
    if (c == 'U') return hex_escape(e, start, s, end, 8);
    if (c == 'N') return name_escape(e, start, s, end);
  }
  if (!e->odd) e->odd = *s - 2;
  put(e, '\\'); /* not an escape: both characters stay */
  --*s;
  if (c != '{' && c != '}') put(e, *(*s)++);
  return CS_LITERAL_OK;
}

cs_literal_error cs_literal_unescape(cs_escape *e, const char *s, size_t len) {
  const char *start = s, *end = s + len;
  while (s < end) {
    char c = *s++;
    if (c == '\\' && s < end && !e->keep_backslash) {
      cs_literal_error err = escape(e, start, &s, end);
      if (err != CS_LITERAL_OK) return err;
      continue;
    }
    /* the brace behind it begins a field */
    if (c == '\\' && s == end && !e->keep_backslash && !e->odd) e->odd = s - 1;
    put(e, c);
    if (e->braces && (c == '{' || c == '}') && s < end && *s == c) s++;
  }
  return CS_LITERAL_OK;
}
