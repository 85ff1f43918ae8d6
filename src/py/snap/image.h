/*
 * image.h - the warm image as it is stored in the binary.
 *
 * What can be computed from the rest (hashes, indexes of tables, the table of
 * interned names) is left out, and the remainder is packed; unpacking computes
 * it again.  The bytes are then exactly those that were built.
 *
 * Packed once, when caisson is built; unpacked by the first session of a
 * process, or by nobody when a parent hands its memory file on.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_SNAP_IMAGE_H
#define CS_PY_SNAP_IMAGE_H

#include "py/heap/ctx.h"

/* Pack the finished image of `ctx`; `*out` is the caller's (free).
 * CS_ECORRUPT: unpacking would not give the same bytes. */
cs_status cs_image_pack(cs_ctx *ctx, uint8_t **out, size_t *len) CS_MUST_CHECK;

/* The same without packing, on whole pages: for programs that are started
 * often, which map it from their own file (ownfile.h). */
cs_status cs_image_store(const cs_ctx *ctx, uint8_t **out,
                         size_t *len) CS_MUST_CHECK;

/* Bytes of the unpacked image; 0: this is none. */
size_t cs_image_size(const uint8_t *packed, size_t len);
/* Is `id` the one of the packed image? */
bool cs_image_is_that(const uint8_t *packed, size_t len, const uint8_t id[32]);
/* Its bytes, if it is stored without packing, filled up to whole pages; else
 * NULL. */
const void *cs_image_plain(const uint8_t *packed, size_t len);
/* Unpack to `to`, which holds cs_image_size bytes. */
cs_status cs_image_unpack(const uint8_t *packed, size_t len,
                          void *to) CS_MUST_CHECK;

#endif
