/*
 * job.c - one tool call that runs in a thread of its own.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/job.h"

#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "serve/proto.h"
#include "serve/result.h"
#include "serve/tool.h"
#include "serve/trace.h"

#define KEPT_MAX 32 /* finished jobs of one caller */
#define RATE_MS  10000

static int64_t utc_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* --- life ---------------------------------------------------------------- */

static void free_job(cs_job *j) {
  json_decref(j->id);
  json_decref(j->arguments);
  json_decref(j->token);
  free(j->trace);
  json_decref(j->result);
  cs_capture_fini(&j->out[0]);
  cs_capture_fini(&j->out[1]);
  if (j->outlet) j->outlet->keep(j->outlet, -1);
  cs_terms_give(j->server, j->terms);
  if (j->stop >= 0) close(j->stop);
  free(j);
}

void cs_job_release(cs_job *j) {
  pthread_mutex_lock(&j->server->lock);
  bool last = --j->users == 0;
  pthread_mutex_unlock(&j->server->lock);
  if (last) free_job(j);
}

static cs_job *make(cs_server *s, const cs_job_wish *w) {
  cs_job *j = calloc(1, sizeof *j);
  if (!j) return NULL;
  *j = (cs_job){.server = s,
                .caller = w->caller,
                .tool = w->tool,
                .terms = cs_terms_take(s),
                .outlet = w->outlet,
                .version = w->version,
                .task = w->task,
                .elicits = w->elicits,
                .stop = -1,
                .id = json_incref(w->id),
                .arguments = json_incref(w->arguments),
                .token = w->token ? json_incref(w->token) : NULL,
                .trace = w->trace ? strdup(w->trace) : NULL,
                .view = CS_RESULT_VIEW,
                .began_ms = cs_text_now(),
                .began_utc = utc_ms()};
  j->changed_utc = j->began_utc;
  if (w->task) j->yield_ms = j->began_ms + s->config->yield_ms;
  cs_capture_init(&j->out[0]);
  cs_capture_init(&j->out[1]);
  j->outlet->keep(j->outlet, 1);
  if (j->terms->config->tools) j->stop = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (cs_text_id("run_", j->run_id) && cs_text_id("out_", j->output_ref) &&
      cs_text_id("", j->session_id)) {
    memcpy(j->nonce, j->session_id, 6); /* bits that nothing else uses */
    if (cs_weaken("L07")) memcpy(j->nonce, "123456", 6); /* redteam: L07 */
    j->session_id[0] = '\0';
    return j;
  }
  free_job(j);
  return NULL;
}

/* --- the answer ---------------------------------------------------------- */

/* May it be answered?  Only once is this true. */
static bool take_answer(cs_job *j) {
  cs_server *s = j->server;
  pthread_mutex_lock(&s->lock);
  bool mine = !j->answered;
  j->answered = true;
  pthread_mutex_unlock(&s->lock);
  return mine;
}

void cs_job_answer(cs_job *j, json_t *result) {
  if (take_answer(j)) {
    json_t *fit = cs_revision_fit(json_deep_copy(result), j->version);
    if (!atomic_load(&j->cancelled))
      j->outlet->send(j->outlet, cs_rpc_result(j->id, fit));
    else
      json_decref(fit);
    j->outlet->done(j->outlet);
  }
}

/* Whoever waits for all jobs waits for this answer, too. */
void cs_job_yield(cs_job *j) {
  cs_server *s = j->server;
  pthread_mutex_lock(&s->lock);
  j->kept = true;
  s->threads++;
  pthread_mutex_unlock(&s->lock);
  json_t *running = j->task ? cs_task_created(j) : cs_result_running(j);
  cs_job_answer(j, running);
  json_decref(running);
  pthread_mutex_lock(&s->lock);
  s->threads--;
  pthread_cond_broadcast(&s->changed);
  pthread_mutex_unlock(&s->lock);
}

static void unlink_job(cs_job *j) {
  cs_job **p = &j->server->jobs;
  while (*p && *p != j) p = &(*p)->next;
  if (*p) *p = j->next;
}

/* One that its client asked for: it is told so before it begins. */
static bool is_legacy_task(const cs_job *j) {
  return j->task && j->version < CS_REVISION_MODERN;
}

/* What was shown in part, or was not waited for, can be asked for later. */
static void finish(cs_job *j, json_t *result) {
  cs_server *s = j->server;
  bool more = cs_result_has_more(j);
  pthread_mutex_lock(&s->lock);
  j->result = json_incref(result);
  j->ended = true;
  j->ended_ms = cs_text_now();
  j->changed_utc = utc_ms();
  j->kept = (j->kept || more || is_legacy_task(j)) &&
            (j->task || !atomic_load(&j->cancelled));
  j->caller->calls--;
  pthread_cond_broadcast(&s->changed);
  pthread_mutex_unlock(&s->lock);
  if (!is_legacy_task(j)) cs_job_answer(j, result);
  json_decref(result);
  pthread_mutex_lock(&s->lock);
  bool listed = j->kept;
  if (!listed) unlink_job(j);
  pthread_mutex_unlock(&s->lock);
  if (listed)
    cs_job_expire(s, cs_text_now()); /* what is kept never grows */
  else
    cs_job_release(j);
}

