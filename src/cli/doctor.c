/*
 * doctor.c - caisson doctor: what this machine can enforce.
 *
 * One line for each depth, then what is missing and how to get it.  Everything
 * is tried; nothing is read off a version.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/enforce.h"
#include "cli/json.h"
#include "cli/record.h"
#include "cli/verbs.h"
#include "enforce/selftest.h"
#include "jail/missing.h"
#include "jail/probe.h"

typedef struct doctor {
  cs_probes p;
  cs_policy *policy; /* owned */
  cs_report report[CS_REPORT_DEPTHS];
  char userns[200]; /* the cure for no namespaces */
} doctor;

/* --- words --------------------------------------------------------------- */

static bool holds(const doctor *d, cs_probe_id id) {
  return cs_probe_holds(&d->p, id);
}

static const cs_report *jail_report(const doctor *d) {
  return &d->report[cs_depth_jail()->at];
}

/* Named sandboxes: programs in neither our engine nor a session's jail. */
static bool is_named(const cs_depth_row *row) {
  return cs_depth_is(row, CS_CAN_RUN) &&
         !cs_depth_is(row, CS_IS_ENGINE | CS_IS_JAIL | CS_IS_MACHINE);
}

/* Their root is a jail's with an overlay as its root file system. */
static bool runs_named(const doctor *d) {
  return jail_report(d)->available && holds(d, CS_PROBE_OVERLAY);
}

/* ok, part: there is a gap that matters, no */
static const char *state_of(const doctor *d, cs_report_depth at) {
  const cs_depth_row *row = cs_report_row(at);
  if (is_named(row)) return runs_named(d) ? "ok" : "no";
  if (cs_depth_is(row, CS_IS_MACHINE) || !d->report[at].available) return "no";
  return cs_report_gaps(&d->report[at], NULL) == 0 ? "ok" : "part";
}

static int count(uint64_t bits) {
  return __builtin_popcountll(bits);
}

static void describe_interp(const doctor *d, char out[120]) {
  const char *walls = holds(d, CS_PROBE_WORKER)
                          ? (holds(d, CS_PROBE_WORKER_FILES)
                                 ? "worker jailed by seccomp+landlock"
                                 : "worker jailed by seccomp")
                          : d->p.at[CS_PROBE_WORKER].why;
  uint64_t tried = cs_selftest_tried(false);
  snprintf(out, 120, "%.60s; self-test %d/%d", walls,
           count(d->p.limits[1] & tried), count(tried));
}

static void describe_process(const doctor *d, char out[120]) {
  char land[32] = "no landlock", group[32] = "no cgroup";
  uint64_t tried = cs_selftest_tried(true);
  if (!jail_report(d)->available) {
    snprintf(out, 120, "%.110s", d->p.at[CS_PROBE_USERNS].why);
    return;
  }
  if (holds(d, CS_PROBE_LANDLOCK))
    snprintf(land, sizeof land, "landlock ABI %u", d->p.landlock);
  if (holds(d, CS_PROBE_CG_MEM))
    snprintf(group, sizeof group, "cgroup v%u", d->p.cgroup);
  snprintf(out, 120, "userns, %s, %s, %s; self-test %d/%d",
           holds(d, CS_PROBE_SECCOMP) ? "seccomp" : "no seccomp", land, group,
           count(d->p.limits[2] & tried), count(tried));
}

static void describe(const doctor *d, cs_report_depth at, char out[120]) {
  const cs_depth_row *row = cs_report_row(at);
  if (!cs_depth_is(row, CS_CAN_RUN))
    snprintf(out, 120, "the engine's own parser; nothing runs");
  else if (cs_depth_is(row, CS_IS_ENGINE))
    describe_interp(d, out);
  else if (cs_depth_is(row, CS_IS_JAIL))
    describe_process(d, out);
  else if (is_named(row))
    snprintf(out, 120, "%s",
             runs_named(d)
                 ? "named sandboxes (caisson create), in jails as above"
                 : "named sandboxes need overlayfs and what jails need");
  else
    snprintf(out, 120, "%s",
             access("/dev/kvm", F_OK) == 0 ? "this build has no depth vm"
                                           : "/dev/kvm absent; not built");
}

/* --- causes and cures ---------------------------------------------------- */

static const struct {
  cs_probe_id id;
  const char *fix;
} fixes[] = {{CS_PROBE_LANDLOCK,
              "boot a kernel with CONFIG_SECURITY_LANDLOCK and "
              "landlock in lsm=; or --accept landlock"},
             {CS_PROBE_CG_MEM,
              "delegate memory and pids: systemd-run --user --scope "
              "-p Delegate=yes caisson ...; until then process.spawn: "
              "false keeps the limit of memory"},
             {CS_PROBE_OVERLAY,
              "a kernel 5.11 or newer lets users mount overlayfs; "
              "until then mount directories ro or rw"},
             {CS_PROBE_PROGRAM, "install python3, or name one with --python"},
             {CS_PROBE_WORKER, "this kernel needs CONFIG_SECCOMP_FILTER"}};
#define FIXES (sizeof fixes / sizeof *fixes)

/* Of number `i`: the gap and the cure; false: there is none. */
static bool gap_at(const doctor *d, size_t i, const char **what,
                   const char **why, const char **fix) {
  cs_probe_id id = i == 0 ? CS_PROBE_USERNS : fixes[i - 1].id;
  if (holds(d, id)) return false;
  if (i > 0 && !holds(d, CS_PROBE_USERNS) && id != CS_PROBE_WORKER)
    return false; /* follows from the first */
  *what = cs_report_probe_name(id);
  *why = d->p.at[id].why;
  *fix = i == 0 ? d->userns : fixes[i - 1].fix;
  return true;
}

