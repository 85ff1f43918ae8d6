/*
 * name.h - the one parser for names of hosts.
 *
 * Rules, CONNECT, absolute URIs, Host, SNI, SOCKS, DNS questions and the hosts
 * of secrets all become a cs_name here, or are refused; nothing else in the
 * layer looks at the bytes of a name.  Two names are equal if and only if
 * their texts are.
 *
 * A cs_name is in lower case, has no trailing dot, only [a-z0-9.-] in labels of
 * 1 to 63 bytes, 253 bytes at most; or it is a literal address in its one
 * canonical spelling.  There is never a NUL inside, so `text` is a C string.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_NAME_H
#define CS_EGRESS_NAME_H

#include "egress/address.h"

#define CS_NAME_MAX 253

typedef struct cs_name {
  char text[CS_NAME_MAX + 1];
  size_t len;
  unsigned labels;    /* 0: a literal address */
  cs_address address; /* family 0: a name */
} cs_name;

/* NULL, or what is wrong with these bytes, for a message.  A dotted quad gives
 * an address; IPv6 only with brackets. */
const char *cs_name_read(const char *bytes, size_t n, cs_name *out);

/* "host", "host:port", "[v6]:port".  Without a port: `*port` stays as it was;
 * with one it is 1 to 65535, in decimal without leading zeros. */
const char *cs_name_authority(const char *bytes, size_t n, cs_name *out,
                              uint16_t *port);

bool cs_name_equal(const cs_name *a, const cs_name *b);

#endif
