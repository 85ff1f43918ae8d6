/*
 * exc_obj.h - making exceptions with the fields of their class.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_EXC_OBJ_H
#define CS_PY_TYPES_EXC_OBJ_H

#include "py/heap/ctx.h"

/* cls(*args) for a class whose __init__ is not Python code (that of others is
 * not run); OSError becomes the subclass for its number.  CS_THROW when the
 * arguments are not what the class wants. */
cs_status cs_exc_obj_make(cs_ctx *ctx, cs_off cls, cs_value args,
                          cs_value *out) CS_MUST_CHECK;

#endif
