/*
 * watch.c - the deadline and Ctrl-C, in a thread of their own.
 *
 * The thread waits for signals with a timeout, which serves both.  SIGUSR2,
 * sent to the thread alone, tells it to leave.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/watch.h"

#include <errno.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void fill_set(sigset_t *set) {
  sigemptyset(set);
  sigaddset(set, SIGINT);
  sigaddset(set, SIGUSR2);
}

static void end_run(cs_watch *w, cs_watch_reason reason) {
  uint64_t one = 1;
  atomic_store(&w->reason, (int)reason);
  cs_session_cancel(w->session);
  if (write(w->stop_fd, &one, sizeof one) < 0) return; /* cannot happen */
}

/* The next signal, or 0 when `end` has passed. */
static int next_signal(const sigset_t *set, double end) {
  double left = end - now();
  if (end > 0 && left <= 0) return 0;
  if (end <= 0) left = 3600;
  struct timespec t = {.tv_sec = (time_t)left};
  t.tv_nsec = (long)((left - (double)t.tv_sec) * 1e9);
  int sig = sigtimedwait(set, NULL, &t);
  return sig > 0 ? sig : -1;
}

static void *watch(void *arg) {
  cs_watch *w = arg;
  sigset_t set;
  fill_set(&set);
  double end = w->seconds > 0 ? now() + w->seconds : 0;
  for (;;) {
    int sig = next_signal(&set, end);
    if (sig == SIGUSR2) return NULL;
    if (sig == SIGINT) {
      if (atomic_load(&w->reason) == CS_WATCH_CANCEL) _exit(CS_EXIT_CANCEL);
      end_run(w, CS_WATCH_CANCEL);
      end = 0;
    }
    if (sig == 0) {
      end_run(w, CS_WATCH_DEADLINE);
      end = 0;
    }
  }
}

cs_status cs_watch_start(cs_watch *w, cs_session *session, double seconds) {
  sigset_t set;
  *w = (cs_watch){.session = session, .seconds = seconds};
  atomic_init(&w->reason, CS_WATCH_NONE);
  w->stop_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (w->stop_fd < 0) return CS_EOS;
  fill_set(&set);
  pthread_sigmask(SIG_BLOCK, &set, &w->saved);
  if (pthread_create(&w->thread, NULL, watch, w) != 0) {
    pthread_sigmask(SIG_SETMASK, &w->saved, NULL);
    close(w->stop_fd);
    return CS_EOS;
  }
  w->on = true;
  return CS_OK;
}

void cs_watch_stop(cs_watch *w) {
  if (!w->on) return;
  w->on = false;
  pthread_kill(w->thread, SIGUSR2);
  pthread_join(w->thread, NULL);
  close(w->stop_fd);
  pthread_sigmask(SIG_SETMASK, &w->saved, NULL);
  if (cs_watch_why(w) != CS_WATCH_NONE) cs_session_abandon(w->session);
}

cs_watch_reason cs_watch_why(const cs_watch *w) {
  return (cs_watch_reason)atomic_load(&w->reason);
}

bool cs_watch_wait(const cs_watch *w, double seconds, int fd) {
  struct pollfd p[2] = {{.fd = w->stop_fd, .events = POLLIN},
                        {.fd = fd, .events = POLLIN}};
  double end = now() + seconds;
  for (;;) {
    double left = seconds < 0 ? 3600 : end - now();
    if (left <= 0) return true;
    double ms = left < 3600 ? left * 1000 + 0.999 : 3600e3;
    int n = poll(p, fd >= 0 ? 2 : 1, (int)ms);
    if (n < 0 && errno != EINTR) return true;
    if (n > 0) return !(p[0].revents & POLLIN);
  }
}
