/*
 * compact.h - squeeze the garbage out of a freshly built image.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_SNAP_COMPACT_H
#define CS_PY_SNAP_COMPACT_H

#include "py/heap/ctx.h"

/* Keep what the image's own fields reach, move it together and set
 * head->heap_top to the new end.  Only while building, as the last step.
 * CS_EOS: no memory. */
cs_status cs_compact_image(cs_ctx *ctx) CS_MUST_CHECK;

#endif
