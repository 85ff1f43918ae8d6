/*
 * spec_policy.c - the limits and walls of a policy as those of a jail.
 *
 * Every field of the policy that a jail enforces has one line here; what it
 * does not have a line for is refused by the report (policy/report.c) as not
 * enforced, so a forgotten one fails closed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/spec_policy.h"

#include <assert.h>

#include "policy/policy_view.h"

static uint32_t clip(uint64_t n) {
  return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

/* cpus is thousandths of a processor: whole ones are an affinity mask, a
 * fraction needs a control group. */
void cs_jail_spec_limit(const cs_policy *p, cs_jail_spec *spec,
                        cs_exec_options *o) {
  assert(spec && o);
  uint64_t cpus = cs_policy_is_set(p, CS_POLICY_CPUS)
                      ? cs_policy_number(p, CS_POLICY_CPUS)
                      : 0;
  spec->limits = (cs_jail_limits){
      .memory = cs_policy_number(p, CS_POLICY_MEMORY_BYTES),
      .cpu_s = (cs_policy_number(p, CS_POLICY_CPU_MS) + 999) / 1000,
      .file_size = cs_policy_number(p, CS_POLICY_FILE_BYTES),
      .tmp = cs_policy_number(p, CS_POLICY_TMP_BYTES),
      .disk = cs_policy_number(p, CS_POLICY_DISK_BYTES),
      .inodes = cs_policy_number(p, CS_POLICY_DISK_INODES),
      .processes = clip(cs_policy_number(p, CS_POLICY_PIDS)),
      .files = clip(cs_policy_number(p, CS_POLICY_FDS)),
      .cpus = clip((cpus + 999) / 1000),
      .share = cpus % 1000 ? clip(cpus) : 0,
      .soft = cs_policy_has(p, CS_POLICY_ACCEPT, "limits.cpus")};
  spec->walls |= cs_policy_view_walls(p);
  o->wall_ms = cs_policy_number(p, CS_POLICY_WALL_MS);
  o->cpu_ms = cs_policy_number(p, CS_POLICY_CPU_MS);
  uint64_t out = cs_policy_number(p, CS_POLICY_STDOUT_BYTES);
  uint64_t err = cs_policy_number(p, CS_POLICY_STDERR_BYTES);
  o->output = out < err ? out : err;
}
