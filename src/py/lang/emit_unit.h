/*
 * emit_unit.h - the compiler's last step as the engine calls it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_LANG_EMIT_UNIT_H
#define CS_PY_LANG_EMIT_UNIT_H

#include "py/heap/ctx.h"
#include "py/lang/unit.h"

enum {                        /* options of cs_emit_unit */
       CS_EMIT_NAMESPACE = 1, /* names go through the mapping in register 0 */
       CS_EMIT_RESULT = 2,  /* the last expression statement sets the result */
       CS_EMIT_PRELUDE = 4, /* engine code: no traceback entries */
       CS_EMIT_INTERACTIVE = 8,
       CS_EMIT_LIBRARY = 16, /* with PRELUDE: a frame like those of programs */
       CS_EMIT_TREE = 32     /* no code: the syntax tree as tuples (tree.h) */
};

/* Compile a unit whose scopes are built to a CODE object.  CS_ESYNTAX fills
 * u->error; CS_RETRY: no space in the arena; CS_ELIMIT: none in the scratch. */
cs_status cs_emit_unit(cs_ctx *ctx, cs_unit *u, cs_value filename,
                       cs_value source, uint32_t options,
                       cs_value *out) CS_MUST_CHECK;

#endif
