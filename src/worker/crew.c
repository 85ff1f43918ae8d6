/*
 * crew.c - a lock, a list of idle workers, a count.
 *
 * Processes are started and killed outside the lock: both take a millisecond.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "worker/crew.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A worker and what the crew remembers of it; `worker` comes first, so that
 * the one is found from the other. */
typedef struct member {
  cs_worker worker;
  struct member *next; /* in the idle list */
  uint32_t uses;
  bool greeted;
} member;

struct cs_crew {
  cs_crew_options options;
  char *path; /* owned copy, may be NULL */
  pthread_mutex_t lock;
  pthread_cond_t returned;
  member *idle; /* ready or starting */
  uint32_t idle_count;
  uint32_t count;            /* idle and lent out */
  pthread_mutex_t gift_lock; /* of what follows: making it takes its time */
  bool second;               /* is there a first one? */
  int gift;                  /* owned; 0: none so far */
};

cs_status cs_crew_new(const cs_crew_options *options, cs_crew **out,
                      cs_error *err) {
  cs_crew *c = calloc(1, sizeof *c);
  if (!c) return cs_error_set(err, CS_EOS, "no memory for a crew");
  c->options = *options;
  if (c->options.most == 0) c->options.most = 1;
  /* A connection that nobody uses keeps a worker from somebody else. */
  if (options->dial) c->options.ahead = 0;
  if (c->options.ahead > c->options.most) c->options.ahead = c->options.most;
  if (options->worker.path) {
    c->path = strdup(options->worker.path);
    if (!c->path) {
      free(c);
      return cs_error_set(err, CS_EOS, "no memory for a crew");
    }
    c->options.worker.path = c->path;
  }
  pthread_condattr_t attr;
  pthread_condattr_init(&attr);
  pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
  pthread_mutex_init(&c->lock, NULL);
  pthread_mutex_init(&c->gift_lock, NULL);
  pthread_cond_init(&c->returned, &attr);
  pthread_condattr_destroy(&attr);
  *out = c;
  return CS_OK;
}

/* --- members ------------------------------------------------------------- */

static void dismiss(cs_crew *c, member *m) {
  cs_worker_stop(&m->worker);
  free(m);
  pthread_mutex_lock(&c->lock);
  c->count--;
  pthread_cond_signal(&c->returned);
  pthread_mutex_unlock(&c->lock);
}

/* One worker alone has no use for what many share. */
static int gift_of(cs_crew *c) {
  if (!c->options.make_gift) return 0;
  pthread_mutex_lock(&c->gift_lock);
  if (c->second && c->gift == 0) c->gift = c->options.make_gift();
  c->second = true;
  int gift = c->gift > CS_WORKER_GIFT ? c->gift : 0;
  pthread_mutex_unlock(&c->gift_lock);
  return gift;
}

static cs_status launch(cs_crew *c, cs_worker *w, cs_error *err) {
  cs_worker_options o = c->options.worker;
  if (c->options.dial) {
    int fd = c->options.dial(c->options.dial_user, err);
    return fd < 0 ? CS_EOS : cs_worker_connect(w, fd, o.frame_max, err);
  }
  o.gift = gift_of(c);
  return cs_worker_launch(w, &o, err);
}

/* The caller has counted it already; on failure the count is taken back. */
static member *hire(cs_crew *c, cs_error *err) {
  member *m = calloc(1, sizeof *m);
  if (m && launch(c, &m->worker, err) == CS_OK) return m;
  if (!m) (void)cs_error_set(err, CS_EOS, "no memory for a worker");
  free(m);
  pthread_mutex_lock(&c->lock);
  c->count--;
  pthread_mutex_unlock(&c->lock);
  return NULL;
}

/* Who has just worked is the next one; who is just starting is the last. */
static void put_idle(cs_crew *c, member *m) {
  pthread_mutex_lock(&c->lock);
  member **at = &c->idle;
  while (!m->greeted && *at) at = &(*at)->next;
  m->next = *at;
  *at = m;
  c->idle_count++;
  pthread_cond_signal(&c->returned);
  pthread_mutex_unlock(&c->lock);
}

