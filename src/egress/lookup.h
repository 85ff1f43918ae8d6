/*
 * lookup.h - which servers this machine asks for addresses, and its own list.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_LOOKUP_H
#define CS_EGRESS_LOOKUP_H

#include "egress/dns.h"

#define CS_LOOKUP_SERVERS 3

/* The addresses that the text of an /etc/hosts gives to `name`, appended. */
void cs_lookup_hosts(const char *text, const cs_name *name,
                     cs_dns_addresses *out);
/* The servers that the text of an /etc/resolv.conf names; how many. */
size_t cs_lookup_servers(const char *text, cs_address out[CS_LOOKUP_SERVERS]);

#endif
