/*
 * codec_encode.c - text becomes bytes for the outside.
 *
 * CPython reports a whole run of characters that a one-byte encoding or UTF-8
 * cannot represent as one error, but UTF-16, UTF-32 and the encodings of East
 * Asia report every character alone; so do we.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "base/utf8.h"
#include "text/cjk.h"
#include "text/codec.h"
#include "text/gen/charmap.h"

/* The byte of `cp` in a single-byte encoding, or -1. */
static int byte_of(cs_codec_kind kind, uint32_t cp) {
  if (cp < 0x80) return (int)cp;
  if (kind == CS_CODEC_ASCII) return -1;
  if (kind == CS_CODEC_LATIN1) return cp < 0x100 ? (int)cp : -1;
  if (cp >= CS_CHARMAP_UNDEFINED) return -1;
  const uint16_t *row = cs_charmap_upper[(uint32_t)kind - CS_CHARMAP_FIRST];
  /* In the Latin tables most characters keep their place. */
  if (cp < 0x100 && row[cp - 0x80] == cp) return (int)cp;
  for (int i = 0; i < 128; i++)
    if (row[i] == cp) return 128 + i;
  return -1;
}

static bool is_encodable(cs_codec_kind kind, uint32_t cp) {
  if (kind >= CS_CODEC_ASCII) return byte_of(kind, cp) >= 0;
  return !cs_utf8_is_surrogate(cp);
}

/* Report the run of characters at c->in that cannot be encoded. */
static cs_codec_outcome fault(cs_codec *c, const uint8_t *in, size_t n,
                              const char *encoding, const char *reason) {
  bool one = (c->kind >= CS_CODEC_UTF16 && c->kind <= CS_CODEC_UTF32BE) ||
             cs_cjk_is((uint32_t)c->kind);
  size_t at = c->in, count = 0;
  do {
    cs_utf8_next(in, &at);
    count++;
    size_t peek = at;
    if (one || at == n || is_encodable(c->kind, cs_utf8_next(in, &peek))) break;
  } while (true);
  c->start = c->index;
  c->end = c->index + count;
  c->end_in = at;
  c->encoding = encoding;
  c->reason = reason;
  return CS_CODEC_ERROR;
}

static const char *reason_of(cs_codec_kind kind) {
  if (kind == CS_CODEC_ASCII) return "ordinal not in range(128)";
  if (kind == CS_CODEC_LATIN1) return "ordinal not in range(256)";
  return "character maps to <undefined>";
}

static const char *name_of(cs_codec_kind kind) {
  if (kind == CS_CODEC_LATIN1) return "latin-1";
  return kind == CS_CODEC_ASCII ? "ascii" : "charmap";
}

static cs_codec_outcome encode_utf8(cs_codec *c, const uint8_t *in, size_t n,
                                    uint8_t *out, size_t cap) {
  size_t good = cs_utf8_check(in + c->in, n - c->in, false, NULL);
  if (!cs_codec_copy(c, in, good, out, cap)) return CS_CODEC_ROOM;
  if (c->in == n) return CS_CODEC_DONE;
  return fault(c, in, n, "utf-8", "surrogates not allowed");
}

static cs_codec_outcome encode_bytes(cs_codec *c, const uint8_t *in, size_t n,
                                     uint8_t *out, size_t cap) {
  while (c->in < n) {
    size_t plain = cs_utf8_ascii_prefix(in + c->in, n - c->in);
    if (!cs_codec_copy(c, in, plain, out, cap)) return CS_CODEC_ROOM;
    if (c->in == n) break;
    size_t at = c->in;
    int byte = byte_of(c->kind, cs_utf8_next(in, &at));
    if (byte < 0) return fault(c, in, n, name_of(c->kind), reason_of(c->kind));
    if (c->out == cap) return CS_CODEC_ROOM;
    out[c->out++] = (uint8_t)byte;
    c->in = at;
    c->index++;
  }
  return CS_CODEC_DONE;
}

static cs_codec_outcome encode_cjk(cs_codec *c, const uint8_t *in, size_t n,
                                   uint8_t *out, size_t cap) {
  while (c->in < n) {
    uint8_t bytes[CS_CJK_BYTES];
    size_t at = c->in;
    uint32_t cp = cs_utf8_next(in, &at);
    uint32_t width = cs_cjk_encode((uint32_t)c->kind, cp, bytes);
    if (width == 0)
      return fault(c, in, n, cs_codec_name(c->kind),
                   "illegal multibyte sequence");
    if (cap - c->out < width) return CS_CODEC_ROOM;
    memcpy(out + c->out, bytes, width);
    c->out += width;
    c->in = at;
    c->index++;
  }
  return CS_CODEC_DONE;
}

static void put16(uint8_t *out, uint32_t unit, bool big) {
  out[big ? 1 : 0] = (uint8_t)unit;
  out[big ? 0 : 1] = (uint8_t)(unit >> 8);
}

static uint32_t put(cs_codec_kind kind, uint32_t cp, uint8_t *out) {
  bool big = kind == CS_CODEC_UTF16BE || kind == CS_CODEC_UTF32BE;
  if (kind >= CS_CODEC_UTF32) {
    put16(out + (big ? 2 : 0), cp & 0xFFFF, big);
    put16(out + (big ? 0 : 2), cp >> 16, big);
    return 4;
  }
  if (cp < 0x10000) {
    put16(out, cp, big);
    return 2;
  }
  put16(out, 0xD800 + ((cp - 0x10000) >> 10), big);
  put16(out + 2, 0xDC00 + (cp & 0x3FF), big);
  return 4;
}

static cs_codec_outcome encode_units(cs_codec *c, const uint8_t *in, size_t n,
                                     uint8_t *out, size_t cap) {
  bool wide = c->kind >= CS_CODEC_UTF32;
  while (c->in < n) {
    size_t at = c->in;
    uint32_t cp = cs_utf8_next(in, &at);
    if (cs_utf8_is_surrogate(cp))
      return fault(c, in, n, cs_codec_name(c->kind), "surrogates not allowed");
    if (cap - c->out < (wide || cp > 0xFFFF ? 4u : 2u)) return CS_CODEC_ROOM;
    c->out += put(c->kind, cp, out + c->out);
    c->in = at;
    c->index++;
  }
  return CS_CODEC_DONE;
}

cs_codec_outcome cs_codec_encode(cs_codec *c, const uint8_t *in, size_t n,
                                 uint8_t *out, size_t cap) {
  bool marked = c->kind == CS_CODEC_UTF16 || c->kind == CS_CODEC_UTF32;
  if (marked && !c->begun) {
    if (cap - c->out < (c->kind == CS_CODEC_UTF32 ? 4u : 2u))
      return CS_CODEC_ROOM;
    c->out += put(c->kind, 0xFEFF, out + c->out);
  }
  c->begun = true;
  if (c->kind <= CS_CODEC_UTF8_SIG) return encode_utf8(c, in, n, out, cap);
  if (cs_cjk_is((uint32_t)c->kind)) return encode_cjk(c, in, n, out, cap);
  if (c->kind >= CS_CODEC_ASCII) return encode_bytes(c, in, n, out, cap);
  return encode_units(c, in, n, out, cap);
}
