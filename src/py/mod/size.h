/*
 * size.h - what sys.getsizeof() says.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_SIZE_H
#define CS_PY_MOD_SIZE_H

#include "py/heap/ctx.h"

/* Bytes that CPython 3.11 on 64 bits says for such a value.  Ours are other
 * sizes; but programs print these to compare lists with generators and the
 * like, and readers know the numbers. */
int64_t cs_size_of(cs_ctx *ctx, cs_value v);

#endif
