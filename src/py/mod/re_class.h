/*
 * re_class.h - which characters an item of a pattern accepts.
 *
 * Python's \d \s \w and its idea of equal case are written out, so that PCRE2
 * never has to guess: with PCRE2_UCP the splitting pattern \s+ is six times
 * slower than with the listed characters.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_RE_CLASS_H
#define CS_PY_MOD_RE_CLASS_H

#include "py/mod/re_out.h"
#include "py/mod/re_tree.h"

/* For which subjects a pattern is printed. */
typedef enum cs_re_variant {
  CS_RE_OVER_BYTES, /* bytes                                       */
  CS_RE_OVER_ASCII, /* str with nothing but ASCII; compiled without UTF */
  CS_RE_OVER_TEXT   /* any str                                     */
} cs_re_variant;

/* The state PCRE2's caseless option must have for what was printed. */
typedef enum cs_re_case {
  CS_RE_CASE_ANY, /* makes no difference */
  CS_RE_CASE_OFF,
  CS_RE_CASE_ON
} cs_re_case;

void cs_re_class_merge(cs_re_chars *into, const cs_re_chars *more);
bool cs_re_class_meets(const cs_re_chars *a, const cs_re_chars *b);
cs_re_chars cs_re_class_all(void);

/* What a literal, a dot, a set accept under `flags`. */
cs_re_chars cs_re_class_char(uint32_t cp, uint32_t flags, bool bytes);
cs_re_chars cs_re_class_any(uint32_t flags);
cs_re_chars cs_re_class_set(const cs_re_set *set, const cs_re_span *spans,
                            uint32_t flags, bool bytes);

/* How an item is printed: `cases` is what must be in force before. */
cs_re_case cs_re_class_char_case(uint32_t cp, uint32_t flags,
                                 cs_re_variant variant);
void cs_re_class_print_char(cs_re_out *o, uint32_t cp, uint32_t flags,
                            cs_re_variant variant);
cs_re_case cs_re_class_set_case(const cs_re_set *set, uint32_t flags,
                                cs_re_variant variant);
void cs_re_class_print_set(cs_re_out *o, const cs_re_set *set,
                           const cs_re_span *spans, uint32_t flags,
                           cs_re_variant variant);

#endif
