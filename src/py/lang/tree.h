/*
 * tree.h - the syntax tree as Python values, for the ast module.
 *
 * A node becomes a tuple: its class name, its fields in the order of CPython's
 * ast, its position (a tuple of four, or None).  Lists become lists, absent
 * fields None.  Functions, classes and aliases with type parameters (which
 * 3.11 does not have) carry their list behind the position.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_LANG_TREE_H
#define CS_PY_LANG_TREE_H

#include "py/heap/ctx.h"
#include "py/lang/unit.h"

/* Turn the tree of a parsed unit (before its scopes are built) into `*out`.
 * CS_RETRY: no space in the arena; what was made is garbage. */
cs_status cs_tree_build(cs_ctx *ctx, const cs_unit *u,
                        cs_value *out) CS_MUST_CHECK;

#endif
