/*
 * keeper.c - what a keeper knows and says about its sandbox.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sandbox/keeper/keeper.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "jail/inside/execs.h"
#include "sandbox/boxfile.h"

static uint64_t ms_of(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (uint64_t)t.tv_sec * 1000u + (uint64_t)t.tv_nsec / 1000000u;
}

uint64_t cs_keeper_now(void) {
  return ms_of(CLOCK_BOOTTIME);
}

uint64_t cs_keeper_wall(void) {
  return ms_of(CLOCK_REALTIME);
}

uint64_t cs_keeper_ooms(const cs_keeper *k) {
  return cs_cgroup_kills(&k->jail.group);
}

uint64_t cs_keeper_pid_hits(const cs_keeper *k) {
  return cs_cgroup_refusals(&k->jail.group);
}

void cs_keeper_touch(cs_keeper *k) {
  k->touched_ms = cs_keeper_now();
  if (k->frozen && cs_cgroup_freeze(&k->jail.group, false)) k->frozen = false;
}

/* --- the end -------------------------------------------------------------- */

void cs_keeper_stop(cs_keeper *k, cs_box_end why) {
  bool any = false;
  if (k->stopping) return;
  k->stopping = true;
  k->why = why;
  cs_keeper_touch(k);
  k->stop_ms = cs_keeper_now() + k->grace_ms;
  for (size_t i = 0; i < CS_KEEPER_EXECS; i++) {
    cs_boxexec *x = k->execs[i];
    if (!x || x->socket < 0) continue;
    any = true;
    bool timed = why == CS_BOX_END_LIFETIME;
    if (x->stage < CS_BOXEXEC_ENDED && !x->forced) {
      x->forced = timed ? CS_EXEC_END_LIMIT : CS_EXEC_END_CANCELLED;
      x->limit = timed ? "sandbox.max_lifetime_ms" : NULL;
    }
    cs_boxexec_signal(x, CS_EXECS_TERM);
  }
  if (!any) k->stop_ms = 0; /* nobody to wait for */
}

void cs_keeper_kill(cs_keeper *k, cs_box_end why) {
  if (!k->stopping) k->why = why;
  k->stopping = true;
  k->stop_ms = 0;
  for (size_t i = 0; i < CS_KEEPER_EXECS; i++)
    if (k->execs[i] && k->execs[i]->stage < CS_BOXEXEC_ENDED &&
        !k->execs[i]->forced)
      k->execs[i]->forced = CS_EXEC_END_CANCELLED;
  cs_jail_kill(&k->jail);
}

/* --- what is known -------------------------------------------------------- */

static json_t *copy_of(const cs_keeper *k, const char *key) {
  json_t *v = json_object_get(k->spec, key);
  return v ? json_incref(v) : json_null();
}

json_t *cs_keeper_inspect(cs_keeper *k) {
  unsigned live = 0;
  for (size_t i = 0; i < CS_KEEPER_EXECS; i++)
    live += k->execs[i] && k->execs[i]->stage != CS_BOXEXEC_SEALED;
  const char *status = k->stopping ? "stopping" : "running";
  return json_pack(
      "{s:s, s:s, s:s, s:s, s:b, s:I, s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:o, "
      "s:s, s:s}",
      "schema", "caisson.sandbox/1", "name", k->name, "id", k->id, "status",
      status, "frozen", k->frozen, "uptime_ms",
      (json_int_t)(cs_keeper_now() - k->started_ms), "execs", (int)live,
      "keeper_pid", (int)getpid(), "image", copy_of(k, "image"), "limits",
      copy_of(k, "limits"), "labels", copy_of(k, "labels"), "workspace",
      copy_of(k, "workspace"), "workdir", copy_of(k, "workdir"), "sandbox",
      copy_of(k, "sandbox"), "rootfs", k->ephemeral ? "memory" : "overlay",
      "egress",
      !k->way.has   ? "none"
      : k->way.lost ? "lost"
                    : "on");
}

