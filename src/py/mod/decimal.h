/*
 * decimal.h - what the files of module decimal share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_DECIMAL_H
#define CS_PY_MOD_DECIMAL_H

#include "py/heap/ctx.h"

__extension__ typedef unsigned __int128 cs_decimal_wide;

#define CS_DECIMAL_MOST  (INT64_C(1) << 49) /* coefficients are below */
#define CS_DECIMAL_SHIFT 18                 /* digits an operand moves by */

/* A finite number: (-1)**s * c * 10**e with 0 <= c < CS_DECIMAL_MOST. */
typedef struct cs_decimal {
  int64_t c, e;
  bool s;
} cs_decimal;

/* 10**n, 0 <= n <= 18 */
int64_t cs_decimal_ten(int64_t n);
/* The value of exactly a Decimal; false if it is none or not that small. */
bool cs_decimal_read(cs_ctx *ctx, cs_value v, cs_decimal *out);
/* args[0] is such a Decimal, args[1] another or an int. */
bool cs_decimal_read_pair(cs_ctx *ctx, const cs_value *args, cs_decimal *a,
                          cs_decimal *b);
/* Coefficients for one exponent; false if they get too long. */
bool cs_decimal_align(const cs_decimal *a, const cs_decimal *b,
                      cs_decimal_wide *x, cs_decimal_wide *y);
/* A Decimal of the class of `like`, if the context takes the coefficient as
 * it is; else CS_SLOW. */
cs_status cs_decimal_give(cs_ctx *ctx, cs_value like, bool s, int64_t c,
                          int64_t e, cs_value *out) CS_MUST_CHECK;
/* The same of any coefficient, whose length the caller knows to fit. */
cs_status cs_decimal_put(cs_ctx *ctx, cs_value like, bool s, cs_value c,
                         int64_t e, cs_value *out) CS_MUST_CHECK;
/* Does the context round half to even, and trap nothing of that?  `*prec`:
 * its precision. */
bool cs_decimal_half_even(cs_ctx *ctx, int64_t *prec);
/* Flag that a result was rounded, and whether that changed it. */
cs_status cs_decimal_rounded(cs_ctx *ctx, bool inexact) CS_MUST_CHECK;

void cs_decimal_flag(cs_value *flags, bool inexact);

/* --- numbers with more digits (decimal_wide.c) --------------------------- */

#define CS_DECIMAL_DIGITS 1000 /* longer texts are the prelude's */

typedef enum cs_decimal_mode {
  CS_DECIMAL_HALF_EVEN,
  CS_DECIMAL_HALF_UP,
  CS_DECIMAL_HALF_DOWN,
  CS_DECIMAL_UP,
  CS_DECIMAL_DOWN,
  CS_DECIMAL_CEILING,
  CS_DECIMAL_FLOOR
} cs_decimal_mode;

typedef struct cs_decimal_rules {
  int64_t prec, emin, emax;
  cs_decimal_mode mode;
  cs_value *flags; /* borrowed: the context's slot */
  bool traps_rounded, traps_inexact;
} cs_decimal_rules;

/* What the context wants, with `rounding` unless that is None; false if the
 * prelude has to look at it. */
bool cs_decimal_find_rules(cs_ctx *ctx, cs_value rounding,
                           cs_decimal_rules *out);
/* Coefficient (any int), exponent near zero and sign of exactly a Decimal. */
bool cs_decimal_slots(cs_ctx *ctx, cs_value v, cs_value *c, int64_t *e,
                      bool *s);
bool cs_decimal_same_class(cs_ctx *ctx, cs_value a, cs_value b);
/* `op` of args[0] and args[1]: one of + - * /, or ~ and \ for - and / with
 * the operands exchanged.  CS_SLOW: not here. */
cs_status cs_decimal_wide_op(cs_ctx *ctx, char op, const cs_value *args,
                             cs_value *out) CS_MUST_CHECK;
/* +v (`keep`), -v (`minus`) or abs(v) */
cs_status cs_decimal_wide_sign(cs_ctx *ctx, cs_value v, bool keep, bool minus,
                               cs_value *out) CS_MUST_CHECK;
cs_status cs_decimal_wide_compare(cs_ctx *ctx, const cs_value *args,
                                  int *order) CS_MUST_CHECK;
cs_status cs_decimal_wide_quantize(cs_ctx *ctx, const cs_value *args,
                                   cs_value rounding,
                                   cs_value *out) CS_MUST_CHECK;
/* Digits of the coefficient, at most CS_DECIMAL_DIGITS of them. */
bool cs_decimal_wide_digits(cs_ctx *ctx, cs_value v, char *text, int64_t *n,
                            int64_t *e, bool *s);

/* --- numbers of any length (decimal_huge.c) ------------------------------- */

/* As cs_decimal_wide_op, which asks it for what it cannot do itself. */
cs_status cs_decimal_huge_op(cs_ctx *ctx, char op, const cs_value *args,
                             cs_value *out) CS_MUST_CHECK;
cs_status cs_decimal_huge_compare(cs_ctx *ctx, const cs_value *args,
                                  int *order) CS_MUST_CHECK;
cs_status cs_decimal_huge_sign(cs_ctx *ctx, cs_value v, bool keep, bool minus,
                               cs_value *out) CS_MUST_CHECK;
/* Digits of the coefficient, at most CS_DECIMAL_DIGITS of them. */
cs_status cs_decimal_huge_digits(cs_ctx *ctx, cs_value v, char *text,
                                 int64_t *n, int64_t *e, bool *s) CS_MUST_CHECK;

#endif
