/*
 * lend.h - workers of this machine for hosts elsewhere, over WebSockets.
 *
 * Who connects and shows a token gets a worker of its own, locked down as ever
 * and killed when the connection ends.  Only the engine runs here: files, tools
 * and everything else that a program asks for is answered by its host.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_REMOTE_LEND_H
#define CS_REMOTE_LEND_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* Everything is borrowed. */
typedef struct cs_lend_config {
  const char *version;       /* of the binary */
  const char *listen;        /* ADDRESS:PORT, loopback */
  const char *const *tokens; /* NAME, TOKEN, NAME, TOKEN, ... */
  size_t ntokens;
  uint32_t most;    /* connections, each with its worker */
  uint32_t ahead;   /* workers kept ready */
  uint64_t memory;  /* ceiling of a worker's writable memory */
  uint64_t idle_ms; /* a connection that nobody uses */
  uint64_t turn_ms; /* one turn of a program */
} cs_lend_config;

/* Finite everything. */
void cs_lend_config_init(cs_lend_config *c);

/* Serve until SIGINT or SIGTERM.  The address is told on stderr when the server
 * is ready. */
cs_status cs_lend_serve(const cs_lend_config *c, cs_error *err) CS_MUST_CHECK;

#endif
