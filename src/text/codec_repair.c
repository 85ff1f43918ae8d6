/*
 * codec_repair.c - Python's built-in error handlers for codecs.
 *
 * A faulty range is repaired one unit at a time, and each unit is committed
 * before the next is looked at.  So running out of room in the middle needs no
 * memory of what was done: the rest of the range is simply the new error.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "base/utf8.h"
#include "text/codec.h"
#include "text/uniname.h"

#define REPLACEMENT 0xFFFDu
#define QUOTE_MAX   (CS_UNINAME_MAX + 4) /* "\N{" name "}" */

static const char names[][20] = {
    [CS_CODEC_STRICT] = "strict",
    [CS_CODEC_IGNORE] = "ignore",
    [CS_CODEC_REPLACE] = "replace",
    [CS_CODEC_BACKSLASH] = "backslashreplace",
    [CS_CODEC_XMLCHARREF] = "xmlcharrefreplace",
    [CS_CODEC_NAME] = "namereplace",
    [CS_CODEC_ESCAPE] = "surrogateescape",
    [CS_CODEC_PASS] = "surrogatepass",
};

bool cs_codec_find_handler(const char *name, size_t n, cs_codec_handler *h) {
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (strlen(names[i]) == n && memcmp(names[i], name, n) == 0) {
      *h = (cs_codec_handler)i;
      return true;
    }
  }
  return false;
}

/* Append `digits` hexadecimal digits of `v`. */
static size_t put_hex(char *out, size_t at, uint32_t v, unsigned digits) {
  while (digits-- > 0) out[at++] = "0123456789abcdef"[v >> 4 * digits & 15];
  return at;
}

/* \xNN, \uNNNN or \UNNNNNNNN. */
static size_t quote(uint32_t cp, char *out) {
  out[0] = '\\';
  out[1] = cp < 0x100 ? 'x' : cp < 0x10000 ? 'u' : 'U';
  return put_hex(out, 2, cp, cp < 0x100 ? 2 : cp < 0x10000 ? 4 : 8);
}

static size_t quote_number(uint32_t cp, char *out) {
  char digits[10];
  size_t n = 0, at = 2;
  do digits[n++] = (char)('0' + cp % 10);
  while ((cp /= 10) > 0);
  memcpy(out, "&#", 2);
  while (n > 0) out[at++] = digits[--n];
  out[at++] = ';';
  return at;
}

static size_t quote_name(uint32_t cp, char *out) {
  size_t n = cs_uniname_get(cp, out + 3, CS_UNINAME_MAX);
  if (n == 0) return quote(cp, out);
  memcpy(out, "\\N{", 3);
  out[3 + n] = '}';
  return n + 4;
}

/* ---- decoding --------------------------------------------------------------
 */

/* Write one code point that stands for the next `width` input bytes. */
static bool commit(cs_codec *c, uint32_t cp, size_t width, uint8_t *out,
                   size_t cap) {
  if (cap - c->out < cs_utf8_width(cp)) return false;
  c->out += cs_utf8_encode(cp, out + c->out);
  c->index++;
  c->in += width;
  c->start = c->in;
  return true;
}

/* The surrogate encoded at `s`; its bytes, or 0. */
static size_t read_surrogate(cs_codec_kind kind, const uint8_t *s, size_t n,
                             uint32_t *cp) {
  bool big = kind == CS_CODEC_UTF16BE || kind == CS_CODEC_UTF32BE;
  size_t width = kind <= CS_CODEC_UTF8_SIG  ? 3
                 : kind <= CS_CODEC_UTF16BE ? 2
                                            : 4;
  if (kind >= CS_CODEC_ASCII || n < width) return 0;
  uint32_t v = 0;
  if (width == 3) {
    if (cs_utf8_decode_check(s, n, true, &v) != 3) return 0;
  } else {
    for (size_t i = 0; i < width; i++) v = v << 8 | s[big ? i : width - 1 - i];
  }
  *cp = v;
  return cs_utf8_is_surrogate(v) ? width : 0;
}

static cs_codec_outcome escape_bytes(cs_codec *c, const uint8_t *in,
                                     uint8_t *out, size_t cap) {
  if (in[c->in] < 0x80) return CS_CODEC_ERROR;
  while (c->in < c->end_in && in[c->in] >= 0x80)
    if (!commit(c, 0xDC00u + in[c->in], 1, out, cap)) return CS_CODEC_ROOM;
  return CS_CODEC_DONE;
}

static cs_codec_outcome quote_bytes(cs_codec *c, const uint8_t *in,
                                    uint8_t *out, size_t cap) {
  while (c->in < c->end_in) {
    char text[QUOTE_MAX];
    size_t n = quote(in[c->in], text);
    if (cap - c->out < n) return CS_CODEC_ROOM;
    memcpy(out + c->out, text, n);
    c->out += n;
    c->index += n;
    c->start = ++c->in;
  }
  return CS_CODEC_DONE;
}

