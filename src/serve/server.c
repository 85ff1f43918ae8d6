/*
 * server.c - what all clients of one MCP server share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/server.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/error.h"
#include "jail/probe.h"
#include "serve/about.h"
#include "serve/box.h"
#include "serve/job.h"
#include "serve/store.h"

void cs_mcp_config_init(cs_mcp_config *c) {
  cs_options o;
  cs_options_init(&o);
  *c = (cs_mcp_config){.version = cs_version(),
                       .depths = CS_MCP_INTERP | CS_MCP_PROCESS,
                       .time_ms = o.time_ms,
                       .memory = o.memory,
                       .fuel = o.fuel,
                       .output = o.output,
                       .idle_ms = 1800000,
                       .sessions = 16,
                       .calls = 8,
                       .yield_ms = 1000};
}

static cs_status open_workers(cs_server *s, cs_error *err) {
  if (cs_pool_new(0, &s->pool) != CS_OK)
    return cs_error_set(err, CS_EOS, "no memory");
  if (s->config->in_process || !(s->depths & CS_MCP_INTERP)) return CS_OK;
  cs_workers_options o;
  cs_workers_options_init(&o);
  o.most = 4 * s->config->sessions;
  return cs_workers_new(&o, &s->workers, err);
}

/* A machine without jails has one depth less, and says so; one that has only
 * been granted jails cannot work. */
static cs_status open_jails(cs_server *s, cs_error *err) {
  cs_jail_fact facts[CS_JAIL_FACTS];
  cs_jails_options o;
  if (s->config->seeded || s->config->deterministic) /* only the engine can */
    s->depths &= ~(uint32_t)CS_MCP_PROCESS;
  if (!s->depths)
    return cs_error_set(err, CS_EINVAL,
                        "a jail has no seed and no clock of "
                        "its own: use depth interp");
  if (!(s->depths & CS_MCP_PROCESS)) return CS_OK;
  cs_jails_options_init(&o);
  o.python = s->config->python;
  if (s->config->processes) o.processes = s->config->processes;
  if (s->config->no_landlock) o.flags |= CS_JAILS_NO_LANDLOCK;
  if (s->config->policy) cs_policy_apply_jails(s->config->policy, &o);
  cs_status st = cs_jail_kit_open(&s->kit, err);
  if (st == CS_OK && !cs_jail_probe(&s->kit, facts))
    st = cs_error_set(err, CS_EOS, "this machine cannot make a jail");
  if (st == CS_OK) st = cs_jails_new(&o, &s->jails, err);
  if (st == CS_OK) return CS_OK;
  s->depths &= ~(uint32_t)CS_MCP_PROCESS;
  return s->depths ? CS_OK : st;
}

/* A policy that cannot be held at a depth keeps sessions from opening there:
 * better known now than at the first call. */
static cs_status try_depth(cs_server *s, uint32_t depth, cs_error *err) {
  cs_options o;
  cs_session *one;
  if (!(s->depths & depth)) return CS_OK;
  cs_box_options(s, depth == CS_MCP_PROCESS, &o);
  cs_status st = cs_session_open(&o, &one, err);
  if (st == CS_OK)
    cs_session_close(one);
  else
    s->depths &= ~depth;
  return st;
}

static cs_status try_policy(cs_server *s, cs_error *err) {
  if (!s->config->policy) return CS_OK;
  cs_status st = try_depth(s, CS_MCP_INTERP, err);
  cs_status jail = try_depth(s, CS_MCP_PROCESS, s->depths ? NULL : err);
  return s->depths ? CS_OK : st != CS_OK ? st : jail;
}

static void open_locks(cs_server *s) {
  pthread_condattr_t a;
  pthread_mutex_init(&s->lock, NULL);
  pthread_condattr_init(&a);
  pthread_condattr_setclock(&a, CLOCK_MONOTONIC);
  pthread_cond_init(&s->changed, &a);
  pthread_condattr_destroy(&a);
}

cs_status cs_server_open(cs_server *s, const cs_mcp_config *c, cs_error *err) {
  *s = (cs_server){.config = c, .depths = c->depths, .kit = {.helper = -1}};
  open_locks(s);
  cs_status st = open_workers(s, err);
  if (st == CS_OK) st = open_jails(s, err);
  if (st == CS_OK) st = try_policy(s, err);
  if (st == CS_OK && !(s->about = cs_about_make(s)))
    st = cs_error_set(err, CS_EOS, "no memory");
  if (st == CS_OK && !cs_clock_start(s))
    st = cs_error_set(err, CS_EOS, "no thread for the clock");
  if (st != CS_OK) cs_server_close(s);
  return st;
}

void cs_server_close(cs_server *s) {
  cs_job_end_all(s);
  cs_clock_stop(s);
  cs_store_drop_all(s);
  cs_box_drop_all(s);
  cs_workers_free(s->workers);
  cs_pool_free(s->pool);
  cs_jails_free(s->jails);
  cs_jail_kit_close(&s->kit);
  free(s->about);
  pthread_cond_destroy(&s->changed);
  pthread_mutex_destroy(&s->lock);
}