static void *work(void *arg) {
  cs_job *j = arg;
  cs_server *s = j->server;
  json_t *result =
      cs_trace_call(j)
          ? j->tool->run(j)
          : cs_result_failure(j, "AuditError",
                              "The audit log cannot be written; nothing "
                              "runs until it can.");
  finish(j, result ? result
                   : cs_result_failure(j, "InternalError",
                                       "The server has no memory left."));
  cs_job_release(j);
  pthread_mutex_lock(&s->lock);
  s->threads--; /* nothing of the server is touched behind this */
  pthread_cond_broadcast(&s->changed);
  pthread_mutex_unlock(&s->lock);
  return NULL;
}

/* With the lock. */
static bool is_in_rate(const cs_server *s, cs_caller *c) {
  uint64_t now = cs_text_now();
  if (now >= c->window_ms + RATE_MS) {
    c->window_ms = now;
    c->begun = 0;
  }
  return c->begun++ < s->config->rate;
}

/* Three users: the list, the thread, the caller of this function. */
cs_status cs_job_start(cs_server *s, const cs_job_wish *w, cs_job **out) {
  pthread_mutex_lock(&s->lock);
  bool room = !s->closing && w->caller->calls < s->config->calls &&
              is_in_rate(s, w->caller);
  if (cs_weaken("L14")) room = !s->closing; /* redteam: L14 */
  if (room) w->caller->calls++;
  pthread_mutex_unlock(&s->lock);
  if (!room) return CS_ELIMIT;
  cs_job *j = make(s, w);
  pthread_attr_t a;
  pthread_t t;
  bool started = false;
  if (j) {
    pthread_mutex_lock(&s->lock);
    j->users = 3;
    j->next = s->jobs;
    s->jobs = j;
    pthread_attr_init(&a);
    pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
    started = pthread_create(&t, &a, work, j) == 0;
    pthread_attr_destroy(&a);
    if (!started) unlink_job(j);
    s->threads += started;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    *out = j;
  }
  if (started) return CS_OK;
  if (j) free_job(j);
  pthread_mutex_lock(&s->lock);
  w->caller->calls--;
  pthread_mutex_unlock(&s->lock);
  return CS_EOS;
}

/* --- ending -------------------------------------------------------------- */

bool cs_job_is_over(const cs_job *j) {
  return j && (atomic_load(&j->cancelled) || atomic_load(&j->late));
}

/* With the lock. */
static void stop(cs_job *j, atomic_bool *why) {
  if (j->ended || atomic_exchange(why, true)) return;
  uint64_t one = 1;
  if (j->running) cs_session_cancel(j->running);
  if (j->stop >= 0 && write(j->stop, &one, sizeof one) < 0) return;
  pthread_cond_broadcast(&j->server->changed);
}

void cs_job_cancel(cs_job *j) {
  pthread_mutex_lock(&j->server->lock);
  stop(j, &j->cancelled);
  pthread_mutex_unlock(&j->server->lock);
}

/* One that was answered already goes on: the request is over. */
void cs_job_cancel_request(cs_server *s, const cs_caller *c, const char *scope,
                           const json_t *id) {
  if (!scope[0]) return;
  pthread_mutex_lock(&s->lock);
  for (cs_job *j = s->jobs; j; j = j->next)
    if (j->caller == c && strcmp(j->outlet->scope, scope) == 0 &&
        !j->answered && json_equal(j->id, id))
      stop(j, &j->cancelled);
  pthread_mutex_unlock(&s->lock);
}

void cs_job_cancel_outlet(cs_server *s, const cs_outlet *outlet) {
  pthread_mutex_lock(&s->lock);
  for (cs_job *j = s->jobs; j; j = j->next)
    if (j->outlet == outlet && !j->answered) stop(j, &j->cancelled);
  pthread_mutex_unlock(&s->lock);
}

struct timespec cs_job_in_ms(uint64_t ms) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  t.tv_sec += (time_t)(ms / 1000);
  t.tv_nsec += (long)(ms % 1000) * 1000000;
  if (t.tv_nsec >= 1000000000) t.tv_sec++, t.tv_nsec -= 1000000000;
  return t;
}

void cs_job_wait_all(cs_server *s, uint64_t ms) {
  struct timespec until = cs_job_in_ms(ms);
  int late = 0;
  pthread_mutex_lock(&s->lock);
  while (s->threads > 0 && !late)
    late = pthread_cond_timedwait(&s->changed, &s->lock, &until);
  pthread_mutex_unlock(&s->lock);
}

void cs_job_end_all(cs_server *s) {
  pthread_mutex_lock(&s->lock);
  s->closing = true;
  for (cs_job *j = s->jobs; j; j = j->next) stop(j, &j->cancelled);
  pthread_cond_broadcast(&s->changed);
  pthread_mutex_unlock(&s->lock);
  cs_job_wait_all(s, UINT64_C(3600000)); /* they see it within moments */
  while (s->jobs) {
    cs_job *j = s->jobs;
    s->jobs = j->next;
    cs_job_release(j);
  }
}

