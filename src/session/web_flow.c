/*
 * web_flow.c - bytes of one request and its reply cross, between a session and
 * its egress process.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "session/policed.h"
#include "session/web_in.h"

#define STEP_MS 20 /* how long a wait does not look for cancellation */

/* A connection that was kept has nothing to read, or it is over. */
static int take_kept(cs_web *w) {
  char byte;
  int fd = w->fd;
  w->fd = -1;
  if (fd >= 0 &&
      (recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0 || errno != EAGAIN)) {
    close(fd);
    fd = -1;
  }
  return fd;
}

bool cs_web_connect(cs_web *w, cs_web_flow *f, bool head_only,
                    size_t body_max) {
  *f = (cs_web_flow){.fd = take_kept(w), .seconds = -1};
  cs_buf_init(&f->out, 2 * CS_WEB_BODY);
  cs_fetch_init(&f->reply, head_only, body_max);
  if (f->fd < 0) f->fd = cs_egress_connect(w->egress);
  return f->fd >= 0;
}

void cs_web_done(cs_web *w, cs_web_flow *f) {
  /* The rest of a request must not be the begin of the next one. */
  bool reusable = f->done && !f->follows && f->sent == f->out.len &&
                  !f->reply.head.close && w->fd < 0;
  if (reusable)
    w->fd = f->fd;
  else if (f->fd >= 0)
    close(f->fd);
  cs_fetch_fini(&f->reply);
  cs_buf_fini(&f->out);
  *f = (cs_web_flow){.fd = -1};
}

static bool is_late(cs_session *s, uint64_t end) {
  uint64_t now = cs_session_now();
  return (end && now >= end) || atomic_load(&s->cancelled) ||
         cs_policed_is_late(s, now);
}

/* Send what is left; false: the other side takes no more. */
static bool send_some(cs_web_flow *f) {
  ssize_t n = send(f->fd, f->out.data + f->sent, f->out.len - f->sent,
                   MSG_NOSIGNAL | MSG_DONTWAIT);
  if (n > 0) f->sent += (size_t)n;
  return n > 0 || errno == EAGAIN || errno == EINTR;
}

/* ARRIVED: go on; otherwise how it ended. */
static cs_crossing receive(cs_web_flow *f) {
  char piece[CS_WEB_PIECE];
  ssize_t n = recv(f->fd, piece, sizeof piece, MSG_DONTWAIT);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return CS_CROSS_ARRIVED;
  switch (cs_fetch_take(&f->reply, piece, n > 0 ? (size_t)n : 0)) {
    case CS_FETCH_MORE: break;
    case CS_FETCH_DONE: f->done = true; break;
    case CS_FETCH_LONG: return CS_CROSS_LONG;
    case CS_FETCH_BAD: return CS_CROSS_LOST;
  }
  return CS_CROSS_ARRIVED;
}

static bool has_enough(const cs_web_flow *f, size_t enough) {
  return f->done || (f->reply.has_head && f->reply.body.len >= enough);
}

/* One look at both sockets; a refusal may come before all is sent. */
static cs_crossing step(cs_web *w, cs_web_flow *f, bool *writes) {
  struct pollfd p[2] = {{.fd = f->fd, .events = POLLIN},
                        {.fd = cs_egress_fd(w->egress), .events = POLLIN}};
  if (*writes) p[0].events |= POLLOUT;
  if (poll(p, 2, STEP_MS) <= 0) return CS_CROSS_ARRIVED;
  if (p[1].revents && !cs_egress_turn(w->egress)) return CS_CROSS_LOST;
  if (*writes && p[0].revents & POLLOUT)
    *writes = send_some(f) && f->sent < f->out.len;
  if (!(p[0].revents & (POLLIN | POLLHUP | POLLERR))) return CS_CROSS_ARRIVED;
  return receive(f);
}

cs_crossing cs_web_cross(cs_session *s, cs_web_flow *f, size_t enough) {
  uint64_t end = 0;
  bool writes = f->sent < f->out.len;
  if (f->seconds >= 0 && f->seconds < 9e9)
    end = cs_session_now() + (uint64_t)(f->seconds * 1e9);
  cs_session_busy(s);
  while (!is_late(s, end)) {
    if (f->reply.has_head) f->follows = false; /* it wants no more of it */
    if (has_enough(f, enough)) return CS_CROSS_ARRIVED;
    if (f->follows && !writes) return CS_CROSS_SENT;
    cs_crossing how = step(s->web, f, &writes);
    if (how != CS_CROSS_ARRIVED) return how;
  }
  return CS_CROSS_LATE;
}