/* --- text ---------------------------------------------------------------- */

static void print_text(const doctor *d) {
  char text[120];
  for (int i = 0; i < CS_REPORT_DEPTHS; i++) {
    cs_report_depth at = (cs_report_depth)i;
    if (cs_depth_is_local(cs_report_row(at))) continue;
    describe(d, at, text);
    printf("%-8s %-5s %s\n", cs_report_depth_name(at), state_of(d, at), text);
  }
  bool any = false;
  for (size_t i = 0; i <= FIXES; i++) {
    const char *what, *why, *fix;
    if (!gap_at(d, i, &what, &why, &fix)) continue;
    printf("gap      %s: %s\n  fix    %s\n", what, why, fix);
    any = true;
  }
  if (!any) puts("gaps     none");
  if (!jail_report(d)->available) puts("works    depth interp runs everywhere");
}

/* --- JSON ---------------------------------------------------------------- */

static void put_fact(cs_json *j, const char *name, bool is, bool needed,
                     const char *text) {
  cs_json_key(j, NULL);
  cs_json_open(j, '{');
  cs_json_text(j, "name", name);
  cs_json_bool(j, "holds", is);
  cs_json_bool(j, "needed", needed);
  cs_json_text(j, "detail", text);
  cs_json_close(j, '}');
}

/* The walls of a jail, in the words of docs/jail.md. */
static void put_facts(cs_json *j, const doctor *d) {
  cs_jail_fact f[CS_JAIL_FACTS];
  cs_jail_facts(&d->p, f);
  cs_json_key(j, "facts");
  cs_json_open(j, '[');
  for (int i = 0; i < CS_JAIL_FACTS; i++)
    put_fact(j, f[i].name, f[i].holds, f[i].needed, f[i].text);
  cs_json_close(j, ']');
}

static void put_depths(cs_json *j, const doctor *d) {
  cs_json_key(j, "depths");
  cs_json_open(j, '[');
  for (int i = 0; i < CS_REPORT_DEPTHS; i++) {
    char text[120];
    cs_report_depth at = (cs_report_depth)i;
    if (cs_depth_is_local(cs_report_row(at))) continue;
    describe(d, at, text);
    cs_json_key(j, NULL);
    cs_json_open(j, '{');
    cs_json_text(j, "depth", cs_report_depth_name(at));
    cs_json_text(j, "state", state_of(d, at));
    cs_json_text(j, "detail", text);
    cs_json_close(j, '}');
  }
  cs_json_close(j, ']');
}

static void put_probes(cs_json *j, const doctor *d) {
  static const char *const states[] = {"untried", "ok", "fail"};
  cs_json_key(j, "probes");
  cs_json_open(j, '{');
  for (int i = 0; i < CS_PROBE_COUNT; i++) {
    const cs_probe *p = &d->p.at[i];
    char text[160];
    snprintf(text, sizeof text, "%s%s%s", states[p->state % 3],
             p->state == CS_PROBE_FAIL ? ": " : "",
             p->state == CS_PROBE_FAIL ? p->why : "");
    cs_json_text(j, cs_report_probe_name((cs_probe_id)i), text);
  }
  cs_json_close(j, '}');
}

static void put_gaps(cs_json *j, const doctor *d) {
  cs_json_key(j, "gaps");
  cs_json_open(j, '[');
  for (size_t i = 0; i <= FIXES; i++) {
    const char *what, *why, *fix;
    if (!gap_at(d, i, &what, &why, &fix)) continue;
    cs_json_key(j, NULL);
    cs_json_open(j, '{');
    cs_json_text(j, "probe", what);
    cs_json_text(j, "why", why);
    cs_json_text(j, "fix", fix);
    cs_json_close(j, '}');
  }
  cs_json_close(j, ']');
}

static void print_json(const doctor *d) {
  cs_json j;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.doctor/1");
  cs_json_bool(&j, cs_depth_jail()->name, jail_report(d)->available);
  put_depths(&j, d);
  put_gaps(&j, d);
  put_facts(&j, d);
  put_probes(&j, d);
  cs_json_ms(&j, "took_ms", (double)d->p.took_us / 1e3);
  cs_json_close(&j, '}');
  cs_json_print(&j);
}

int cs_cli_doctor(const cs_settings *s) {
  doctor *d = calloc(1, sizeof *d);
  if (!d) return cs_cli_fail(s, "cannot look", "no memory", "close programs");
  int code = cs_enforce_policy(s, &d->policy);
  if (!code) {
    uint32_t what = CS_ENFORCE_ALL;
    if (s->slow) what |= CS_ENFORCE_SLOW;
    cs_enforce_look(s, what, s->fresh, &d->p);
    cs_report_given given;
    cs_record_given(s, d->policy, &given);
    for (int i = 0; i < CS_REPORT_DEPTHS; i++)
      cs_report_make(d->policy, (cs_report_depth)i, &d->p, &given,
                     &d->report[i]);
    cs_missing m = cs_missing_find();
    snprintf(d->userns, sizeof d->userns, "%s: %s", m.rule, m.cure);
    if (s->json)
      print_json(d);
    else
      print_text(d);
    code = jail_report(d)->available ? 0 : 1;
    cs_policy_free(d->policy);
  }
  free(d);
  return code;
}
