/*
 * int_text.h - machine integers to decimal text and back.
 *
 * The fast path of int and float printing: no loop over single digits, no
 * libc.  Buffers are the caller's; nothing is terminated by a zero byte.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_NUM_INT_TEXT_H
#define CS_NUM_INT_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* Room that the print functions may write to, whatever the value. */
#define CS_INT_TEXT_MAX 24

/* 1, 10, 100 and so on: all powers of ten that fit. */
extern const uint64_t cs_int_powers[20];

/* Number of decimal digits of `v`; 1 for zero. */
unsigned cs_int_digits(uint64_t v);

/* Write `v` in decimal to `buf` and return its length (at most 20).  Bytes
 * of `buf` behind the result may be overwritten. */
unsigned cs_int_print_u64(uint64_t v, char buf[20]);

/* The same for a signed number. */
unsigned cs_int_print(int64_t v, char buf[CS_INT_TEXT_MAX]);

/* Write the last `width` <= 20 decimal digits of `v`, with leading zeros. */
void cs_int_print_padded(uint64_t v, unsigned width, char *buf);

/* Read an optional sign and decimal digits from the start of {s, n}.  Returns
 * the bytes used and stores the value; returns 0, storing nothing, if there
 * is no digit or the number does not fit. */
size_t cs_int_scan(const char *s, size_t n, int64_t *out);

#endif
