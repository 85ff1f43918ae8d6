/*
 * batch.c - one array of the answers to all requests of a batch.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "serve/proto.h"

typedef struct batch {
  cs_outlet base; /* first: it is what others see */
  cs_outlet *to;  /* kept */
  pthread_mutex_t lock;
  json_t *answers; /* owned */
  size_t left;     /* requests without an answer */
  int users;
} batch;

static void send_one(cs_outlet *o, json_t *frame) {
  batch *b = (batch *)o;
  if (json_object_get(frame, "method")) {
    b->to->send(b->to, frame);
    return;
  }
  pthread_mutex_lock(&b->lock);
  json_array_append_new(b->answers, frame);
  pthread_mutex_unlock(&b->lock);
}

static void one_done(cs_outlet *o) {
  batch *b = (batch *)o;
  pthread_mutex_lock(&b->lock);
  bool last = --b->left == 0;
  pthread_mutex_unlock(&b->lock);
  if (!last) return;
  if (json_array_size(b->answers) > 0)
    b->to->send(b->to, json_incref(b->answers));
  b->to->done(b->to);
}

static void keep(cs_outlet *o, int more) {
  batch *b = (batch *)o;
  pthread_mutex_lock(&b->lock);
  b->users += more;
  bool last = b->users == 0;
  pthread_mutex_unlock(&b->lock);
  if (!last) return;
  json_decref(b->answers);
  b->to->keep(b->to, -1);
  pthread_mutex_destroy(&b->lock);
  free(b);
}

cs_outlet *cs_batch_new(cs_outlet *to, size_t n) {
  batch *b = calloc(1, sizeof *b);
  if (!b) return NULL;
  b->base = (cs_outlet){.send = send_one, .done = one_done, .keep = keep};
  memcpy(b->base.scope, to->scope, sizeof to->scope);
  b->to = to;
  b->left = n;
  b->users = 1;
  b->answers = json_array();
  pthread_mutex_init(&b->lock, NULL);
  to->keep(to, 1);
  return &b->base;
}
