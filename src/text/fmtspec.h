/*
 * fmtspec.h - Python's format mini-language: read a specifier, apply it.
 *
 * A specifier is read once into a cs_fmtspec, checked against the kind of
 * value, and then applied to digits or text that the caller has made.  Errors
 * are CPython 3.11's words in caller storage; the caller raises ValueError
 * with them.  Output functions never write past `cap`: they store the length
 * needed in `*len` and return CS_ELIMIT if it does not fit (SIZE_MAX if it
 * cannot fit anything).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_TEXT_FMTSPEC_H
#define CS_TEXT_FMTSPEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

#define CS_FMTSPEC_ERROR 640

/* UTF-8, not terminated.  A very long specifier is quoted in part. */
typedef struct cs_fmterror {
  size_t len;
  char text[CS_FMTSPEC_ERROR];
} cs_fmterror;

typedef struct cs_fmtspec {
  int64_t width;     /* code points, -1: not given               */
  int64_t precision; /* -1: not given                            */
  size_t min_digits; /* zeros up to here; only %-formats set it  */
  uint32_t fill;     /* code point                               */
  uint32_t type;     /* code point, 0: not given                 */
  char align;        /* one of < > = ^                           */
  char sign;         /* '+', '-', ' ', 0: not given              */
  char grouping;     /* ',' or '_', 0: none                      */
  bool alt;          /* '#' */
  bool no_neg_zero;  /* 'z' */
} cs_fmtspec;

typedef enum cs_fmtkind {
  CS_FMT_STR,    /* default type s, align < */
  CS_FMT_INT,    /* default type d, align > */
  CS_FMT_FLOAT,  /* default type none, align > */
  CS_FMT_COMPLEX /* default type none, align > */
} cs_fmtkind;

/* Read all of {s, n}, valid UTF-8, with the defaults of `kind`.  `type_name`
 * (zero-terminated) is for messages.  Returns CS_EINVAL with `*err` set if it
 * is not a specifier. */
cs_status cs_fmtspec_parse(const char *s, size_t n, cs_fmtkind kind,
                           const char *type_name, cs_fmtspec *out,
                           cs_fmterror *err) CS_MUST_CHECK;

/* Does the specifier make sense for `kind`?  An int with a float type (e, f,
 * g, %) passes and is to be formatted as a float.  CS_EINVAL with `*err`. */
cs_status cs_fmtspec_check(const cs_fmtspec *spec, cs_fmtkind kind,
                           const char *type_name,
                           cs_fmterror *err) CS_MUST_CHECK;

/* Is the type one of e E f F g G %? */
bool cs_fmtspec_is_float_type(const cs_fmtspec *spec);

/* 2, 8, 10 or 16: the base that an integer's digits must be made in. */
unsigned cs_fmtspec_base(const cs_fmtspec *spec);

/* --- apply (fmtspec_apply.c) --------------------------------------------- */

/* Cut {s, n}, which has `count` code points, to the precision and pad it.
 * For strings, and for the character of an int's `c`. */
cs_status cs_fmtspec_text(const cs_fmtspec *spec, const char *s, size_t n,
                          size_t count, char *out, size_t cap,
                          size_t *len) CS_MUST_CHECK;

/* Lay out an integer from its lower-case digits in the base asked for. */
cs_status cs_fmtspec_int(const cs_fmtspec *spec, bool neg, const char *digits,
                         size_t n, char *out, size_t cap,
                         size_t *len) CS_MUST_CHECK;

/* Lay out a float from its text as cs_float_format makes it, sign only if
 * negative: group the digits before the point, put sign and padding. */
cs_status cs_fmtspec_number(const cs_fmtspec *spec, const char *text, size_t n,
                            char *out, size_t cap, size_t *len) CS_MUST_CHECK;

/* Both steps at once for a float: a `cap` of cs_fmtspec_float_size is always
 * enough; with too little, CS_ELIMIT and a size that is enough in `*len`.
 * Precisions past INT32_MAX are the caller's to refuse ("precision too big").
 */
size_t cs_fmtspec_float_size(const cs_fmtspec *spec);
cs_status cs_fmtspec_float(const cs_fmtspec *spec, double x, char *out,
                           size_t cap, size_t *len) CS_MUST_CHECK;

#endif
