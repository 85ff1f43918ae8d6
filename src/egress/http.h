/*
 * http.h - HTTP/1.1 messages, strictly.
 *
 * What two programs could read in two ways is refused: bare LF, folded lines,
 * space before a colon, two lengths, a length with an encoding, an encoding
 * that is not "chunked" alone, two Hosts.  Nothing is forwarded as it came: a
 * request is written anew from what was understood (relay.c).
 *
 * A head borrows from the bytes it was read from; names and values have no CR,
 * LF or NUL in them.  Names are compared without case.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_HTTP_H
#define CS_EGRESS_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CS_HTTP_HEAD    65536 /* bytes of a head */
#define CS_HTTP_HEADERS 128
#define CS_HTTP_METHOD  32

typedef struct cs_span { /* borrowed bytes */
  const char *at;
  size_t n;
} cs_span;

typedef struct cs_http_header {
  cs_span name, value;
} cs_http_header;

typedef enum cs_http_frame {
  CS_FRAME_NONE,   /* no body */
  CS_FRAME_LENGTH, /* `length` bytes */
  CS_FRAME_CHUNKED,
  CS_FRAME_CLOSE /* until the end of the connection; replies only */
} cs_http_frame;

typedef struct cs_http_head {
  size_t size; /* bytes of it, the empty line included */
  char method[CS_HTTP_METHOD];
  cs_span target; /* of a request: as it came */
  int status;     /* of a reply */
  cs_span reason;
  bool old; /* HTTP/1.0 */
  cs_http_header headers[CS_HTTP_HEADERS];
  size_t nheaders;
  cs_http_frame frame;
  uint64_t length;
  bool close;    /* the sender wants the connection to end */
  bool upgrade;  /* it has an Upgrade header and "Connection: upgrade" */
  bool expects;  /* "Expect: 100-continue" */
  bool has_host; /* exactly one */
  cs_span host;
} cs_http_head;

typedef enum cs_http_state {
  CS_HTTP_MORE, /* not all of it is here */
  CS_HTTP_DONE,
  CS_HTTP_BAD,
  CS_HTTP_LONG /* more than CS_HTTP_HEAD bytes or CS_HTTP_HEADERS lines */
} cs_http_state;

cs_http_state cs_http_request(const char *bytes, size_t n, cs_http_head *out);
/* `head_only`: it answers a HEAD request, so there is no body. */
cs_http_state cs_http_reply(const char *bytes, size_t n, bool head_only,
                            cs_http_head *out);

/* The first header of that name (in lower case), or NULL. */
const cs_http_header *cs_http_find(const cs_http_head *h, const char *name);
bool cs_http_is(cs_span s, const char *lower);
/* Does a comma-separated list have this word? */
bool cs_http_lists(cs_span value, const char *word);

/* --- bodies -------------------------------------------------------------- */

/* Takes the content out of a body; chunk extensions and trailers are read and
 * dropped. */
typedef struct cs_http_body {
  cs_http_frame frame;
  uint64_t left;  /* LENGTH: of the body; CHUNKED: of the chunk */
  uint8_t step;   /* CHUNKED: where in the syntax */
  uint32_t extra; /* CHUNKED: bytes of extensions and trailers so far */
  bool done;
} cs_http_body;

void cs_http_body_init(cs_http_body *b, const cs_http_head *h);

/* Look at `n` bytes: `*used` of them were consumed, of which the `*content`
 * bytes before its end are content (they are the last of those consumed).
 * False: malformed. */
bool cs_http_body_take(cs_http_body *b, const char *bytes, size_t n,
                       size_t *used, size_t *content);

#endif
