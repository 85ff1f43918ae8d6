/*
 * struct.h - numbers as bytes: the codes of the modules struct and array.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_STRUCT_H
#define CS_PY_MOD_STRUCT_H

#include "py/heap/ctx.h"

/* Write argument `i` as a number of kind `code` (one of "bBhHiIlLqQnNPefd?")
 * and `size` bytes.  Errors are ValueErrors with the texts of struct.error;
 * `native` makes 'f' round to infinity as C does. */
cs_status cs_struct_put(cs_ctx *ctx, cs_value *args, uint32_t i, char code,
                        uint32_t size, bool big, bool native,
                        uint8_t *to) CS_MUST_CHECK;
cs_status cs_struct_get(cs_ctx *ctx, char code, uint32_t size, bool big,
                        const uint8_t *from, cs_value *out) CS_MUST_CHECK;

#endif
