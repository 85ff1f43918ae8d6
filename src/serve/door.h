/*
 * door.h - connections whose owner has not shown a token yet.
 *
 * Everybody on this machine can connect, and whoever sends a request very
 * slowly keeps a connection for as long as he likes.  So only few wait at the
 * door: the one that has waited for longest makes room for the next, and none
 * waits for long.  A client that sends its request at once is through before
 * anybody can push it out.
 *
 * Whoever has shown one is inside, and has a share: one token does not take
 * all connections, however long its requests are open.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_DOOR_H
#define CS_SERVE_DOOR_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

#define CS_DOOR_MOST 64
#define CS_DOOR_MS   10000
#define CS_DOOR_IN   512 /* connections in all */

typedef struct cs_door {
  pthread_mutex_t lock;
  struct {
    int socket; /* -1: free */
    uint64_t since_ms;
  } at[CS_DOOR_MOST];
  struct {
    int socket;      /* -1: free */
    const void *who; /* the owner of the token */
  } in[CS_DOOR_IN];
} cs_door;

void cs_door_init(cs_door *d);
void cs_door_fini(cs_door *d);
/* A connection was opened; it has shown the token of `who`; it is about to be
 * closed.  Entering is refused when `share` others of the same owner are in. */
void cs_door_come(cs_door *d, int socket);
bool cs_door_enter(cs_door *d, int socket, const void *who,
                   size_t share) CS_MUST_CHECK;
void cs_door_leave(cs_door *d, int socket);

#endif