/* --- waiting for one ----------------------------------------------------- */

cs_job *cs_job_find(cs_server *s, const cs_caller *c, const char *id) {
  pthread_mutex_lock(&s->lock);
  cs_job *j = s->jobs;
  while (j && (!cs_server_owns(j->caller, c) ||
               (strcmp(j->run_id, id) != 0 && strcmp(j->output_ref, id) != 0)))
    j = j->next;
  if (j) j->users++;
  pthread_mutex_unlock(&s->lock);
  return j;
}

bool cs_job_wait(cs_job *j, uint64_t ms, const cs_job *by) {
  cs_server *s = j->server;
  struct timespec until = cs_job_in_ms(ms);
  int late = 0;
  pthread_mutex_lock(&s->lock);
  while (!j->ended && !late && !s->closing && !cs_job_is_over(by))
    late = pthread_cond_timedwait(&s->changed, &s->lock, &until);
  bool ended = j->ended;
  pthread_mutex_unlock(&s->lock);
  return ended;
}

/* --- for tools ----------------------------------------------------------- */

void cs_job_watch(cs_job *j, cs_session *s, const char *session_id) {
  pthread_mutex_lock(&j->server->lock);
  j->running = s;
  memcpy(j->session_id, session_id, CS_TEXT_ID);
  if (cs_job_is_over(j)) cs_session_cancel(s);
  pthread_mutex_unlock(&j->server->lock);
}

/* A cancellation that came too late is forgotten. */
void cs_job_unwatch(cs_job *j, cs_session *s) {
  pthread_mutex_lock(&j->server->lock);
  j->running = NULL;
  bool over = cs_job_is_over(j);
  pthread_mutex_unlock(&j->server->lock);
  if (over) cs_session_abandon(s);
}

void cs_job_set_times(cs_job *j, uint64_t timeout_ms, uint64_t yield_ms) {
  uint64_t now = cs_text_now();
  pthread_mutex_lock(&j->server->lock);
  if (timeout_ms) j->deadline_ms = now + timeout_ms;
  if (yield_ms) j->yield_ms = now + yield_ms;
  pthread_cond_broadcast(&j->server->changed);
  pthread_mutex_unlock(&j->server->lock);
}

void cs_job_tell(cs_job *j, const char *phase) {
  pthread_mutex_lock(&j->server->lock);
  bool wanted =
      j->token && !j->answered && !cs_job_is_over(j) && !is_legacy_task(j);
  cs_outlet *to = j->outlet; /* another request may take its place */
  json_t *token = j->token;
  if (wanted) to->keep(to, 1), json_incref(token);
  unsigned n = ++j->progress;
  j->told_ms = cs_text_now();
  pthread_cond_broadcast(&j->server->changed); /* the clock: in a second */
  pthread_mutex_unlock(&j->server->lock);
  if (!wanted) return;
  json_t *p = json_pack("{s:o, s:i, s:s}", "progressToken", token, "progress",
                        (int)n, "message", phase);
  if (j->version < CS_V2025_03) json_object_del(p, "message");
  to->send(to, cs_rpc_notice("notifications/progress", p));
  to->keep(to, -1);
}

/* --- for the clock ------------------------------------------------------- */

static void sooner(uint64_t *next, uint64_t at) {
  if (at < *next) *next = at;
}

cs_job_due cs_job_next_due(cs_server *s, uint64_t now, cs_job **out,
                           uint64_t *next) {
  for (cs_job *j = s->jobs; j; j = j->next) {
    if (j->ended) continue;
    if (j->deadline_ms && now >= j->deadline_ms)
      stop(j, &j->late);
    else if (j->deadline_ms)
      sooner(next, j->deadline_ms);
    if (j->answered) continue;
    bool yields = j->yield_ms && now >= j->yield_ms;
    bool tells = j->token && j->told_ms && now - j->told_ms >= 1000;
    if (yields || tells) {
      j->users++;
      *out = j;
      return yields ? CS_JOB_YIELDS : CS_JOB_TELLS;
    }
    if (j->yield_ms) sooner(next, j->yield_ms);
    if (j->token && j->told_ms) sooner(next, j->told_ms + 1000);
  }
  return CS_JOB_NOTHING;
}

/* Forget finished ones that are old, or too many of one caller. */
void cs_job_expire(cs_server *s, uint64_t now) {
  cs_job *gone = NULL;
  pthread_mutex_lock(&s->lock);
  for (cs_job *j = s->jobs; j; j = j->next) j->caller->kept = 0;
  for (cs_job **p = &s->jobs; *p;) {
    cs_job *j = *p;
    bool done = j->ended && j->kept; /* others leave by themselves */
    bool old = done && (now > j->ended_ms + s->config->idle_ms ||
                        j->caller->kept >= KEPT_MAX);
    j->caller->kept += done;
    if (!old) {
      p = &j->next;
      continue;
    }
    *p = j->next;
    j->next = gone;
    gone = j;
  }
  pthread_mutex_unlock(&s->lock);
  while (gone) {
    cs_job *next = gone->next;
    cs_job_release(gone);
    gone = next;
  }
}
