/*
 * box_check.h - boxes of a snapshot: what each kind relies on.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_BOX_CHECK_H
#define CS_PY_MOD_BOX_CHECK_H

#include "py/heap/ctx.h"

/* Do values and bytes suit the box's kind?  Its count of values fits its size
 * already, and its values are well-formed. */
bool cs_box_check(cs_ctx *ctx, const cs_box *box);

#endif
