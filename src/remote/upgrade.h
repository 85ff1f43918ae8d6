/*
 * upgrade.h - the HTTP request that becomes a WebSocket (RFC 6455, 4.2).
 *
 * Text only: whoever has a connection reads up to the empty line and asks here
 * what the request is.  One request, one answer, nothing else of HTTP.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_REMOTE_UPGRADE_H
#define CS_REMOTE_UPGRADE_H

#include <stdbool.h>
#include <stddef.h>

#define CS_UPGRADE_MAX    8192 /* bytes of a request */
#define CS_UPGRADE_ACCEPT 29

/* Texts are inside of the request; NULL: not sent. */
typedef struct cs_upgrade {
  const char *method, *path;
  const char *host, *origin, *authorization;
  const char *upgrade, *connection, *key, *version, *protocol;
} cs_upgrade;

/* Read the request, which is cut into pieces: `n` bytes that end with an empty
 * line, and a NUL behind them.  False: it is none, or says something twice. */
bool cs_upgrade_read(char *text, size_t n, cs_upgrade *out);

/* Does it ask for a WebSocket with this protocol?  NULL, or what is wrong. */
const char *cs_upgrade_check(const cs_upgrade *u, const char *protocol);

/* The Sec-WebSocket-Accept that answers its key. */
void cs_upgrade_accept(const char *key, char out[CS_UPGRADE_ACCEPT]);

#endif
