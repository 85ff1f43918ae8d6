/*
 * names.h - references: which name stands for which image.
 *
 * One small JSON file for each name, replaced by rename.  A record also keeps
 * the digest of the index through which a multi-platform image was found, so
 * that NAME@DIGEST finds it offline by either digest.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_IMAGE_NAMES_H
#define CS_IMAGE_NAMES_H

#include "image/image_store.h"
#include "image/reference.h"

typedef struct cs_name {
  char name[CS_REFERENCE_MAX + 8];
  char digest[CS_IMAGE_DIGEST]; /* of the manifest */
  char index[CS_IMAGE_DIGEST];  /* "": it was not found through one */
  char source[512];             /* where it came from, for people */
  int64_t time;                 /* seconds since 1970 */
} cs_name;

/* Record it, replacing what the name stood for. */
cs_status cs_names_put(cs_image_store *s, const cs_name *n,
                       cs_error *err) CS_MUST_CHECK;

/* What `r` stands for: by its name, or by its digest among the names of the
 * same repository.  False: nothing. */
bool cs_names_find(cs_image_store *s, const cs_reference *r, cs_name *out);

/* Remove a name.  False: there is none. */
bool cs_names_remove(cs_image_store *s, const char *name);

/* Call `each` for every name, in no order, until it returns false. */
typedef bool cs_names_each(void *user, const cs_name *n);
cs_status cs_names_walk(cs_image_store *s, cs_names_each *each, void *user,
                        cs_error *err) CS_MUST_CHECK;

#endif
