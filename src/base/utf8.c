/*
 * utf8.c - the loops behind utf8.h, sixteen bytes at a time.
 *
 * Counting rests on one fact: a code point has exactly one byte that is not a
 * continuation byte, and continuation bytes are those below -64 when read as
 * signed.  So counting and seeking never decode anything.  SSE2 is part of
 * x86-64; other machines take eight bytes per step in a register.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/utf8.h"

#include <assert.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define ONES  UINT64_C(0x0101010101010101)
#define HIGHS UINT64_C(0x8080808080808080)

static uint64_t load64(const uint8_t *s) {
  uint64_t w;
  memcpy(&w, s, sizeof w);
  return w;
}

/* A 1 in every byte lane of `w` that starts a code point. */
static uint64_t start_lanes(uint64_t w) {
  return (~(w >> 7) | w >> 6) & ONES;
}

/* Sum of the eight lanes, each at most 31. */
static size_t sum_lanes(uint64_t lanes) {
  return (size_t)((lanes * ONES) >> 56);
}

#ifdef __SSE2__
static __m128i load128(const uint8_t *s) {
  return _mm_loadu_si128((const __m128i *)(const void *)s);
}

/* Code points that start in the 16 bytes at `s`, as a vector of -1 and 0. */
static __m128i starts128(const uint8_t *s) {
  return _mm_cmpgt_epi8(load128(s), _mm_set1_epi8(-65));
}

/* Add up the negated byte lanes of `v`. */
static size_t sum_negated(__m128i v) {
  __m128i zero = _mm_setzero_si128();
  __m128i sums = _mm_sad_epu8(_mm_sub_epi8(zero, v), zero);
  return (size_t)_mm_cvtsi128_si64(sums) +
         (size_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(sums, sums));
}

/* Code points that start in the 64 bytes at `s`. */
static size_t starts64(const uint8_t *s) {
  __m128i a = _mm_add_epi8(starts128(s), starts128(s + 16));
  __m128i b = _mm_add_epi8(starts128(s + 32), starts128(s + 48));
  return sum_negated(_mm_add_epi8(a, b));
}
#else
static size_t starts64(const uint8_t *s) {
  uint64_t lanes = 0;
  for (int i = 0; i < 64; i += 8) lanes += start_lanes(load64(s + i));
  return sum_lanes(lanes);
}
#endif

size_t cs_utf8_ascii_prefix(const uint8_t *s, size_t n) {
  size_t i = 0;
#ifdef __SSE2__
  for (; n - i >= 16; i += 16) {
    int high = _mm_movemask_epi8(load128(s + i));
    if (high) return i + (size_t)__builtin_ctz((unsigned)high);
  }
#endif
  while (n - i >= 8 && !(load64(s + i) & HIGHS)) i += 8;
  while (i < n && s[i] < 0x80) i++;
  return i;
}

bool cs_utf8_is_ascii(const uint8_t *s, size_t n) {
  if (n >= 8) {
    /* The last word overlaps the loop instead of a byte-wise tail. */
    uint64_t any = load64(s + n - 8);
    size_t i = 0;
#ifdef __SSE2__
    for (; n - i >= 16; i += 16)
      if (_mm_movemask_epi8(load128(s + i))) return false;
#endif
    for (; n - i >= 8; i += 8) any |= load64(s + i);
    return !(any & HIGHS);
  }
  uint8_t any = 0;
  for (size_t i = 0; i < n; i++) any |= s[i];
  return any < 0x80;
}

size_t cs_utf8_count(const uint8_t *s, size_t n) {
  size_t count = 0;
  size_t i = 0;
  for (; n - i >= 64; i += 64) count += starts64(s + i);
  for (; n - i >= 8; i += 8) count += sum_lanes(start_lanes(load64(s + i)));
  for (; i < n; i++) count += cs_utf8_is_start(s[i]);
  return count;
}

