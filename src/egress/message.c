/*
 * message.c - what a host and its egress process tell each other.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "egress/message.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef union room_for_one {
  struct cmsghdr head;
  char room[CMSG_SPACE(sizeof(int))];
} room_for_one;

bool cs_message_send(int socket, const cs_message *m, const void *data, int fd,
                     bool wait) {
  struct iovec io[2] = {{(void *)(uintptr_t)m, sizeof *m},
                        {(void *)(uintptr_t)data, m->size}};
  room_for_one c = {.head = {.cmsg_len = CMSG_LEN(sizeof fd),
                             .cmsg_level = SOL_SOCKET,
                             .cmsg_type = SCM_RIGHTS}};
  struct msghdr h = {.msg_iov = io, .msg_iovlen = m->size ? 2 : 1};
  if (fd >= 0) {
    memcpy(CMSG_DATA(&c.head), &fd, sizeof fd);
    h.msg_control = &c;
    h.msg_controllen = sizeof c;
  }
  ssize_t n;
  do n = sendmsg(socket, &h, MSG_NOSIGNAL | (wait ? 0 : MSG_DONTWAIT));
  while (n < 0 && errno == EINTR);
  return n == (ssize_t)(sizeof *m + m->size);
}

static int take_fd(struct msghdr *h) {
  int fd = -1;
  struct cmsghdr *c = CMSG_FIRSTHDR(h);
  if (c && c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS &&
      c->cmsg_len == CMSG_LEN(sizeof fd))
    memcpy(&fd, CMSG_DATA(c), sizeof fd);
  return fd;
}

long cs_message_take(int socket, cs_message *m, void *data, size_t room,
                     int *fd) {
  struct iovec io[2] = {{m, sizeof *m}, {data, room}};
  room_for_one c;
  struct msghdr h = {.msg_iov = io,
                     .msg_iovlen = 2,
                     .msg_control = &c,
                     .msg_controllen = sizeof c};
  ssize_t n;
  *fd = -1;
  do n = recvmsg(socket, &h, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  while (n < 0 && errno == EINTR);
  if (n < 0) return errno == EAGAIN ? -1 : -2;
  *fd = take_fd(&h);
  if (n >= (ssize_t)sizeof *m && !(h.msg_flags & MSG_TRUNC) &&
      m->size == (uint64_t)n - sizeof *m)
    return (long)m->size;
  if (*fd >= 0) close(*fd);
  *fd = -1;
  return -2;
}
