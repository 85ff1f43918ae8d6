/*
 * clock.c - the thread for deadlines, progress and everything that expires.
 *
 * It sleeps until the next moment that matters; whoever makes an earlier one
 * wakes it.  Frames are sent without the lock.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <time.h>

#include "serve/box.h"
#include "serve/job.h"
#include "serve/store.h"

#define SWEEP_MS 5000 /* between two looks for what expired */
#define RENEW_MS 1000 /* the same, where the policy is looked at, too */

static struct timespec at_ms(uint64_t ms) {
  return (struct timespec){.tv_sec = (time_t)(ms / 1000),
                           .tv_nsec = (long)(ms % 1000) * 1000000};
}

static void sweep(cs_server *s, uint64_t now) {
  pthread_mutex_lock(&s->lock);
  cs_box *old = cs_box_expired(s, now);
  pthread_mutex_unlock(&s->lock);
  cs_box_free(s, old);
  cs_job_expire(s, now);
  cs_store_expire(s, now);
}

/* How often expired things are looked for, and a changed policy. */
static uint64_t pause_ms(const cs_server *s) {
  return s->config->again ? RENEW_MS : SWEEP_MS;
}

static void *tick(void *arg) {
  cs_server *s = arg;
  uint64_t swept = cs_text_now();
  pthread_mutex_lock(&s->lock);
  while (s->ticking) {
    uint64_t now = cs_text_now(), next = swept + pause_ms(s);
    cs_job *j = NULL;
    cs_job_due due = cs_job_next_due(s, now, &j, &next);
    if (due == CS_JOB_NOTHING && now < next) {
      struct timespec t = at_ms(next);
      (void)pthread_cond_timedwait(&s->changed, &s->lock, &t);
      continue;
    }
    pthread_mutex_unlock(&s->lock);
    if (due == CS_JOB_YIELDS) cs_job_yield(j);
    if (due == CS_JOB_TELLS) cs_job_tell(j, "still running");
    if (j) {
      cs_job_release(j);
    } else {
      sweep(s, swept = now);
      cs_terms_renew(s);
    }
    pthread_mutex_lock(&s->lock);
  }
  pthread_mutex_unlock(&s->lock);
  return NULL;
}

bool cs_clock_start(cs_server *s) {
  s->ticking = true;
  s->ticking = pthread_create(&s->clock, NULL, tick, s) == 0;
  return s->ticking;
}

void cs_clock_stop(cs_server *s) {
  if (!s->ticking) return;
  pthread_mutex_lock(&s->lock);
  s->ticking = false;
  pthread_cond_broadcast(&s->changed);
  pthread_mutex_unlock(&s->lock);
  pthread_join(s->clock, NULL);
}
