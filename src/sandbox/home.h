/*
 * home.h - where sandboxes live: a directory for each, named by its id.
 *
 *   HOME/store.db        the list of names (store/store.h)
 *   HOME/boxes/ID.new    locked by the creator until the row says "live"
 *   HOME/boxes/ID/       spec.json, state.json, lock, sock, log.jsonl,
 *                        layer/{u,w}, work/{u,w}, execs/
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SANDBOX_HOME_H
#define CS_SANDBOX_HOME_H

#include <jansson.h>
#include <limits.h>
#include <stdbool.h>

#include "base/error.h"
#include "store/store.h"

/* The state directory, made if it is not there: `given`, or the user's own. */
cs_status cs_home_find(const char *given, char out[PATH_MAX],
                       cs_error *err) CS_MUST_CHECK;

/* A new id: 128 random bits. */
bool cs_home_new_id(char id[CS_STORE_ID]);

/* ^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$ without "..". */
bool cs_home_is_name(const char *name);

/* The directory of a sandbox; -1: there is none.  `make`: it must be new. */
int cs_home_open(const char *home, const char *id, bool make);
/* Remove it and everything in it. */
cs_status cs_home_remove(const char *home, const char *id,
                         cs_error *err) CS_MUST_CHECK;

/* Say that this process makes the sandbox `id`: a lock that its death releases.
 * Taken before the row is there; -1: it cannot be. */
int cs_home_claim(const char *home, const char *id);
/* Done, one way or the other: the row is "live" or gone. */
void cs_home_unclaim(const char *home, const char *id, int *claim);
/* Remove what a dead creator has left of its claim. */
void cs_home_drop_claim(const char *home, const char *id);
/* Does its creator live? */
bool cs_home_is_claimed(const char *home, const char *id);

/* Does somebody keep it?  Its lock is held as long as it runs. */
bool cs_home_is_held(int box);
/* Wait until nobody does, up to `ms`. */
bool cs_home_wait_free(int box, int ms);

/* A small JSON file in it; owned, NULL: none, or broken. */
json_t *cs_home_read(int box, const char *file);
/* Written beside it, then put in its place. */
bool cs_home_write(int box, const char *file, const json_t *value);

/* "creating", "running", "stopped", "crashed" or "removing", from the row and
 * what is there; static storage. */
const char *cs_home_status(const cs_store_row *row, int box);

#endif
