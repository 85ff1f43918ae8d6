/*
 * terms.c - what is granted by one reading of the policy.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/terms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "jail/probe.h"
#include "policy/policy_view.h"
#include "serve/about.h"
#include "serve/box.h"
#include "serve/listen.h"

/* --- opening ------------------------------------------------------------- */

/* A machine without jails has one depth less, and says so; one that has only
 * been granted jails cannot work. */
static cs_status open_jails(cs_terms *t, cs_error *err) {
  const cs_mcp_config *c = t->config;
  cs_jail_fact facts[CS_JAIL_FACTS];
  cs_jails_options o;
  if (c->seeded || c->deterministic) /* only the engine can */
    t->depths &= ~(uint32_t)CS_MCP_JAIL;
  if (!t->depths)
    return cs_error_set(err, CS_EINVAL,
                        "a jail has no seed and no clock of "
                        "its own: use depth interp");
  if (!(t->depths & CS_MCP_JAIL)) return CS_OK;
  cs_jails_options_init(&o);
  o.python = c->python;
  if (c->processes) o.processes = c->processes;
  if (c->no_landlock) o.flags |= CS_JAILS_NO_LANDLOCK;
  if (c->policy) cs_policy_apply_jails(c->policy, &o);
  cs_status st = cs_jail_kit_open(&t->kit, err);
  if (st == CS_OK && !cs_jail_probe(&t->kit, facts))
    st = cs_error_set(err, CS_EOS, "this machine cannot make a jail");
  if (st == CS_OK) st = cs_jails_new(&o, &t->jails, err);
  if (st == CS_OK) return CS_OK;
  t->depths &= ~(uint32_t)CS_MCP_JAIL;
  return t->depths ? CS_OK : st;
}

/* A policy that cannot be held at a depth keeps sessions from opening there:
 * better known now than at the first call. */
static cs_status try_depth(const cs_server *s, cs_terms *t, uint32_t depth,
                           cs_error *err) {
  cs_options o;
  cs_session *one;
  if (!(t->depths & depth)) return CS_OK;
  cs_box_options(s, t, depth == CS_MCP_JAIL, &o);
  cs_status st = cs_session_open(&o, &one, err);
  if (st == CS_OK)
    cs_session_close(one);
  else
    t->depths &= ~depth;
  return st;
}

static cs_status try_policy(const cs_server *s, cs_terms *t, cs_error *err) {
  if (!t->config->policy) return CS_OK;
  cs_status st = try_depth(s, t, CS_MCP_ENGINE, err);
  cs_status jail = try_depth(s, t, CS_MCP_JAIL, t->depths ? NULL : err);
  return t->depths ? CS_OK : st != CS_OK ? st : jail;
}

static void free_terms(cs_terms *t) {
  cs_jails_free(t->jails);
  cs_jail_kit_close(&t->kit);
  free(t->about);
  free(t);
}

cs_status cs_terms_open(cs_server *s, const cs_mcp_config *c, cs_terms **out,
                        cs_error *err) {
  cs_terms *t = calloc(1, sizeof *t);
  if (!t) return cs_error_set(err, CS_EOS, "no memory");
  *t = (cs_terms){
      .config = c, .depths = c->depths, .kit = {.helper = -1}, .users = 1};
  cs_status st = open_jails(t, err);
  if (st == CS_OK) st = try_policy(s, t, err);
  if (st == CS_OK && !(t->about = cs_about_make(s, t)))
    st = cs_error_set(err, CS_EOS, "no memory");
  if (st == CS_OK)
    *out = t;
  else
    free_terms(t);
  return st;
}

/* --- users --------------------------------------------------------------- */

cs_terms *cs_terms_share(cs_server *s, cs_terms *t) {
  pthread_mutex_lock(&s->lock);
  t->users++;
  pthread_mutex_unlock(&s->lock);
  return t;
}

cs_terms *cs_terms_take(cs_server *s) {
  pthread_mutex_lock(&s->lock);
  cs_terms *t = s->terms;
  t->users++;
  pthread_mutex_unlock(&s->lock);
  return t;
}

/* The first config is its owner's; later ones are ours. */
void cs_terms_give(cs_server *s, cs_terms *t) {
  if (!t) return;
  pthread_mutex_lock(&s->lock);
  bool last = --t->users == 0;
  pthread_mutex_unlock(&s->lock);
  if (!last) return;
  const cs_mcp_config *c = t->config;
  free_terms(t);
  if (c != s->config) s->config->drop(c);
}

/* --- a changed policy ---------------------------------------------------- */

/* With the lock.  Has a session under `old` more than `t` grants? */
static bool has_more(const cs_terms *old, const cs_terms *t) {
  return old->depths & ~t->depths ||
         !cs_policy_view_is_within(t->config->policy, old->config->policy);
}

/* Take those out that must end; whoever uses one now is cancelled, and closes
 * it. */
static cs_box *take_wider(cs_server *s, const cs_terms *t) {
  cs_box *out = NULL;
  for (cs_box **p = &s->boxes; *p;) {
    cs_box *b = *p;
    if (!has_more(b->terms, t) || b->busy) {
      if (b->busy && has_more(b->terms, t)) {
        b->doomed = true;
        cs_session_cancel(b->session);
      }
      p = &b->next;
      continue;
    }
    *p = b->next;
    b->next = out;
    out = b;
  }
  return out;
}

static void renew(cs_server *s, cs_terms *t) {
  pthread_mutex_lock(&s->lock);
  cs_terms *old = s->terms;
  s->terms = t;
  cs_box *gone = take_wider(s, t);
  pthread_cond_broadcast(&s->changed);
  pthread_mutex_unlock(&s->lock);
  cs_box_free(s, gone);
  cs_terms_give(s, old);
  cs_listen_tell(s);
  fprintf(stderr, "caisson: the policy has changed and is in force\n");
}

void cs_terms_renew(cs_server *s) {
  const cs_mcp_config *c = s->config;
  cs_error err = {0};
  cs_terms *t;
  if (!c->again) return;
  const cs_mcp_config *fresh = c->again(c->user);
  if (!fresh) return;
  if (cs_terms_open(s, fresh, &t, &err) == CS_OK) {
    renew(s, t);
    return;
  }
  fprintf(stderr,
          "caisson: the changed policy cannot be served: %s; the old one "
          "stays in force\n",
          err.text);
  c->drop(fresh);
}
