/*
 * http.c - streamable HTTP: one endpoint, /mcp, one thread per connection.
 *
 * An answer that is there at once is JSON; one with progress, or that takes
 * longer, is a stream of events.  In the modern era closing the stream cancels
 * the request; in the legacy one a lost connection does not.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/weaken.h"
#include "serve/door.h"
#include "serve/gate.h"
#include "serve/headers.h"
#include "serve/listen.h"
#include "serve/mhd.h"
#include "serve/proto.h"
#include "serve/stream.h"
#include "serve/visit.h"

#define PROMPT_MS     2000 /* longer ones become streams */
#define KEEP_ALIVE_MS 5000
#define CONNECTIONS   ((unsigned)CS_DOOR_IN)
#define SHARE_LEAST   8U
#define BODIES_MAX    ((size_t)64 << 20) /* of one token, at one time */
#define IDLE_S        60U

typedef struct http {
  cs_mhd mhd;
  cs_gate gate;
  cs_door door;
  cs_server server;
  cs_visits visits;
} http;

/* One request while it is being read and answered. */
typedef struct request {
  http *h;
  cs_headers headers;
  cs_caller *caller;
  cs_buf body;
  bool too_long, too_many; /* the body, or the bodies of this token */
  size_t held;             /* of the caller, to be given back */
  cs_stream *stream;       /* kept */
  bool modern;
  bool elicits; /* its visit can be asked something */
  int socket;
  cs_buf out; /* of a stream: not yet sent */
  size_t sent;
  bool ended;
} request;

/* --- answers ------------------------------------------------------------- */

typedef enum MHD_Result verdict;

static verdict respond(request *r, struct MHD_Connection *c, unsigned status,
                       const char *body, const char *visit) {
  const cs_mhd *m = &r->h->mhd;
  size_t n = body ? strlen(body) : 0;
  struct MHD_Response *a = m->create_response_from_buffer(
      n, (void *)(uintptr_t)(body ? body : ""), MHD_RESPMEM_MUST_COPY);
  if (!a) return MHD_NO;
  if (n) m->add_response_header(a, "Content-Type", "application/json");
  m->add_response_header(a, "Cache-Control", "no-store");
  if (visit) m->add_response_header(a, "Mcp-Session-Id", visit);
  if (status == 401) m->add_response_header(a, "WWW-Authenticate", "Bearer");
  if (status == 405) m->add_response_header(a, "Allow", "POST");
  verdict done = m->queue_response(c, status, a);
  m->destroy_response(a);
  return done;
}

static verdict respond_frame(request *r, struct MHD_Connection *c,
                             unsigned status, json_t *frame,
                             const char *visit) {
  char *text = json_dumps(frame, JSON_COMPACT);
  verdict done = text ? respond(r, c, status, text, visit) : MHD_NO;
  free(text);
  json_decref(frame);
  return done;
}

static verdict refuse(request *r, struct MHD_Connection *c, unsigned status,
                      int code, const char *text) {
  return respond_frame(r, c, status, cs_rpc_error(NULL, code, text, NULL),
                       NULL);
}

/* What the modern era wants for an error; others are ordinary answers. */
static unsigned status_of(const request *r, const json_t *frame) {
  const json_t *error = json_object_get(frame, "error");
  json_int_t code = json_integer_value(json_object_get(error, "code"));
  if (!error) return 200;
  if (code == CS_RPC_PARSE || code == CS_RPC_HEADER || code == CS_RPC_VERSION)
    return 400;
  if (!r->modern) return code == CS_RPC_REQUEST ? 400 : 200;
  if (code == CS_RPC_REQUEST || code == CS_RPC_PARAMS ||
      code == CS_RPC_CAPABILITY)
    return 400;
  return code == CS_RPC_METHOD ? 404 : 200;
}

/* --- streams ------------------------------------------------------------- */

