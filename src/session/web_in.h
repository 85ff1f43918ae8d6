/*
 * web_in.h - requests over HTTP of a program in the engine: what the files of
 * it share.
 *
 *   web.c         whole replies; the egress process; errors
 *   web_flow.c    bytes of one request and its reply cross
 *   web_stream.c  replies and bodies in pieces, by handle
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SESSION_WEB_IN_H
#define CS_SESSION_WEB_IN_H

#include "egress/egress.h"
#include "egress/fetch.h"
#include "egress/permit.h"
#include "session/web.h"

#define CS_WEB_BODY  (UINT64_C(128) << 20) /* bytes of a body that is whole */
#define CS_WEB_PIECE 65536u                /* that is read at one time */
#define CS_WEB_FLOWS 16         /* replies that are open at one time */
#define CS_WEB_MOST  (8u << 20) /* bytes of one read */

/* One request and its reply.  Zeroed with fd -1: none. */
typedef struct cs_web_flow {
  int64_t id;  /* its handle; 0: none */
  int fd;      /* owned: a connection of its own */
  cs_buf out;  /* owned: what is to be sent now */
  size_t sent; /* of it */
  cs_fetch_reply reply;
  size_t given;   /* of reply.body: the program has it */
  size_t most;    /* bytes of the body that come with the head */
  double seconds; /* < 0: no limit of its own */
  bool follows;   /* pieces of the request's body are still to come */
  bool chunked;   /* they are chunks; else `left` bytes of them */
  uint64_t left;
  bool done; /* the whole reply has come */
} cs_web_flow;

struct cs_web {
  cs_egress *egress; /* owned */
  int fd;            /* owned: a connection that can be used again; -1 */
  bool denied;       /* since the last request that was begun */
  cs_egress_event why;
  cs_permits permits;
  cs_web_flow flows[CS_WEB_FLOWS];
  int64_t next_id; /* random at first: a handle of a saved session is none */
  cs_session *session;
};

typedef struct cs_question {
  cs_fetch_ask ask;
  cs_http_header *headers; /* owned */
  double seconds;          /* < 0: no limit of its own */
  int64_t most;            /* http.open */
} cs_question;

typedef enum cs_crossing {
  CS_CROSS_ARRIVED,
  CS_CROSS_SENT, /* and the next piece of the body is wanted */
  CS_CROSS_LOST,
  CS_CROSS_LATE,
  CS_CROSS_LONG
} cs_crossing;

/* web.c */
cs_os_outcome cs_web_raise(cs_session *s, int code, const char *text);
cs_os_outcome cs_web_wrong(cs_session *s, const char *text); /* ValueError */
/* Why there is no reply.  The refusals that came are heard. */
cs_os_outcome cs_web_failed(cs_session *s, const cs_web_flow *f,
                            cs_crossing how);
/* Was the request refused, rather than answered? */
bool cs_web_is_refused(cs_web *w, const cs_web_flow *f, cs_crossing how);
/* Status, reason and headers into the answer. */
void cs_web_put_head(cs_session *s, const cs_http_head *h);
/* web_flow.c */
bool cs_web_connect(cs_web *w, cs_web_flow *f, bool head_only, size_t body_max);
/* Its connection is kept for the next request, if it can be. */
void cs_web_done(cs_web *w, cs_web_flow *f);
/* Send what is to be sent, and receive until `enough` bytes of the body are
 * there, or all. */
cs_crossing cs_web_cross(cs_session *s, cs_web_flow *f, size_t enough);
/* web_stream.c */
cs_os_outcome cs_web_open(cs_session *s, const cs_question *q, cs_buf *out);
cs_os_outcome cs_web_piece(cs_session *s);

#endif
