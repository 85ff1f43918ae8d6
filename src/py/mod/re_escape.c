/*
 * re_escape.c - what a backslash means, inside and outside a set.
 *
 * The one surprise: three digits are a character in octal, one or two are a
 * group, unless the first is 0 or we are in a set.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/re_escape.h"

#include "base/utf8.h"
#include "py/mod/re_tree.h"
#include "text/uniname.h"

/* Where an escape began, to quote it and to point at it. */
typedef struct start {
  size_t offset; /* bytes      */
  size_t index;  /* characters */
} start;

static start start_of(const cs_re_lex *x, uint32_t token) {
  uint32_t cp = token & ~CS_RE_ESCAPED;
  uint32_t width = x->bytes ? 1 : cs_utf8_width(cp);
  return (start){.offset = cs_re_lex_offset(x) - width - 1,
                 .index = cs_re_lex_tell(x) - 2};
}

static size_t length(const cs_re_lex *x, start from) {
  return cs_re_lex_tell(x) - from.index;
}

/* Fail with "<before><the escape><after>" at the start of the escape. */
static bool fail(cs_re_lex *x, start from, const char *before,
                 const char *after) {
  size_t end = cs_re_lex_offset(x);
  if (!cs_re_lex_fail(x, length(x, from), before)) return false;
  for (size_t at = from.offset; at < end;) {
    uint32_t cp = x->bytes ? x->text[at++] : cs_utf8_next(x->text, &at);
    cs_re_error_add_char(x->err, cp, x->bytes);
  }
  cs_re_error_add(x->err, after);
  return false;
}

uint32_t cs_re_escape_control(uint32_t letter) {
  switch (letter) {
    case 'a': return 7;
    case 'b': return 8;
    case 'f': return 12;
    case 'n': return 10;
    case 'r': return 13;
    case 't': return 9;
    case 'v': return 11;
    case '\\': return '\\';
    default: return CS_RE_END;
  }
}

static uint32_t hex_value(uint32_t c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 16;
}

/* \xhh, \uhhhh, \Uhhhhhhhh: exactly `digits` of them. */
static bool read_hex(cs_re_lex *x, start from, uint32_t digits, uint32_t *out) {
  uint32_t value = 0;
  for (uint32_t i = 0; i < digits; i++) {
    uint32_t digit = hex_value(x->next);
    if (digit > 15) return fail(x, from, "incomplete escape ", "");
    value = value << 4 | digit;
    cs_re_lex_get(x);
  }
  if (value > INT32_MAX) {
    cs_re_lex_fail_as(x, CS_RE_FAULT_OVERFLOW,
                      "Python int too large to convert to C int");
    return false;
  }
  if (value > CS_UTF8_MAX) return fail(x, from, "bad escape ", "");
  *out = value;
  return !cs_re_lex_failed(x);
}

/* \N{name} */
static bool read_named(cs_re_lex *x, uint32_t *out) {
  cs_re_word name;
  if (!cs_re_lex_match(x, '{')) {
    cs_re_lex_fail(x, 0, "missing {");
    return false;
  }
  if (!cs_re_lex_until(x, '}', "character name", &name)) return false;
  if (cs_uniname_find((const char *)name.text, name.bytes, out)) return true;
  if (cs_re_lex_fail(x, name.chars + 4, "undefined character name "))
    cs_re_error_add_repr(x->err, name.text, name.bytes, x->bytes);
  return false;
}

/* \x, and for str \u \U \N.  Returns whether the letter is one of them. */
static bool read_coded(cs_re_lex *x, start from, uint32_t letter, uint32_t *out,
                       bool *ok) {
  if (letter == 'x') {
    *ok = read_hex(x, from, 2, out);
  } else if (letter == 'u' && !x->bytes) {
    *ok = read_hex(x, from, 4, out);
  } else if (letter == 'U' && !x->bytes) {
    *ok = read_hex(x, from, 8, out);
  } else if (letter == 'N' && !x->bytes) {
    *ok = read_named(x, out);
  } else {
    return false;
  }
  return true;
}

/* Up to `more` further octal digits. */
static uint32_t read_octal(cs_re_lex *x, uint32_t value, uint32_t more) {
  for (; more > 0 && cs_re_escape_is_octal(x->next); more--)
    value = value * 8 + (cs_re_lex_get(x) - '0');
  return value;
}

static bool finish_octal(cs_re_lex *x, start from, uint32_t value,
                         cs_re_escape *out) {
  if (value > 0377)
    return fail(x, from, "octal escape value ", " outside of range 0-0o377");
  out->value = value;
  return !cs_re_lex_failed(x);
}

/* A digit outside a set: \0 begins an octal escape, three octal digits are
 * one, anything else is a group. */
static bool read_digits(cs_re_lex *x, start from, uint32_t first,
                        cs_re_escape *out) {
  if (first == '0') {
    out->value = read_octal(x, 0, 2);
    return !cs_re_lex_failed(x);
  }
  uint32_t value = first - '0';
  if (cs_re_escape_is_digit(x->next)) {
    uint32_t second = cs_re_lex_get(x);
    if (cs_re_escape_is_octal(first) && cs_re_escape_is_octal(second) &&
        cs_re_escape_is_octal(x->next))
      return finish_octal(x, from, read_octal(x, value * 8 + (second - '0'), 1),
                          out);
    value = value * 10 + (second - '0');
  }
  out->meaning = CS_RE_MEANS_GROUP;
  out->value = value;
  return !cs_re_lex_failed(x);
}

/* Escapes of a fixed meaning: categories, places, control characters. */
static bool read_fixed(uint32_t letter, bool in_set, cs_re_escape *out) {
  switch (letter) {
    case 'd':
    case 'D':
    case 's':
    case 'S':
    case 'w':
    case 'W':
      out->meaning = CS_RE_MEANS_CATEGORY;
      out->value = letter;
      return true;
    default: break;
  }
  if (!in_set) {
    out->meaning = CS_RE_MEANS_PLACE;
    switch (letter) {
      case 'A': out->value = CS_RE_AT_TEXT_START; return true;
      case 'Z': out->value = CS_RE_AT_TEXT_END; return true;
      case 'b': out->value = CS_RE_AT_EDGE; return true;
      case 'B': out->value = CS_RE_AT_NO_EDGE; return true;
      default: break;
    }
  }
  out->meaning = CS_RE_MEANS_CHAR;
  out->value = cs_re_escape_control(letter);
  return out->value != CS_RE_END;
}

static bool read_escape(cs_re_lex *x, start from, uint32_t letter, bool in_set,
                        cs_re_escape *out) {
  bool ok;
  if (read_fixed(letter, in_set, out)) return true;
  if (read_coded(x, from, letter, &out->value, &ok)) return ok;
  if (cs_re_escape_is_digit(letter)) {
    if (!in_set) return read_digits(x, from, letter, out);
    if (!cs_re_escape_is_octal(letter)) return fail(x, from, "bad escape ", "");
    return finish_octal(x, from, read_octal(x, letter - '0', 2), out);
  }
  if (cs_re_escape_is_letter(letter)) return fail(x, from, "bad escape ", "");
  out->value = letter;
  return true;
}

bool cs_re_escape_read(cs_re_lex *x, uint32_t token, bool in_set,
                       cs_re_escape *out) {
  start from = start_of(x, token);
  *out = (cs_re_escape){.meaning = CS_RE_MEANS_CHAR};
  bool ok = read_escape(x, from, token & ~CS_RE_ESCAPED, in_set, out);
  out->chars = length(x, from);
  return ok;
}
