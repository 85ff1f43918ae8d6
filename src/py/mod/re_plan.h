/*
 * re_plan.h - where a pattern can change its mind.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_RE_PLAN_H
#define CS_PY_MOD_RE_PLAN_H

#include "py/mod/re_tree.h"

/* Fill `after` of the groups and `clear` of the repeated ops: a repeat is
 * clear when the character that would continue it can never be the one that
 * follows it, so giving characters back is pointless. */
void cs_re_plan_fill(cs_re_tree *tree);

/* The character, or set, that must come directly behind op `i` wherever the
 * match goes on: its index, or CS_RE_NONE. */
uint32_t cs_re_plan_next(const cs_re_tree *tree, uint32_t i);

/* How far a search may hop when the pattern does not match at a position. */
typedef enum cs_re_lead {
  CS_RE_LEAD_ANY,  /* to the next position                         */
  CS_RE_LEAD_LINE, /* to the next line: the pattern starts with .* */
  CS_RE_LEAD_ONCE  /* nowhere: .* crosses lines                    */
} cs_re_lead;

#define CS_RE_PREFIX 16 /* bytes of a prefix that are looked for */

/* Put the ASCII characters every match begins with into `out`: how many.
 * Case must matter for them. */
uint32_t cs_re_plan_prefix(const cs_re_tree *tree, char out[CS_RE_PREFIX]);

/* What the first item of the pattern allows. */
cs_re_lead cs_re_plan_lead(const cs_re_tree *tree);

#endif
