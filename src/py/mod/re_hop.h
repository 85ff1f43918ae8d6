/*
 * re_hop.h - repeats that jump from one possible end to the next.
 *
 * In .*foo the dot may end only before an "f".  PCRE2 would try every place;
 * printed as [^f\n]*+(?:f[^f\n]*+)* it tries only those.  The order of the
 * tries, and so the match, is the same: longest first, or for .*?foo shortest
 * first.  When the "f" stands directly behind, (?:[^f\n]*+f)+ does for both.
 * The pair of sets below is what the printer needs for that.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_RE_HOP_H
#define CS_PY_MOD_RE_HOP_H

#include "py/mod/re_class.h"
#include "py/mod/re_tree.h"

typedef struct cs_re_hop {
  cs_re_set over; /* what the repeat takes without looking up */
  uint32_t flags; /* to print `over` with                     */
  cs_re_set stop; /* what it takes, but may also end before   */
  bool lone;      /* `stop` is empty: there is only one end   */
  bool joint;     /* the item behind is one character, and all it
                     can be is in `stop`                      */
} cs_re_hop;

/* Whether the repeated op `i` should be printed so, and how. */
bool cs_re_hop_find(const cs_re_tree *tree, uint32_t i, cs_re_variant variant,
                    cs_re_hop *out);

#endif
