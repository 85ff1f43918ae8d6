/*
 * frame.c - messages between a keeper and its clients.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sandbox/frame.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void write_head(unsigned char head[CS_FRAME_HEAD], char kind, size_t n) {
  for (int i = 0; i < 4; i++) head[i] = (unsigned char)(n >> (8 * i));
  head[4] = (unsigned char)kind;
}

cs_status cs_frame_put(cs_buf *out, char kind, const void *data, size_t n) {
  unsigned char head[CS_FRAME_HEAD];
  if (n > CS_FRAME_MAX) return CS_ELIMIT;
  write_head(head, kind, n);
  cs_status st = cs_buf_reserve(out, CS_FRAME_HEAD + n);
  if (st == CS_OK) st = cs_buf_put(out, head, sizeof head);
  if (st == CS_OK && n > 0) st = cs_buf_put(out, data, n);
  return st;
}

cs_status cs_frame_put_json(cs_buf *out, char kind, const json_t *value) {
  char *text = json_dumps(value, JSON_COMPACT);
  if (!text) return CS_EOS;
  cs_status st = cs_frame_put(out, kind, text, strlen(text));
  free(text);
  return st;
}

cs_status cs_frame_take(const cs_buf *in, size_t *at, cs_frame *out) {
  const unsigned char *p = (const unsigned char *)in->data + *at;
  if (in->len - *at < CS_FRAME_HEAD) return CS_ELIMIT;
  uint32_t n = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
               (uint32_t)p[3] << 24;
  if (n > CS_FRAME_MAX) return CS_ECORRUPT;
  if (in->len - *at - CS_FRAME_HEAD < n) return CS_ELIMIT;
  *out = (cs_frame){(char)p[4], (const char *)p + CS_FRAME_HEAD, n};
  *at += CS_FRAME_HEAD + n;
  return CS_OK;
}

static bool send_all(int fd, const void *data, size_t n) {
  for (const char *p = data; n > 0;) {
    ssize_t k = send(fd, p, n, MSG_NOSIGNAL);
    if (k < 0 && errno == EINTR) continue;
    if (k <= 0) return false;
    p += k;
    n -= (size_t)k;
  }
  return true;
}

bool cs_frame_send(int fd, char kind, const void *data, size_t n) {
  unsigned char head[CS_FRAME_HEAD];
  write_head(head, kind, n);
  return n <= CS_FRAME_MAX && send_all(fd, head, sizeof head) &&
         send_all(fd, data, n);
}

cs_status cs_frame_receive(int fd, cs_buf *in, cs_frame *out, cs_error *err) {
  for (;;) {
    size_t at = 0;
    cs_status st = in->len ? cs_frame_take(in, &at, out) : CS_ELIMIT;
    if (st == CS_OK) return CS_OK;
    if (st != CS_ELIMIT)
      return cs_error_set(err, CS_ECORRUPT, "the keeper sent a broken frame");
    if (cs_buf_reserve(in, 65536) != CS_OK)
      return cs_error_set(err, CS_EOS, "no memory for a frame");
    ssize_t n = recv(fd, in->data + in->len, 65536, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return cs_error_set(err, CS_EOS, "the keeper is gone");
    in->len += (size_t)n;
    cs_buf_seal(in);
  }
}

bool cs_frame_send_fd(int fd, const void *data, size_t n, int passed) {
  struct iovec io = {(void *)(uintptr_t)data, n};
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(sizeof(int))];
  } c = {.head = {.cmsg_len = CMSG_LEN(sizeof passed),
                  .cmsg_level = SOL_SOCKET,
                  .cmsg_type = SCM_RIGHTS}};
  memcpy(CMSG_DATA(&c.head), &passed, sizeof passed);
  struct msghdr h = {.msg_iov = &io,
                     .msg_iovlen = 1,
                     .msg_control = &c,
                     .msg_controllen = sizeof c};
  return sendmsg(fd, &h, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)n;
}

/* The first bytes of an answer, with the descriptor that came along. */
static void take_fd(int fd, cs_buf *in, int *passed) {
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(sizeof(int))];
  } c;
  struct iovec io = {in->data, 65536};
  struct msghdr h = {.msg_iov = &io,
                     .msg_iovlen = 1,
                     .msg_control = &c,
                     .msg_controllen = sizeof c};
  ssize_t n;
  do n = recvmsg(fd, &h, MSG_CMSG_CLOEXEC);
  while (n < 0 && errno == EINTR);
  if (n <= 0) return;
  in->len = (size_t)n;
  cs_buf_seal(in);
  const struct cmsghdr *got = CMSG_FIRSTHDR(&h);
  if (got && got->cmsg_type == SCM_RIGHTS &&
      got->cmsg_len == CMSG_LEN(sizeof *passed))
    memcpy(passed, CMSG_DATA(got), sizeof *passed);
}

json_t *cs_frame_ask(int fd, const json_t *request, cs_error *err) {
  return cs_frame_ask_fd(fd, request, NULL, err);
}

json_t *cs_frame_ask_fd(int fd, const json_t *request, int *passed,
                        cs_error *err) {
  cs_buf in;
  cs_frame f = {0};
  json_t *reply = NULL;
  char *text = json_dumps(request, JSON_COMPACT);
  cs_buf_init(&in, CS_FRAME_MAX + 65536 + CS_FRAME_HEAD);
  bool sent = text && cs_frame_send(fd, CS_FRAME_REQUEST, text, strlen(text));
  free(text);
  if (!sent) (void)cs_error_set(err, CS_EOS, "the keeper is gone");
  if (passed) *passed = -1;
  if (sent && passed && cs_buf_reserve(&in, 65536) == CS_OK)
    take_fd(fd, &in, passed);
  while (sent && !reply && cs_frame_receive(fd, &in, &f, err) == CS_OK) {
    size_t used = (size_t)(f.data - in.data) + f.len;
    if (f.kind == CS_FRAME_RESULT) {
      reply = json_loadb(f.data, f.len, 0, NULL);
      if (!reply)
        (void)cs_error_set(err, CS_ECORRUPT, "the keeper's answer is no JSON");
      break;
    }
    memmove(in.data, in.data + used, in.len - used);
    in.len -= used;
  }
  cs_buf_fini(&in);
  return reply;
}
