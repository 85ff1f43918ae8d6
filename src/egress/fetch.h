/*
 * fetch.h - one HTTP request of the host through an egress process.
 *
 * The socket is that of cs_egress_connect: private, so https is written in
 * plain on it; the process dials, verifies and encrypts.  Redirects are not
 * followed: the next request is judged anew.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_FETCH_H
#define CS_EGRESS_FETCH_H

#include "base/buf.h"
#include "base/error.h"
#include "egress/http.h"

typedef struct cs_fetch_ask { /* borrowed */
  cs_span method, url;        /* "https://host/path", without a fragment */
  cs_span host;               /* the authority in it: cs_fetch_authority */
  const cs_http_header *headers;
  size_t nheaders;
  cs_span body;
  bool has_body;
  bool
      follows; /* the body comes later: `size` bytes, or chunks if that is -1 */
  int64_t size;
} cs_fetch_ask;

/* The part of an http or https URL that names host and port; false: there is
 * none. */
bool cs_fetch_authority(cs_span url, cs_span *out);

/* The bytes of the request.  CS_EINVAL: `err` says what cannot be sent.
 * Framing and hop-by-hop headers of the caller are left out: they are ours. */
cs_status cs_fetch_write(const cs_fetch_ask *ask, cs_buf *out,
                         cs_error *err) CS_MUST_CHECK;

typedef struct cs_fetch_reply {
  cs_buf in;   /* owned: what came; the head borrows from it */
  cs_buf body; /* owned */
  size_t used; /* of `in` */
  bool has_head, head_only;
  cs_http_head head;
  cs_http_body frame;
} cs_fetch_reply;

typedef enum cs_fetch_state {
  CS_FETCH_MORE,
  CS_FETCH_DONE,
  CS_FETCH_BAD, /* not a reply, or cut off */
  CS_FETCH_LONG /* the body is longer than allowed */
} cs_fetch_state;

void cs_fetch_init(cs_fetch_reply *r, bool head_only, size_t body_max);
void cs_fetch_fini(cs_fetch_reply *r);
/* Take bytes of the socket; n == 0: it has ended. */
cs_fetch_state cs_fetch_take(cs_fetch_reply *r, const char *bytes, size_t n);

#endif