cs_codec_outcome cs_codec_repair_decode(cs_codec *c, cs_codec_handler h,
                                        const uint8_t *in, size_t n,
                                        uint8_t *out, size_t cap) {
  uint32_t cp = REPLACEMENT;
  size_t width = c->end_in - c->in;
  switch (h) {
    case CS_CODEC_IGNORE: c->in = c->end_in; return CS_CODEC_DONE;
    case CS_CODEC_BACKSLASH: return quote_bytes(c, in, out, cap);
    case CS_CODEC_ESCAPE: return escape_bytes(c, in, out, cap);
    case CS_CODEC_PASS:
      width = read_surrogate(c->kind, in + c->in, n - c->in, &cp);
      if (width == 0) return CS_CODEC_ERROR;
      break;
    case CS_CODEC_REPLACE: break;
    case CS_CODEC_STRICT:
    case CS_CODEC_XMLCHARREF:
    case CS_CODEC_NAME:
    default: return CS_CODEC_ERROR;
  }
  return commit(c, cp, width, out, cap) ? CS_CODEC_DONE : CS_CODEC_ROOM;
}

/* ---- encoding --------------------------------------------------------------
 */

static bool is_escape(uint32_t cp) {
  return cp >= 0xDC80 && cp <= 0xDCFF;
}

/* Width of a code unit of the target. */
static size_t unit_of(cs_codec_kind kind) {
  if (kind >= CS_CODEC_UTF16 && kind <= CS_CODEC_UTF16BE) return 2;
  return kind >= CS_CODEC_UTF32 && kind <= CS_CODEC_UTF32BE ? 4 : 1;
}

/* The encoded value `v`, which fits one unit of the target. */
static void put_unit(cs_codec_kind kind, uint32_t v, uint8_t *out) {
  size_t unit = unit_of(kind);
  bool big = kind == CS_CODEC_UTF16BE || kind == CS_CODEC_UTF32BE;
  for (size_t i = 0; i < unit; i++)
    out[big ? unit - 1 - i : i] = (uint8_t)(v >> 8 * i);
}

/* Bytes that replace `cp` in the target, into `out`; -1 if it is refused. */
static int replace_one(cs_codec_kind kind, cs_codec_handler h, uint32_t cp,
                       uint8_t out[4 * QUOTE_MAX]) {
  char text[QUOTE_MAX] = "?";
  size_t n = 1, unit = unit_of(kind);
  if (h == CS_CODEC_ESCAPE) {
    if (unit != 1 || !is_escape(cp)) return -1;
    out[0] = (uint8_t)cp;
    return 1;
  }
  if (h == CS_CODEC_PASS) {
    if (kind >= CS_CODEC_ASCII || !cs_utf8_is_surrogate(cp)) return -1;
    if (unit == 1) return (int)cs_utf8_encode(cp, out);
    put_unit(kind, cp, out);
    return (int)unit;
  }
  if (h == CS_CODEC_BACKSLASH) n = quote(cp, text);
  if (h == CS_CODEC_XMLCHARREF) n = quote_number(cp, text);
  if (h == CS_CODEC_NAME) n = quote_name(cp, text);
  for (size_t i = 0; i < n; i++)
    put_unit(kind, (uint8_t)text[i], out + i * unit);
  return (int)(n * unit);
}

/* Charmap codecs take surrogateescape for the whole range or not at all; the
 * others take as many characters as possible before they fail. */
static bool refuses_range(const cs_codec *c, const uint8_t *in) {
  if (c->kind < CS_CODEC_CP1252) return false;
  for (size_t at = c->in; at < c->end_in;)
    if (!is_escape(cs_utf8_next(in, &at))) return true;
  return false;
}

cs_codec_outcome cs_codec_repair_encode(cs_codec *c, cs_codec_handler h,
                                        const uint8_t *in, uint8_t *out,
                                        size_t cap) {
  if (h == CS_CODEC_STRICT) return CS_CODEC_ERROR;
  if (h == CS_CODEC_IGNORE) {
    c->in = c->end_in;
    c->index = c->end;
    return CS_CODEC_DONE;
  }
  if (h == CS_CODEC_ESCAPE && refuses_range(c, in)) return CS_CODEC_ERROR;
  while (c->in < c->end_in) {
    uint8_t bytes[4 * QUOTE_MAX];
    size_t at = c->in;
    int n = replace_one(c->kind, h, cs_utf8_next(in, &at), bytes);
    if (n < 0) return CS_CODEC_ERROR;
    if (cap - c->out < (size_t)n) return CS_CODEC_ROOM;
    memcpy(out + c->out, bytes, (size_t)n);
    c->out += (size_t)n;
    c->in = at;
    c->start = ++c->index;
  }
  return CS_CODEC_DONE;
}
