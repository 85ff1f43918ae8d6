/*
 * address.h - addresses, and which of them no name may lead to.
 *
 * One table of ranges serves every check: literals in requests, answers of a
 * resolver, rules.  An IPv6 address that carries an IPv4 address (mapped,
 * compatible, NAT64, 6to4) is judged as the one it carries.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_ADDRESS_H
#define CS_EGRESS_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

typedef struct cs_address {
  uint8_t family;    /* 4 or 6; 0: none */
  uint8_t bytes[16]; /* in network order; of family 4 the first four */
} cs_address;

#define CS_ADDRESS_TEXT 48 /* room for any address as text */

/* "1.2.3.4", canonical: four decimal numbers without leading zeros. */
bool cs_address_read4(const char *text, size_t n, cs_address *out);
/* "2001:db8::1", without brackets and without a zone. */
bool cs_address_read6(const char *text, size_t n, cs_address *out);
/* Either. */
bool cs_address_read(const char *text, size_t n, cs_address *out);

bool cs_address_equal(const cs_address *a, const cs_address *b);
void cs_address_print(const cs_address *a, char out[CS_ADDRESS_TEXT]);

/* NULL: an address of the public network.  Otherwise the name of the class
 * that it belongs to ("loopback", "private", ...), for a message. */
const char *cs_address_class(const cs_address *a);

/* Does an interface of this machine have it?  True also if they cannot be
 * read. */
bool cs_address_is_own(const cs_address *a);

/* As the kernel wants it; returns the length. */
socklen_t cs_address_socket(const cs_address *a, uint16_t port,
                            struct sockaddr_storage *out);
/* And back; false: another family. */
bool cs_address_from(const struct sockaddr *from, cs_address *out,
                     uint16_t *port);

#endif
