/*
 * line.c - frames between two machines: a WebSocket on a connected socket.
 *
 * Everything goes through two blocks of 64 KiB: what is received is cut into
 * messages by ws.c, what is sent is masked there.  A small frame is one
 * system call.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "worker/line.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "worker/channel.h"
#include "worker/spawn.h"

#define BLOCK       65536
#define HEADER      8                    /* kind and length */
#define ASK_NS      INT64_C(10000000000) /* silence before a ping */
#define LOST_NS     INT64_C(40000000000) /* silence before it is given up */
#define LOOK_ROUNDS 64 /* blocks between two looks at the time */

struct cs_line {
  int fd; /* owned */
  cs_line_side side;
  cs_line_tick *tick;
  void *user;
  cs_ws_in in;
  bool over;  /* nothing more can be sent */
  bool asked; /* a ping of ours is not answered yet */
  bool ended; /* the server's worker is */
  int status;
  bool pong; /* one is due: the payload is below */
  uint8_t pong_len, pong_data[CS_WS_CONTROL_MAX];
  volatile uint32_t interrupt;
  uint32_t told;  /* of it */
  int64_t heard;  /* when the last byte came */
  size_t at, end; /* of `raw` */
  size_t out_len;
  uint8_t mask[4];
  uint64_t masked; /* bytes of the payload that are behind us */
  uint8_t raw[BLOCK], out[BLOCK];
};

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* --- life ---------------------------------------------------------------- */

cs_status cs_line_new(int fd, cs_line_side side, size_t max, cs_line **out,
                      cs_error *err) {
  CS_AUTO_FD
  int owned = fd;
  int flags = fcntl(fd, F_GETFL);
  if (flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) != 0)
    return cs_error_os(err, "cannot use a connection");
  cs_line *l = calloc(1, sizeof *l);
  if (!l) return cs_error_set(err, CS_EOS, "no memory for a connection");
  l->fd = cs_steal(&owned);
  l->side = side;
  l->heard = now();
  size_t most = max < SIZE_MAX - HEADER ? max + HEADER : SIZE_MAX;
  cs_ws_init(&l->in, side == CS_LINE_SERVER, most);
  *out = l;
  return CS_OK;
}

void cs_line_watch(cs_line *l, cs_line_tick *tick, void *user) {
  l->tick = tick;
  l->user = user;
}

