/*
 * enforce.c - the policy and the probes of a command.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/enforce.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cli/effective.h"
#include "cli/options.h"

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
  uint32_t what = CS_ENFORCE_INTERP; /* sessions do their part everywhere */
  if (d == CS_REPORT_WORKER) what |= CS_ENFORCE_WORKER;
  return d == CS_REPORT_PROCESS ? what | CS_ENFORCE_PROCESS : what;
}

void cs_enforce_look(const cs_settings *s, uint32_t what, bool fresh,
                     cs_probes *out) {
  cs_enforce_options o = {
      .what = what, .python = s->python, .faults = cs_enforce_faults()};
  *out = (cs_probes){0};
  cs_enforce_probe_cached(&o, fresh, out);
}

bool cs_enforce_is_asked(const cs_settings *s) {
  return !s->json && !s->quiet &&
         cs_options_given(s, offsetof(cs_settings, limits.memory));
}

void cs_enforce_warn(const char *const *missing, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (strcmp(missing[i], "limits.memory_bytes") == 0)
      fputs(
          "caisson: the limit of memory holds for each process, not for all "
          "of them together: no control group can be made here; 'caisson "
          "doctor' tells how to get one, --no-spawn allows one process\n",
          stderr);
}