/* More to send: 1, the end: 0, the client is gone: -1. */
static int refill(request *r) {
  cs_buf_clear(&r->out);
  r->sent = 0;
  while (r->out.len == 0) {
    cs_stream_news news = cs_stream_wait(r->stream, r->socket, KEEP_ALIVE_MS);
    if (news == CS_STREAM_GONE) return -1;
    if (news == CS_STREAM_LATE)
      return cs_buf_put_text(&r->out, ": still here\n\n") == CS_OK ? 1 : -1;
    json_t *frame = cs_stream_take(r->stream, &r->ended);
    if (!frame) return 0;
    cs_status st = cs_stream_event(frame, &r->out);
    json_decref(frame);
    if (st != CS_OK) return -1;
  }
  return 1;
}

static ssize_t read_stream(void *cls, uint64_t pos, char *buf, size_t max) {
  request *r = cls;
  (void)pos;
  if (r->sent == r->out.len) {
    int more = r->ended ? 0 : refill(r);
    if (more <= 0)
      return more < 0 ? MHD_CONTENT_READER_END_WITH_ERROR
                      : MHD_CONTENT_READER_END_OF_STREAM;
  }
  size_t n = r->out.len - r->sent < max ? r->out.len - r->sent : max;
  memcpy(buf, r->out.data + r->sent, n);
  r->sent += n;
  return (ssize_t)n;
}

static verdict respond_stream(request *r, struct MHD_Connection *c) {
  const cs_mhd *m = &r->h->mhd;
  struct MHD_Response *a = m->create_response_from_callback(
      MHD_SIZE_UNKNOWN, 65536, read_stream, r, NULL);
  if (!a) return MHD_NO;
  m->add_response_header(a, "Content-Type", "text/event-stream");
  m->add_response_header(a, "Cache-Control", "no-store");
  m->add_response_header(a, "X-Accel-Buffering", "no");
  verdict done = m->queue_response(c, 200, a);
  m->destroy_response(a);
  return done;
}

/* --- one request --------------------------------------------------------- */

static bool is_answer(const json_t *frame) {
  return json_is_array(frame) || !json_object_get(frame, "method");
}

/* Wait a moment for the answer; what takes longer is streamed. */
static verdict answer(request *r, struct MHD_Connection *c, const char *visit) {
  int ms = r->headers.streams ? PROMPT_MS : -1;
  for (;;) {
    cs_stream_news news = cs_stream_wait(r->stream, r->socket, ms);
    if (news == CS_STREAM_GONE) return MHD_NO;
    if (news == CS_STREAM_LATE) return respond_stream(r, c);
    json_t *frame = cs_stream_take(r->stream, &r->ended);
    if (!frame) return respond(r, c, 202, NULL, visit);
    if (is_answer(frame))
      return respond_frame(r, c, status_of(r, frame), frame, visit);
    cs_status st = r->headers.streams ? cs_stream_event(frame, &r->out) : CS_OK;
    json_decref(frame);
    if (st != CS_OK) return MHD_NO;
    if (r->headers.streams) return respond_stream(r, c);
  }
}

/* A legacy request: which revision did its visit agree on?  Otherwise it was
 * refused and `*refused` is set.  A header with another revision that we speak
 * is none of our business: the visit's stands. */
static cs_revision find_visit(request *r, struct MHD_Connection *c,
                              verdict *refused) {
  const cs_headers *in = &r->headers;
  const char *id = in->at[CS_HEADER_SESSION];
  cs_revision v = cs_visits_find(&r->h->visits, r->caller, id, &r->elicits);
  if (!id)
    *refused = refuse(r, c, 400, CS_RPC_REQUEST,
                      "Send initialize first, then its Mcp-Session-Id");
  else if (v == CS_REVISION_NONE)
    *refused = refuse(r, c, 404, CS_RPC_REQUEST, "Unknown Mcp-Session-Id");
  else
    return v;
  return CS_REVISION_NONE;
}

