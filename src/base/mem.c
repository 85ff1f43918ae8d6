/*
 * mem.c - a filter on two bytes, then two-way.
 *
 * The filter looks at sixteen positions at once and keeps those where both the
 * first and the last byte of the needle fit; ordinary text leaves few.  Every
 * kept position costs a comparison that is charged to a budget growing with
 * the bytes passed.  When the budget is gone the text is adversarial (or very
 * repetitive) and two-way finishes the search from there: at most two looks
 * at each byte, no memory.
 *
 * Searching backwards is searching forwards in the reversed strings, so the
 * slow half reads through a `view` with a step of +1 or -1.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/mem.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Bytes of comparison the filter may waste before it has made progress. */
#define PATIENCE 512

/* A string read left to right or right to left. */
typedef struct view {
  const uint8_t *first; /* borrowed; element 0 */
  ptrdiff_t step;       /* +1 or -1            */
  size_t size;
} view;

static uint8_t at(view v, size_t i) {
  return v.first[v.step * (ptrdiff_t)i];
}

/* Start of the greatest suffix of `v` under the byte order, or under its
 * reverse, and the period of that suffix. */
static size_t greatest_suffix(view v, bool reverse, size_t *period) {
  size_t best = 0, rival = 1, matched = 0, p = 1;
  while (rival + matched < v.size) {
    uint8_t a = at(v, rival + matched);
    uint8_t b = at(v, best + matched);
    if (a == b) {
      if (++matched == p) {
        rival += p;
        matched = 0;
      }
    } else if ((a < b) != reverse) {
      rival += matched + 1;
      matched = 0;
      p = rival - best;
    } else {
      best = rival;
      rival = best + 1;
      matched = 0;
      p = 1;
    }
  }
  *period = p;
  return best;
}

static bool repeats(view v, size_t prefix, size_t period) {
  for (size_t i = 0; i < prefix; i++)
    if (i + period >= v.size || at(v, i) != at(v, i + period)) return false;
  return true;
}

/* Two-way search of `needle` in `hay`, both seen through views. */
static size_t two_way(view hay, view needle) {
  size_t m = needle.size;
  size_t p1, p2;
  size_t cut1 = greatest_suffix(needle, false, &p1);
  size_t cut2 = greatest_suffix(needle, true, &p2);
  size_t cut = cut1 > cut2 ? cut1 : cut2;
  size_t period = cut1 > cut2 ? p1 : p2;
  bool periodic = repeats(needle, cut, period);
  /* A needle without a short period may jump past its longer half. */
  if (!periodic) period = (cut > m - cut ? cut : m - cut) + 1;
  size_t known = 0; /* prefix already matched after a shift by the period */
  size_t pos = 0;
  while (hay.size - pos >= m) {
    size_t i = known > cut ? known : cut;
    while (i < m && at(needle, i) == at(hay, pos + i)) i++;
    if (i < m) {
      pos += i - cut + 1;
      known = 0;
    } else {
      i = cut;
      while (i > known && at(needle, i - 1) == at(hay, pos + i - 1)) i--;
      if (i <= known) return pos;
      pos += period;
      known = periodic ? m - period : 0;
    }
    if (pos > hay.size) break;
  }
  return CS_MEM_NONE;
}

static size_t two_way_forward(const uint8_t *hay, size_t n, size_t from,
                              const uint8_t *needle, size_t m) {
  size_t got = two_way((view){hay + from, 1, n - from}, (view){needle, 1, m});
  return got == CS_MEM_NONE ? got : from + got;
}

/* Last occurrence that ends at or before `end`; end >= m >= 1. */
static size_t two_way_backward(const uint8_t *hay, size_t end,
                               const uint8_t *needle, size_t m) {
  size_t got =
      two_way((view){hay + end - 1, -1, end}, (view){needle + m - 1, -1, m});
  return got == CS_MEM_NONE ? got : end - got - m;
}

#ifdef __SSE2__
static __m128i load128(const uint8_t *s) {
  return _mm_loadu_si128((const __m128i *)(const void *)s);
}
#endif

/* Bit i of the result: a match may start at s + i, judged by the first byte
 * and by the last one, `tail` bytes later.  Reads 16 + tail bytes. */
static unsigned candidates16(const uint8_t *s, size_t tail, uint8_t first,
                             uint8_t last) {
#ifdef __SSE2__
  __m128i a = _mm_cmpeq_epi8(load128(s), _mm_set1_epi8((char)first));
  __m128i b = _mm_cmpeq_epi8(load128(s + tail), _mm_set1_epi8((char)last));
  return (unsigned)_mm_movemask_epi8(_mm_and_si128(a, b));
#else
  unsigned mask = 0;
  for (unsigned i = 0; i < 16; i++)
    mask |= (unsigned)(s[i] == first && s[i + tail] == last) << i;
  return mask;
#endif
}

/* Length of the common prefix of a[1..m-1) and b[1..m-1), for the budget, or
 * `m` if they are equal there. */
