/*
 * loop.h - one thread, many descriptors, deadlines.
 *
 * A source is embedded in whatever owns the descriptor.  Its function is
 * called when the kernel reports one of the events it wants, and with 0 when
 * its deadline has passed.  Level-triggered: what is not read is reported
 * again.
 *
 * A source may be removed at any time, also by the function of another one in
 * the same round; its memory must stay until the round is over (cs_loop_later).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_LOOP_H
#define CS_EGRESS_LOOP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>

#include "base/error.h"

typedef struct cs_source cs_source;
struct cs_source {
  int fd;            /* borrowed; -1: not in the loop */
  uint32_t want;     /* EPOLLIN, EPOLLOUT */
  uint64_t deadline; /* milliseconds of cs_loop_now; 0: none */
  void (*ready)(cs_source *s, uint32_t events);
  cs_source *next, *prev;
};

typedef struct cs_grave { /* freed when the round is over */
  struct cs_grave *next;
  void (*bury)(struct cs_grave *g);
} cs_grave;

typedef struct cs_loop {
  int epoll; /* owned */
  bool stop;
  uint64_t now;
  cs_source *sources;
  cs_grave *graves;
} cs_loop;

cs_status cs_loop_open(cs_loop *l, cs_error *err) CS_MUST_CHECK;
void cs_loop_close(cs_loop *l);

uint64_t cs_loop_clock(void);

/* Add a source whose fd, want and ready are set; false: no memory. */
bool cs_loop_add(cs_loop *l, cs_source *s);
/* Wait for other events. */
void cs_loop_want(cs_loop *l, cs_source *s, uint32_t want);
void cs_loop_remove(cs_loop *l, cs_source *s);
void cs_loop_later(cs_loop *l, cs_grave *g);

/* Until `stop`. */
void cs_loop_run(cs_loop *l);

#endif
