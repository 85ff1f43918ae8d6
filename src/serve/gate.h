/*
 * gate.h - who may speak HTTP with us: tokens, Host, Origin, addresses.
 *
 * A web page of somebody else can make a browser send requests to loopback
 * (and, with a name that resolves to it, read the answers): hence Host must be
 * ours and Origin, if there is one, allowed.  A token is needed in any case.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_GATE_H
#define CS_SERVE_GATE_H

#include <netinet/in.h>
#include <stdbool.h>

#include "serve/server.h"

#define CS_GATE_CALLERS 64

typedef struct cs_gate {
  const cs_mcp_config *config; /* borrowed */
  uint16_t port;
  char host[64]; /* as it was asked for, without the port */
  cs_caller callers[CS_GATE_CALLERS]; /* one per token */
  size_t ncallers;
} cs_gate;

/* A listening socket at config->listen, which must be loopback; -1 with
 * `err`. */
int cs_gate_listen(cs_gate *g, const cs_mcp_config *c, cs_error *err);
/* Is this the Host of a request to us?  NULL: none was sent. */
bool cs_gate_host(const cs_gate *g, const char *host);
/* May pages of this origin speak with us?  NULL: no page. */
bool cs_gate_origin(const cs_gate *g, const char *origin);
/* Whose token is in this Authorization header; NULL: nobody's. */
cs_caller *cs_gate_caller(cs_gate *g, const char *authorization);

#endif
