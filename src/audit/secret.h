/*
 * secret.h - values that must not be written down, and their names.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_AUDIT_SECRET_H
#define CS_AUDIT_SECRET_H

#include <stdbool.h>

#include "base/buf.h"

#define CS_SECRET_MIN 4
#define CS_SECRET_MAX 65536

typedef struct cs_secret {
  char *name, *value; /* owned */
  size_t len;
} cs_secret;

typedef struct cs_secrets {
  cs_secret *at; /* owned */
  size_t n;
  bool like_ids;   /* one could stand in an id: it has nothing but hex digits */
  bool first[256]; /* bytes that one begins with */
} cs_secrets;

void cs_secrets_fini(cs_secrets *s);
/* CS_EINVAL: too short or too long. */
cs_status cs_secrets_add(cs_secrets *s, const char *name, const void *value,
                         size_t len) CS_MUST_CHECK;
/* Append `text` with every value replaced by [secret:NAME], the longest one if
 * several begin at a place; not much more than `most` bytes of that. */
cs_status cs_secrets_hide(const cs_secrets *s, const char *text, size_t n,
                          size_t most, cs_buf *out) CS_MUST_CHECK;
/* Is this the name of a variable whose value nobody should see? */
bool cs_secret_is_name(const char *name);

#endif
