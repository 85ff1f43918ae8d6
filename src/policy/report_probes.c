/*
 * report_probes.c - names and outcomes of probes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy/report_probes.h"

#include <stdio.h>

static const struct {
  const char *name, *tries;
} probes[CS_PROBE_COUNT] = {
#define X(id, text, what) {text, what},
    CS_PROBE_LIST(X)
#undef X
};

const char *cs_report_probe_name(cs_probe_id id) {
  return probes[id].name;
}

const char *cs_report_probe_tries(cs_probe_id id) {
  return probes[id].tries;
}

void cs_report_note(cs_probes *p, cs_probe_id id, bool ok, const char *why) {
  cs_probe *at = &p->at[id];
  at->state = ok ? CS_PROBE_OK : CS_PROBE_FAIL;
  snprintf(at->why, sizeof at->why, "%s", why ? why : "");
}
