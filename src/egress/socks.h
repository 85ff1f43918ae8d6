/*
 * socks.h - SOCKS5 as far as it is served: CONNECT, no authentication.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_SOCKS_H
#define CS_EGRESS_SOCKS_H

#include "egress/name.h"

#define CS_SOCKS_MAX 262 /* bytes of the longest message */

typedef enum cs_socks_state {
  CS_SOCKS_MORE,
  CS_SOCKS_DONE,
  CS_SOCKS_BAD,     /* another version, or malformed: close */
  CS_SOCKS_NO_AUTH, /* "no authentication" is not offered */
  CS_SOCKS_COMMAND, /* BIND, UDP ASSOCIATE */
  CS_SOCKS_BAD_NAME /* not a valid name */
} cs_socks_state;

/* The greeting: which ways of authentication the client offers. */
cs_socks_state cs_socks_greeting(const uint8_t *bytes, size_t n, size_t *used);

/* The request. */
cs_socks_state cs_socks_request(const uint8_t *bytes, size_t n, size_t *used,
                                cs_name *name, uint16_t *port);

enum { /* codes of replies */
       CS_SOCKS_OK = 0,
       CS_SOCKS_FAILED = 1,
       CS_SOCKS_REFUSED = 2,
       CS_SOCKS_NO_COMMAND = 7
};
#define CS_SOCKS_REPLY 10
void cs_socks_reply(uint8_t code, uint8_t out[CS_SOCKS_REPLY]);

#endif
