/*
 * oci.h - manifests, indexes and configs: from JSON to checked structs.
 *
 * Accepts the OCI image format 1 and Docker's schema 2, which differ in names
 * only.  Refused: schema 1, documents that are both an index and a manifest,
 * layers that must be fetched elsewhere, layers of unknown types, more of
 * anything than the caps below.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_IMAGE_OCI_H
#define CS_IMAGE_OCI_H

#include "image/image.h"

#define CS_OCI_LAYERS       256
#define CS_OCI_MANIFEST_MAX (UINT64_C(4) << 20)
#define CS_OCI_CONFIG_MAX   (UINT64_C(8) << 20)
#define CS_OCI_BLOBS_MAX    (UINT64_C(8) << 30)  /* compressed, all layers */
#define CS_OCI_TREE_MAX     (UINT64_C(16) << 30) /* uncompressed */
#define CS_OCI_ENTRIES      UINT64_C(1000000)
#define CS_OCI_RATIO        1000
#define CS_OCI_WORDS        1024 /* of env, entrypoint or cmd */

#define CS_OCI_TYPE_MANIFEST "application/vnd.oci.image.manifest.v1+json"
#define CS_OCI_TYPE_INDEX    "application/vnd.oci.image.index.v1+json"
#define CS_OCI_TYPE_CONFIG   "application/vnd.oci.image.config.v1+json"
#define CS_OCI_TYPE_LAYER    "application/vnd.oci.image.layer.v1.tar"
#define CS_DOCKER_TYPE_MANIFEST \
  "application/vnd.docker.distribution.manifest.v2+json"
#define CS_DOCKER_TYPE_LIST \
  "application/vnd.docker.distribution.manifest.list.v2+json"

/* A blob as a manifest describes it. */
typedef struct cs_oci_blob {
  char digest[CS_IMAGE_DIGEST];
  uint64_t size;
  char type[96];
} cs_oci_blob;

typedef struct cs_oci_manifest {
  cs_oci_blob config;
  cs_oci_blob *layers; /* owned */
  size_t count;
  uint64_t total; /* bytes of all layers, compressed */
} cs_oci_manifest;

/* What a config says that the store needs, besides cs_image_config. */
typedef struct cs_oci_config {
  cs_image_config run;            /* owned */
  char (*diffs)[CS_IMAGE_DIGEST]; /* owned: digest of each layer's tar */
  size_t count;
} cs_oci_config;

/* Is the document an index (or Docker's manifest list)? */
typedef enum cs_oci_kind { CS_OCI_MANIFEST, CS_OCI_INDEX } cs_oci_kind;
cs_status cs_oci_kind_of(const char *bytes, size_t n, cs_oci_kind *out,
                         cs_error *err) CS_MUST_CHECK;

cs_status cs_oci_manifest_parse(const char *bytes, size_t n,
                                cs_oci_manifest *out,
                                cs_error *err) CS_MUST_CHECK;
void cs_oci_manifest_fini(cs_oci_manifest *m); /* may be zeroed */

/* Choose the manifest for this machine, or the one whose annotation
 * org.opencontainers.image.ref.name is `tag` (NULL: any).  The error lists what
 * was offered. */
cs_status cs_oci_index_choose(const char *bytes, size_t n, const char *tag,
                              cs_oci_blob *out, cs_error *err) CS_MUST_CHECK;

cs_status cs_oci_config_parse(const char *bytes, size_t n, cs_oci_config *out,
                              cs_error *err) CS_MUST_CHECK;
void cs_oci_config_fini(cs_oci_config *c); /* may be zeroed */
void cs_oci_run_fini(cs_image_config *c);  /* may be zeroed */

/* The chain id of `count` > 0 layers: names the tree they make together. */
void cs_oci_chain(char (*const diffs)[CS_IMAGE_DIGEST], size_t count,
                  char out[CS_IMAGE_DIGEST]);

/* The digest of some bytes, in the form of all digests here. */
void cs_oci_digest(const void *bytes, size_t n, char out[CS_IMAGE_DIGEST]);
/* The same from 32 raw bytes. */
void cs_oci_hex(const uint8_t raw[32], char out[CS_IMAGE_DIGEST]);

/* "amd64" or "arm64": what this program was built for. */
const char *cs_oci_architecture(void);

#endif
