/*
 * image_store.h - the store's directory: what lies where, and who may change
 * it.
 *
 *   lock                  flock: shared while something is staged or published,
 *                         exclusive to remove what nobody uses
 *   work                  flock: shared while blobs come in that no name needs
 * yet, exclusive to remove such blobs blobs/HEX             content by SHA-256,
 * mode 0444 names/HEX             one reference each, filed under the digest of
 * its name trees/HEX/            a tree, filed under its chain id: root/ and
 * done pins/DIGEST.HOLDER    images that somebody without a process still needs
 *   staging/RANDOM/       work in progress; its directory is locked by whoever
 *                         works there, so that a dead process's is recognised
 *   partial/HEX           a download that may be resumed, locked likewise
 *
 * Publishing is always one rename within the store's file system.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_IMAGE_IMAGE_STORE_H
#define CS_IMAGE_IMAGE_STORE_H

#include "base/buf.h"
#include "image/image.h"

struct cs_image_store {
  char *home, *worker, *auth; /* owned; worker and auth may be NULL */
  int dir, blobs, names, trees, pins, staging, partial; /* owned */
  int lock, work;                                       /* owned */
  int working;        /* calls of cs_image_store_work that are not done */
  int64_t work_since; /* seconds since 1970 */
  cs_image_fault fault;
  bool (*progress)(void *user, const cs_image_step *step);
  void *user;
};

/* Note why a call fails; returns `status`. */
cs_status cs_image_store_fail(cs_image_store *s, cs_image_fault fault,
                              cs_status status);

/* The fault that a status of a lower function stands for. */
cs_status cs_image_store_blame(cs_image_store *s, cs_status status);

/* Report a step; CS_EOS with ECANCELED if the caller wants to stop. */
cs_status cs_image_store_step(cs_image_store *s, const cs_image_step *step,
                              cs_error *err) CS_MUST_CHECK;

/* Wait for the store's lock, LOCK_SH or LOCK_EX; give it back. */
cs_status cs_image_store_lock(cs_image_store *s, int how,
                              cs_error *err) CS_MUST_CHECK;
void cs_image_store_unlock(cs_image_store *s);

/* A directory of our own in staging/. */
typedef struct cs_staging {
  char name[40];
  int fd; /* owned: open and locked */
} cs_staging;
cs_status cs_staging_make(cs_image_store *s, cs_staging *out,
                          cs_error *err) CS_MUST_CHECK;
/* Remove it with all that is in it; nothing if it was published. */
void cs_staging_drop(cs_image_store *s, cs_staging *g);

/* Remove the directory or file `name` below `at` with everything in it, however
 * deep.  `at` must be on the same file system. */
cs_status cs_wipe_at(int at, const char *name, cs_error *err) CS_MUST_CHECK;

/* Write a small file whole: temporary, fsync, rename over `name`. */
cs_status cs_image_store_put(cs_image_store *s, int dir, const char *name,
                             const char *bytes, size_t n,
                             cs_error *err) CS_MUST_CHECK;

/* Read a regular file of at most `out->max` bytes. */
cs_status cs_image_store_get(int dir, const char *name, cs_buf *out,
                             cs_error *err) CS_MUST_CHECK;

/* The hex digits of a digest: its file name. */
static inline const char *cs_image_store_hex(const char *digest) {
  return digest + 7;
}

#endif
