/*
 * codec_decode.c - bytes from outside become text.
 *
 * Every kind has a `take` function that reads one code point and moves
 * nothing; the loop checks the room and then commits.  UTF-8 and ASCII need no
 * conversion and are checked and copied in bulk.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "base/utf8.h"
#include "text/cjk.h"
#include "text/codec.h"
#include "text/gen/charmap.h"

/* What a `take` function found. */
typedef struct taken {
  uint32_t cp;
  uint32_t width;     /* bytes of the code point, or of the faulty part     */
  bool partial;       /* the fault is that the input ends inside a sequence */
  const char *reason; /* NULL unless faulty */
} taken;

static cs_codec_outcome fault(cs_codec *c, taken t, const char *encoding,
                              bool final) {
  if (t.partial && !final) return CS_CODEC_DONE;
  c->start = c->in;
  c->end = c->end_in = c->in + t.width;
  c->encoding = encoding;
  c->reason = t.reason;
  return CS_CODEC_ERROR;
}

static taken bad(uint32_t width, const char *reason) {
  return (taken){.width = width, .reason = reason};
}

static taken cut(uint32_t width, const char *reason) {
  return (taken){.width = width, .partial = true, .reason = reason};
}

/* Explain why strict UTF-8 cannot start with the `n` > 0 bytes at `s`. */
static taken explain_utf8(const uint8_t *s, size_t n) {
  static const char start[] = "invalid start byte";
  static const char next[] = "invalid continuation byte";
  static const char end[] = "unexpected end of data";
  uint8_t a = s[0];
  if (a < 0xC2 || a > 0xF4) return bad(1, start);
  if (n == 1) return cut(1, end);
  /* The second byte has a narrower range after four of the lead bytes. */
  uint8_t low = a == 0xE0 ? 0xA0 : a == 0xF0 ? 0x90 : 0x80;
  uint8_t high = a == 0xED ? 0x9F : a == 0xF4 ? 0x8F : 0xBF;
  if (s[1] < low || s[1] > high) return bad(1, next);
  if (n == 2) return cut(2, end);
  if (cs_utf8_is_start(s[2])) return bad(2, next);
  return n == 3 ? cut(3, end) : bad(3, next);
}

static cs_codec_outcome decode_utf8(cs_codec *c, const uint8_t *in, size_t n,
                                    bool final, uint8_t *out, size_t cap) {
  size_t good = cs_utf8_check(in + c->in, n - c->in, false, NULL);
  if (!cs_codec_copy(c, in, good, out, cap)) return CS_CODEC_ROOM;
  if (c->in == n) return CS_CODEC_DONE;
  return fault(c, explain_utf8(in + c->in, n - c->in), "utf-8", final);
}

static cs_codec_outcome decode_ascii(cs_codec *c, const uint8_t *in, size_t n,
                                     uint8_t *out, size_t cap) {
  size_t good = cs_utf8_ascii_prefix(in + c->in, n - c->in);
  if (!cs_codec_copy(c, in, good, out, cap)) return CS_CODEC_ROOM;
  if (c->in == n) return CS_CODEC_DONE;
  return fault(c, bad(1, "ordinal not in range(128)"), "ascii", true);
}

static uint32_t unit16(const uint8_t *s, bool big) {
  return big ? (uint32_t)s[0] << 8 | s[1] : (uint32_t)s[1] << 8 | s[0];
}

static taken take_utf16(const uint8_t *s, size_t n, bool big) {
  if (n < 2) return cut(1, "truncated data");
  uint32_t a = unit16(s, big);
  if (!cs_utf8_is_surrogate(a)) return (taken){.cp = a, .width = 2};
  if (a >= 0xDC00) return bad(2, "illegal encoding");
  if (n < 4) return cut((uint32_t)n, "unexpected end of data");
  uint32_t b = unit16(s + 2, big);
  if (b >> 10 != 0xDC00 >> 10) return bad(2, "illegal UTF-16 surrogate");
  uint32_t cp = 0x10000 + ((a & 0x3FF) << 10) + (b & 0x3FF);
  return (taken){.cp = cp, .width = 4};
}

