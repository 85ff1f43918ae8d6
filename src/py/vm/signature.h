/*
 * signature.h - the text form of a native's parameters.
 *
 * Tables of natives give their parameters as CPython prints them, so that
 * inspect.signature and error texts have one source. The kinds of the arguments
 * are declared apart, at the C function (types/kinds.def).
 *
 * Example: "($self, sep=None, /, maxsplit=-1)" gives min 1, max 3, posonly 2,
 * kwonly 0, METHOD, and the names self, sep, maxsplit.
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
