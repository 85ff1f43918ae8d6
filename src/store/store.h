/*
 * store.h - the one list of what has a name: sandboxes and named runs.
 *
 * A directory with a symbolic link for each row.  The link is called by the
 * SHA-256 of the name and its text is the row, so that adding a row is one
 * system call that succeeds for exactly one of many, a reader sees a row whole
 * or not at all, and nothing has to be loaded or locked to look.  Changing and
 * removing take the lock of the directory and only touch the row that has the
 * id they were given.
 *
 * A row is there before the directory that it speaks of, and goes after it, so
 * whatever a killed process leaves behind is found: a row without a living
 * owner, or a directory without a row.  Rows survive the death of any process;
 * after a power cut the last of them may be missing.  Any number of processes
 * may use a store at once.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_STORE_STORE_H
#define CS_STORE_STORE_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

#define CS_STORE_ID   33 /* 128 random bits in hexadecimal */
#define CS_STORE_NAME 129

typedef struct cs_store cs_store;

typedef struct cs_store_row {
  char id[CS_STORE_ID];
  char name[CS_STORE_NAME]; /* not empty, without blanks */
  char kind[16];            /* "sandbox", "run" */
  char state[16];           /* "creating", "live", "removing" */
  int64_t created_ms;
} cs_store_row;

/* Open, and make if it is not there, the store in `dir`. */
cs_status cs_store_open(const char *dir, cs_store **out,
                        cs_error *err) CS_MUST_CHECK;
void cs_store_close(cs_store *s); /* NULL is allowed */

/* Add a row.  CS_EINVAL: the name is taken. */
cs_status cs_store_add(cs_store *s, const cs_store_row *row,
                       cs_error *err) CS_MUST_CHECK;
/* The row of that name and id gets another state.  CS_EINVAL: it is gone. */
cs_status cs_store_set_state(cs_store *s, const cs_store_row *row,
                             const char *state, cs_error *err) CS_MUST_CHECK;
/* CS_EINVAL: there is none of that name. */
cs_status cs_store_find(cs_store *s, const char *name, cs_store_row *out,
                        cs_error *err) CS_MUST_CHECK;
/* The row of that name and id is gone afterwards. */
cs_status cs_store_remove(cs_store *s, const cs_store_row *row,
                          cs_error *err) CS_MUST_CHECK;

/* All rows, by name; `*out` is owned. */
cs_status cs_store_list(cs_store *s, cs_store_row **out, size_t *n,
                        cs_error *err) CS_MUST_CHECK;

#endif
