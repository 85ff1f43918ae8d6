/*
 * open.h - from a manifest's digest to its documents and its tree.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_IMAGE_OPEN_H
#define CS_IMAGE_OPEN_H

#include "image/image_store.h"
#include "image/oci.h"

/* Manifest and config, verified and consistent with each other. */
typedef struct cs_image_parts {
  cs_oci_manifest manifest;
  cs_oci_config config;
} cs_image_parts;
cs_status cs_image_parts_read(cs_image_store *s, const char *digest,
                              cs_image_parts *out, cs_error *err) CS_MUST_CHECK;
void cs_image_parts_fini(cs_image_parts *p); /* may be zeroed */

/* Whoever adds to the store holds this while blobs are there that no name
 * needs yet: prune waits.  cs_image_store_done with CS_OK or with the failure,
 * after which blobs that came in since then go again. */
cs_status cs_image_store_work(cs_image_store *s, cs_error *err) CS_MUST_CHECK;
void cs_image_store_done(cs_image_store *s, cs_status outcome);

/* prune.c: remove blobs that nothing needs and that changed at or after
 * `since`; nobody else must be at work. */
void cs_prune_blobs(cs_image_store *s, int64_t since, uint64_t *count,
                    uint64_t *bytes);

#endif
