/*
 * missing.h - why this host gives no user namespaces, and what would.
 *
 * Texts are static. They are for people: a program decides by the status of
 * cs_jail_start, never by these.
 *
 * One cure is told, the one for the first obstacle: with several in the way the
 * next attempt tells the next.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_MISSING_H
#define CS_JAIL_MISSING_H

#include "base/error.h"

typedef struct cs_missing {
  const char *rule; /* what refuses */
  const char *cure; /* the one setting that allows it */
} cs_missing;

/* What stands in the way, judged by the settings of the kernel. */
cs_missing cs_missing_find(void);

/* Add rule and cure to the error of a jail that could not be made, if the
 * kernel refused what jails are made of. */
void cs_missing_explain(cs_error *err);

#endif
