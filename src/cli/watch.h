/*
 * watch.h - what ends a run from outside: the deadline and Ctrl-C.
 *
 * While a watch is on, SIGINT is blocked in the calling thread and taken by a
 * thread of the watch; no signal handler and no global state is needed.  The
 * first Ctrl-C cancels the run, the second ends the process.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_WATCH_H
#define CS_CLI_WATCH_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "session/inside.h"

typedef enum cs_watch_reason {
  CS_WATCH_NONE,
  CS_WATCH_DEADLINE,
  CS_WATCH_CANCEL
} cs_watch_reason;

typedef struct cs_watch {
  cs_session *session; /* borrowed */
  double seconds;      /* 0: no deadline */
  pthread_t thread;
  bool on;
  int stop_fd; /* owned; readable from the moment the run must end */
  sigset_t saved;
  atomic_int reason;
} cs_watch;

/* Start watching `session`.  Returns CS_EOS if the system refuses a thread. */
cs_status cs_watch_start(cs_watch *w, cs_session *session,
                         double seconds) CS_MUST_CHECK;
/* End it; a cancellation that came too late is forgotten. */
void cs_watch_stop(cs_watch *w);
cs_watch_reason cs_watch_why(const cs_watch *w);
/* Sleep; false if the run must end.  `fd` >= 0: also wake when it is readable
 * (seconds < 0: for ever). */
bool cs_watch_wait(const cs_watch *w, double seconds, int fd);

#endif
