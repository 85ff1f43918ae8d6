/*
 * slim.h - drop what nobody reads from a freshly built image.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_SNAP_SLIM_H
#define CS_PY_SNAP_SLIM_H

#include "py/heap/ctx.h"

/* Cut names of locals and texts about private functions out of library code,
 * and make equal texts, tuples and blocks of code one object.  Before
 * cs_compact_image.  CS_EOS: no memory. */
cs_status cs_slim_image(cs_ctx *ctx) CS_MUST_CHECK;

#endif
