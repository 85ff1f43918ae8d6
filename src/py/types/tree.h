/*
 * tree.h - elements of xml.etree.ElementTree as C code sees them.
 *
 * The class is the prelude's.  What has its members where they belong is taken
 * for an element; the values in them are whatever the program put there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_TREE_H
#define CS_PY_TYPES_TREE_H

#include "py/types/iter.h"

enum { /* slots of an element, sorted by name */
       CS_TREE_CHILDREN,
       CS_TREE_ATTRIB,
       CS_TREE_TAG,
       CS_TREE_TAIL,
       CS_TREE_TEXT
};

/* The slots of an element; NULL: `v` is none.  `*shape`, 0 at first, is that of
 * the last one, which need not be looked at closely again. */
cs_value *cs_tree_slots(cs_ctx *ctx, cs_value v, cs_off *shape);
/* Does the tag of an element equal the str `wanted`? */
bool cs_tree_is(cs_ctx *ctx, cs_value tag, cs_value wanted);
/* cs_op_next of an ELEMENTS: all below one, in the order of the document. */
cs_status cs_tree_next(cs_ctx *ctx, cs_iter *it, cs_value *out) CS_MUST_CHECK;

#endif
