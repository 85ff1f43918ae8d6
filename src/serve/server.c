/*
 * server.c - what all clients of one MCP server share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/server.h"

#include <time.h>

#include "base/error.h"
#include "serve/approve.h"
#include "serve/box.h"
#include "serve/job.h"
#include "serve/listen.h"
#include "serve/store.h"

void cs_mcp_config_init(cs_mcp_config *c) {
  cs_options o;
  cs_options_init(&o);
  *c = (cs_mcp_config){.version = cs_version(),
                       .depths = CS_MCP_ENGINE | CS_MCP_JAIL,
                       .time_ms = o.time_ms,
                       .memory = o.memory,
                       .fuel = o.fuel,
                       .output = o.output,
                       .idle_ms = 1800000,
                       .sessions = 16,
                       .calls = 8,
                       .rate = 1000,
                       .yield_ms = 1000};
}

static cs_status open_workers(cs_server *s, cs_error *err) {
  if (cs_pool_new(0, &s->pool) != CS_OK)
    return cs_error_set(err, CS_EOS, "no memory");
  bool interp = s->config->depths & CS_MCP_ENGINE && !s->config->in_process;
  if (!interp && !s->config->again) return CS_OK; /* now and later */
  cs_workers_options o;
  cs_workers_options_init(&o);
  o.most = 4 * s->config->sessions;
  return cs_workers_new(&o, &s->workers, err);
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
  *s = (cs_server){.config = c};
  open_locks(s);
  cs_status st = open_workers(s, err);
  if (st == CS_OK) st = cs_terms_open(s, c, &s->terms, err);
  if (st == CS_OK && !cs_clock_start(s))
    st = cs_error_set(err, CS_EOS, "no thread for the clock");
  if (st != CS_OK) cs_server_close(s);
  return st;
}

void cs_server_close(cs_server *s) {
  cs_job_end_all(s);
  cs_clock_stop(s);
  cs_listen_end_all(s);
  cs_permit_drop_all(s);
  cs_store_drop_all(s);
  cs_box_drop_all(s);
  cs_terms_give(s, s->terms);
  cs_workers_free(s->workers);
  cs_pool_free(s->pool);
  pthread_cond_destroy(&s->changed);
  pthread_mutex_destroy(&s->lock);
}
