/*
 * int_text.c - machine integers to decimal text and back.
 *
 * Eight digits are produced at once inside one 64-bit word: the number is
 * split into two fields of four digits, then four of two, then eight of one,
 * each step one multiplication for all fields.  The first digit ends in the
 * lowest byte, so a little-endian store writes text.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "num/int_text.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#define E8 UINT64_C(100000000)

const uint64_t cs_int_powers[20] = {
    UINT64_C(1),
    UINT64_C(10),
    UINT64_C(100),
    UINT64_C(1000),
    UINT64_C(10000),
    UINT64_C(100000),
    UINT64_C(1000000),
    UINT64_C(10000000),
    UINT64_C(100000000),
    UINT64_C(1000000000),
    UINT64_C(10000000000),
    UINT64_C(100000000000),
    UINT64_C(1000000000000),
    UINT64_C(10000000000000),
    UINT64_C(100000000000000),
    UINT64_C(1000000000000000),
    UINT64_C(10000000000000000),
    UINT64_C(100000000000000000),
    UINT64_C(1000000000000000000),
    UINT64_C(10000000000000000000),
};

unsigned cs_int_digits(uint64_t v) {
  unsigned bits = 64 - (unsigned)__builtin_clzll(v | 1);
  unsigned guess = (bits * 1233) >> 12; /* bits * log10(2), rounded down */
  return guess + ((v | 1) >= cs_int_powers[guess]); /* zero has one, too */
}

/* The eight digits of v < 10^8 as values 0..9, first digit lowest. */
static inline uint64_t spread(uint64_t v) {
  uint64_t hi = v / 10000;
  uint64_t y = hi | (v - hi * 10000) << 32;
  uint64_t t = ((y * 10486) >> 20) & UINT64_C(0x0000007f0000007f);
  y = t | (y - t * 100) << 16;
  t = ((y * 103) >> 10) & UINT64_C(0x000f000f000f000f);
  return t | (y - t * 10) << 8;
}

static inline void store(char *out, uint64_t digits) {
  uint64_t text = digits + UINT64_C(0x3030303030303030);
  if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) text = __builtin_bswap64(text);
  memcpy(out, &text, 8);
}

/* Write v < 10^8 without leading zeros; touches eight bytes. */
static inline unsigned print_head(uint64_t v, char *out) {
  uint64_t y = spread(v);
  unsigned zeros = y ? (unsigned)__builtin_ctzll(y) / 8 : 7;
  store(out, y >> (8 * zeros));
  return 8 - zeros;
}

unsigned cs_int_print_u64(uint64_t v, char buf[20]) {
  if (v < E8) return print_head(v, buf);
  uint64_t high = v / E8;
  unsigned n;
  if (high < E8) {
    n = print_head(high, buf);
  } else {
    n = print_head(high / E8, buf);
    store(buf + n, spread(high % E8));
    n += 8;
  }
  store(buf + n, spread(v % E8));
  return n + 8;
}

unsigned cs_int_print(int64_t v, char buf[CS_INT_TEXT_MAX]) {
  if (v >= 0) return cs_int_print_u64((uint64_t)v, buf);
  buf[0] = '-';
  return 1 + cs_int_print_u64(-(uint64_t)v, buf + 1);
}

void cs_int_print_padded(uint64_t v, unsigned width, char *buf) {
  assert(width <= 20);
  while (width >= 8) {
    width -= 8;
    store(buf + width, spread(v % E8));
    v /= E8;
  }
  for (; width > 0; v /= 10) buf[--width] = (char)('0' + v % 10);
}

size_t cs_int_scan(const char *s, size_t n, int64_t *out) {
  size_t i = n > 0 && (s[0] == '-' || s[0] == '+');
  bool neg = i == 1 && s[0] == '-';
  size_t start = i;
  uint64_t limit = (uint64_t)INT64_MAX + neg;
  uint64_t v = 0;
  for (; i < n; i++) {
    unsigned d = (unsigned)(unsigned char)s[i] - '0';
    if (d > 9) break;
    if (v > limit / 10 || v * 10 > limit - d) return 0;
    v = v * 10 + d;
  }
  if (i == start) return 0;
  *out = (int64_t)(neg ? -v : v);
  return i;
}
