/*
 * re_quick.h - patterns that need no PCRE2.
 *
 * Most patterns are characters, sets, repeats, groups and alternatives over
 * ASCII text or bytes.  Those become a list of steps that a short loop
 * executes: it knows what can come next, so most choices are made by looking
 * at one character, and what cannot be looked up is remembered in a small
 * table.  Look-arounds, references back, counted or lazy groups are not for
 * it, and neither is a match that has to remember too much: PCRE2 does those.
 * Both find the same matches.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_RE_QUICK_H
#define CS_PY_MOD_RE_QUICK_H

#include "base/scratch.h"
#include "py/mod/re_tree.h"

typedef struct cs_re_quick cs_re_quick;

/* What a match is asked for, and what it cost. */
typedef struct cs_re_quick_job {
  const uint8_t *text;
  uint32_t size;
  bool full;     /* the match must end at the end    */
  bool nonempty; /* and not be empty                 */
  size_t *ends;  /* out: captures + 1 pairs          */
  uint32_t captures;
  uint64_t work; /* steps since somebody paid for them */
  bool (*pay)(void *meter, uint64_t work);
  void *meter;
} cs_re_quick_job;

typedef enum cs_re_quick_result {
  CS_RE_QUICK_NO,
  CS_RE_QUICK_YES,
  CS_RE_QUICK_UNPAID, /* `pay` returned false      */
  CS_RE_QUICK_FULL    /* too much to remember      */
} cs_re_quick_result;

/* The steps of `tree`, which is not printed for any text, in one block of
 * `*size` bytes that can be moved; NULL if this is none of those patterns, or
 * without memory. */
const cs_re_quick *cs_re_quick_build(cs_scratch *scratch,
                                     const cs_re_tree *tree, size_t *size);

/* Match at `at`. */
cs_re_quick_result cs_re_quick_at(const cs_re_quick *q, cs_re_quick_job *j,
                                  uint32_t at);

/* Match at `at` or behind. */
cs_re_quick_result cs_re_quick_search(const cs_re_quick *q, cs_re_quick_job *j,
                                      uint32_t at);

#endif
