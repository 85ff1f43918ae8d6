/*
 * door.h - connections whose owner has not shown a token yet.
 *
 * Everybody on this machine can connect, and whoever sends a request very
 * slowly keeps a connection for as long as he likes.  So only few wait at the
 * door: the one that has waited for longest makes room for the next, and none
 * waits for long.  A client that sends its request at once is through before
 * anybody can push it out.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_DOOR_H
#define CS_SERVE_DOOR_H

#include <pthread.h>
#include <stdint.h>

#define CS_DOOR_MOST 64
#define CS_DOOR_MS   10000

typedef struct cs_door {
  pthread_mutex_t lock;
  struct {
    int socket; /* -1: free */
    uint64_t since_ms;
  } at[CS_DOOR_MOST];
} cs_door;

void cs_door_init(cs_door *d);
void cs_door_fini(cs_door *d);
/* A connection was opened; it has shown its token; it is about to be closed. */
void cs_door_come(cs_door *d, int socket);
void cs_door_enter(cs_door *d, int socket);
void cs_door_leave(cs_door *d, int socket);

#endif
