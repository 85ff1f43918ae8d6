/*
 * loop.c - one thread, many descriptors, deadlines.
 *
 * Deadlines are seconds long and there are a few hundred at most, so they are
 * looked through every TICK milliseconds instead of being kept in order.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "egress/loop.h"

#include <errno.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

#define TICK  100 /* milliseconds */
#define BATCH 64

uint64_t cs_loop_clock(void) {
  struct timespec t;
  (void)clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

cs_status cs_loop_open(cs_loop *l, cs_error *err) {
  *l = (cs_loop){.epoll = epoll_create1(EPOLL_CLOEXEC)};
  l->now = cs_loop_clock();
  return l->epoll >= 0 ? CS_OK : cs_error_os(err, "no event loop");
}

void cs_loop_close(cs_loop *l) {
  if (l->epoll >= 0) close(l->epoll);
  l->epoll = -1;
}

bool cs_loop_add(cs_loop *l, cs_source *s) {
  struct epoll_event e = {.events = s->want, .data.ptr = s};
  if (epoll_ctl(l->epoll, EPOLL_CTL_ADD, s->fd, &e) != 0) return false;
  s->prev = NULL;
  s->next = l->sources;
  if (s->next) s->next->prev = s;
  l->sources = s;
  return true;
}

void cs_loop_want(cs_loop *l, cs_source *s, uint32_t want) {
  struct epoll_event e = {.events = want, .data.ptr = s};
  if (s->fd < 0 || s->want == want) return;
  s->want = want;
  (void)epoll_ctl(l->epoll, EPOLL_CTL_MOD, s->fd, &e);
}

void cs_loop_remove(cs_loop *l, cs_source *s) {
  if (s->fd < 0) return;
  (void)epoll_ctl(l->epoll, EPOLL_CTL_DEL, s->fd, NULL);
  if (s->next) s->next->prev = s->prev;
  if (s->prev)
    s->prev->next = s->next;
  else
    l->sources = s->next;
  s->fd = -1;
  s->next = s->prev = NULL;
}

void cs_loop_later(cs_loop *l, cs_grave *g) {
  g->next = l->graves;
  l->graves = g;
}

static void bury(cs_loop *l) {
  while (l->graves) {
    cs_grave *g = l->graves;
    l->graves = g->next;
    g->bury(g);
  }
}

/* A source that fires may remove itself and others: begin again each time.  It
 * loses its deadline first, so this ends. */
static void fire(cs_loop *l) {
  for (cs_source *s = l->sources; s;) {
    if (!s->deadline || s->deadline > l->now) {
      s = s->next;
      continue;
    }
    s->deadline = 0;
    s->ready(s, 0);
    s = l->sources;
  }
}

static int patience(const cs_loop *l) {
  for (const cs_source *s = l->sources; s; s = s->next)
    if (s->deadline) return TICK;
  return -1;
}

void cs_loop_run(cs_loop *l) {
  uint64_t looked = cs_loop_clock();
  while (!l->stop) {
    struct epoll_event got[BATCH];
    int n = epoll_wait(l->epoll, got, BATCH, patience(l));
    l->now = cs_loop_clock();
    if (n < 0 && errno != EINTR) return;
    for (int i = 0; i < n; i++) {
      cs_source *s = got[i].data.ptr;
      if (s->fd >= 0) s->ready(s, got[i].events);
    }
    if (l->now - looked >= TICK) {
      looked = l->now;
      fire(l);
    }
    bury(l);
  }
}
