/*
 * inside.c - what our own command needs of a session beyond caisson.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/inside.h"

#include <string.h>
#include <time.h>

#include "session/denial.h"
#include "session/policed.h"
#include "session/session_in.h"

static int64_t virtual_now(void *session) {
  const cs_session *s = session;
  return s->clock_ns;
}

cs_vfs *cs_session_files(cs_session *s, bool make) {
  if (cs_session_settle_files(s) != CS_OK) return NULL;
  if (!s->files && make && cs_vfs_new(&s->files) != CS_OK) return NULL;
  if (s->files && s->o.os & CS_OS_FIXED_CLOCK)
    cs_vfs_set_clock(s->files, virtual_now, s);
  cs_policed_guard(s);
  return s->files;
}

bool cs_session_set_cwd(cs_session *s, const char *path) {
  if (!s->port.ops->set_cwd) return false;
  s->port.ops->set_cwd(s->port.engine, path);
  return true;
}

bool cs_session_has_tool(const cs_session *s, const char *name) {
  for (size_t i = 0; i < s->ntools; i++)
    if (strcmp(s->tools[i].name, name) == 0) return true;
  return false;
}

uint64_t cs_session_cpu(const cs_session *s) {
  struct timespec t;
  clockid_t id = CLOCK_PROCESS_CPUTIME_ID;
  if (s->port.ops->pid) {
    pid_t pid = s->port.ops->pid(s->port.engine);
    if (!pid || clock_getcpuclockid(pid, &id) != 0) return 0;
  }
  if (clock_gettime(id, &t) != 0) return 0;
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void cs_session_torture(cs_session *s, uint32_t mode, uint64_t n) {
  cs_engine *e = cs_port_local(&s->port);
  if (e) cs_engine_torture(e, mode, n);
}

void cs_session_unapproved(cs_session *s, const cs_event *ev) {
  cs_denial_tool(s, ev->name, ev->name_len);
}

void cs_session_wall(cs_session *s, uint64_t ms) {
  cs_denial_limit(s, CS_BY_LIMIT_WALL, ms);
}
