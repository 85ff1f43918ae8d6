/*
 * mem.h - searching bytes in bytes, and copying a few.
 *
 * Substring search in valid UTF-8 is byte search, so these serve str and bytes
 * alike.  All are linear in haystack + needle whatever the input: they start
 * with a filter that is fast on ordinary text and change to the two-way
 * algorithm (Crochemore and Perrin) as soon as the filter wastes work.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_MEM_H
#define CS_BASE_MEM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define CS_MEM_NONE SIZE_MAX

/* memcpy for what is short most of the time: two moves that may overlap, no
 * call.  `from` and `to` are apart. */
static inline void cs_mem_copy(void *to, const void *from, size_t n) {
  char *t = (char *)to;
  const char *f = (const char *)from;
  uint64_t a, b;
  uint32_t c, d;
  if (n > 16) {
    memcpy(to, from, n);
  } else if (n >= 8) {
    memcpy(&a, f, 8);
    memcpy(&b, f + n - 8, 8);
    memcpy(t, &a, 8);
    memcpy(t + n - 8, &b, 8);
  } else if (n >= 4) {
    memcpy(&c, f, 4);
    memcpy(&d, f + n - 4, 4);
    memcpy(t, &c, 4);
    memcpy(t + n - 4, &d, 4);
  } else if (n > 0) {
    char first = f[0], mid = f[n / 2], last = f[n - 1];
    t[0] = first;
    t[n / 2] = mid;
    t[n - 1] = last;
  }
}

/* Offset of the first occurrence of the `m` bytes of `needle` in the `n` bytes
 * of `hay`, or CS_MEM_NONE.  An empty needle is found at 0. */
size_t cs_mem_find(const void *hay, size_t n, const void *needle, size_t m);

/* Offset of the last occurrence, or CS_MEM_NONE.  Empty needle: `n`. */
size_t cs_mem_rfind(const void *hay, size_t n, const void *needle, size_t m);

/* Occurrences that do not overlap, counted from the left; `m` > 0. */
size_t cs_mem_count(const void *hay, size_t n, const void *needle, size_t m);

/* Occurrences of one byte. */
size_t cs_mem_count_byte(const void *hay, size_t n, uint8_t byte);

/* Three-way comparison of two byte strings, shorter prefix first: <0, 0, >0.
 * For UTF-8 this is the order of code points. */
int cs_mem_order(const void *a, size_t an, const void *b, size_t bn);

#endif
