/*
 * program_way.c - the way out of a program in a jail.
 *
 * One egress process for the life of a program: if its jail is made anew, the
 * budgets go on where they were.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "depth/jails.h"
#include "depth/program_in.h"
#include "egress/egress.h"
#include "egress/permit.h"

#define TOLD_MOST 32
#define ENV_MOST  96

struct cs_program_way {
  cs_egress *egress; /* owned */
  cs_egress_fitting fit;
  cs_jail_file files[CS_EGRESS_FILES];
  char *env[ENV_MOST]; /* owned */
  size_t nenv;
  cs_egress_event told[TOLD_MOST]; /* refusals that nobody fetched yet */
  size_t ntold;
  cs_permits permits;
};

static void ask_owner(void *user, const cs_egress_event *e,
                      cs_egress_verdict *out) {
  cs_program_way *w = user;
  cs_permits_decide(&w->permits, e, false, out);
}

static void take_event(void *user, const cs_egress_event *e) {
  cs_program_way *w = user;
  if (e->kind == CS_EGRESS_EVENT_DENIED && w->ntold < TOLD_MOST)
    w->told[w->ntold++] = *e;
}

static cs_status keep_env(void *user, const char *name, const char *value) {
  cs_program_way *w = user;
  size_t room = strlen(name) + strlen(value) + 2;
  if (w->nenv == ENV_MOST) return CS_ELIMIT;
  char *text = malloc(room);
  if (!text) return CS_EOS;
  snprintf(text, room, "%s=%s", name, value);
  w->env[w->nenv++] = text;
  return CS_OK;
}

static cs_status open_way(cs_program *p, cs_error *err) {
  cs_program_way *w = calloc(1, sizeof *w);
  if (!w) return cs_error_set(err, CS_EOS, "no memory for a way out");
  p->way = w;
  bool asks = p->limits.approvals && cs_egress_has_approver(p->limits.policy);
  cs_permits_open(&w->permits, AT_FDCWD, asks ? p->limits.approvals : NULL,
                  "a program in a jail");
  cs_egress_options o = {.policy = p->limits.policy,
                         .path = cs_jails_egress(p->jails),
                         .secrets = p->limits.secrets,
                         .event = take_event,
                         .user = w,
                         .ask = asks ? ask_owner : NULL};
  cs_status st = cs_egress_start(&o, &w->egress, err);
  if (st == CS_OK) st = cs_egress_env(w->egress, keep_env, w);
  if (st != CS_OK) {
    cs_program_way_close(p);
    return st;
  }
  cs_egress_fit(w->egress, &w->fit);
  for (size_t i = 0; i < CS_EGRESS_FILES; i++)
    w->files[i] = (cs_jail_file){w->fit.files[i].at, w->fit.files[i].data,
                                 w->fit.files[i].len};
  return CS_OK;
}

void cs_program_way_close(cs_program *p) {
  cs_program_way *w = p->way;
  if (!w) return;
  cs_egress_stop(w->egress);
  cs_permits_close(&w->permits);
  for (size_t i = 0; i < w->nenv; i++) free(w->env[i]);
  free(w);
  p->way = NULL;
}

cs_status cs_program_way_fit(cs_program *p, cs_jail_spec *jail,
                             const char **env, size_t *n, size_t room,
                             cs_error *err) {
  if (!cs_egress_is_needed(p->limits.policy)) return CS_OK;
  cs_status st = p->way ? CS_OK : open_way(p, err);
  if (st != CS_OK) return st;
  cs_program_way *w = p->way;
  for (size_t i = 0; i < w->nenv && *n + 1 < room; i++) env[(*n)++] = w->env[i];
  env[*n] = NULL;
  jail->files = w->files;
  jail->nfiles = CS_EGRESS_FILES;
  jail->flags |= CS_JAIL_LOOPBACK;
  jail->way = (cs_jail_way){.post = w->fit.post,
                            .ports = w->fit.ports,
                            .nports = w->fit.nports,
                            .socks = w->fit.socks};
  return CS_OK;
}

void cs_program_way_turn(cs_program *p) {
  if (p->way && !cs_egress_is_gone(p->way->egress))
    (void)cs_egress_turn(p->way->egress);
}

bool cs_program_told(cs_program *p, cs_egress_event *out) {
  cs_program_way_turn(p);
  if (!p->way || p->way->ntold == 0) return false;
  *out = p->way->told[0];
  memmove(p->way->told, p->way->told + 1, --p->way->ntold * sizeof *out);
  return true;
}
