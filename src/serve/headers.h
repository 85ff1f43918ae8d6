/*
 * headers.h - what the headers of a request say, and whether its body says the
 * same.
 *
 * Proxies route by headers and servers act by bodies; if they could differ,
 * one would check what the other does not do.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_HEADERS_H
#define CS_SERVE_HEADERS_H

#include "serve/mhd.h"
#include "serve/rpc.h"

/* symbol, name */
#define CS_HEADER_LIST(X)            \
  X(HOST, "Host")                    \
  X(ORIGIN, "Origin")                \
  X(AUTHORIZATION, "Authorization")  \
  X(TYPE, "Content-Type")            \
  X(ACCEPT, "Accept")                \
  X(VERSION, "MCP-Protocol-Version") \
  X(METHOD, "Mcp-Method")            \
  X(NAME, "Mcp-Name")                \
  X(SESSION, "Mcp-Session-Id")       \
  X(LENGTH, "Content-Length")        \
  X(CODING, "Transfer-Encoding")

typedef enum cs_header {
#define X(symbol, name) CS_HEADER_##symbol,
  CS_HEADER_LIST(X)
#undef X
      CS_HEADERS
} cs_header;

typedef struct cs_headers {
  char *at[CS_HEADERS]; /* owned; NULL: not sent */
  bool twice;           /* one of them was, with another value */
  bool json;            /* the body is JSON */
  bool streams;         /* the client takes text/event-stream */
} cs_headers;

void cs_headers_read(const cs_mhd *m, struct MHD_Connection *c,
                     cs_headers *out);
void cs_headers_fini(cs_headers *h);

/* Modern requests: version, method and name as in the body.  False: `*why`
 * says which is not. */
bool cs_headers_match(const cs_headers *h, const cs_rpc_message *m,
                      const char **why);
/* The value that a header stands for: itself, or base64 between "=?base64?"
 * and "?=".  To free(); NULL: it stands for nothing. */
char *cs_headers_decode(const char *value);

#endif
