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
  const cs_depth_row *row = cs_depth_named(name);
  if (!row) return CS_REPORT_DEPTHS;
  return cs_report_at(cs_depth_is(row, CS_IS_ENGINE) ? cs_depth_engine(!here)
                                                     : row);
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
