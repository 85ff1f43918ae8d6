/*
 * enforce.c - who tries what, and what is made of it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "enforce/enforce.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/team.h"
#include "egress/probe.h"
#include "enforce/selftest.h"
#include "jail/probe.h"
#include "worker/trial.h"

static uint64_t now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}

uint32_t cs_enforce_needs(const cs_depth_row *row) {
  uint32_t what = CS_ENFORCE_ENGINE; /* sessions do their part everywhere */
  if (cs_depth_is_worker(row)) what |= CS_ENFORCE_WORKER;
  if (cs_depth_is(row, CS_IS_JAIL)) what |= CS_ENFORCE_JAIL;
  return what;
}

const char *cs_enforce_faults(void) {
#ifdef NDEBUG
  return NULL;
#else
  return getenv("CAISSON_FAULT");
#endif
}

/* All of what is tried must hold. */
static void note_limits(cs_probes *out, cs_probe_id id, int place,
                        uint64_t bits, uint64_t tried, const char *failed) {
  char why[100] = "";
  bool ok = (bits & tried) == tried;
  out->limits[place] = bits;
  if (!ok)
    snprintf(why, sizeof why, "%.60s is not what it should be",
             failed ? failed : "a limit");
  cs_report_note(out, id, ok, why);
}

static void probe_engine(const cs_enforce_options *o, cs_probes *out) {
  const char *failed = "no memory";
  uint64_t bits = 0;
  cs_pool *pool;
  if (cs_pool_new(1, &pool) == CS_OK) {
    bits = cs_selftest_here(pool, o->faults, &failed);
    cs_pool_free(pool);
  }
  uint64_t tried = cs_selftest_tried(false);
  for (int i = CS_SELFTEST_RULES; i < CS_SELFTEST_COUNT; i++)
    tried |= UINT64_C(1) << i;
  note_limits(out, CS_PROBE_ENGINE, 0, bits, tried, failed);
}

static void probe_worker(const cs_enforce_options *o, cs_probes *out) {
  const char *failed = "no worker";
  uint64_t bits = 0;
  cs_workers *w;
  cs_workers_options wo;
  cs_workers_options_init(&wo);
  wo.path = o->worker;
  cs_worker_probe(o->worker, o->faults, out);
  if (cs_workers_new(&wo, &w, NULL) == CS_OK) {
    bits = cs_selftest_worker(w, o->faults, &failed);
    cs_workers_free(w);
  }
  note_limits(out, CS_PROBE_WORKER_LIMITS, 1, bits, cs_selftest_tried(false),
              failed);
}

/* A fork of one interpreter for each trial. */
static cs_status try_program(const cs_enforce_options *o, bool landlock,
                             uint64_t *bits, const char **failed,
                             cs_error *err) {
  cs_jails *j;
  cs_jails_options jo;
  cs_jails_options_init(&jo);
  jo.python = o->python;
  jo.ahead = 4;
  if (!landlock) jo.flags |= CS_JAILS_NO_LANDLOCK;
  cs_status st = cs_jails_new(&jo, &j, err);
  if (st != CS_OK) return st;
  st = cs_jails_warm(j, err);
  if (st == CS_OK) *bits = cs_selftest_jail(j, o->faults, failed);
  cs_jails_free(j);
  return st;
}

/* With Landlock where the kernel knows it, because the other probes have not
 * told yet whether it works; what needs it and does not get it fails. */
static void probe_program(const cs_enforce_options *o, cs_probes *out) {
  const char *failed = "no interpreter";
  uint64_t bits = 0;
  cs_error err = {0};
  bool landlock = syscall(SYS_landlock_create_ruleset, NULL, 0, 1) > 0;
  cs_status st = try_program(o, landlock, &bits, &failed, &err);
  note_limits(out, CS_PROBE_PROGRAM, 2, bits, cs_selftest_tried(true), failed);
  if (st != CS_OK) cs_report_note(out, CS_PROBE_PROGRAM, false, err.text);
}

static void probe_jail(const cs_enforce_options *o, cs_probes *out) {
  cs_jail_kit kit;
  cs_error err = {0};
  if (cs_jail_kit_open(&kit, &err) != CS_OK) {
    cs_report_note(out, CS_PROBE_USERNS, false, err.text);
    return;
  }
  bool jail = cs_jail_try(&kit, o->faults, out);
  if (jail && o->what & CS_ENFORCE_SLOW) cs_jail_try_cpu(&kit, o->faults, out);
  cs_jail_kit_close(&kit);
}

static void probe_egress(const cs_enforce_options *o, cs_probes *out) {
  cs_egress_probe(o->worker, o->faults, out);
}

/* --- all of it, at the same time ----------------------------------------- */

typedef struct part {
  uint32_t when; /* this is asked for */
  void (*probe)(const cs_enforce_options *o, cs_probes *out);
} part;

/* The longest first.  Each notes what no other one does. */
static const part parts[] = {{CS_ENFORCE_JAIL, probe_program},
                             {CS_ENFORCE_JAIL, probe_jail},
                             {CS_ENFORCE_JAIL | CS_ENFORCE_WAY, probe_egress},
                             {CS_ENFORCE_ENGINE, probe_engine},
                             {CS_ENFORCE_WORKER, probe_worker}};
#define PARTS (sizeof parts / sizeof *parts)

typedef struct probing {
  const cs_enforce_options *o;
  cs_probes *out;
} probing;

static void probe_part(void *user, size_t i) {
  const probing *p = user;
  if (p->o->what & parts[i].when) parts[i].probe(p->o, p->out);
}

void cs_enforce_probe(const cs_enforce_options *o, cs_probes *out) {
  uint64_t begin = now_us(), before = out->took_us;
  cs_team_run(PARTS, PARTS, probe_part, &(probing){o, out});
  if (o->what & CS_ENFORCE_JAIL && !cs_probe_holds(out, CS_PROBE_USERNS))
    cs_report_note(out, CS_PROBE_PROGRAM, false, "there is no jail here");
  out->took_us = before + now_us() - begin;
}
