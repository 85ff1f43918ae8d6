/*
 * suffix.h - suffixes under which anybody can have a name (libpsl).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_SUFFIX_H
#define CS_EGRESS_SUFFIX_H

#include <stdbool.h>

typedef struct cs_suffixes { /* zeroed: the short list of the policy layer */
  void *library;             /* owned */
  const void *list;          /* borrowed from the library */
  int (*is_public)(const void *list, const char *name);
} cs_suffixes;

/* Load libpsl; where it is not installed, the list that is built into the
 * policy layer must do, which has already been applied. */
void cs_suffixes_open(cs_suffixes *s);
void cs_suffixes_close(cs_suffixes *s);
bool cs_suffixes_has(const cs_suffixes *s, const char *name);

#endif
