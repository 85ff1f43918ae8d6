/*
 * threads.c - threads for jobs that know nothing of Python.
 *
 * There are a few more than processors.  A program may compute for long, or
 * wait for its worker: when nobody took a job for NOTICE_MS, one more thread is
 * started, and those that are too many go after IDLE_S.
 *
 * The state is the process's: it is written under `lock` only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "threads.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#define MOST      512
#define NOTICE_MS 2
#define IDLE_S    10

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wanted = PTHREAD_COND_INITIALIZER;
static pthread_cond_t behind = PTHREAD_COND_INITIALIZER;
static cs_job *first, **last = &first; /* jobs nobody has taken */
static size_t queued, threads, idle;
static size_t enough; /* threads that are kept; 0: not counted yet */
static uint64_t taken;
static bool watched; /* there is a thread that starts others */

static void count_processors(void) {
  long n = sysconf(_SC_NPROCESSORS_ONLN);
  enough = n > 0 ? (size_t)n + 1 : 2;
}

/* `lock` is held; NULL: nothing to do for a long time. */
static cs_job *take(void) {
  struct timespec end;
  int late = 0;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += IDLE_S;
  idle++;
  while (!first && !(late && threads > enough))
    late = pthread_cond_timedwait(&wanted, &lock, &end);
  idle--;
  cs_job *job = first;
  if (!job) return NULL;
  first = job->next;
  if (!first) last = &first;
  queued--;
  taken++;
  return job;
}

static void *serve(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  for (cs_job *job; (job = take());) {
    pthread_mutex_unlock(&lock);
    job->work(job);
    pthread_mutex_lock(&lock);
  }
  threads--;
  pthread_mutex_unlock(&lock);
  return NULL;
}

/* Signals are for the threads of the host. */
static bool start(void *(*run)(void *)) {
  pthread_t thread;
  sigset_t all, old;
  sigfillset(&all);
  if (pthread_sigmask(SIG_SETMASK, &all, &old) != 0) return false;
  bool ok = pthread_create(&thread, NULL, run, NULL) == 0;
  if (ok) (void)pthread_detach(thread);
  (void)pthread_sigmask(SIG_SETMASK, &old, NULL);
  return ok;
}

static void nap(void) {
  struct timespec t = {.tv_nsec = NOTICE_MS * 1000000L};
  (void)nanosleep(&t, NULL);
}

/* Looks whether jobs are taken, while there are some. */
static void *watch(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  for (;;) {
    while (!first) pthread_cond_wait(&behind, &lock);
    uint64_t before = taken;
    pthread_mutex_unlock(&lock);
    nap();
    pthread_mutex_lock(&lock);
    if (first && taken == before && threads < MOST && start(serve)) threads++;
  }
  return NULL;
}

bool cs_threads_do(cs_job *job) {
  pthread_mutex_lock(&lock);
  if (enough == 0) count_processors();
  if (queued >= idle && threads < enough && start(serve)) threads++;
  if (!watched) watched = start(watch);
  bool ok = threads > 0;
  if (ok) {
    job->next = NULL;
    *last = job;
    last = &job->next;
    pthread_cond_signal(++queued <= idle ? &wanted : &behind);
  }
  pthread_mutex_unlock(&lock);
  return ok;
}

void cs_threads_forget(void) {
  lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  wanted = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
  behind = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
  first = NULL;
  last = &first;
  queued = threads = idle = 0;
  watched = false;
}
