/*
 * stdio.c - one client on stdin and stdout, one message per line.
 *
 * Nothing else is ever written to stdout: it is moved to a private descriptor
 * that closes on exec, and descriptor 1 leads to stderr from then on.  The same
 * is done with stdin, so no process that runs a program can inherit them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/weaken.h"
#include "serve/proto.h"

#define FAREWELL_MS 1500 /* for what still runs when stdin has ended */

typedef struct stdio {
  cs_outlet base; /* first: it is what others see */
  pthread_mutex_t lock;
  int in, out; /* owned */
} stdio;

/* --- writing ------------------------------------------------------------- */

static void write_all(int fd, const char *s, size_t n) {
  while (n > 0) {
    ssize_t done = write(fd, s, n);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return; /* nobody listens any more */
    s += done;
    n -= (size_t)done;
  }
}

static void send_line(cs_outlet *o, json_t *frame) {
  stdio *p = (stdio *)o;
  char *text = frame ? json_dumps(frame, JSON_COMPACT) : NULL;
  json_decref(frame);
  if (!text) return;
  size_t n = strlen(text);
  text[n] = '\n'; /* in place of the NUL */
  pthread_mutex_lock(&p->lock);
  write_all(p->out, text, n + 1);
  pthread_mutex_unlock(&p->lock);
  free(text);
}

static void nothing(cs_outlet *o) {
  (void)o;
}
static void lives_on(cs_outlet *o, int more) {
  (void)o, (void)more;
}

/* --- reading ------------------------------------------------------------- */

static void take_line(cs_link *l, const char *s, size_t n) {
  const char *why = "";
  while (n > 0 && (s[n - 1] == '\r' || s[n - 1] == ' ')) n--;
  if (n == 0) return;
  json_t *frame = cs_rpc_parse(s, n, &why);
  if (frame)
    cs_proto_take(l, frame);
  else
    cs_proto_refuse(l->outlet, NULL, CS_RPC_PARSE, why, NULL);
  json_decref(frame);
}

typedef struct reader {
  cs_buf line;   /* what came since the last newline */
  bool skipping; /* it is too long: drop it up to the newline */
} reader;

static void take_bytes(cs_link *l, reader *r, const char *s, size_t n) {
  while (n > 0) {
    const char *nl = memchr(s, '\n', n);
    size_t part = nl ? (size_t)(nl - s) : n;
    if (!r->skipping && cs_buf_put(&r->line, s, part) != CS_OK) {
      r->skipping = true;
      cs_proto_refuse(l->outlet, NULL, CS_RPC_PARSE,
                      "the message is longer than 8 MiB", NULL);
    }
    if (!nl) return;
    if (!r->skipping) take_line(l, cs_buf_text(&r->line), r->line.len);
    r->skipping = false;
    cs_buf_clear(&r->line);
    s += part + 1;
    n -= part + 1;
  }
}

static void read_all(cs_link *l, int fd) {
  reader r = {.skipping = false};
  char bytes[65536];
  cs_buf_init(&r.line, cs_weaken("L04") ? SIZE_MAX / 4 : CS_RPC_MAX);
  for (;;) {
    ssize_t n = read(fd, bytes, sizeof bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    take_bytes(l, &r, bytes, (size_t)n);
  }
  if (!r.skipping) take_line(l, cs_buf_text(&r.line), r.line.len);
  cs_buf_fini(&r.line);
}

/* --- both ---------------------------------------------------------------- */

/* Programs must never find the client's descriptors, not even by number. */
static cs_status hide(stdio *p, cs_error *err) {
  p->in = fcntl(0, F_DUPFD_CLOEXEC, 3);
  p->out = fcntl(1, F_DUPFD_CLOEXEC, 3);
  int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (p->in < 0 || p->out < 0 || null < 0 || dup2(null, 0) < 0 ||
      dup2(2, 1) < 0)
    return cs_error_os(err, "cannot take stdin and stdout");
  close(null);
  return CS_OK;
}

cs_status cs_mcp_stdio(const cs_mcp_config *c, cs_error *err) {
  stdio p = {.base = {.send = send_line,
                      .done = nothing,
                      .keep = lives_on,
                      .scope = "stdio"},
             .in = -1,
             .out = -1};
  cs_caller caller = {.name = "stdio"};
  cs_server server;
  cs_status st = hide(&p, err);
  if (st == CS_OK) st = cs_server_open(&server, c, err);
  if (st == CS_OK) {
    cs_link l = {.server = &server,
                 .caller = &caller,
                 .outlet = &p.base,
                 .version = CS_REVISION_NONE};
    pthread_mutex_init(&p.lock, NULL);
    read_all(&l, p.in);
    cs_job_wait_all(&server, FAREWELL_MS);
    cs_server_close(&server);
    pthread_mutex_destroy(&p.lock);
  }
  if (p.in >= 0) close(p.in);
  if (p.out >= 0) close(p.out);
  return st;
}
