/*
 * quote.c - text and bytes as source code: what repr() and ascii() write.
 *
 * Runs without anything to escape are copied whole.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/quote.h"

#include "base/utf8.h"
#include "py/heap/str.h"
#include "text/unicode.h"

static void put_hex(cs_builder *b, char letter, uint32_t cp, unsigned digits) {
  char text[10] = {'\\', letter};
  for (unsigned i = 0; i < digits; i++)
    text[2 + i] = "0123456789abcdef"[cp >> (4 * (digits - 1 - i)) & 15];
  cs_builder_ascii(b, text, 2 + digits);
}

/* An escape by number, as short as possible. */
static void put_escape(cs_builder *b, uint32_t cp) {
  if (cp < 0x100)
    put_hex(b, 'x', cp, 2);
  else if (cp < 0x10000)
    put_hex(b, 'u', cp, 4);
  else
    put_hex(b, 'U', cp, 8);
}

/* The escape of an ASCII character that cannot stand for itself. */
static void put_control(cs_builder *b, uint8_t c) {
  switch (c) {
    case '\n': cs_builder_ascii(b, "\\n", 2); break;
    case '\r': cs_builder_ascii(b, "\\r", 2); break;
    case '\t': cs_builder_ascii(b, "\\t", 2); break;
    default:
      if (c < ' ' || c >= 0x7F) {
        put_hex(b, 'x', c, 2);
      } else { /* the quote or a backslash */
        char text[2] = {'\\', (char)c};
        cs_builder_ascii(b, text, 2);
      }
  }
}

static char choose_quote(const void *s, size_t n) {
  if (n == 0 || !memchr(s, '\'', n)) return '\'';
  return memchr(s, '"', n) ? '\'' : '"';
}

static bool is_plain(uint8_t c, char quote) {
  return c >= ' ' && c < 0x7F && c != '\\' && c != (uint8_t)quote;
}

/* Escapes are many times the work of plain text: is it too late for more? */
static bool is_late(cs_builder *b) {
  cs_charge(b->ctx, 1);
  if (b->status == CS_OK) b->status = cs_charge_look(b->ctx);
  return b->status != CS_OK;
}

/* Text between quotes; what is behind 0x7F stays if it is printable. */
static void put_text(cs_builder *b, const uint8_t *s, size_t n, char quote) {
  size_t from = 0, at = 0;
  while (at < n) {
    if (is_plain(s[at], quote)) {
      at++;
      continue;
    }
    size_t here = at;
    uint32_t cp = cs_utf8_next(s, &at);
    if (cp >= 0x80 && cs_unicode_has(cp, CS_UNICODE_PRINTABLE)) continue;
    cs_builder_text(b, (const char *)s + from, here - from);
    if (cp < 0x80)
      put_control(b, (uint8_t)cp);
    else
      put_escape(b, cp);
    from = at;
    if (is_late(b)) return;
  }
  cs_builder_text(b, (const char *)s + from, n - from);
}

void cs_quote_str(cs_builder *b, cs_value str) {
  uint32_t n;
  const char *s = cs_str_data(b->ctx, str, &n);
  char quote = choose_quote(s, n);
  cs_charge(b->ctx, n / 32);
  cs_builder_ascii(b, &quote, 1);
  put_text(b, (const uint8_t *)s, n, quote);
  cs_builder_ascii(b, &quote, 1);
}

void cs_quote_bytes(cs_builder *b, const uint8_t *s, uint32_t n, bool array) {
  char open[2] = {'b', choose_quote(s, n)};
  char escaped = array ? '\'' : open[1];
  size_t from = 0;
  cs_charge(b->ctx, n / 32);
  cs_builder_ascii(b, open, 2);
  for (size_t at = 0; at < n; at++) {
    if (is_plain(s[at], escaped)) continue;
    cs_builder_ascii(b, (const char *)s + from, at - from);
    put_control(b, s[at]);
    from = at + 1;
    if (is_late(b)) return;
  }
  if (n) cs_builder_ascii(b, (const char *)s + from, n - from);
  cs_builder_ascii(b, open + 1, 1);
}

void cs_quote_ascii(cs_builder *b, cs_value str) {
  uint32_t n;
  const uint8_t *s = (const uint8_t *)cs_str_data(b->ctx, str, &n);
  cs_charge(b->ctx, n / 32);
  for (size_t at = 0; at < n;) {
    size_t run = cs_utf8_ascii_prefix(s + at, n - at);
    cs_builder_ascii(b, (const char *)s + at, run);
    at += run;
    if (at < n) put_escape(b, cs_utf8_next(s, &at));
    if (is_late(b)) return;
  }
}
