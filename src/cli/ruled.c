/*
 * ruled.c - caisson exec under a policy.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/ruled.h"

#include <errno.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/within.h"
#include "cli/enforce.h"
#include "cli/record.h"
#include "jail/spec_policy.h"
#include "policy/beneath.h"
#include "policy/decide.h"

extern char **environ;

static const char *part(const cs_pvalue *e, const char *key) {
  return cs_pvalue_find(e, key)->text;
}

static cs_mount_mode mode_of(const char *word) {
  return strcmp(word, "ro") == 0   ? CS_MOUNT_RO
         : strcmp(word, "rw") == 0 ? CS_MOUNT_RW
                                   : CS_MOUNT_OVERLAY;
}

/* What an entry names, opened where it was granted. */
static int mount_entry(const cs_settings *s, const cs_policy *p,
                       const cs_pvalue *e, cs_mount_spec *m,
                       const cs_ruled_use *use) {
  CS_AUTO_FD
  int fd = cs_within_open_in(m->host, cs_beneath_base(p, e));
  if (fd < 0 && errno == ELOOP)
    return cs_cli_fail(s, cs_fault_words[CS_FAULT_WIDENS],
                       "a mount leads through a symbolic link below what the "
                       "policy grants",
                       "name the directory itself");
  if (fd > 0) m->fd = fd;
  return use->mount(use->user, m);
}

static int add_mounts(const cs_settings *s, const cs_policy *p,
                      const cs_ruled_use *use) {
  int code = 0;
  for (size_t i = 0; !code && i < cs_policy_count(p, CS_POLICY_FS_MOUNTS);
       i++) {
    const cs_pvalue *e = cs_policy_entry(p, CS_POLICY_FS_MOUNTS, i);
    cs_mount_spec m = {.host = part(e, "host"),
                       .at = part(e, "guest"),
                       .mode = mode_of(part(e, "mode"))};
    if (m.mode == CS_MOUNT_OVERLAY)
      m.limit = cs_pvalue_find(e, "memory_bytes")->number;
    code = mount_entry(s, p, e, &m, use);
  }
  return code;
}

static int add_paths(const cs_settings *s, const cs_policy *p,
                     cs_policy_field id, cs_mount_mode mode,
                     const cs_ruled_use *use) {
  int code = 0;
  for (size_t i = 0; !code && i < cs_policy_count(p, id); i++) {
    const cs_pvalue *e = cs_policy_entry(p, id, i);
    const char *path = e->text ? e->text : part(e, "path");
    if (e->text && strchr(path, '*')) continue; /* an accepted gap */
    cs_mount_spec m = {.host = path, .at = path, .mode = mode};
    code = mount_entry(s, p, e, &m, use);
  }
  return code;
}

static cs_status add_env(const cs_policy *p, const cs_ruled_use *use) {
  cs_status st = CS_OK;
  for (char **at = environ; st == CS_OK && at && *at; at++) {
    const char *eq = strchr(*at, '=');
    char name[256];
    if (!eq || (size_t)(eq - *at) >= sizeof name) continue;
    memcpy(name, *at, (size_t)(eq - *at));
    name[eq - *at] = 0;
    if (cs_decide_env(p, name).allowed) st = use->env(use->user, name, eq + 1);
  }
  for (size_t i = 0; st == CS_OK && i < cs_policy_count(p, CS_POLICY_ENV_SET);
       i++) {
    const cs_pvalue *e = cs_policy_entry(p, CS_POLICY_ENV_SET, i);
    st = use->env(use->user, e->key, e->text);
  }
  return st;
}

static int check_depth(const cs_settings *s, const cs_policy *p) {
  const char *depth = cs_policy_text(p, CS_POLICY_DEPTH);
  const cs_depth_row *jail = cs_depth_jail();
  const cs_depth_row *least = cs_depth_named(depth);
  if (cs_policy_has(p, CS_POLICY_DEPTH_ALLOW, jail->name) &&
      (cs_depth_is_auto(depth) || (least && cs_depth_is(least, CS_CAN_RUN) &&
                                   cs_depth_is_as_strong(jail, least))))
    return 0;
  return cs_cli_fail(s, cs_fault_words[CS_FAULT_NO_DEPTH],
                     "the policy does not allow programs at depth process",
                     "add 'process' to depth_allow");
}

/* What this host does not enforce in a jail is refused. */
static cs_status demand(const cs_settings *s, const cs_policy *p,
                        cs_error *err) {
  cs_probes probes;
  cs_report_given given;
  cs_report report;
  cs_enforce_look(s, cs_enforce_needs(cs_depth_jail()), false, &probes);
  cs_record_given(s, p, &given);
  cs_report_make(p, cs_report_at(cs_depth_jail()), &probes, &given, &report);
  return cs_report_demand(&report, err);
}

int cs_ruled_jail(const cs_settings *s, const cs_policy *p, cs_jail_spec *spec,
                  cs_exec_options *o, const cs_ruled_use *use) {
  cs_error err = {0};
  int code = check_depth(s, p);
  if (code) return code;
  if (demand(s, p, &err) != CS_OK)
    return cs_cli_fail(s, "no jail", err.text, "or change the policy");
  cs_jail_spec_limit(p, spec, o);
  code = add_mounts(s, p, use);
  if (!code) code = add_paths(s, p, CS_POLICY_FS_READ, CS_MOUNT_RO, use);
  if (!code) code = add_paths(s, p, CS_POLICY_FS_WRITE, CS_MOUNT_RW, use);
  if (code) return code;
  if (add_env(p, use) == CS_OK) return 0;
  return cs_cli_fail(s, "no jail", "too many variables",
                     "pass fewer in env.pass");
}
