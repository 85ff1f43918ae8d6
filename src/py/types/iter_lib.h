/*
 * iter_lib.h - accumulate, compress, zip_longest and groupby as leaf
 * iterators.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_ITER_LIB_H
#define CS_PY_TYPES_ITER_LIB_H

#include "py/types/iter.h"

/* cs_op_next for the kinds of this file, and for no other. */
cs_status cs_iter_lib_next(cs_ctx *ctx, cs_iter *it,
                           cs_value *out) CS_MUST_CHECK;

#endif
