/*
 * manage.h - what the operator does with a store: `caisson image …`.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_IMAGE_MANAGE_H
#define CS_IMAGE_MANAGE_H

#include "image/image.h"

typedef struct cs_image_row {
  char *name; /* NULL: no name stands for it */
  char digest[CS_IMAGE_DIGEST];
  char config[CS_IMAGE_DIGEST]; /* what Docker calls the image id */
  char *source, *created;
  char *architecture;
  int64_t time;        /* when it came into the store, seconds since 1970 */
  uint64_t size;       /* compressed layers */
  uint64_t tree_bytes; /* 0: not unpacked */
  uint32_t layers;
  uint32_t pins;
  bool unpacked, whole; /* whole: every blob is there */
} cs_image_row;

typedef struct cs_image_rows {
  cs_image_row *at; /* owned; by name */
  size_t count;
} cs_image_rows;

cs_status cs_manage_list(cs_image_store *s, cs_image_rows *out,
                         cs_error *err) CS_MUST_CHECK;
void cs_manage_list_fini(cs_image_rows *rows);

/* Take an image in from oci:…, oci-archive:… or docker-archive:…, unpack it
 * and give it the name `as` (NULL: the one that it has there).  `digest`
 * receives its digest, `name` (room for 264 bytes) its name or "". */
cs_status cs_manage_load(cs_image_store *s, const char *reference,
                         const char *as, char digest[CS_IMAGE_DIGEST],
                         char name[264], cs_error *err) CS_MUST_CHECK;

/* Pull a name from its registry, even if the store has it, and unpack it. */
cs_status cs_manage_pull(cs_image_store *s, const cs_image_policy *p,
                         const char *reference, char digest[CS_IMAGE_DIGEST],
                         cs_error *err) CS_MUST_CHECK;

/* Make an image with one layer of a directory or a tar. */
cs_status cs_manage_import(cs_image_store *s, const char *path,
                           const char *name, char digest[CS_IMAGE_DIGEST],
                           cs_error *err) CS_MUST_CHECK;

/* Write an image as oci-archive into the open file. */
cs_status cs_manage_save(cs_image_store *s, const char *what, int fd,
                         cs_error *err) CS_MUST_CHECK;

/* Find the digest that a name, a digest or the start of one (12 digits and
 * more) stands for; IN_USE-free, no policy. */
cs_status cs_manage_find(cs_image_store *s, const char *what,
                         char digest[CS_IMAGE_DIGEST],
                         cs_error *err) CS_MUST_CHECK;

/* Remove a name and, if it was the last one, the image.  Refused while a
 * sandbox uses it (IN_USE). */
cs_status cs_manage_remove(cs_image_store *s, const char *what,
                           cs_error *err) CS_MUST_CHECK;

/* Remove what no name and no pin needs: images without a name, blobs, trees,
 * abandoned downloads.  Trees in use stay. */
typedef struct cs_image_pruned {
  uint64_t blobs, trees, partials, bytes;
} cs_image_pruned;
cs_status cs_manage_prune(cs_image_store *s, cs_image_pruned *out,
                          cs_error *err) CS_MUST_CHECK;

/* Hash every blob again and look at every image.  Each fault is told. */
typedef struct cs_image_verified {
  uint64_t blobs, images, faults;
} cs_image_verified;
typedef void cs_image_tell(void *user, const char *what, const char *fault);
cs_status cs_manage_verify(cs_image_store *s, cs_image_tell *tell, void *user,
                           cs_image_verified *out, cs_error *err) CS_MUST_CHECK;

/* The manifest and the config as the registry sent them, for `inspect`. */
cs_status cs_manage_documents(cs_image_store *s, const char *digest,
                              char **manifest, char **config,
                              cs_error *err) CS_MUST_CHECK;

#endif
