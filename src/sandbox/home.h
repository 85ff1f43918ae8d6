/*
 * home.h - where sandboxes live: a directory for each, named by its id.
 *
 *   HOME/names/          the list of names (store/store.h)
 *   HOME/boxes/ID/       itself locked by its creator until the row says
 * "live": spec.json, state.json, lock, sock, log.jsonl, layer/{u,w},
 * work/{u,w}, execs/
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SANDBOX_HOME_H
#define CS_SANDBOX_HOME_H

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

/* The directory of a sandbox; -1: there is none. */
int cs_home_open(const char *home, const char *id);
/* Remove it and everything in it. */
cs_status cs_home_remove(const char *home, const char *id,
                         cs_error *err) CS_MUST_CHECK;

/* Make the directory of `id` and say that this process makes the sandbox: a
 * lock on the directory, owned, which our death releases and which is closed
 * when the row says "live" or is gone.  Taken before the row is there; -1: it
 * cannot be. */
int cs_home_claim(const char *home, const char *id);
/* Does its creator live? */
bool cs_home_is_claimed(const char *home, const char *id);
/* Remove the directory if no creator lives; one that begins makes it again. */
bool cs_home_remove_unclaimed(const char *home, const char *id);

/* Does somebody keep it?  Its lock is held as long as it runs. */
bool cs_home_is_held(int box);
/* Wait until nobody does, up to `ms`. */
bool cs_home_wait_free(int box, int ms);

/* "creating", "running", "stopped", "crashed" or "removing", from the row and
 * what is there; static storage. */
const char *cs_home_status(const cs_store_row *row, int box);

#endif
