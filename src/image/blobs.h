/*
 * blobs.h - content by digest: in only if the digest is right.
 *
 * A blob appears in the store by one rename after its size and SHA-256 were
 * checked.  Layers are hashed again when they are unpacked (their diff_id), and
 * manifests and configs whenever they are read, so a blob that changed on disk
 * is noticed before it is used.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_IMAGE_BLOBS_H
#define CS_IMAGE_BLOBS_H

#include "digest/digest.h"
#include "image/image_store.h"
#include "image/oci.h"

/* Is the blob there, and of that size?  UINT64_MAX: of any. */
bool cs_blobs_has(const cs_image_store *s, const char *digest, uint64_t size);

/* Open a blob for reading; -1 with errno. */
int cs_blobs_open(const cs_image_store *s, const char *digest);

/* Read a whole blob of at most out->max bytes and check its digest. */
cs_status cs_blobs_read(cs_image_store *s, const char *digest, cs_buf *out,
                        cs_error *err) CS_MUST_CHECK;

/* Store bytes; `digest` receives their digest. */
cs_status cs_blobs_put(cs_image_store *s, const void *bytes, size_t n,
                       char digest[CS_IMAGE_DIGEST],
                       cs_error *err) CS_MUST_CHECK;

/* Store a copy of the open file, which must have this size and digest. */
cs_status cs_blobs_copy(cs_image_store *s, int fd, const cs_oci_blob *expected,
                        cs_error *err) CS_MUST_CHECK;

/* A blob that is being written. */
typedef struct cs_blob_sink {
  cs_staging staging;
  int fd; /* owned */
  cs_digest digest;
  uint64_t size;
} cs_blob_sink;
cs_status cs_blob_sink_open(cs_image_store *s, cs_blob_sink *k,
                            cs_error *err) CS_MUST_CHECK;
cs_status cs_blob_sink_write(cs_image_store *s, cs_blob_sink *k,
                             const void *bytes, size_t n,
                             cs_error *err) CS_MUST_CHECK;
/* Publish it under the digest of what was written. */
cs_status cs_blob_sink_publish(cs_image_store *s, cs_blob_sink *k,
                               char digest[CS_IMAGE_DIGEST],
                               cs_error *err) CS_MUST_CHECK;
void cs_blob_sink_drop(cs_image_store *s, cs_blob_sink *k);

/* Hash an open file from its start; -1 sizes cannot happen. */
cs_status cs_blobs_hash(cs_image_store *s, int fd, const char *what,
                        uint64_t total, char digest[CS_IMAGE_DIGEST],
                        uint64_t *size, cs_error *err) CS_MUST_CHECK;

#endif
