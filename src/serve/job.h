/*
 * job.h - one tool call that runs in a thread of its own.
 *
 * A job is answered once: when its tool has finished, or earlier with "still
 * running" when the caller wanted to be told after a while; then it goes on and
 * its result is kept for `wait` or a task.  A job that was cancelled is never
 * answered.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_JOB_H
#define CS_SERVE_JOB_H

#include <stdatomic.h>

#include "serve/capture.h"
#include "serve/revision.h"
#include "serve/server.h"

struct cs_tool;

/* Where frames for one client go.  Both functions may be called by any thread;
 * frames are taken. */
typedef struct cs_outlet {
  void (*send)(struct cs_outlet *o, json_t *frame);
  void (*done)(struct cs_outlet *o); /* no frame follows for this request */
  void (*keep)(struct cs_outlet *o, int more); /* +1 or -1 user */
  char scope[CS_TEXT_ID]; /* requests that may be named together; "": none */
} cs_outlet;

typedef struct cs_job {
  struct cs_job *next; /* the server's lock */
  cs_server *server;
  cs_caller *caller;
  const struct cs_tool *tool;
  cs_terms *terms;   /* used: what was granted when it began */
  cs_outlet *outlet; /* kept */
  json_t *id;        /* owned: of the request */
  json_t *arguments; /* owned */
  json_t *token;     /* owned: wants progress; or NULL */
  char *trace;       /* owned: traceparent of the request; or NULL */
  cs_revision version;
  char run_id[CS_TEXT_ID], nonce[8], output_ref[CS_TEXT_ID];
  char session_id[CS_TEXT_ID]; /* the lock; "" as long as there is none */
  atomic_bool cancelled, late;
  int stop; /* owned: readable when nobody wants the result; or -1 */
  cs_capture out[2];
  char depth_reason[200]; /* of a new session; "": as the session has it */
  size_t view;            /* bytes of each stream that the result shows */
  /* the rest under the server's lock */
  int users;
  bool answered, ended, kept, task;
  bool elicits;         /* its client can be asked something */
  char ask[CS_TEXT_ID]; /* what it asks for now is called so; or "" */
  int verdict;          /* approve.c */
  uint64_t began_ms, ended_ms, deadline_ms, yield_ms, told_ms;
  unsigned progress;
  int64_t began_utc, changed_utc; /* ms, for tasks */
  cs_session *running;            /* what a cancellation ends */
  json_t *result;                 /* owned: once it has ended */
} cs_job;

/* What a request asks for. */
typedef struct cs_job_wish {
  cs_caller *caller;
  const struct cs_tool *tool;
  cs_outlet *outlet;
  json_t *id, *arguments, *token; /* borrowed; token may be NULL */
  const char *trace;              /* borrowed; may be NULL */
  cs_revision version;
  bool task;    /* answered as a task */
  bool elicits; /* can be asked something */
} cs_job_wish;

/* Start it.  CS_ELIMIT: this caller has enough running, or began too many in
 * the last seconds. */
cs_status cs_job_start(cs_server *s, const cs_job_wish *w,
                       cs_job **out) CS_MUST_CHECK;
/* Stop using it. */
void cs_job_release(cs_job *j);

/* End the job of this request of the same caller and scope.  Nothing happens
 * if there is none. */
void cs_job_cancel_request(cs_server *s, const cs_caller *c, const char *scope,
                           const json_t *id);
/* End what came that way. */
void cs_job_cancel_outlet(cs_server *s, const cs_outlet *outlet);
void cs_job_cancel(cs_job *j);
void cs_job_end_all(cs_server *s);
/* Give the answer to its request, if it has none; the job goes on. */
void cs_job_answer(cs_job *j, json_t *result);
/* A moment of the clock that conditions of the server wait by. */
struct timespec cs_job_in_ms(uint64_t ms);
/* Wait up to `ms` for everything that runs to end. */
void cs_job_wait_all(cs_server *s, uint64_t ms);

/* The job with this run_id or output_ref, in use; NULL: this caller has
 * none. */
cs_job *cs_job_find(cs_server *s, const cs_caller *c, const char *id);
/* Wait for its end, up to `ms`, as long as `by` is wanted.  Has it ended? */
bool cs_job_wait(cs_job *j, uint64_t ms, const cs_job *by);

/* For tools: is the result of no use any more? */
bool cs_job_is_over(const cs_job *j);
/* Between these two a cancellation ends the session's run. */
void cs_job_watch(cs_job *j, cs_session *s, const char *session_id);
void cs_job_unwatch(cs_job *j, cs_session *s);
void cs_job_set_times(cs_job *j, uint64_t timeout_ms, uint64_t yield_ms);
/* Tell which phase began. */
void cs_job_tell(cs_job *j, const char *phase);

/* For the clock, with the lock held: what is due at `now`?  One job at a time,
 * in use. */
typedef enum cs_job_due {
  CS_JOB_NOTHING,
  CS_JOB_YIELDS,
  CS_JOB_TELLS
} cs_job_due;
cs_job_due cs_job_next_due(cs_server *s, uint64_t now, cs_job **out,
                           uint64_t *next);
void cs_job_yield(cs_job *j);
void cs_job_expire(cs_server *s, uint64_t now);

#endif