/* One frame that is sent whole or not at all. */
static void say_close(cs_line *l, uint16_t why) {
  uint8_t bytes[CS_WS_HEAD_MAX + 2] = {0}, mask[4] = {0};
  if (l->over) return;
  l->over = true;
  size_t n = cs_ws_head(bytes, CS_WS_OP_CLOSE, 2,
                        l->side == CS_LINE_HOST ? mask : NULL);
  bytes[n] = (uint8_t)(why >> 8);
  bytes[n + 1] = (uint8_t)why;
  (void)!send(l->fd, bytes, n + 2, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void cs_line_free(cs_line *l) {
  if (!l) return;
  say_close(l, CS_WS_NORMAL);
  (void)shutdown(l->fd, SHUT_RDWR);
  (void)close(l->fd);
  cs_ws_fini(&l->in);
  free(l);
}

volatile uint32_t *cs_line_interrupt(cs_line *l) {
  return &l->interrupt;
}

bool cs_line_ended(const cs_line *l, int *status) {
  if (l->ended) *status = l->status;
  return l->ended;
}

/* --- waiting ------------------------------------------------------------- */

static cs_status lose(cs_line *l) {
  l->over = true;
  return CS_EOS;
}

/* One slice of it: maybe the socket is ready afterwards. */
static cs_status wait_slice(cs_line *l, short events) {
  struct pollfd p = {.fd = l->fd, .events = events};
  int64_t ns = l->tick(l->user);
  if (ns < 0) return CS_EOS;
  struct timespec slice = {.tv_sec = (time_t)(ns / 1000000000),
                           .tv_nsec = (long)(ns % 1000000000)};
  int n = ppoll(&p, 1, &slice, NULL);
  return n < 0 && errno != EINTR ? lose(l) : CS_OK;
}

cs_status cs_line_wait(cs_line *l) {
  return wait_slice(l, POLLIN);
}

/* --- sending ------------------------------------------------------------- */

static cs_status flush(cs_line *l) {
  size_t at = 0;
  if (l->over) return CS_EOS;
  while (at < l->out_len) {
    ssize_t n = send(l->fd, l->out + at, l->out_len - at, MSG_NOSIGNAL);
    if (n > 0) {
      at += (size_t)n;
      continue;
    }
    if (n < 0 && errno == EINTR) continue;
    if (n == 0 || errno != EAGAIN) return lose(l);
    cs_status st = wait_slice(l, POLLOUT);
    /* Half of a frame was sent: nothing can follow it. */
    if (st != CS_OK) return lose(l);
  }
  l->out_len = 0;
  return CS_OK;
}

/* A host masks with bits that nobody can foresee (RFC 6455, 10.3). */
static cs_status begin(cs_line *l, cs_ws_op op, uint64_t len) {
  bool host = l->side == CS_LINE_HOST;
  l->masked = 0;
  if (host && getrandom(l->mask, sizeof l->mask, 0) != sizeof l->mask)
    return lose(l);
  l->out_len = cs_ws_head(l->out, op, len, host ? l->mask : NULL);
  return CS_OK;
}

static cs_status put(cs_line *l, const void *bytes, size_t n) {
  const uint8_t *from = bytes;
  while (n > 0) {
    size_t room = BLOCK - l->out_len, k = n < room ? n : room;
    memcpy(l->out + l->out_len, from, k);
    if (l->side == CS_LINE_HOST)
      cs_ws_mask(l->out + l->out_len, k, l->mask, l->masked);
    l->masked += k;
    l->out_len += k;
    from += k;
    n -= k;
    cs_status st = l->out_len == BLOCK ? flush(l) : CS_OK;
    if (st != CS_OK) return st;
  }
  return CS_OK;
}

static cs_status send_control(cs_line *l, cs_ws_op op, const void *bytes,
                              size_t n) {
  cs_status st = begin(l, op, n);
  if (st == CS_OK) st = put(l, bytes, n);
  return st == CS_OK ? flush(l) : st;
}

static cs_status send_frame(cs_line *l, uint32_t kind, const void *a, size_t na,
                            const void *b, size_t nb) {
  uint32_t head[2] = {kind, (uint32_t)(na + nb)};
  cs_status st = begin(l, CS_WS_OP_BINARY, HEADER + na + nb);
  if (st == CS_OK) st = put(l, head, HEADER);
  if (st == CS_OK) st = put(l, a, na);
  if (st == CS_OK) st = put(l, b, nb);
  return st == CS_OK ? flush(l) : st;
}

/* The word, if it is another one than the server knows. */
static cs_status tell_interrupt(cs_line *l) {
  uint32_t word = l->interrupt != 0;
  if (l->side != CS_LINE_HOST || word == l->told) return CS_OK;
  l->told = word;
  return send_frame(l, CS_FRAME_INTERRUPT, &word, sizeof word, NULL, 0);
}

cs_status cs_line_send(cs_line *l, uint32_t kind, const void *a, size_t na,
                       const void *b, size_t nb) {
  if (na > UINT32_MAX - nb || nb > UINT32_MAX) return CS_EINVAL;
  cs_status st = tell_interrupt(l);
  return st == CS_OK ? send_frame(l, kind, a, na, b, nb) : st;
}

cs_status cs_line_ping(cs_line *l) {
  return send_control(l, CS_WS_OP_PING, "", 0);
}

/* --- receiving ----------------------------------------------------------- */

static cs_status refuse(cs_line *l, cs_status st, uint16_t why) {
  say_close(l, why);
  return st;
}

/* A server's last word is for this file. */
static cs_status read_end(cs_line *l, const cs_frame *f) {
  uint32_t status;
  if (f->len != sizeof status) return refuse(l, CS_ECORRUPT, CS_WS_PROTOCOL);
  memcpy(&status, f->data, sizeof status);
  l->status = (int)(status & 0xFFFF);
  l->ended = true;
  return lose(l);
}

static cs_status read_message(cs_line *l, cs_frame *out) {
  const cs_buf *m = &l->in.message;
  uint32_t head[2];
  if (m->len < HEADER) return refuse(l, CS_ECORRUPT, CS_WS_PROTOCOL);
  memcpy(head, m->data, HEADER);
  if (head[1] != m->len - HEADER) return refuse(l, CS_ECORRUPT, CS_WS_PROTOCOL);
  *out = (cs_frame){
      .kind = head[0], .data = m->data + HEADER, .len = m->len - HEADER};
  bool last = out->kind == CS_FRAME_ENDED && l->side == CS_LINE_HOST;
  return last ? read_end(l, out) : CS_OK;
}

/* Only the last of many pings is answered. */
static void note_ping(cs_line *l) {
  l->pong = true;
  l->pong_len = l->in.control_len;
  memcpy(l->pong_data, l->in.control, l->pong_len);
}

/* What the bytes in `raw` make. */
static cs_status cut(cs_line *l, cs_frame *out, bool *found) {
  while (l->at < l->end && !*found) {
    size_t used;
    cs_ws_got got = cs_ws_take(&l->in, l->raw + l->at, l->end - l->at, &used);
    l->at += used;
    switch (got) {
      case CS_WS_MORE: break;
      case CS_WS_PONG: l->asked = false; break;
      case CS_WS_PING: note_ping(l); break;
      case CS_WS_MESSAGE: *found = true; return read_message(l, out);
      case CS_WS_CLOSE: return refuse(l, CS_EOS, CS_WS_NORMAL);
      case CS_WS_BAD: return refuse(l, CS_ECORRUPT, CS_WS_PROTOCOL);
      case CS_WS_LONG: return refuse(l, CS_ELIMIT, CS_WS_TOO_LONG);
      case CS_WS_MEMORY: return refuse(l, CS_EOS, CS_WS_TOO_LONG);
    }
  }
  return CS_OK;
}

/* More bytes, if there are any: `*some`. */
static cs_status fill(cs_line *l, bool *some) {
  ssize_t n;
  do n = recv(l->fd, l->raw, BLOCK, 0);
  while (n < 0 && errno == EINTR);
  *some = n > 0;
  if (n < 0 && errno == EAGAIN) return CS_OK;
  if (n <= 0) return lose(l);
  l->at = 0;
  l->end = (size_t)n;
  l->heard = now();
  return CS_OK;
}

static cs_status answer_ping(cs_line *l) {
  if (!l->pong) return CS_OK;
  l->pong = false;
  return send_control(l, CS_WS_OP_PONG, l->pong_data, l->pong_len);
}

cs_status cs_line_look(cs_line *l, cs_frame *out, bool *found) {
  cs_status st = CS_OK;
  bool some = true;
  *found = false;
  for (uint32_t rounds = 1; st == CS_OK && some && !*found; rounds++) {
    st = cut(l, out, found);
    if (st != CS_OK || *found) break;
    /* A peer that drips its bytes never lets us wait: ask all the same. */
    if (rounds % LOOK_ROUNDS == 0 && l->tick(l->user) < 0) return CS_EOS;
    st = fill(l, &some);
  }
  return st == CS_OK ? answer_ping(l) : st;
}

/* Silence: ask, then give up. */
static cs_status doubt(cs_line *l) {
  int64_t silent = now() - l->heard;
  if (l->side != CS_LINE_HOST || silent < ASK_NS) return CS_OK;
  if (silent > LOST_NS) return lose(l);
  if (l->asked) return CS_OK;
  l->asked = true;
  return cs_line_ping(l);
}

cs_status cs_line_receive(cs_line *l, cs_frame *out) {
  bool found = false;
  l->heard = now();
  l->asked = false;
  for (;;) {
    cs_status st = cs_line_look(l, out, &found);
    if (st != CS_OK || found) return st;
    st = tell_interrupt(l);
    if (st == CS_OK) st = doubt(l);
    if (st == CS_OK) st = wait_slice(l, POLLIN);
    if (st != CS_OK) return st;
  }
}
