/*
 * boot.h - the first objects: types, names, natives.
 *
 * Called by mkimage while caisson is built, and by tests that want an image
 * without a prelude. Afterwards the prelude runs as Python code in the same
 * session, registers its fallbacks and intrinsics, and the result is frozen,
 * slimmed and packed (snap/slim.c, compact.c, image.c).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_VM_BOOT_H
#define CS_PY_VM_BOOT_H

#include "py/heap/ctx.h"

/* Fill an empty image (ctx->building) with everything that needs no Python
 * code: strings, built-in types, exceptions, natives, modules of natives. */
cs_status cs_boot_image(cs_ctx *ctx) CS_MUST_CHECK;

/* The class called `name` ("list", "re.Pattern"); made on demand while the
 * image is built.  0 without space. */
cs_off cs_boot_class(cs_ctx *ctx, const char *name);

#endif
