/*
 * listener.h - sockets that are made in one place and served in another.
 *
 * The first process of a jail makes listening sockets inside the jail's
 * network and sends each over a socket to whoever serves them, with this note.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_LISTENER_H
#define CS_BASE_LISTENER_H

#include <stdint.h>

enum {                        /* cs_listener_note.kind */
       CS_LISTENER_PROXY = 1, /* HTTP proxy */
       CS_LISTENER_CLEAR,     /* any address of the network, this port */
       CS_LISTENER_SOCKS,     /* SOCKS5 */
       CS_LISTENER_DNS,       /* DNS over TCP */
       CS_LISTENER_DNS_UDP,
       CS_LISTENER_HOST /* not a listener: a connection of the host's own */
};

#define CS_LISTENER_PROXY_PORT 3128
#define CS_LISTENER_SOCKS_PORT 1080

typedef struct cs_listener_note {
  uint16_t kind, port;
} cs_listener_note;

#endif
