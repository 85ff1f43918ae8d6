/*
 * tree_read.h - Python values become a syntax tree, for compile(tree).
 *
 * The opposite of tree.h, with the same tuples (operators and contexts are
 * plain names).  Trees come from programs: everything that the parser would
 * never produce is refused here, so that the passes behind it may rely on what
 * they get from the parser.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_LANG_TREE_READ_H
#define CS_PY_LANG_TREE_READ_H

#include "py/heap/ctx.h"
#include "py/lang/unit.h"

/* Read the tree of `v` into `u->root`.  The strings of `v` are borrowed as long
 * as the unit lives.  CS_ELIMIT: no scratch; CS_THROW: a ValueError or
 * TypeError says what is wrong. */
cs_status cs_tree_read(cs_ctx *ctx, cs_unit *u, cs_mode mode,
                       cs_value v) CS_MUST_CHECK;

#endif
