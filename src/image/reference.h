/*
 * reference.h - the names of images: one strict parser for all of them.
 *
 *   [HOST[:PORT]/]REPOSITORY[:TAG][@sha256:HEX]
 *   oci:DIR[:TAG|@sha256:HEX]   oci-archive:FILE[:TAG]
 *   docker-archive:FILE[:TAG]   rootfs:DIR
 *
 * The first component is a host if it has a dot or a port, or is "localhost".
 * What the parser accepts has no character that means something to a URL, a
 * shell or a file system beyond what the grammar says, so the parts can be put
 * into a request as they are.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_IMAGE_REFERENCE_H
#define CS_IMAGE_REFERENCE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

#define CS_REFERENCE_MAX 255 /* bytes of a name, as the specification says */

typedef enum cs_reference_kind {
  CS_REFERENCE_NAME,
  CS_REFERENCE_OCI,            /* an OCI layout directory */
  CS_REFERENCE_OCI_ARCHIVE,    /* a tar of one */
  CS_REFERENCE_DOCKER_ARCHIVE, /* what `docker save` writes */
  CS_REFERENCE_ROOTFS          /* a directory that is the root */
} cs_reference_kind;

typedef struct cs_reference {
  cs_reference_kind kind;
  char host[CS_REFERENCE_MAX + 1]; /* with the port; "": none was given */
  char repo[CS_REFERENCE_MAX + 1]; /* NAME: without host, tag and digest */
  char tag[129];                   /* "": none was given */
  char digest[72];                 /* "sha256:…"; "": none was given */
  char path[PATH_MAX];             /* other kinds */
} cs_reference;

/* Read `text`.  CS_EINVAL with a text that says which rule it breaks; `*out` is
 * then unspecified. */
cs_status cs_reference_parse(const char *text, cs_reference *out,
                             cs_error *err) CS_MUST_CHECK;

/* The name as the store files it: host/repo:tag ("latest" if there is neither
 * tag nor digest) or host/repo@digest. */
void cs_reference_print(const cs_reference *r, char out[CS_REFERENCE_MAX + 8]);

/* Does the text have the form "sha256:" and 64 digits in lower case? */
bool cs_reference_is_digest(const char *text);

/* Do both name the same repository? */
bool cs_reference_same_repo(const cs_reference *a, const cs_reference *b);

/* "HOST[:PORT][/PREFIX]" of images.default_registry; the prefix may be "". */
cs_status cs_reference_registry(const char *text,
                                char host[CS_REFERENCE_MAX + 1],
                                char prefix[CS_REFERENCE_MAX + 1],
                                cs_error *err) CS_MUST_CHECK;

#endif