/* Hand the frame to the protocol and answer what it says. */
static verdict take(request *r, struct MHD_Connection *c, json_t *frame,
                    cs_revision version, const char *scope) {
  char visit[CS_TEXT_ID];
  cs_rpc_message m;
  cs_rpc_read(frame, &m);
  r->stream = cs_stream_new(scope);
  if (!r->stream) return MHD_NO;
  cs_link l = {.server = &r->h->server,
               .caller = r->caller,
               .outlet = &r->stream->base,
               .version = version,
               .http = true,
               .elicits = r->elicits && r->headers.streams};
  cs_proto_take(&l, frame);
  if (m.kind == CS_RPC_IS_NOTIFICATION || m.kind == CS_RPC_IS_REPLY)
    return respond(r, c, 202, NULL, NULL);
  bool opens =
      m.method && strcmp(m.method, "initialize") == 0 &&
      l.version != CS_REVISION_NONE && !r->modern &&
      cs_visits_add(&r->h->visits, r->caller, l.version, l.elicits, visit);
  return answer(r, c, opens ? visit : NULL);
}

static verdict take_modern(request *r, struct MHD_Connection *c, json_t *frame,
                           const cs_rpc_message *m) {
  const char *why = NULL;
  r->modern = true;
  if (m->kind == CS_RPC_IS_NOTIFICATION) return respond(r, c, 202, NULL, NULL);
  if (m->kind == CS_RPC_IS_REQUEST && !cs_rpc_text(m->meta, CS_META_VERSION))
    return respond_frame(
        r, c, 400,
        cs_rpc_error(m->id, CS_RPC_PARAMS,
                     "params._meta needs " CS_META_VERSION, NULL),
        NULL);
  if (m->kind == CS_RPC_IS_REQUEST && !cs_headers_match(&r->headers, m, &why))
    return respond_frame(r, c, 400,
                         cs_rpc_error(m->id, CS_RPC_HEADER, why, NULL), NULL);
  if (!r->headers.streams && m->method &&
      strcmp(m->method, "subscriptions/listen") == 0)
    return refuse(r, c, 406, CS_RPC_REQUEST,
                  "subscriptions/listen needs Accept: text/event-stream");
  return take(r, c, frame, CS_REVISION_NONE, "");
}

static verdict take_legacy(request *r, struct MHD_Connection *c, json_t *frame,
                           const cs_rpc_message *m) {
  const char *said = r->headers.at[CS_HEADER_VERSION];
  verdict refused = MHD_NO;
  if (said && cs_revision_find(said) == CS_REVISION_NONE)
    return refuse(r, c, 400, CS_RPC_REQUEST, "Unknown MCP-Protocol-Version");
  if (m->kind == CS_RPC_IS_BROKEN)
    return refuse(r, c, 400, CS_RPC_REQUEST, "Not a JSON-RPC 2.0 message");
  if (m->method && strcmp(m->method, "initialize") == 0)
    return take(r, c, frame, CS_REVISION_NONE, "");
  cs_revision v = find_visit(r, c, &refused);
  if (v == CS_REVISION_NONE) return refused;
  return take(r, c, frame, v, r->headers.at[CS_HEADER_SESSION]);
}

/* The body is here. */
static verdict take_body(request *r, struct MHD_Connection *c) {
  const char *why = "";
  cs_rpc_message m;
  if (r->too_many)
    return refuse(r, c, 429, CS_RPC_REQUEST,
                  "Too many bytes are being sent with this token");
  if (r->too_long)
    return refuse(r, c, 413, CS_RPC_PARSE, "the message is longer than 8 MiB");
  json_t *frame = cs_rpc_parse(cs_buf_text(&r->body), r->body.len, &why);
  if (!frame) return refuse(r, c, 400, CS_RPC_PARSE, why);
  cs_rpc_read(frame, &m);
  cs_revision said = cs_revision_find(r->headers.at[CS_HEADER_VERSION]);
  bool modern =
      said >= CS_REVISION_MODERN || json_object_get(m.meta, CS_META_VERSION);
  verdict done =
      modern ? take_modern(r, c, frame, &m) : take_legacy(r, c, frame, &m);
  json_decref(frame);
  return done;
}

/* --- before the body ----------------------------------------------------- */

