/*
 * team.c - the same work on many things, by a few threads.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/team.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct team {
  atomic_size_t next;
  size_t n;
  void (*work)(void *user, size_t i);
  void *user;
} team;

static void *take_part(void *arg) {
  team *t = arg;
  for (size_t i; (i = atomic_fetch_add(&t->next, 1)) < t->n;)
    t->work(t->user, i);
  return NULL;
}

void cs_team_run(size_t n, size_t threads, void (*work)(void *user, size_t i),
                 void *user) {
  team t = {.n = n, .work = work, .user = user};
  pthread_t others[CS_TEAM_MOST];
  sigset_t all, old;
  size_t hired = 0;
  if (threads > CS_TEAM_MOST) threads = CS_TEAM_MOST;
  sigfillset(&all);
  if (pthread_sigmask(SIG_SETMASK, &all, &old) == 0) {
    while (hired + 1 < threads && hired + 1 < n &&
           pthread_create(&others[hired], NULL, take_part, &t) == 0)
      hired++;
    (void)pthread_sigmask(SIG_SETMASK, &old, NULL);
  }
  (void)take_part(&t);
  for (size_t i = 0; i < hired; i++) (void)pthread_join(others[i], NULL);
}
