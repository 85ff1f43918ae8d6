/*
 * pctspec.h - the conversion specifiers of Python's % operator.
 *
 *   %[(key)][flags][width][.precision][length]type
 *
 * A specifier is read here and then turned into a cs_fmtspec, so % and
 * format() share their layout.  Two checks belong to the caller because they
 * need its values, in this order: a key asks for a mapping before the key is
 * read; the type is looked at only after an argument was taken.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_TEXT_PCTSPEC_H
#define CS_TEXT_PCTSPEC_H

#include "text/fmtspec.h"

typedef struct cs_pctspec {
  size_t key;        /* offset of the key in the text              */
  size_t key_len;    /* bytes                                      */
  size_t end;        /* offset behind the type                     */
  int64_t width;     /* -1: not given                              */
  int64_t precision; /* -1: not given                              */
  uint32_t type;     /* code point (byte in a bytes format)        */
  bool has_key;
  bool width_star; /* take an argument for the width               */
  bool prec_star;  /* then one for the precision                   */
  bool left;       /* '-' */
  bool plus;       /* '+' */
  bool space;      /* ' ' */
  bool alt;        /* '#' */
  bool zero;       /* '0' */
} cs_pctspec;

/* Read the specifier whose '%' is at s[at].  `bytes` says that the format is
 * a bytes object.  Returns CS_EINVAL with CPython's words in `*err`. */
cs_status cs_pctspec_parse(const char *s, size_t n, size_t at, bool bytes,
                           cs_pctspec *out, cs_fmterror *err) CS_MUST_CHECK;

/* Store the argument that stands for a '*'.  A negative width means left; a
 * negative precision means 0. */
void cs_pctspec_set_width(cs_pctspec *spec, int64_t width);
void cs_pctspec_set_precision(cs_pctspec *spec, int64_t precision);

/* The same layout as a format specifier: for s r a b c with text rules, for
 * d i u o x X with the precision as least number of digits, for floats. */
cs_fmtspec cs_pctspec_convert(const cs_pctspec *spec);

/* The text "unsupported format character ..." for the type. */
void cs_pctspec_unsupported(const cs_pctspec *spec, const char *s, bool bytes,
                            cs_fmterror *err);

#endif
