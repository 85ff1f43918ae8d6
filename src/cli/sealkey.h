/*
 * sealkey.h - the key that the user's snapshots and journals are sealed with.
 *
 * A snapshot is memory of the engine: verified before it is used, but written
 * by anybody it is the strongest input that the engine takes.  The command
 * therefore seals what it writes with a key of the user and loads nothing else,
 * unless --accept-unsealed says so.  The key is a file of mode 0600 in the
 * state directory, which no program is ever shown.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_SEALKEY_H
#define CS_CLI_SEALKEY_H

#include "cli/cli.h"

#define CS_SEALKEY_BYTES 32

typedef struct cs_sealkey {
  uint8_t bytes[CS_SEALKEY_BYTES];
} cs_sealkey;

/* The user's key; it is made if there is none and `make`.  Returns an exit
 * code, 0: here it is.  Without `make` a missing key is no error: `*known`
 * tells. */
int cs_sealkey_get(const cs_settings *s, bool make, cs_sealkey *key,
                   bool *known);

/* What is inside of a snapshot that was read from `path`; borrowed from
 * `bytes`.  Fails, and says how to go on, if the user did not seal it and
 * --accept-unsealed was not given. */
int cs_sealkey_open(const cs_settings *s, const char *path, const void *bytes,
                    size_t len, const void **inside, size_t *inside_len);

#endif
