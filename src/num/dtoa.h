/*
 * dtoa.h - floats to text and back, exactly as CPython 3.11 does it.
 *
 * Every result is correctly rounded (half to even) for every input: short
 * 128-bit arithmetic decides nearly always, and where it cannot, exact
 * arithmetic on a few hundred bytes of stack does.  Nothing is allocated,
 * nothing depends on the locale; the rounding mode must be the default one.
 * Output is never terminated by a zero byte.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_NUM_DTOA_H
#define CS_NUM_DTOA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* --- text to float ------------------------------------------------------- */

/* Read the longest prefix of {s, n} that is an unsigned decimal number in
 * Python's literal syntax without underscores: digits with at most one point
 * among, before or behind them, and an optional exponent.  Returns the bytes
 * used, 0 if there is no number.  Too large reads as infinity. */
size_t cs_float_parse(const char *s, size_t n, double *out);

/* The same, with single underscores allowed between two digits. */
size_t cs_float_parse_underscores(const char *s, size_t n, double *out);

/* Read `inf`, `infinity` or `nan` in any case from the start of {s, n}.
 * Returns the bytes used (3 or 8), or 0. */
size_t cs_float_parse_special(const char *s, size_t n, double *out);

/* What float(str) accepts: ASCII white space around, a sign, then a number
 * with underscores or one of the special words.  Returns CS_EINVAL if the
 * whole of {s, n} is not of that form. */
cs_status cs_float_parse_text(const char *s, size_t n,
                              double *out) CS_MUST_CHECK;

/* --- float to text ------------------------------------------------------- */

#define CS_FLOAT_REPR_MAX 32

/* repr(x): the shortest digits that read back as `x`.  Returns the length,
 * at most 24; bytes of `buf` behind it may be overwritten. */
size_t cs_float_repr(double x, char buf[CS_FLOAT_REPR_MAX]);

typedef enum cs_float_flag {
  CS_FLOAT_ALT = 1,         /* '#': keep the point and g's zeros          */
  CS_FLOAT_DOT0 = 2,        /* make the result look like a float          */
  CS_FLOAT_PLUS = 4,        /* '+' before a result that is not negative   */
  CS_FLOAT_SPACE = 8,       /* ' ' before a result that is not negative   */
  CS_FLOAT_NO_NEG_ZERO = 16 /* 'z': a result of only zeros has no sign    */
} cs_float_flag;

/* Format `x` as one of `e E f F g G r %`.  A negative precision means the
 * default of 6; `r` is repr and ignores the precision.  Stores the length of
 * the text in `*len`.  If that is more than `cap` returns CS_ELIMIT and
 * writes nothing; CS_EINVAL for another type.  `flags` are cs_float_flag. */
cs_status cs_float_format(double x, char type, int precision, unsigned flags,
                          char *buf, size_t cap, size_t *len) CS_MUST_CHECK;

/* round(x, ndigits).  Returns CS_ELIMIT if the result is too large ("rounded
 * value too large to represent").  `x` may be infinite or NaN: kept. */
cs_status cs_float_round(double x, int64_t ndigits, double *out) CS_MUST_CHECK;

/* --- hexadecimal and exact forms ----------------------------------------- */

/* x.hex().  Returns the length, at most 24. */
size_t cs_float_hex(double x, char buf[CS_FLOAT_REPR_MAX]);

/* float.fromhex(): all of {s, n}, ASCII white space allowed around it.
 * Returns CS_EINVAL ("invalid hexadecimal floating-point string") or
 * CS_ELIMIT ("hexadecimal value too large to represent as a float"). */
cs_status cs_float_fromhex(const char *s, size_t n, double *out) CS_MUST_CHECK;

typedef struct cs_float_parts {
  uint64_t mantissa; /* odd, or zero for a zero */
  int exponent;      /* |x| == mantissa * 2^exponent */
  bool neg;
} cs_float_parts;

/* Split a finite `x`: the pieces of as_integer_ratio(). */
cs_float_parts cs_float_ratio(double x);

#endif