static verdict end_visit(request *r, struct MHD_Connection *c) {
  const char *id = r->headers.at[CS_HEADER_SESSION];
  if (!id) return respond(r, c, 405, NULL, NULL);
  bool found = cs_visits_drop(&r->h->visits, r->caller, id);
  return respond(r, c, found ? 200 : 404, NULL, NULL);
}

/* Most clients read an answer only when they have sent all: what is a little
 * too long is read and thrown away first. */
static bool is_too_long(const char *length) {
  return length && strtoull(length, NULL, 10) > 8 * CS_RPC_MAX;
}

/* redteam: L14 - one token holder leaves room for all the others. */
static size_t share_of(const cs_gate *g) {
  size_t share = CONNECTIONS / (g->ncallers + 1);
  return share > SHARE_LEAST ? share : SHARE_LEAST;
}

/* Everything that can be refused without reading on; MHD_YES with `*more`
 * means: read on. */
static verdict enter(request *r, struct MHD_Connection *c, const char *url,
                     const char *method, bool *more) {
  const cs_headers *in = &r->headers;
  cs_gate *g = &r->h->gate;
  *more = false;
  if (!cs_gate_host(g, in->at[CS_HEADER_HOST]))
    return refuse(r, c, 403, CS_RPC_REQUEST, "This Host is not ours");
  if (!cs_gate_origin(g, in->at[CS_HEADER_ORIGIN]))
    return refuse(r, c, 403, CS_RPC_REQUEST, "This Origin is not allowed");
  r->caller = cs_gate_caller(g, in->at[CS_HEADER_AUTHORIZATION]);
  if (!r->caller)
    return refuse(r, c, 401, CS_RPC_REQUEST, "A bearer token is needed");
  if (!cs_door_enter(&r->h->door, r->socket, r->caller, share_of(g)))
    return refuse(r, c, 429, CS_RPC_REQUEST,
                  "Too many connections with this token");
  if (strcmp(url, "/mcp") != 0)
    return refuse(r, c, 404, CS_RPC_REQUEST, "The endpoint is /mcp");
  if (strcmp(method, "DELETE") == 0) return end_visit(r, c);
  if (strcmp(method, "POST") != 0) return respond(r, c, 405, NULL, NULL);
  if (cs_weaken("L04")) { /* redteam: L04 */
    *more = true;
    return MHD_YES;
  }
  if (in->twice)
    return refuse(r, c, 400, CS_RPC_HEADER, "A header is there twice");
  if (in->at[CS_HEADER_LENGTH] && in->at[CS_HEADER_CODING])
    return refuse(r, c, 400, CS_RPC_HEADER, "The body has two lengths");
  if (is_too_long(in->at[CS_HEADER_LENGTH]))
    return refuse(r, c, 413, CS_RPC_PARSE, "the message is longer than 8 MiB");
  if (!in->json)
    return refuse(r, c, 415, CS_RPC_REQUEST,
                  "Content-Type must be application/json");
  *more = true;
  return MHD_YES;
}

static request *begin(http *h, struct MHD_Connection *c) {
  request *r = calloc(1, sizeof *r);
  if (!r) return NULL;
  r->h = h;
  cs_buf_init(&r->body, cs_weaken("L04") ? SIZE_MAX / 4 : CS_RPC_MAX);
  cs_buf_init(&r->out, SIZE_MAX / 4);
  cs_headers_read(&h->mhd, c, &r->headers);
  const union MHD_ConnectionInfo *info =
      h->mhd.get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD);
  r->socket = info ? info->connect_fd : -1;
  return r;
}

static void take_bytes(request *r, const char *data, size_t n) {
  r->held += n;
  size_t all = atomic_fetch_add(&r->caller->held, n) + n;
  if (all > BODIES_MAX && !cs_weaken("share"))
    r->too_many = true;
  else if (cs_buf_put(&r->body, data, n) != CS_OK)
    r->too_long = true;
  if (!r->too_many && !r->too_long) return;
  cs_buf_fini(&r->body);
  cs_buf_init(&r->body, CS_RPC_MAX);
  atomic_fetch_sub(&r->caller->held, r->held);
  r->held = 0;
}

