/*
 * enforce.c - the policy and the probes of a command.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/enforce.h"

#include <string.h>

#include "cli/effective.h"
#include "cli/guest.h"
#include "policy/load.h"

int cs_enforce_policy(const cs_settings *s, cs_policy **out) {
  return cs_effective_policy(s, out);
}

cs_report_depth cs_enforce_depth(const char *name, bool here) {
  if (strcmp(name, "interp") == 0)
    return here ? CS_REPORT_INTERP : CS_REPORT_WORKER;
  int d = 0;
  while (d < CS_REPORT_DEPTHS &&
         strcmp(cs_report_depth_name((cs_report_depth)d), name) != 0)
    d++;
  return (cs_report_depth)d;
}

uint32_t cs_enforce_needs(cs_report_depth d) {
  if (d == CS_REPORT_WORKER) return CS_ENFORCE_WORKER;
  return d == CS_REPORT_PROCESS ? CS_ENFORCE_PROCESS : CS_ENFORCE_INTERP;
}

void cs_enforce_look(const cs_settings *s, uint32_t what, bool fresh,
                     cs_probes *out) {
  cs_enforce_options o = {.what = what, .python = s->python,
                          .faults = cs_enforce_faults()};
  *out = (cs_probes){0};
  cs_enforce_probe_cached(&o, fresh, out);
}

/* Without a policy a jail's program may start others, as docs/jail.md says. */
static cs_status policy_of(const cs_guest *g, cs_policy **out) {
  static const char jail[] =
      "version: 1\nname: command-line\n"
      "process: {spawn: true, unix_sockets: true}\n";
  bool open = g->place.depth == CS_DEPTH_PROCESS && !g->settings->no_spawn &&
              !g->settings->no_unix;
  if (!open) return cs_policy_new(out);
  return cs_load_text(jail, sizeof jail - 1, "command line", CS_POLICY_OWNER,
                      out, NULL);
}

bool cs_enforce_guest(const cs_guest *g, cs_policy **policy, cs_probes *p,
                      cs_report *out) {
  cs_report_depth d = g->place.depth == CS_DEPTH_CHECK     ? CS_REPORT_CHECK
                      : g->place.depth == CS_DEPTH_PROCESS ? CS_REPORT_PROCESS
                      : g->place.worker                    ? CS_REPORT_WORKER
                                                           : CS_REPORT_INTERP;
  *policy = NULL;
  if (policy_of(g, policy) != CS_OK) return false;
  cs_enforce_look(g->settings, cs_enforce_needs(d), false, p);
  cs_report_make(*policy, d, p, out);
  return true;
}
