/*
 * address.h - which kind of place is an IP address?
 *
 * A host name that somebody else chose (a redirect, a token server) must not
 * lead to the machine itself, its neighbours, or the cloud's metadata service.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_HTTP_ADDRESS_H
#define CS_HTTP_ADDRESS_H

#include <sys/socket.h>

typedef enum cs_address_class {
  CS_ADDRESS_PUBLIC,
  CS_ADDRESS_LOOPBACK,
  CS_ADDRESS_PRIVATE, /* of a site: 10/8, 172.16/12, 192.168/16, fc00::/7 */
  CS_ADDRESS_OTHER    /* link-local, metadata, multicast, reserved, no IP */
} cs_address_class;

/* IPv6 addresses that contain an IPv4 address are judged by that one. */
cs_address_class cs_address_judge(const struct sockaddr *a);

#endif
