/*
 * probe.c - try each mechanism, say what came of it.
 *
 * A trial is a jail around a program that does not exist: when process 1
 * reports that it could not be executed, every wall stood before.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/probe.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "jail/plan.h"

static cs_jail_fact *fact(cs_jail_fact **next, const char *name, bool needed,
                          bool holds, const char *text) {
  cs_jail_fact *f = (*next)++;
  *f = (cs_jail_fact){.name = name, .needed = needed, .holds = holds};
  snprintf(f->text, sizeof f->text, "%s", text);
  return f;
}

static bool try_jail(const cs_jail_kit *kit, const cs_jail_spec *spec,
                     char why[160]) {
  cs_jail jail;
  cs_error err = {0};
  cs_control m = {0};
  cs_status st = cs_jail_start(kit, spec, &jail, &err);
  if (st != CS_OK) {
    snprintf(why, 160, "%.159s", err.text);
    return false;
  }
  while ((st = cs_jail_hear(&jail, 5000, &m)) == CS_OK &&
         (m.kind == CS_CONTROL_BUILT || m.kind == CS_CONTROL_STARTED)) {
  }
  cs_jail_stop(&jail);
  if (st == CS_OK && m.kind == CS_CONTROL_NO_EXEC) return true;
  snprintf(why, 160, "%.159s", st == CS_OK ? m.text : "the jail ended at once");
  return false;
}

static bool try_with(const cs_jail_kit *kit, const cs_jail_mount *mount,
                     char why[160]) {
  static const char *const nothing[] = {"/nonexistent", NULL};
  cs_jail_spec spec;
  cs_jail_spec_init(&spec);
  spec.argv = nothing;
  spec.flags = CS_JAIL_BARE | CS_JAIL_NO_LANDLOCK;
  spec.mounts = mount;
  spec.nmounts = mount ? 1 : 0;
  return try_jail(kit, &spec, why);
}

bool cs_jail_probe(const cs_jail_kit *kit, cs_jail_fact *facts) {
  static const cs_jail_mount overlay = {"/usr", "/o", CS_JAIL_OVERLAY, 0};
  char why[160] = "", text[160];
  cs_jail_fact *next = facts;
  bool jail = try_with(kit, NULL, why);
  fact(&next, "namespaces", true, jail,
       jail ? "user, process, mount, network, IPC, host name, cgroup" : why);
  fact(&next, "root", true, jail,
       jail ? "own root directory, own /proc, /dev, /tmp" : why);
  fact(&next, "seccomp", true, jail,
       jail ? "allow-list of system calls" : why);
  fact(&next, "capabilities", true, jail,
       jail ? "none, and no new privileges" : why);
  long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
  if (abi > 0) snprintf(text, sizeof text, "version %ld", abi);
  else snprintf(text, sizeof text, "the kernel has none: %s", strerror(errno));
  fact(&next, "landlock", true, abi > 0, text);
  bool layers = jail && try_with(kit, &overlay, why);
  fact(&next, "overlay", false, layers,
       layers ? "overlayfs, writes in memory" : why);
  int version = cs_cgroup_probe(why);
  snprintf(text, sizeof text, "version %d: memory of the whole jail",
           version);
  fact(&next, "cgroups", false, version > 0, version > 0 ? text : why);
  fact(&next, "limits", false, jail,
       "memory, files, processor time per process; processes per jail");
  return jail;
}