static verdict handle(void *cls, struct MHD_Connection *c, const char *url,
                      const char *method, const char *version, const char *data,
                      size_t *n, void **mine) {
  request *r = *mine;
  bool more;
  (void)version;
  if (!r) {
    *mine = r = begin(cls, c);
    return r ? enter(r, c, url, method, &more) : MHD_NO;
  }
  if (*n == 0) return take_body(r, c);
  if (!r->too_long && !r->too_many) take_bytes(r, data, *n);
  *n = 0;
  return MHD_YES;
}

/* The connection has ended or goes on with another request. */
static void finished(void *cls, struct MHD_Connection *c, void **mine,
                     enum MHD_RequestTerminationCode why) {
  request *r = *mine;
  http *h = cls;
  (void)c;
  (void)why;
  if (!r) return;
  if (r->caller && r->held) atomic_fetch_sub(&r->caller->held, r->held);
  if (r->stream) {
    if (r->modern) cs_job_cancel_outlet(&h->server, &r->stream->base);
    cs_listen_leave(&h->server, &r->stream->base);
    r->stream->base.keep(&r->stream->base, -1);
  }
  cs_headers_fini(&r->headers);
  cs_buf_fini(&r->body);
  cs_buf_fini(&r->out);
  free(r);
  *mine = NULL;
}

static void connected(void *cls, struct MHD_Connection *c, void **mine,
                      enum MHD_ConnectionNotificationCode what) {
  http *h = cls;
  const union MHD_ConnectionInfo *info =
      h->mhd.get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD);
  (void)mine;
  if (!info) return;
  if (what == MHD_CONNECTION_NOTIFY_STARTED)
    cs_door_come(&h->door, info->connect_fd);
  else
    cs_door_leave(&h->door, info->connect_fd);
}

/* --- the server ---------------------------------------------------------- */

static void wait_for_signal(const sigset_t *set) {
  int sig;
  while (sigwait(set, &sig) != 0) continue;
}

static cs_status serve(http *h, int fd, cs_error *err) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  struct MHD_Daemon *d = h->mhd.start_daemon(
      MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD |
          MHD_USE_POLL,
      0, NULL, NULL, handle, h, MHD_OPTION_LISTEN_SOCKET, fd,
      MHD_OPTION_CONNECTION_LIMIT, CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT,
      IDLE_S, MHD_OPTION_NOTIFY_COMPLETED, finished, h,
      MHD_OPTION_NOTIFY_CONNECTION, connected, h,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)65536, MHD_OPTION_END);
  if (!d) return cs_error_set(err, CS_EOS, "the HTTP server does not start");
  fprintf(stderr, "caisson: serving MCP at http://%s:%u/mcp\n", h->gate.host,
          h->gate.port);
  wait_for_signal(&set);
  cs_job_end_all(&h->server);
  cs_listen_end_all(&h->server);
  h->mhd.stop_daemon(d);
  return CS_OK;
}

/* Signals are blocked before the first thread starts, so that all inherit
 * it. */
cs_status cs_mcp_http(const cs_mcp_config *c, cs_error *err) {
  sigset_t set;
  http *h = calloc(1, sizeof *h);
  if (!h) return cs_error_set(err, CS_EOS, "no memory");
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  cs_status st = cs_mhd_load(&h->mhd, err);
  int fd = st == CS_OK ? cs_gate_listen(&h->gate, c, err) : -1;
  if (st == CS_OK && fd < 0) st = CS_EOS;
  if (st == CS_OK) st = cs_server_open(&h->server, c, err);
  if (st == CS_OK) {
    cs_visits_init(&h->visits);
    cs_door_init(&h->door);
    st = serve(h, fd, err);
    fd = st == CS_OK ? -1 : fd; /* the daemon closed it */
    cs_server_close(&h->server);
    cs_visits_fini(&h->visits);
    cs_door_fini(&h->door);
  }
  if (fd >= 0) close(fd);
  free(h);
  return st;
}
