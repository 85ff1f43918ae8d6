/*
 * sha2_ni.c - SHA-256 with the processor's own instructions.
 *
 * The SHA extension of x86-64 keeps the eight state words in two registers,
 * as A B E F and C D G H, and does two rounds per instruction.  The result is
 * that of sha2.c, so which one runs is not observable.  gcc only: clang 14
 * cannot ask for the feature at run time without a global of ours.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "digest/sha2_ni.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)

#include <immintrin.h>

#include "digest/sha2.h"

#define TARGET __attribute__((target("sha,sse4.1")))

bool cs_sha2_ni_is_there(void) {
  return __builtin_cpu_supports("sha") && __builtin_cpu_supports("sse4.1");
}

TARGET static __m128i load(const void *p) {
  return _mm_loadu_si128((const __m128i *)p);
}

/* Sixty-four rounds, four at a time, on a ring of sixteen message words. */
TARGET static void fold(__m128i *abef, __m128i *cdgh, const uint32_t round[64],
                        const uint8_t *p) {
  const __m128i swap =
      _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
  __m128i m[4], x = *abef, y = *cdgh;
  for (unsigned i = 0; i < 4; i++)
    m[i] = _mm_shuffle_epi8(load(p + 16 * i), swap);
#define FOUR(i)                                                       \
  do {                                                                \
    __m128i k = _mm_add_epi32(m[(i) % 4], load(round + 4 * (g + i))); \
    y = _mm_sha256rnds2_epu32(y, x, k);                               \
    x = _mm_sha256rnds2_epu32(x, y, _mm_shuffle_epi32(k, 0x0E));      \
  } while (0)
#define NEXT(i)                                                              \
  do {                                                                       \
    __m128i w7 = _mm_alignr_epi8(m[(i + 3) % 4], m[(i + 2) % 4], 4);         \
    __m128i w = _mm_sha256msg1_epu32(m[(i) % 4], m[(i + 1) % 4]);            \
    m[(i) % 4] = _mm_sha256msg2_epu32(_mm_add_epi32(w, w7), m[(i + 3) % 4]); \
  } while (0)
  for (unsigned g = 0; g < 16; g += 4) {
    FOUR(0);
    FOUR(1);
    FOUR(2);
    FOUR(3);
    if (g == 12) break;
    NEXT(0);
    NEXT(1);
    NEXT(2);
    NEXT(3);
  }
#undef FOUR
#undef NEXT
  *abef = _mm_add_epi32(*abef, x);
  *cdgh = _mm_add_epi32(*cdgh, y);
}

TARGET void cs_sha2_ni_blocks(uint32_t state[8], const uint32_t round[64],
                              const uint8_t *p, size_t count) {
  __m128i dcba = load(state), hgfe = load(state + 4);
  __m128i cdab = _mm_shuffle_epi32(dcba, 0xB1);
  __m128i efgh = _mm_shuffle_epi32(hgfe, 0x1B);
  __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
  __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xF0);
  for (; count > 0; count--, p += CS_SHA2_BLOCK_32)
    fold(&abef, &cdgh, round, p);
  __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
  __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  dcba = _mm_blend_epi16(feba, dchg, 0xF0);
  hgfe = _mm_alignr_epi8(dchg, feba, 8);
  _mm_storeu_si128((__m128i *)(void *)state, dcba);
  _mm_storeu_si128((__m128i *)(void *)(state + 4), hgfe);
}

#else

bool cs_sha2_ni_is_there(void) {
  return false;
}

void cs_sha2_ni_blocks(uint32_t state[8], const uint32_t round[64],
                       const uint8_t *p, size_t count) {
  (void)state, (void)round, (void)p, (void)count;
}

#endif
