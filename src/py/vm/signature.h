/*
 * signature.h - the text form of a native's parameters.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_VM_SIGNATURE_H
#define CS_PY_VM_SIGNATURE_H

#include "py/heap/ctx.h"

/* Fill in counts, flags and parameter names of `n` from "(…)" text: see
 * cs_native_def in ctx.h. */
cs_status cs_signature_parse(cs_ctx *ctx, const char *text,
                             cs_native *n) CS_MUST_CHECK;

#endif
