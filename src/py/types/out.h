/*
 * out.h - bytes for the program's stdout and stderr.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_OUT_H
#define CS_PY_TYPES_OUT_H

#include "py/heap/ctx.h"

enum { CS_OUT_STDOUT = 1, CS_OUT_STDERR = 2 };

/* Append to the outbox.  CS_STOP, when it is full or holds the other stream's
 * bytes (ctx->limit_kind = CS_LIMIT_FLUSH): the engine empties it and the
 * calling instruction runs again with the same bytes; a write longer than the
 * outbox goes through it in pieces that way.  CS_STOP with CS_LIMIT_OUTPUT:
 * the session may not print that much; nothing was written. */
cs_status cs_out_write(cs_ctx *ctx, uint32_t kind, const char *bytes,
                       uint64_t len) CS_MUST_CHECK;

#endif