size_t cs_utf8_advance(const uint8_t *s, size_t n, size_t off, size_t k) {
  assert(off <= n);
  /* Invariant: the target is the start number k (from 0) at or after off. */
  while (k >= 64 && n - off >= 64) {
    k -= starts64(s + off);
    off += 64;
  }
  while (n - off >= 8) {
    size_t here = sum_lanes(start_lanes(load64(s + off)));
    if (here > k) break;
    k -= here;
    off += 8;
  }
  for (; off < n; off++)
    if (cs_utf8_is_start(s[off]) && k-- == 0) return off;
  return n;
}

size_t cs_utf8_retreat(const uint8_t *s, size_t off, size_t k) {
  /* Invariant: the target is the start number k (from 1) before off. */
  while (k > 64 && off >= 64) {
    k -= starts64(s + off - 64);
    off -= 64;
  }
  while (off >= 8) {
    size_t here = sum_lanes(start_lanes(load64(s + off - 8)));
    if (here >= k) break;
    k -= here;
    off -= 8;
  }
  while (k > 0 && off > 0) k -= cs_utf8_is_start(s[--off]);
  return off;
}

/* Decode a sequence whose lead byte is at least 0x80.  0 if it is malformed. */
static uint32_t decode_wide(const uint8_t *s, size_t n, bool surrogates,
                            uint32_t *cp) {
  uint32_t a = s[0];
  if (a < 0xC2 || a > 0xF4 || n < 2 || cs_utf8_is_start(s[1])) return 0;
  uint32_t v = s[1] & 0x3Fu;
  if (a < 0xE0) {
    *cp = (a & 0x1F) << 6 | v;
    return 2;
  }
  if (n < 3 || cs_utf8_is_start(s[2])) return 0;
  v = v << 6 | (s[2] & 0x3Fu);
  if (a < 0xF0) {
    v |= (a & 0x0F) << 12;
    if (v < 0x800 || (!surrogates && cs_utf8_is_surrogate(v))) return 0;
    *cp = v;
    return 3;
  }
  if (n < 4 || cs_utf8_is_start(s[3])) return 0;
  v = v << 6 | (s[3] & 0x3Fu) | (a & 0x07) << 18;
  if (v < 0x10000 || v > CS_UTF8_MAX) return 0;
  *cp = v;
  return 4;
}

uint32_t cs_utf8_decode_check(const uint8_t *s, size_t n, bool surrogates,
                              uint32_t *cp) {
  assert(n >= 1);
  if (s[0] >= 0x80) return decode_wide(s, n, surrogates, cp);
  *cp = s[0];
  return 1;
}

size_t cs_utf8_check(const uint8_t *s, size_t n, bool surrogates,
                     cs_utf8_info *info) {
  size_t i = cs_utf8_ascii_prefix(s, n);
  size_t count = i;
  bool lone = false;
  uint32_t widest = 1;
  while (i < n) {
    uint32_t cp = 0;
    uint32_t width = decode_wide(s + i, n - i, surrogates, &cp);
    if (width == 0) break;
    lone |= cs_utf8_is_surrogate(cp);
    if (width > widest) widest = width;
    count++;
    i += width;
    if (i < n && s[i] < 0x80) {
      size_t run = cs_utf8_ascii_prefix(s + i, n - i);
      count += run;
      i += run;
    }
  }
  if (info) {
    static const uint32_t max[] = {0x7F, 0x7FF, 0xFFFF, CS_UTF8_MAX};
    *info = (cs_utf8_info){.count = count,
                           .ascii = widest == 1,
                           .surrogates = lone,
                           .max = max[widest - 1]};
  }
  return i;
}

bool cs_utf8_is_sly(uint32_t cp) {
  static const uint32_t ranges[][2] = {
      {0, 0x1F},        {0x7F, 0x9F},     {0xAD, 0xAD},      {0x34F, 0x34F},
      {0x61C, 0x61C},   {0x115F, 0x1160}, {0x180B, 0x180F},  {0x200B, 0x200F},
      {0x2028, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164},  {0xFEFF, 0xFEFF},
      {0xFFA0, 0xFFA0}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE0FFF}};
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
    if (cp >= ranges[i][0] && cp <= ranges[i][1]) return true;
  return false;
}
