/*
 * layer.h - read a layer (a tar, perhaps compressed) into a tree.
 *
 * Runs in the confined process of unpack.h.  Two readers of libarchive stand
 * one after another: the first only decompresses, the second only reads the
 * tar, and between them every byte is hashed and counted, because a layer's
 * diff_id is the digest of exactly those bytes.
 *
 * Refused: more than one compression, bytes after the end of the compressed
 * stream or of the tar, sizes and counts above the limits.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_IMAGE_LAYER_H
#define CS_IMAGE_LAYER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "image/archive.h"

typedef struct cs_layer_limits {
  uint64_t entries, bytes; /* what may still be used */
  uint64_t ratio;          /* uncompressed bytes for each compressed one */
} cs_layer_limits;

typedef struct cs_layer_job {
  const cs_archive *lib; /* borrowed */
  int blob, root;        /* borrowed descriptors */
  bool keep_ids;         /* of the archive, needs CAP_CHOWN */
  bool plain;            /* an archive of files, not a layer: no whiteouts */
  cs_layer_limits limits;
  /* May be NULL: called now and then with the compressed bytes read. */
  void (*tick)(void *user, uint64_t done);
  void *user;
} cs_layer_job;

typedef struct cs_layer_result {
  uint64_t entries, bytes, skipped;
  uint8_t digest[32]; /* SHA-256 of the uncompressed tar */
} cs_layer_result;

/* CS_ECORRUPT, CS_ELIMIT, CS_EOS: the tree is then in an unknown state. */
cs_status cs_layer_read(const cs_layer_job *job, cs_layer_result *out,
                        cs_error *err) CS_MUST_CHECK;

#endif