static size_t inner_match(const uint8_t *a, const uint8_t *b, size_t m) {
  for (size_t i = 1; i + 1 < m; i++)
    if (a[i] != b[i]) return i;
  return m;
}

static size_t find_filtered(const uint8_t *hay, size_t n, const uint8_t *needle,
                            size_t m) {
  uint8_t first = needle[0], last = needle[m - 1];
  size_t starts = n - m + 1; /* positions where a match may start */
  size_t wasted = 0, i = 0;
  for (; starts - i >= 16; i += 16) {
    unsigned mask = candidates16(hay + i, m - 1, first, last);
    for (; mask; mask &= mask - 1) {
      size_t pos = i + (size_t)__builtin_ctz(mask);
      size_t same = inner_match(hay + pos, needle, m);
      if (same == m) return pos;
      wasted += same;
    }
    if (wasted > PATIENCE + 2 * i)
      return two_way_forward(hay, n, i + 16, needle, m);
  }
  for (; i < starts; i++) {
    if (hay[i] != first || hay[i + m - 1] != last) continue;
    size_t same = inner_match(hay + i, needle, m);
    if (same == m) return i;
    wasted += same;
    if (wasted > PATIENCE + 2 * i)
      return two_way_forward(hay, n, i + 1, needle, m);
  }
  return CS_MEM_NONE;
}

size_t cs_mem_find(const void *hay, size_t n, const void *needle, size_t m) {
  if (m > n) return CS_MEM_NONE;
  if (m == 0) return 0;
  const uint8_t *h = hay;
  const uint8_t *p = needle;
  if (m > 1) return find_filtered(h, n, p, m);
  const uint8_t *hit = memchr(h, p[0], n);
  return hit ? (size_t)(hit - h) : CS_MEM_NONE;
}

static size_t rfind_filtered(const uint8_t *hay, size_t n,
                             const uint8_t *needle, size_t m) {
  uint8_t first = needle[0], last = needle[m - 1];
  size_t starts = n - m + 1; /* matches below this are still possible */
  size_t wasted = 0;
  for (; starts >= 16; starts -= 16) {
    size_t i = starts - 16;
    unsigned mask = candidates16(hay + i, m - 1, first, last);
    while (mask) {
      unsigned bit = 31u - (unsigned)__builtin_clz(mask);
      size_t same = inner_match(hay + i + bit, needle, m);
      if (same == m) return i + bit;
      wasted += same;
      mask ^= 1u << bit;
    }
    if (wasted > PATIENCE + 2 * (n - i))
      return i == 0 ? CS_MEM_NONE : two_way_backward(hay, i + m - 1, needle, m);
  }
  while (starts-- > 0) {
    if (hay[starts] != first || hay[starts + m - 1] != last) continue;
    size_t same = inner_match(hay + starts, needle, m);
    if (same == m) return starts;
    wasted += same;
    if (wasted > PATIENCE + 2 * (n - starts) && starts > 0)
      return two_way_backward(hay, starts + m - 1, needle, m);
  }
  return CS_MEM_NONE;
}

size_t cs_mem_rfind(const void *hay, size_t n, const void *needle, size_t m) {
  if (m > n) return CS_MEM_NONE;
  if (m == 0) return n;
  const uint8_t *h = hay;
  const uint8_t *p = needle;
  if (m > 1) return rfind_filtered(h, n, p, m);
  const uint8_t *hit = memrchr(h, p[0], n);
  return hit ? (size_t)(hit - h) : CS_MEM_NONE;
}

size_t cs_mem_count_byte(const void *hay, size_t n, uint8_t byte) {
  const uint8_t *h = hay;
  size_t count = 0, i = 0;
#ifdef __SSE2__
  __m128i wanted = _mm_set1_epi8((char)byte);
  __m128i zero = _mm_setzero_si128();
  for (; n - i >= 16; i += 16) {
    __m128i hit = _mm_cmpeq_epi8(load128(h + i), wanted);
    __m128i sum = _mm_sad_epu8(_mm_sub_epi8(zero, hit), zero);
    count += (size_t)_mm_cvtsi128_si64(sum) +
             (size_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(sum, sum));
  }
#endif
  for (; i < n; i++) count += h[i] == byte;
  return count;
}

size_t cs_mem_count(const void *hay, size_t n, const void *needle, size_t m) {
  assert(m > 0);
  const uint8_t *h = hay;
  if (m == 1) return cs_mem_count_byte(h, n, *(const uint8_t *)needle);
  size_t count = 0, i = 0;
  for (;;) {
    size_t hit = cs_mem_find(h + i, n - i, needle, m);
    if (hit == CS_MEM_NONE) return count;
    count++;
    i += hit + m;
  }
}

int cs_mem_order(const void *a, size_t an, const void *b, size_t bn) {
  size_t common = an < bn ? an : bn;
  int order = common ? memcmp(a, b, common) : 0;
  return order ? order : (an > bn) - (an < bn);
}
