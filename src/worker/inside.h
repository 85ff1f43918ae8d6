/*
 * inside.h - the worker's own side: from main() to the locked-down loop.
 *
 * The program that serves as a worker calls cs_worker_main first thing when its
 * argv[0] is CS_WORKER_NAME.  What the frames mean is the caller's business:
 * `prepare` sets up while the process may still do system calls, `serve`
 * answers one frame after another afterwards.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_WORKER_INSIDE_H
#define CS_WORKER_INSIDE_H

#include <stdbool.h>

#include "worker/channel.h"

typedef struct cs_worker_job {
  /* Before the walls go up; the channel is mapped.  CS_OK or the reason. */
  cs_status (*prepare)(void *user, cs_channel *channel, cs_error *err);
  /* Answer one frame; anything but CS_OK ends the process. */
  cs_status (*serve)(void *user, cs_channel *channel, const cs_frame *frame);
  /* May be NULL.  Memory of `len` bytes that the frame goes to, instead of the
   * channel's own; NULL: there. */
  cs_channel_room *room;
  void *user;
  size_t frame_max; /* longest frame accepted from the host */
} cs_worker_job;

/* Was this program started as a worker? */
bool cs_worker_called(int argc, char *const *argv);

/* Never returns before the host is gone; the result is for main(). */
int cs_worker_main(int argc, char *const *argv, const cs_worker_job *job);

#endif
