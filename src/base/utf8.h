/*
 * utf8.h - walking, counting and checking UTF-8 text.
 *
 * Text inside the engine is *generalised* UTF-8: code points are encoded in
 * their shortest form up to U+10FFFF, and lone surrogates, which Python allows
 * in a str, are encoded like any other three-byte code point (ED A0 80 to
 * ED BF BF).  *Strict* UTF-8 is the same without surrogates.
 *
 * Functions that take `n` and say "check" accept any bytes.  All others trust
 * the text to be valid; their offsets must lie on code point boundaries.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_UTF8_H
#define CS_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CS_UTF8_MAX     UINT32_C(0x10FFFF) /* the last code point          */
#define CS_UTF8_NONE    UINT32_MAX         /* "not a code point"           */
#define CS_UTF8_LONGEST 4                  /* bytes of the widest encoding */

/* What cs_utf8_check learns about a valid text on its way. */
typedef struct cs_utf8_info {
  size_t count;    /* code points                      */
  bool ascii;      /* every byte is below 0x80         */
  bool surrogates; /* at least one lone surrogate seen */
  uint32_t max;    /* upper bound of the code points: 0x7F, 0x7FF, 0xFFFF or
                      CS_UTF8_MAX, by the widest encoding seen */
} cs_utf8_info;

static inline bool cs_utf8_is_surrogate(uint32_t cp) {
  return (cp & UINT32_C(0xFFFFF800)) == 0xD800;
}

/* Whether `byte` starts a code point (is not a continuation byte). */
static inline bool cs_utf8_is_start(uint8_t byte) {
  return (byte & 0xC0) != 0x80;
}

/* Bytes of the encoding of `cp`, which is at most CS_UTF8_MAX. */
static inline uint32_t cs_utf8_width(uint32_t cp) {
  return 1u + (cp > 0x7F) + (cp > 0x7FF) + (cp > 0xFFFF);
}

/* Bytes of the code point that starts with byte `lead` of valid text. */
static inline uint32_t cs_utf8_lead_width(uint8_t lead) {
  return 1u + (lead >= 0xC0) + (lead >= 0xE0) + (lead >= 0xF0);
}

/* The code point at `s` in valid text; its length goes to `*width`. */
static inline uint32_t cs_utf8_decode(const uint8_t *s, uint32_t *width) {
  uint32_t a = s[0];
  if (a < 0x80) {
    *width = 1;
    return a;
  }
  if (a < 0xE0) {
    *width = 2;
    return (a & 0x1F) << 6 | (s[1] & 0x3Fu);
  }
  if (a < 0xF0) {
    *width = 3;
    return (a & 0x0F) << 12 | (s[1] & 0x3Fu) << 6 | (s[2] & 0x3Fu);
  }
  *width = 4;
  return (a & 0x07) << 18 | (s[1] & 0x3Fu) << 12 | (s[2] & 0x3Fu) << 6 |
         (s[3] & 0x3Fu);
}

/* Write `cp` <= CS_UTF8_MAX, surrogates included, to `out`, which has room for
 * CS_UTF8_LONGEST bytes.  Returns the number of bytes written. */
static inline uint32_t cs_utf8_encode(uint32_t cp, uint8_t *out) {
  if (cp < 0x80) {
    out[0] = (uint8_t)cp;
    return 1;
  }
  if (cp < 0x800) {
    out[0] = (uint8_t)(0xC0 | cp >> 6);
    out[1] = (uint8_t)(0x80 | (cp & 0x3F));
    return 2;
  }
  if (cp < 0x10000) {
    out[0] = (uint8_t)(0xE0 | cp >> 12);
    out[1] = (uint8_t)(0x80 | (cp >> 6 & 0x3F));
    out[2] = (uint8_t)(0x80 | (cp & 0x3F));
    return 3;
  }
  out[0] = (uint8_t)(0xF0 | cp >> 18);
  out[1] = (uint8_t)(0x80 | (cp >> 12 & 0x3F));
  out[2] = (uint8_t)(0x80 | (cp >> 6 & 0x3F));
  out[3] = (uint8_t)(0x80 | (cp & 0x3F));
  return 4;
}

/* The code point at `*off`, which moves behind it.  `*off` is inside `s`. */
static inline uint32_t cs_utf8_next(const uint8_t *s, size_t *off) {
  uint32_t width;
  uint32_t cp = cs_utf8_decode(s + *off, &width);
  *off += width;
  return cp;
}

/* The code point that ends at `*off` > 0, which moves to its start. */
static inline uint32_t cs_utf8_prev(const uint8_t *s, size_t *off) {
  size_t at = *off - 1;
  while (!cs_utf8_is_start(s[at])) at--;
  *off = at;
  uint32_t width;
  return cs_utf8_decode(s + at, &width);
}

/* Decode one code point of untrusted bytes, at most `n` >= 1 of them.  Returns
 * its width, or 0 if the bytes do not start with a valid encoding; surrogates
 * are valid only if asked for. */
uint32_t cs_utf8_decode_check(const uint8_t *s, size_t n, bool surrogates,
                              uint32_t *cp);

/* Check untrusted bytes.  Returns the length of the longest valid prefix: `n`
 * if all is well.  `info` describes that prefix and may be NULL. */
size_t cs_utf8_check(const uint8_t *s, size_t n, bool surrogates,
                     cs_utf8_info *info);

/* Length of the longest prefix that is ASCII. */
size_t cs_utf8_ascii_prefix(const uint8_t *s, size_t n);

/* Whether the `n` bytes are all below 0x80. */
bool cs_utf8_is_ascii(const uint8_t *s, size_t n);

/* Number of code points in `n` bytes: the index that byte offset `n` has. */
size_t cs_utf8_count(const uint8_t *s, size_t n);

/* Byte offset `k` code points after offset `off`, or `n` if the text of `n`
 * bytes ends earlier.  cs_utf8_advance(s, n, 0, i) is the offset of index i. */
size_t cs_utf8_advance(const uint8_t *s, size_t n, size_t off, size_t k);

/* Byte offset `k` code points before offset `off`, or 0. */
size_t cs_utf8_retreat(const uint8_t *s, size_t off, size_t k);

/* Does a terminal or a reader not see it, or see what follows elsewhere?  C0,
 * DEL, C1, separators, marks of direction and of width, fillers, tags: with
 * them two names look alike. */
bool cs_utf8_is_sly(uint32_t cp);

#endif
