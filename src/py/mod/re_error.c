/*
 * re_error.c - composing the message of a refused pattern.
 *
 * Messages are built in place by appending; when the room ends the rest is
 * dropped, at a character boundary.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/re_error.h"

#include <string.h>

#include "base/utf8.h"
#include "text/unicode.h"

void cs_re_error_set(cs_re_error *e, cs_re_fault fault, int64_t pos,
                     const char *msg) {
  e->fault = fault;
  e->pos = pos;
  e->len = 0;
  e->msg[0] = 0;
  cs_re_error_add(e, msg);
}

/* Append one encoded character or nothing. */
static void put(cs_re_error *e, const uint8_t *s, size_t n) {
  if (e->len + n > CS_RE_ERROR_MAX) return;
  memcpy(e->msg + e->len, s, n);
  e->len += (uint32_t)n;
  e->msg[e->len] = 0;
}

static void put_byte(cs_re_error *e, uint8_t c) {
  put(e, &c, 1);
}

void cs_re_error_add(cs_re_error *e, const char *text) {
  for (; *text; text++) put_byte(e, (uint8_t)*text);
}

/* Append \xhh, \uhhhh or \Uhhhhhhhh, whichever fits. */
static void put_escape(cs_re_error *e, uint32_t cp) {
  uint32_t digits = cp <= 0xFF ? 2 : cp <= 0xFFFF ? 4 : 8;
  put_byte(e, '\\');
  put_byte(e, digits == 2 ? 'x' : digits == 4 ? 'u' : 'U');
  while (digits-- > 0)
    put_byte(e, (uint8_t) "0123456789abcdef"[cp >> (4 * digits) & 15]);
}

void cs_re_error_add_char(cs_re_error *e, uint32_t cp, bool latin) {
  uint8_t bytes[CS_UTF8_LONGEST];
  if (latin && cp > 0x7F) {
    put_escape(e, cp);
    return;
  }
  put(e, bytes, cs_utf8_encode(cp, bytes));
}

void cs_re_error_add_number(cs_re_error *e, uint64_t n) {
  uint8_t digits[20];
  uint32_t at = sizeof digits;
  do {
    digits[--at] = (uint8_t)('0' + n % 10);
    n /= 10;
  } while (n > 0);
  put(e, digits + at, sizeof digits - at);
}

static void add_repr_char(cs_re_error *e, uint32_t cp, uint8_t quote,
                          bool latin) {
  if (cp == quote || cp == '\\') {
    put_byte(e, '\\');
    put_byte(e, (uint8_t)cp);
  } else if (cp == '\n' || cp == '\r' || cp == '\t') {
    put_byte(e, '\\');
    put_byte(e, cp == '\n' ? 'n' : cp == '\r' ? 'r' : 't');
  } else if (!cs_unicode_has(cp, CS_UNICODE_PRINTABLE)) {
    put_escape(e, cp);
  } else {
    cs_re_error_add_char(e, cp, latin);
  }
}

void cs_re_error_add_repr(cs_re_error *e, const uint8_t *s, size_t n,
                          bool latin) {
  bool single = n > 0 && memchr(s, '\'', n);
  bool twin = n > 0 && memchr(s, '"', n);
  uint8_t quote = single && !twin ? '"' : '\'';
  put_byte(e, quote);
  for (size_t at = 0; at < n;) {
    uint32_t cp = latin ? s[at++] : cs_utf8_next(s, &at);
    add_repr_char(e, cp, quote, latin);
  }
  put_byte(e, quote);
}

void cs_re_error_place(const uint8_t *s, size_t n, bool bytes, size_t pos,
                       size_t *line, size_t *column) {
  size_t row = 1;
  size_t start = 0; /* character index behind the last newline */
  size_t index = 0;
  for (size_t at = 0; at < n && index < pos; index++) {
    uint32_t cp = bytes ? s[at++] : cs_utf8_next(s, &at);
    if (cp != '\n') continue;
    row++;
    start = index + 1;
  }
  *line = row;
  *column = pos - start + 1;
}
