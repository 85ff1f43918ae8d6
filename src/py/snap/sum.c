/*
 * sum.c - the checksum of snapshots, taken while bytes are copied.
 *
 * Eight lanes add the product of each word's halves (as in XXH3), which needs
 * no 64-bit multiplication, so that the loop runs in vector registers; eight
 * more add the words, which no single change leaves as they were.  Behind each
 * block the lanes are stirred: places count, too.  Wider registers change the
 * speed, never the sum.
 *
 * Not a secret and not a seal: it finds damage, not intent. Who may load a
 * snapshot is decided by its seal (session/seal.c), what it may contain by
 * verify.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "py/snap/snapshot.h"

#define BLOCK 1024

typedef uint64_t four __attribute__((vector_size(32)));

/* Lanes: two vectors of products, two of plain sums. */
typedef struct sum {
  four product[2], plain[2];
} sum;

#define INLINE static inline __attribute__((always_inline))

/* One line of 64 bytes.  `to`: where it goes, or NULL. */
INLINE void add_line(sum *s, unsigned char *to, const unsigned char *from) {
  static const four key[2] = {
      {UINT64_C(0x9E3779B97F4A7C15), UINT64_C(0xBF58476D1CE4E5B9),
       UINT64_C(0x94D049BB133111EB), UINT64_C(0xFF51AFD7ED558CCD)},
      {UINT64_C(0xC4CEB9FE1A85EC53), UINT64_C(0x2545F4914F6CDD1D),
       UINT64_C(0xD6E8FEB86659FD93), UINT64_C(0xA0761D6478BD642F)}};
  for (int i = 0; i < 2; i++) {
    four w, x;
    memcpy(&w, from + 32 * i, sizeof w);
    if (to) memcpy(to + 32 * i, &w, sizeof w);
    x = w ^ key[i];
    s->product[i] += (x & UINT32_MAX) * (x >> 32);
    s->plain[i] += w;
  }
}

INLINE void stir_four(four *lanes) {
  four x = *lanes ^ *lanes >> 47;
  *lanes = (x ^ UINT64_C(0x165667B19E3779F9)) * UINT64_C(0x9E3779B1);
}

INLINE void stir(sum *s) {
  for (int i = 0; i < 2; i++) {
    stir_four(&s->product[i]);
    stir_four(&s->plain[i]);
  }
}

INLINE void add_blocks(sum *s, unsigned char *to, const unsigned char *from,
                       size_t n) {
  sum r = *s; /* in registers */
  for (size_t at = 0; at < n; at += BLOCK) {
    for (size_t line = at; line < at + BLOCK; line += 64)
      add_line(&r, to ? to + line : NULL, from + line);
    stir(&r);
  }
  *s = r;
}

INLINE void add_either(sum *s, unsigned char *to, const unsigned char *from,
                       size_t n) {
  if (to)
    add_blocks(s, to, from, n);
  else
    add_blocks(s, NULL, from, n);
}

static void add_plain(sum *s, unsigned char *to, const unsigned char *from,
                      size_t n) {
  add_either(s, to, from, n);
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
/* gcc only, as in digest/sha2_ni.c. */
__attribute__((target("avx2"))) static void add_wide(sum *s, unsigned char *to,
                                                     const unsigned char *from,
                                                     size_t n) {
  add_either(s, to, from, n);
}

static bool is_wide(void) {
  return __builtin_cpu_supports("avx2");
}
#else
static void add_wide(sum *s, unsigned char *to, const unsigned char *from,
                     size_t n) {
  add_either(s, to, from, n);
}

static bool is_wide(void) {
  return false;
}
#endif

/* Add the rest, fewer than BLOCK bytes, and fold the lanes into 32 bits. */
static uint32_t finish(sum *s, const unsigned char *p, size_t n) {
  for (; n >= 64; p += 64, n -= 64) add_line(s, NULL, p);
  uint64_t tail = s->product[0][0];
  for (; n > 0; n--) tail = (tail ^ *p++) * UINT64_C(0xFF51AFD7ED558CCD);
  s->product[0][0] = tail;
  stir(s);
  uint64_t lane[16], h = 0;
  memcpy(lane, s, sizeof lane);
  for (int i = 0; i < 16; i++)
    h = (h ^ lane[i] ^ lane[i] >> 29) * UINT64_C(0x9E3779B97F4A7C15);
  return (uint32_t)(h ^ h >> 32);
}

/* The length is part of the start value, so that zeros at the end count.  When
 * bytes are copied, the tail is summed from the copy: the source may be shared
 * with somebody who changes it. */
static uint32_t add_all(unsigned char *to, const unsigned char *from,
                        size_t n) {
  sum s = {.product = {{n, 1, 2, 3}, {4, 5, 6, 7}}};
  size_t blocks = n - n % BLOCK;
  if (is_wide())
    add_wide(&s, to, from, blocks);
  else
    add_plain(&s, to, from, blocks);
  if (to) memcpy(to + blocks, from + blocks, n - blocks);
  return finish(&s, (to ? to : from) + blocks, n - blocks);
}

uint32_t cs_snap_copy(void *to, const void *from, size_t n) {
  return add_all(to, from, n);
}

uint32_t cs_snap_checksum(const void *bytes, size_t n) {
  return add_all(NULL, bytes, n);
}
