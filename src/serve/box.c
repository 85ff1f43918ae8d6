/*
 * box.c - a session behind a session_id.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/box.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "policy/policy_view.h"
#include "serve/calls.h"
#include "serve/job.h"

/* As `caisson run --deterministic` has it. */
#define CLOCK_START INT64_C(946684800000000000)
#define CLOCK_STEP  1000

/* --- making -------------------------------------------------------------- */

static bool take_output(void *user, int stream, const char *text, size_t n) {
  cs_box *b = user;
  if (b->out) cs_capture_put(&b->out[stream == 2], text, n);
  return true;
}

void cs_box_options(const cs_server *s, const cs_terms *t, bool process,
                    cs_options *o) {
  const cs_mcp_config *c = t->config;
  cs_options_init(o);
  o->script_name = "code.py";
  o->time_ms = c->time_ms;
  o->memory = c->memory;
  o->fuel = c->fuel;
  o->output = c->output;
  o->os = CS_OS_ENVIRON;
  o->os |= c->deterministic ? CS_OS_FIXED_CLOCK : CS_OS_CLOCK;
  o->os |= c->deterministic || c->seeded ? CS_OS_SEEDED : CS_OS_ENTROPY;
  o->seed = c->seed;
  o->clock_ns = CLOCK_START;
  o->clock_step_ns = c->deterministic ? CLOCK_STEP : 0;
  o->audit = c->audit;
  o->approvals = c->approvals;
  if (process) {
    o->jails = t->jails;
    o->os = 0;
  } else {
    o->workers = c->in_process ? NULL : s->workers;
    o->pool = s->pool;
  }
  if (c->policy) cs_policy_apply(c->policy, o);
  if (c->tools && cs_policy_view_asks(c->policy)) o->flags |= CS_ASKS_APPROVAL;
}

/* One that comes from a snapshot is in a directory already. */
static cs_status equip(const cs_mcp_config *c, cs_session *to, bool loaded,
                       cs_error *err) {
  for (size_t i = 0; i < c->nmounts; i++) {
    const cs_mount_spec *m = &c->mounts[i];
    if (m->host && c->policy) continue; /* the session has it already */
    cs_status st = cs_session_mount(to, m->host, m->at, m->mode, m->limit, err);
    if (st != CS_OK) return st;
  }
  for (size_t i = 0; i < c->nenv; i++)
    if (cs_session_put_env(to, c->env[2 * i], c->env[2 * i + 1]) != CS_OK)
      return cs_error_set(err, CS_EINVAL, "bad environment variable");
  if (!c->cwd || cs_session_set_cwd(to, c->cwd)) return CS_OK;
  cs_vfs *v = cs_session_files(to, true);
  if (!v || (!loaded && cs_vfs_chdir(v, c->cwd) != 0))
    return cs_error_set(err, CS_EINVAL, "cannot start in '%.100s'", c->cwd);
  return CS_OK;
}

/* Audit records have the name that the session has. */
static void take_name(cs_box *b) {
  const char *name = cs_session_id(b->session);
  if (strlen(name) == strlen(b->id)) memcpy(b->id, name, strlen(name));
}

static cs_status fill(cs_server *s, cs_box *b, const void *bytes, size_t n,
                      cs_error *err) {
  cs_host h = {.size = sizeof h, .user = b, .output = take_output};
  cs_calls_host(b->terms, &h);
  cs_options o;
  cs_box_options(s, b->terms, b->process, &o);
  o.host = &h;
  cs_status st = bytes ? cs_session_load(&o, bytes, n, &b->session, err)
                       : cs_session_open(&o, &b->session, err);
  if (st == CS_OK) st = equip(b->terms->config, b->session, bytes != NULL, err);
  if (st == CS_OK) st = cs_calls_open(b, err);
  if (st == CS_OK && !b->moved) take_name(b);
  return st;
}

static void close_session(cs_box *b) {
  if (b->session) cs_session_close(b->session);
  b->session = NULL;
  cs_calls_close(b);
}

cs_status cs_box_reopen(cs_server *s, cs_box *b, bool process, cs_error *err) {
  b->session = NULL;
  b->tools = NULL;
  b->process = process;
  b->moved = true;
  return fill(s, b, NULL, 0, err);
}

void cs_box_restore(cs_box *b, bool process, cs_session *session, void *tools) {
  close_session(b);
  b->session = session;
  b->tools = tools;
  b->process = process;
}

void cs_box_close_old(cs_box *b, cs_session *session, void *tools) {
  cs_box old = *b;
  old.session = session;
  old.tools = tools;
  close_session(&old);
}

