/*
 * layout.h - take images in from directories and archives.
 *
 * An archive is unpacked by the confined process into staging and read as a
 * directory.  Files of a directory are opened beneath it, without leaving it
 * through links, and hashed while they are copied.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_IMAGE_LAYOUT_H
#define CS_IMAGE_LAYOUT_H

#include "image/image_store.h"
#include "image/reference.h"

/* What came in. */
typedef struct cs_layout_image {
  char digest[CS_IMAGE_DIGEST];    /* of the manifest */
  char index[CS_IMAGE_DIGEST];     /* "" or the digest of an index */
  char name[CS_REFERENCE_MAX + 8]; /* the name that it has there, or "" */
} cs_layout_image;

/* Take in the image that `r` (not a NAME or ROOTFS) names: blobs only, no name
 * is recorded.  Without a tag there must be exactly one for this machine. */
cs_status cs_layout_load(cs_image_store *s, const cs_reference *r,
                         cs_layout_image *out, cs_error *err) CS_MUST_CHECK;

#endif
