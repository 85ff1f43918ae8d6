/*
 * mem.h - searching bytes in bytes.
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

#define CS_MEM_NONE SIZE_MAX

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
