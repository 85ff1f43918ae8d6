/*
 * stream.h - frames on their way to one HTTP request.
 *
 * Jobs put frames in, the thread of the connection takes them out.  Whoever
 * comes last frees it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_STREAM_H
#define CS_SERVE_STREAM_H

#include "base/buf.h"
#include "serve/job.h"

typedef struct cs_stream {
  cs_outlet base; /* first: it is what others see */
  pthread_mutex_t lock;
  int event;      /* owned; readable when something came */
  json_t *frames; /* owned: not yet taken */
  bool done;
  int users;
} cs_stream;

/* One user: the caller.  NULL: no memory or descriptor. */
cs_stream *cs_stream_new(const char *scope);
/* The next frame, owned; NULL: there is none now, `*end`: and never will be. */
json_t *cs_stream_take(cs_stream *s, bool *end);

typedef enum cs_stream_news {
  CS_STREAM_CAME, /* a frame or the end */
  CS_STREAM_LATE, /* nothing in that time */
  CS_STREAM_GONE  /* the client closed its connection */
} cs_stream_news;
/* Wait up to `ms` for something to take, or for the other side of `socket` to
 * go. */
cs_stream_news cs_stream_wait(cs_stream *s, int socket, int ms);

/* A frame as an event of text/event-stream, appended. */
cs_status cs_stream_event(json_t *frame, cs_buf *out) CS_MUST_CHECK;

#endif
