/*
 * http.h - HTTP requests by libcurl: bounded, judged, without redirects.
 *
 * A response other than the caller's 2xx is a response, not a failure; CS_EOS
 * means that there was none (name, connection, TLS, time).  Only the schemes
 * that the client was made for are spoken, whatever a URL says.
 *
 * A client is used by one thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_HTTP_HTTP_H
#define CS_HTTP_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "base/buf.h"
#include "base/error.h"

typedef struct cs_http cs_http;

typedef struct cs_http_options {
  const char *ca_file; /* PEM; NULL: the system's */
  bool plain;          /* http:// is spoken too */
} cs_http_options;

/* Load libcurl and make a client; `options` is copied. */
cs_status cs_http_new(const cs_http_options *options, cs_http **out,
                      cs_error *err) CS_MUST_CHECK;
void cs_http_free(cs_http *h); /* NULL is allowed */

typedef struct cs_http_response {
  int status;
  uint64_t length; /* Content-Length; UINT64_MAX: none */
  bool ranged;     /* it has Content-Range */
  char location[2048], challenge[1024], etag[256], type[128];
  char content_digest[80]; /* Docker-Content-Digest */
} cs_http_response;

typedef struct cs_http_request {
  const char *method; /* "GET", "HEAD", "PUT", "POST", "DELETE" */
  const char *url;
  const char *const *headers; /* "Name: value" */
  size_t nheaders;
  const void *body; /* PUT, POST: bytes, or NULL */
  int body_fd;      /* without `body`: a file, from its start */
  uint64_t body_size;
  /* Bytes of the body, after `response` was filled; CS_OK or stop. */
  cs_status (*sink)(void *user, const cs_http_response *response,
                    const void *bytes, size_t n, cs_error *err);
  /* May be NULL: may this address be dialled? */
  bool (*permit)(void *user, const struct sockaddr *address);
  void *user;
} cs_http_request;

/* Send one request and wait. */
cs_status cs_http_perform(cs_http *h, const cs_http_request *q,
                          cs_http_response *r, cs_error *err) CS_MUST_CHECK;

/* A sink that appends to the cs_buf `user`. */
cs_status cs_http_into_buf(void *user, const cs_http_response *response,
                           const void *bytes, size_t n, cs_error *err);

/* Many requests at once.  `start` is asked for the next one while fewer than
 * `most` are under way; it fills the request and returns a number of its own,
 * or -1 when there is none now.  `finish` gets each result, CS_OK with the
 * response or the failure, and returns CS_OK to go on. */
typedef struct cs_http_crew {
  size_t most;
  int (*start)(void *user, cs_http_request *q);
  cs_status (*finish)(void *user, int number, cs_status outcome,
                      const cs_http_response *r, const cs_error *why,
                      cs_error *err);
  void *user;
} cs_http_crew;
cs_status cs_http_run(cs_http *h, const cs_http_crew *crew,
                      cs_error *err) CS_MUST_CHECK;

/* Is a proxy set in the environment?  Then addresses are the proxy's. */
bool cs_http_has_proxy(void);

/* Append `text` with everything but [A-Za-z0-9-._~] (and `keep`) as %XX. */
cs_status cs_http_escape(cs_buf *out, const char *text,
                         const char *keep) CS_MUST_CHECK;

#endif
