/*
 * leaf.h - short forms for files that are mostly natives.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_LEAF_H
#define CS_PY_TYPES_LEAF_H

#include "py/heap/native.h"

/* Head of a native; not every one looks at all its parameters. */
#define CS_LEAF(name)                                           \
  static cs_status name(__attribute__((unused)) cs_ctx *ctx,    \
                        __attribute__((unused)) cs_value *args, \
                        __attribute__((unused)) uint32_t n,     \
                        __attribute__((unused)) cs_value *out)

/* Return unless `expr` is CS_OK. */
#define CS_TRY(expr)                \
  do {                              \
    cs_status try_ = (expr);        \
    if (try_ != CS_OK) return try_; \
  } while (0)

/* `*out = v; return CS_OK` as one statement. */
#define CS_GIVE(v) \
  do {             \
    *out = (v);    \
    return CS_OK;  \
  } while (0)

/* Setter of attributes that CPython keeps as read-only members. */
#define CS_READONLY(name)                                          \
  CS_LEAF(name) {                                                  \
    return cs_throw(ctx, CS_AttributeError, "readonly attribute"); \
  }

#endif
