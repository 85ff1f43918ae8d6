/*
 * attr.h - details of attribute access that other types share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_ATTR_H
#define CS_PY_TYPES_ATTR_H

#include "py/heap/ctx.h"

/* list[int].append: most attributes come from the origin; CS_SLOW for those
 * that belong to the alias. */
cs_status cs_attr_get_alias(cs_ctx *ctx, cs_value obj, cs_value name,
                            cs_value *out) CS_MUST_CHECK;

/* obj.__dict__.update(attributes), a dict, if that can be done without dict
 * mode and the names are free; `*done` tells. */
cs_status cs_instance_store(cs_ctx *ctx, cs_value obj, cs_value attributes,
                            bool *done) CS_MUST_CHECK;

#endif