static uint64_t processes_of(const cs_keeper *k) {
  char text[64] = "";
  if (!k->jail.group.pids) return 0;
  const cs_cgroup *g = &k->jail.group;
  char path[96];
  snprintf(path, sizeof path, "%s/pids.current", g->name);
  CS_AUTO_FD
  int fd = openat(g->parent[g->pids - 1], path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  return n > 0 ? strtoull(text, NULL, 10) : 0;
}

static json_t *totals_of(const cs_keeper *k) {
  json_t *o = json_object();
  for (size_t i = 0; i < CS_EXEC_ENDS; i++)
    json_object_set_new(o, cs_exec_end_words[i],
                        json_integer((json_int_t)k->execs_total[i]));
  return o;
}

json_t *cs_keeper_metrics(cs_keeper *k) {
  uint64_t memory = 0, peak = 0, us = 0;
  const json_t *limits = json_object_get(k->spec, "limits");
  (void)cs_cgroup_memory(&k->jail.group, &memory, &peak);
  (void)cs_cgroup_time(&k->jail.group, &us);
  const cs_egress_counts *net = cs_boxway_counts(k);
  uint64_t now = cs_keeper_now();
  json_t *m = json_pack(
      "{s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, "
      "s:I, s:I, s:I, s:o, s:{s:I, s:I}}",
      "schema", "caisson.metrics/1", "name", k->name, "cpu_ms",
      (json_int_t)(us / 1000), "memory_bytes", (json_int_t)memory,
      "memory_peak_bytes", (json_int_t)peak, "memory_limit_bytes",
      (json_int_t)k->jail_spec.limits.memory, "pids",
      (json_int_t)processes_of(k), "disk_used_bytes",
      (json_int_t)cs_boxdisk_used(k), "disk_limit_bytes",
      json_integer_value(json_object_get(limits, "disk_bytes")), "net_in_bytes",
      (json_int_t)net->in, "net_out_bytes", (json_int_t)net->out,
      "egress_requests", (json_int_t)net->requests, "egress_denied",
      (json_int_t)net->denied, "log_bytes", (json_int_t)k->log.size,
      "log_dropped_bytes", (json_int_t)k->log.dropped, "uptime_ms",
      (json_int_t)(now - k->started_ms), "idle_ms",
      (json_int_t)(now - k->touched_ms), "execs_total", totals_of(k),
      "limit_hits", "limits.memory_bytes", (json_int_t)cs_keeper_ooms(k),
      "limits.pids", (json_int_t)cs_keeper_pid_hits(k));
  return m;
}

/* --- files ---------------------------------------------------------------- */

bool cs_keeper_save(cs_keeper *k, const char *status) {
  const json_t *image = json_object_get(k->spec, "image");
  const char *ref = json_string_value(json_object_get(image, "ref"));
  json_t *o =
      json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:i}", "schema",
                "caisson.sandbox/1", "name", k->name, "id", k->id, "depth",
                "image", "lang", ref ? ref : "", "state", status, "created_ms",
                json_integer_value(json_object_get(k->spec, "created_ms")),
                "pid", (int)getpid());
  if (k->over) {
    json_object_set_new(o, "ended_ms",
                        json_integer((json_int_t)cs_keeper_wall()));
    json_object_set_new(o, "why", json_string(cs_box_end_words[k->why]));
  }
  bool good = o && cs_boxfile_write(k->box, "state.json", o);
  json_decref(o);
  return good;
}

/* --- the audit log -------------------------------------------------------- */

bool cs_keeper_record(cs_keeper *k, const char *kind, const char *exec,
                      const char *reason, const cs_audit_item *data,
                      size_t ndata) {
  const json_t *image = json_object_get(k->spec, "image");
  const char *digest = json_string_value(json_object_get(image, "digest"));
  cs_audit_item all[12];
  size_t n = 0;
  cs_error err = {0};
  if (!k->audit) return true;
  all[n++] =
      (cs_audit_item){.key = "name", .text = k->name, .len = strlen(k->name)};
  if (digest)
    all[n++] = (cs_audit_item){
        .key = "image_digest", .text = digest, .len = strlen(digest)};
  for (size_t i = 0; i < ndata && n < 12; i++) all[n++] = data[i];
  cs_audit_record r = {.kind = kind,
                       .sandbox = k->id,
                       .run = exec,
                       .depth = "image",
                       .reason = reason,
                       .object = k->name,
                       .object_len = strlen(k->name),
                       .data = all,
                       .ndata = n};
  return cs_audit_put(k->audit, &r, &err) == CS_OK;
}
