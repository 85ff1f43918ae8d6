/*
 * stream.c - frames on their way to one HTTP request.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/stream.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

static void ring(cs_stream *s) {
  uint64_t one = 1;
  if (write(s->event, &one, sizeof one) < 0) return; /* it rings already */
}

static void put(cs_outlet *o, json_t *frame) {
  cs_stream *s = (cs_stream *)o;
  pthread_mutex_lock(&s->lock);
  json_array_append_new(s->frames, frame);
  ring(s);
  pthread_mutex_unlock(&s->lock);
}

static void end(cs_outlet *o) {
  cs_stream *s = (cs_stream *)o;
  pthread_mutex_lock(&s->lock);
  s->done = true;
  ring(s);
  pthread_mutex_unlock(&s->lock);
}

static void keep(cs_outlet *o, int more) {
  cs_stream *s = (cs_stream *)o;
  pthread_mutex_lock(&s->lock);
  s->users += more;
  bool last = s->users == 0;
  pthread_mutex_unlock(&s->lock);
  if (!last) return;
  json_decref(s->frames);
  close(s->event);
  pthread_mutex_destroy(&s->lock);
  free(s);
}

cs_stream *cs_stream_new(const char *scope) {
  cs_stream *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  s->base = (cs_outlet){.send = put, .done = end, .keep = keep};
  strncpy(s->base.scope, scope, sizeof s->base.scope - 1);
  s->event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  s->frames = json_array();
  s->users = 1;
  pthread_mutex_init(&s->lock, NULL);
  if (s->event >= 0 && s->frames) return s;
  keep(&s->base, -1);
  return NULL;
}

json_t *cs_stream_take(cs_stream *s, bool *ended) {
  json_t *frame = NULL;
  pthread_mutex_lock(&s->lock);
  if (json_array_size(s->frames) > 0) {
    frame = json_incref(json_array_get(s->frames, 0));
    json_array_remove(s->frames, 0);
  }
  *ended = s->done && json_array_size(s->frames) == 0;
  pthread_mutex_unlock(&s->lock);
  return frame;
}

static bool has_news(cs_stream *s) {
  uint64_t n;
  pthread_mutex_lock(&s->lock);
  bool news = s->done || json_array_size(s->frames) > 0;
  if (!news && read(s->event, &n, sizeof n) < 0) news = false;
  pthread_mutex_unlock(&s->lock);
  return news;
}

cs_stream_news cs_stream_wait(cs_stream *s, int socket, int ms) {
  struct pollfd p[2] = {{.fd = s->event, .events = POLLIN},
                        {.fd = socket, .events = POLLRDHUP}};
  while (!has_news(s)) {
    int n = poll(p, 2, ms);
    if (n == 0) return CS_STREAM_LATE;
    if (n < 0 && errno != EINTR) return CS_STREAM_GONE;
    if (n > 0 && p[1].revents && !(p[0].revents & POLLIN))
      return CS_STREAM_GONE;
  }
  return CS_STREAM_CAME;
}

cs_status cs_stream_event(json_t *frame, cs_buf *out) {
  char *text = json_dumps(frame, JSON_COMPACT);
  if (!text) return CS_EOS;
  cs_status st = cs_buf_put_text(out, "event: message\ndata: ");
  if (st == CS_OK) st = cs_buf_put_text(out, text);
  if (st == CS_OK) st = cs_buf_put_text(out, "\n\n");
  free(text);
  return st;
}
