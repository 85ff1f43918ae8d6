/*
 * re_print.h - a parsed pattern in the syntax of PCRE2, with meter readings.
 *
 * Callouts are what makes matching stoppable.  Every loop whose length depends
 * on the subject passes one, and between two callouts PCRE2 does a bounded
 * number of steps (CS_RE_QUIET and the alternatives that fail on the way).
 *
 *   CS_RE_CALL_STEP       charges 1 + the distance moved / 16
 *   CS_RE_CALL_FIRST      the same, measured from the start of the match
 *   CS_RE_CALL_AHEAD + k  charges for 2^k characters about to be read
 *   CS_RE_CALL_GROUP + n  charges for the text of group n, read again
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_RE_PRINT_H
#define CS_PY_MOD_RE_PRINT_H

#include "base/scratch.h"
#include "base/status.h"
#include "py/mod/re_class.h"
#include "py/mod/re_error.h"
#include "py/mod/re_plan.h"
#include "py/mod/re_tree.h"

#define CS_RE_QUIET      64 /* steps allowed without a callout          */
#define CS_RE_CALL_STEP  1
#define CS_RE_CALL_FIRST 2
#define CS_RE_CALL_AHEAD 24 /* 24 .. 56                                 */
#define CS_RE_CALL_GROUP 63 /* 64 .. 254; 255: any group from 192 on    */

typedef struct cs_re_text {
  const char *text; /* borrowed from scratch                */
  size_t len;
  cs_re_variant variant;
  bool ucp;            /* \b must know all of Unicode          */
  cs_re_lead lead;     /* how a search can go on               */
  uint32_t captures;   /* groups to expect in the result       */
  uint32_t prefix_len; /* what every match begins with         */
  char prefix[CS_RE_PREFIX];
  const uint32_t *nests; /* borrowed from the tree           */
  const void *quick;     /* likewise a cs_re_quick, or NULL  */
  size_t quick_size;
} cs_re_text;

/* Print `tree` for subjects of kind `variant`, which must be CS_RE_OVER_BYTES
 * exactly for patterns over bytes; with `share`, groups with large counts only
 * once (for patterns that were too large).  Returns CS_ELIMIT without scratch
 * memory, CS_ESYNTAX with `err` for a repeat count PCRE2 cannot express. */
cs_status cs_re_print(cs_scratch *scratch, cs_re_tree *tree,
                      cs_re_variant variant, bool share, cs_re_text *out,
                      cs_re_error *err) CS_MUST_CHECK;

#endif
