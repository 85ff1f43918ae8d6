/*
 * abc.h - what earlier checks against abstract classes found out.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_ABC_H
#define CS_PY_TYPES_ABC_H

#include "py/heap/ctx.h"

/* Is an object of the class `type` an instance of `cls`, whose metaclass
 * decides that by the function `hook`?  CS_SLOW: nobody asked abc before. */
cs_status cs_abc_known(cs_ctx *ctx, cs_value cls, cs_value hook, cs_off type,
                       bool *yes) CS_MUST_CHECK;

#endif
