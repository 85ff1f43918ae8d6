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

#endif
