/*
 * num_text.h - the text that int(), float() and complex() read.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_NUM_TEXT_H
#define CS_PY_TYPES_NUM_TEXT_H

#include "py/heap/ctx.h"

/* The text of a str or bytes-like value in ASCII: decimal digits of other
 * scripts become 0-9, other white space becomes a blank, everything else that
 * is not ASCII a character no number has.  `*s` is borrowed from the value or
 * from garbage that lives as long as the native.  CS_SLOW: `v` is neither. */
cs_status cs_num_text(cs_ctx *ctx, cs_value v, const char **s,
                      size_t *n) CS_MUST_CHECK;

/* Throw ValueError: `text` and the repr of `v`. */
cs_status cs_num_text_bad(cs_ctx *ctx, const char *text,
                          cs_value v) CS_MUST_CHECK;

/* Does the class of `v` define one of the two special methods (in Python, if
 * `v` is a subclass of a number)? */
bool cs_num_has(cs_ctx *ctx, cs_value v, cs_name_id a, cs_name_id b);

#endif