static taken take_utf32(const uint8_t *s, size_t n, bool big) {
  if (n < 4) return cut((uint32_t)n, "truncated data");
  uint32_t cp = big ? unit16(s, true) << 16 | unit16(s + 2, true)
                    : unit16(s + 2, false) << 16 | unit16(s, false);
  if (cs_utf8_is_surrogate(cp))
    return bad(4, "code point in surrogate code point range(0xd800, 0xe000)");
  if (cp > CS_UTF8_MAX) return bad(4, "code point not in range(0x110000)");
  return (taken){.cp = cp, .width = 4};
}

static taken take_byte(uint8_t byte, cs_codec_kind kind) {
  if (byte < 0x80 || kind == CS_CODEC_LATIN1)
    return (taken){.cp = byte, .width = 1};
  uint32_t row = (uint32_t)kind - CS_CHARMAP_FIRST;
  uint32_t cp = cs_charmap_upper[row][byte - 0x80];
  if (cp == CS_CHARMAP_UNDEFINED)
    return bad(1, "character maps to <undefined>");
  return (taken){.cp = cp, .width = 1};
}

static taken take_cjk(cs_codec_kind kind, const uint8_t *s, size_t n) {
  cs_cjk_char got = cs_cjk_decode((uint32_t)kind, s, n);
  if (got.partial) return cut((uint32_t)n, "incomplete multibyte sequence");
  if (got.width == 0) return bad(1, "illegal multibyte sequence");
  return (taken){.cp = got.cp, .width = got.width};
}

static taken take(cs_codec_kind kind, const uint8_t *s, size_t n) {
  switch ((int)kind) {
    case CS_CODEC_UTF16LE:
    case CS_CODEC_UTF16BE: return take_utf16(s, n, kind == CS_CODEC_UTF16BE);
    case CS_CODEC_UTF32LE:
    case CS_CODEC_UTF32BE: return take_utf32(s, n, kind == CS_CODEC_UTF32BE);
    default:
      if (cs_cjk_is((uint32_t)kind)) return take_cjk(kind, s, n);
      return take_byte(s[0], kind);
  }
}

static const char *name_of(cs_codec_kind kind) {
  bool charmap = kind >= CS_CODEC_CP1252 && !cs_cjk_is((uint32_t)kind);
  return charmap ? "charmap" : cs_codec_name(kind);
}

static cs_codec_outcome decode_each(cs_codec *c, const uint8_t *in, size_t n,
                                    bool final, uint8_t *out, size_t cap) {
  while (c->in < n) {
    taken t = take(c->kind, in + c->in, n - c->in);
    if (t.reason) return fault(c, t, name_of(c->kind), final);
    if (cap - c->out < cs_utf8_width(t.cp)) return CS_CODEC_ROOM;
    c->out += cs_utf8_encode(t.cp, out + c->out);
    c->in += t.width;
    c->index++;
  }
  return CS_CODEC_DONE;
}

/* Look for a byte order mark and settle the kind: ours is little-endian.
 * False if the input is too short to tell. */
static bool read_mark(cs_codec *c, const uint8_t *in, size_t n, bool final) {
  bool wide = c->kind == CS_CODEC_UTF32;
  size_t size = wide ? 4 : 2;
  if (n < size && !final) return false;
  bool big = false;
  if (n >= size) {
    uint8_t little_mark[4] = {0xFF, 0xFE, 0, 0};
    uint8_t big_mark[4] = {0, 0, 0xFE, 0xFF};
    big = memcmp(in, big_mark + 4 - size, size) == 0;
    if (big || memcmp(in, little_mark, size) == 0) c->in = size;
  }
  if (wide)
    c->kind = big ? CS_CODEC_UTF32BE : CS_CODEC_UTF32LE;
  else
    c->kind = big ? CS_CODEC_UTF16BE : CS_CODEC_UTF16LE;
  return true;
}

cs_codec_outcome cs_codec_decode(cs_codec *c, const uint8_t *in, size_t n,
                                 bool final, uint8_t *out, size_t cap) {
  if (!c->begun) {
    bool marked = c->kind == CS_CODEC_UTF16 || c->kind == CS_CODEC_UTF32;
    if (marked && !read_mark(c, in, n, final)) return CS_CODEC_DONE;
    c->begun = true;
  }
  switch ((int)c->kind) {
    case CS_CODEC_UTF8:
    case CS_CODEC_UTF8_SIG: return decode_utf8(c, in, n, final, out, cap);
    case CS_CODEC_ASCII: return decode_ascii(c, in, n, out, cap);
    default: return decode_each(c, in, n, final, out, cap);
  }
}
