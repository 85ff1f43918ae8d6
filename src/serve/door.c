/*
 * door.c - connections whose owner has not shown a token yet.
 *
 * A socket is shut down with the lock held, and leaves with the lock taken
 * before it is closed: its number cannot be that of another one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/door.h"

#include <stdbool.h>
#include <sys/socket.h>

#include "base/weaken.h"
#include "serve/text.h"

void cs_door_init(cs_door *d) {
  pthread_mutex_init(&d->lock, NULL);
  for (size_t i = 0; i < CS_DOOR_MOST; i++) d->at[i].socket = -1;
  for (size_t i = 0; i < CS_DOOR_IN; i++) d->in[i].socket = -1;
}

void cs_door_fini(cs_door *d) {
  pthread_mutex_destroy(&d->lock);
}

/* The thread of the connection finds it at its end. */
static void push_out(cs_door *d, size_t i) {
  (void)shutdown(d->at[i].socket, SHUT_RDWR);
  d->at[i].socket = -1;
}

/* A place that is free, or becomes so. */
static size_t make_room(cs_door *d, uint64_t now) {
  size_t oldest = 0, free_one = CS_DOOR_MOST;
  for (size_t i = 0; i < CS_DOOR_MOST; i++) {
    bool taken = d->at[i].socket >= 0;
    if (taken && now > d->at[i].since_ms + CS_DOOR_MS) push_out(d, i);
    if (d->at[i].socket < 0) free_one = i;
    if (d->at[i].since_ms < d->at[oldest].since_ms) oldest = i;
  }
  if (free_one < CS_DOOR_MOST) return free_one;
  push_out(d, oldest);
  return oldest;
}

void cs_door_come(cs_door *d, int socket) {
  uint64_t now = cs_text_now();
  if (cs_weaken("L04")) return; /* redteam: L04 */
  pthread_mutex_lock(&d->lock);
  size_t i = make_room(d, now);
  d->at[i].socket = socket;
  d->at[i].since_ms = now;
  pthread_mutex_unlock(&d->lock);
}

/* With the lock: it waits no longer, or is no longer in. */
static void forget(cs_door *d, int socket) {
  for (size_t i = 0; i < CS_DOOR_MOST; i++)
    if (d->at[i].socket == socket) d->at[i].socket = -1;
  for (size_t i = 0; i < CS_DOOR_IN; i++)
    if (d->in[i].socket == socket) d->in[i].socket = -1;
}

void cs_door_leave(cs_door *d, int socket) {
  pthread_mutex_lock(&d->lock);
  forget(d, socket);
  pthread_mutex_unlock(&d->lock);
}

bool cs_door_enter(cs_door *d, int socket, const void *who, size_t share) {
  size_t place = CS_DOOR_IN, n = 0;
  pthread_mutex_lock(&d->lock);
  for (size_t i = 0; i < CS_DOOR_IN; i++) {
    if (d->in[i].socket < 0 || d->in[i].socket == socket) place = i;
    n += d->in[i].socket >= 0 && d->in[i].socket != socket &&
         d->in[i].who == who;
  }
  bool fits = (n < share && place < CS_DOOR_IN) || cs_weaken("share");
  if (fits) forget(d, socket);
  if (fits && place < CS_DOOR_IN) {
    d->in[place].socket = socket;
    d->in[place].who = who;
  }
  pthread_mutex_unlock(&d->lock);
  return fits;
}
