/*
 * re_lex.c - characters and escaped pairs of a pattern or template.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/re_lex.h"

#include <string.h>

#include "base/utf8.h"
#include "text/unicode.h"

#define NUMBER_MAX UINT32_C(0x80000000)
#define DIGITS_MAX 4300 /* int() refuses longer texts */

/* The character at the reading position, which moves behind it. */
static uint32_t read_char(cs_re_lex *x) {
  x->index++;
  if (x->bytes) return x->text[x->at++];
  return cs_utf8_next(x->text, &x->at);
}

static void advance(cs_re_lex *x) {
  if (x->at >= x->size || cs_re_lex_failed(x)) {
    x->next = CS_RE_END;
    return;
  }
  x->next = read_char(x);
  if (x->next != '\\') return;
  if (x->at < x->size) {
    x->next = read_char(x) | CS_RE_ESCAPED;
    return;
  }
  x->next = CS_RE_END;
  cs_re_error_set(x->err, CS_RE_FAULT_ERROR, (int64_t)x->index - 1,
                  "bad escape (end of pattern)");
}

void cs_re_lex_init(cs_re_lex *x, const uint8_t *text, size_t n, bool bytes,
                    cs_re_error *err) {
  *x = (cs_re_lex){.text = text, .size = n, .bytes = bytes, .err = err};
  *err = (cs_re_error){.fault = CS_RE_FAULT_NONE, .pos = -1};
  advance(x);
}

uint32_t cs_re_lex_get(cs_re_lex *x) {
  uint32_t token = x->next;
  advance(x);
  return token;
}

bool cs_re_lex_match(cs_re_lex *x, uint32_t token) {
  if (x->next != token) return false;
  advance(x);
  return true;
}

size_t cs_re_lex_tell(const cs_re_lex *x) {
  return x->index - cs_re_lex_len(x->next);
}

size_t cs_re_lex_offset(const cs_re_lex *x) {
  if (x->next == CS_RE_END) return x->at;
  uint32_t cp = x->next & ~CS_RE_ESCAPED;
  uint32_t width = x->bytes ? 1 : cs_utf8_width(cp);
  return x->at - width - (cs_re_lex_is_escape(x->next) ? 1 : 0);
}

void cs_re_lex_seek(cs_re_lex *x, size_t index, size_t offset) {
  x->index = index;
  x->at = offset;
  advance(x);
}

bool cs_re_lex_fail(cs_re_lex *x, size_t back, const char *msg) {
  if (cs_re_lex_failed(x)) return false;
  cs_re_error_set(x->err, CS_RE_FAULT_ERROR,
                  (int64_t)cs_re_lex_tell(x) - (int64_t)back, msg);
  return true;
}

bool cs_re_lex_fail_as(cs_re_lex *x, cs_re_fault fault, const char *msg) {
  if (cs_re_lex_failed(x)) return false;
  cs_re_error_set(x->err, fault, -1, msg);
  return true;
}

static void fail_missing(cs_re_lex *x, uint32_t end, const char *what,
                         size_t taken) {
  if (taken == 0) {
    if (cs_re_lex_fail(x, 0, "missing ")) cs_re_error_add(x->err, what);
    return;
  }
  if (!cs_re_lex_fail(x, taken, "missing ")) return;
  cs_re_error_add_char(x->err, end, x->bytes);
  cs_re_error_add(x->err, ", unterminated name");
}

bool cs_re_lex_until(cs_re_lex *x, uint32_t end, const char *what,
                     cs_re_word *out) {
  size_t index = cs_re_lex_tell(x);
  size_t start = cs_re_lex_offset(x);
  while (x->next != end && x->next != CS_RE_END) advance(x);
  *out = (cs_re_word){.text = x->text + start,
                      .bytes = cs_re_lex_offset(x) - start,
                      .chars = cs_re_lex_tell(x) - index};
  if (x->next == CS_RE_END) {
    fail_missing(x, end, what, out->chars);
    return false;
  }
  advance(x);
  if (out->chars == 0 && cs_re_lex_fail(x, 1, "missing "))
    cs_re_error_add(x->err, what);
  return !cs_re_lex_failed(x);
}

/* The character of a name at `*at`, which moves behind it. */
static uint32_t word_char(const cs_re_lex *x, const cs_re_word *w, size_t *at) {
  if (x->bytes) return w->text[(*at)++];
  return cs_utf8_next(w->text, at);
}

bool cs_re_lex_is_name(const cs_re_lex *x, const cs_re_word *w) {
  for (size_t at = 0; at < w->bytes;) {
    bool first = at == 0;
    uint32_t cp = word_char(x, w, &at);
    uint32_t need = first ? CS_UNICODE_XID_START : CS_UNICODE_XID_CONTINUE;
    if (cp != '_' && !cs_unicode_has(cp, need)) return false;
  }
  return w->bytes > 0;
}

/* int() in three states: before the digits, among them, behind them. */
typedef struct int_reader {
  uint32_t value;
  uint32_t digits;
  bool negative, signed_, gap, done;
} int_reader;

static bool read_digit(int_reader *r, uint32_t digit) {
  if (r->done || ++r->digits > DIGITS_MAX) return false;
  r->gap = false;
  uint64_t value = (uint64_t)r->value * 10 + digit;
  r->value = value > NUMBER_MAX ? NUMBER_MAX : (uint32_t)value;
  return true;
}

static bool read_int_char(int_reader *r, uint32_t cp) {
  int digit = cs_unicode_decimal(cp);
  if (digit >= 0) return read_digit(r, (uint32_t)digit);
  if (cp == '_') {
    bool fits = r->digits > 0 && !r->gap && !r->done;
    r->gap = true;
    return fits;
  }
  if (r->gap) return false;
  if (cs_unicode_has(cp, CS_UNICODE_SPACE)) {
    if (r->digits > 0) r->done = true;
    return r->digits > 0 || !r->signed_;
  }
  if ((cp != '+' && cp != '-') || r->signed_ || r->digits > 0) return false;
  r->signed_ = true;
  r->negative = cp == '-';
  return true;
}

bool cs_re_lex_number(const cs_re_lex *x, const cs_re_word *w, uint32_t *out) {
  int_reader r = {0};
  for (size_t at = 0; at < w->bytes;)
    if (!read_int_char(&r, word_char(x, w, &at))) return false;
  if (r.digits == 0 || r.gap || (r.negative && r.value > 0)) return false;
  *out = r.value;
  return true;
}

void cs_re_lex_add_number(cs_re_lex *x, const cs_re_word *w) {
  bool leading = true;
  for (size_t at = 0; at < w->bytes;) {
    int digit = cs_unicode_decimal(word_char(x, w, &at));
    if (digit < 0 || (leading && digit == 0)) continue;
    leading = false;
    cs_re_error_add_char(x->err, (uint32_t)('0' + digit), false);
  }
  if (leading) cs_re_error_add(x->err, "0");
}