/* Under the lock. */
static member *pop_idle(cs_crew *c) {
  member *m = c->idle;
  if (!m) return NULL;
  c->idle = m->next;
  c->idle_count--;
  return m;
}

static bool count_one_ahead(cs_crew *c) {
  pthread_mutex_lock(&c->lock);
  bool room = c->idle_count < c->options.ahead && c->count < c->options.most;
  if (room) c->count++;
  pthread_mutex_unlock(&c->lock);
  return room;
}

void cs_crew_warm(cs_crew *c) {
  while (count_one_ahead(c)) {
    member *m = hire(c, NULL);
    if (!m) return; /* the next taker meets the error and reports it */
    put_idle(c, m);
  }
}

/* --- lending ------------------------------------------------------------- */

static struct timespec after(uint64_t ms) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  t.tv_sec += (time_t)(ms / 1000);
  t.tv_nsec += (long)(ms % 1000) * 1000000;
  if (t.tv_nsec >= 1000000000) {
    t.tv_sec++;
    t.tv_nsec -= 1000000000;
  }
  return t;
}

/* An idle member, or the right to hire one (`*out` NULL). */
static cs_status reserve(cs_crew *c, uint64_t wait_ms, member **out,
                         cs_error *err) {
  struct timespec end = after(wait_ms);
  cs_status st = CS_OK;
  pthread_mutex_lock(&c->lock);
  while (!(*out = pop_idle(c)) && c->count >= c->options.most) {
    if (pthread_cond_timedwait(&c->returned, &c->lock, &end) == 0) continue;
    st = cs_error_set(err, CS_ELIMIT,
                      "all %u workers are busy; raise the crew's size or wait "
                      "longer",
                      c->options.most);
    break;
  }
  if (st == CS_OK && !*out) c->count++;
  pthread_mutex_unlock(&c->lock);
  return st;
}

/* Ready for frames?  A worker that died while idle is not. */
static bool ready(member *m, cs_error *err) {
  int status;
  if (cs_worker_gone(&m->worker, &status)) {
    (void)cs_error_set(err, CS_EOS, "a worker ended while it was idle");
    return false;
  }
  if (m->greeted) return true;
  m->greeted = cs_worker_greet(&m->worker, err) == CS_OK;
  return m->greeted;
}

cs_status cs_crew_take(cs_crew *c, uint64_t wait_ms, cs_worker **out,
                       cs_error *err) {
  for (;;) {
    member *m;
    cs_status st = reserve(c, wait_ms, &m, err);
    if (st != CS_OK) return st;
    bool fresh = !m;
    if (fresh) m = hire(c, err);
    if (!m) return CS_EOS;
    if (ready(m, err)) {
      m->uses++;
      *out = &m->worker;
      return CS_OK;
    }
    dismiss(c, m);
    if (fresh) return CS_EOS; /* it would go wrong again */
  }
}

void cs_crew_give(cs_crew *c, cs_worker *worker, bool clean) {
  member *m = (member *)worker;
  int status;
  bool spent = c->options.uses != 0 && m->uses >= c->options.uses;
  if (clean && !spent && !cs_worker_gone(worker, &status))
    put_idle(c, m);
  else
    dismiss(c, m);
  cs_crew_warm(c);
}

uint32_t cs_crew_size(cs_crew *c) {
  pthread_mutex_lock(&c->lock);
  uint32_t n = c->count;
  pthread_mutex_unlock(&c->lock);
  return n;
}

void cs_crew_free(cs_crew *c) {
  if (!c) return;
  for (member *m = pop_idle(c); m; m = pop_idle(c)) {
    cs_worker_stop(&m->worker);
    free(m);
  }
  pthread_cond_destroy(&c->returned);
  pthread_mutex_destroy(&c->lock);
  pthread_mutex_destroy(&c->gift_lock);
  if (c->gift > 0) close(c->gift);
  free(c->path);
  free(c);
}
