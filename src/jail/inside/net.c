/*
 * net.c - which network namespace the next jail gets.
 *
 * Invariant: a namespace in the list with user 0 has no process in it and no
 * socket anywhere; both are looked at again before it is lent.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/inside/net.h"

#include <assert.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"

/* With one of these a program can change its namespace, or is meant to. */
#define OWN                                                                  \
  (CS_PLAN_LOOPBACK | CS_PLAN_LISTEN | CS_PLAN_NO_FILTER | CS_PLAN_NO_CAPS | \
   CS_PLAN_NO_INNER)

/* No socket in the namespace of this process: of no kind, not bound to a name,
 * not on its way in another one, not held by a process outside. */
static bool is_unused(void) {
  static const char none[] = "sockets: used 0\n";
  char text[sizeof none - 1];
  CS_AUTO_FD
  int fd = open("/proc/self/net/sockstat", O_RDONLY | O_CLOEXEC);
  return fd >= 0 && read(fd, text, sizeof text) == (ssize_t)sizeof text &&
         memcmp(text, none, sizeof text) == 0;
}

static bool make(int *fd) {
  if (unshare(CLONE_NEWNET) != 0) return false;
  *fd = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
  return *fd >= 0;
}

static void forget(cs_nets *nets, size_t i) {
  assert(i < nets->n && nets->at[i].user == 0);
  close(nets->at[i].fd);
  nets->at[i] = nets->at[--nets->n];
}

int cs_net_enter(cs_nets *nets, const cs_plan *plan) {
  assert(nets->n <= CS_NET_MAX);
  if (plan->flags & OWN) return -1;
  for (size_t i = 0; i < nets->n;) {
    if (nets->at[i].user != 0) {
      i++;
    } else if (setns(nets->at[i].fd, CLONE_NEWNET) == 0 && is_unused()) {
      return (int)i;
    } else {
      forget(nets, i);
    }
  }
  int fd;
  if (nets->n == CS_NET_MAX || !make(&fd)) return -1;
  nets->at[nets->n].fd = fd;
  nets->at[nets->n].user = 0;
  return (int)nets->n++;
}

void cs_net_lend(cs_nets *nets, int which, pid_t user) {
  assert(which >= 0 && (size_t)which < nets->n && nets->at[which].user == 0);
  nets->at[which].user = user;
}

void cs_net_end(cs_nets *nets, pid_t user) {
  for (size_t i = 0; i < nets->n; i++)
    if (nets->at[i].user == user) nets->at[i].user = 0;
}