/* With the lock: the one of this caller that was idle for longest, if it has
 * as many as it may. */
static cs_box *take_oldest(cs_server *s, const cs_caller *owner) {
  cs_box **oldest = NULL;
  uint32_t n = 0;
  for (cs_box **p = &s->boxes; *p; p = &(*p)->next) {
    if ((*p)->owner != owner) continue;
    n++;
    if (!(*p)->busy && (!oldest || (*p)->used_ms < (*oldest)->used_ms))
      oldest = p;
  }
  if (n < s->config->sessions || !oldest) return NULL;
  cs_box *b = *oldest;
  *oldest = b->next;
  b->next = NULL;
  return b;
}

static void insert(cs_server *s, cs_box *b) {
  pthread_mutex_lock(&s->lock);
  cs_box *old = take_oldest(s, b->owner);
  b->next = s->boxes;
  s->boxes = b;
  pthread_mutex_unlock(&s->lock);
  cs_box_free(s, old);
}

cs_status cs_box_open(cs_server *s, cs_terms *t, const cs_caller *owner,
                      bool process, const void *bytes, size_t n, cs_box **out,
                      cs_error *err) {
  cs_box *b = calloc(1, sizeof *b);
  if (!b || !cs_text_id("ses_", b->id)) {
    free(b);
    return cs_error_set(err, CS_EOS, "no memory");
  }
  b->owner = owner;
  b->terms = cs_terms_share(s, t);
  b->process = process;
  b->busy = true;
  cs_status st = fill(s, b, bytes, n, err);
  if (st != CS_OK) {
    cs_box_free(s, b);
    return st;
  }
  insert(s, b);
  *out = b;
  return CS_OK;
}

/* --- using --------------------------------------------------------------- */

static cs_box *find(cs_server *s, const cs_caller *owner, const char *id) {
  for (cs_box *b = s->boxes; b; b = b->next)
    if (cs_server_owns(b->owner, owner) && !b->doomed && strcmp(b->id, id) == 0)
      return b;
  return NULL;
}

/* It may be gone after every wait: look for it again. */
cs_box *cs_box_take(cs_server *s, const cs_caller *owner, const char *id,
                    const cs_job *job) {
  pthread_mutex_lock(&s->lock);
  cs_box *b = find(s, owner, id);
  while (b && b->busy && !s->closing && !cs_job_is_over(job)) {
    pthread_cond_wait(&s->changed, &s->lock);
    b = find(s, owner, id);
  }
  if (b && b->busy) b = NULL;
  if (b) b->busy = true;
  pthread_mutex_unlock(&s->lock);
  return b;
}

static void unlink_box(cs_server *s, cs_box *b) {
  cs_box **p = &s->boxes;
  while (*p && *p != b) p = &(*p)->next;
  if (*p) *p = b->next;
  b->next = NULL;
}

void cs_box_give(cs_server *s, cs_box *b) {
  b->out = NULL;
  bool gone = cs_session_event(b->session)->kind == CS_CRASHED;
  pthread_mutex_lock(&s->lock);
  b->busy = false;
  b->used_ms = cs_text_now();
  gone |= b->doomed;
  if (gone) unlink_box(s, b);
  pthread_cond_broadcast(&s->changed);
  pthread_mutex_unlock(&s->lock);
  if (gone) cs_box_free(s, b);
}

bool cs_box_drop(cs_server *s, const cs_caller *owner, const char *id) {
  pthread_mutex_lock(&s->lock);
  cs_box *b = find(s, owner, id);
  bool found = b != NULL, now = b && !b->busy;
  if (now)
    unlink_box(s, b);
  else if (b)
    b->doomed = true;
  pthread_mutex_unlock(&s->lock);
  if (now) cs_box_free(s, b);
  return found;
}

/* --- leaving ------------------------------------------------------------- */

cs_box *cs_box_expired(cs_server *s, uint64_t now) {
  cs_box *out = NULL;
  for (cs_box **p = &s->boxes; *p;) {
    cs_box *b = *p;
    if (b->busy || now < b->used_ms + s->config->idle_ms) {
      p = &b->next;
      continue;
    }
    *p = b->next;
    b->next = out;
    out = b;
  }
  return out;
}

void cs_box_free(cs_server *s, cs_box *list) {
  while (list) {
    cs_box *next = list->next;
    close_session(list);
    if (list->ncode) cs_wire_fini(&list->code);
    cs_terms_give(s, list->terms);
    free(list);
    list = next;
  }
}

void cs_box_drop_all(cs_server *s) {
  cs_box_free(s, s->boxes);
  s->boxes = NULL;
}
