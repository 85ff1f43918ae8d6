/*
 * missing.c - settings that keep a program from making namespaces.
 *
 * Settings are looked at in the order in which the kernel does; the first that
 * refuses is the one to change.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/missing.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "jail/control.h"

#define SYSCTL "/proc/sys/"

/* -1: there is no such setting here. */
static long read_number(const char *path) {
  char text[32] = "";
  CS_AUTO_FD
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  return n > 0 ? strtol(text, NULL, 10) : -1;
}

cs_missing cs_missing_find(void) {
  /* From what no setting can change to what the user can. */
  if (access("/proc/self/ns/user", F_OK) != 0)
    return (cs_missing){"this kernel has no user namespaces",
                        "boot one with CONFIG_USER_NS"};
  if (read_number(SYSCTL "user/max_user_namespaces") == 0)
    return (cs_missing){"user namespaces are switched off",
                        "sysctl user.max_user_namespaces=15000"};
  if (read_number(SYSCTL "kernel/unprivileged_userns_clone") == 0)
    return (cs_missing){"user namespaces are for root only",
                        "sysctl kernel.unprivileged_userns_clone=1"};
  if (read_number(SYSCTL "kernel/apparmor_restrict_unprivileged_userns") > 0)
    return (cs_missing){
        "AppArmor restricts user namespaces",
        "sysctl kernel.apparmor_restrict_unprivileged_userns=0, or a profile "
        "with 'userns,' for this program"};
  return (cs_missing){
      "something around us refuses them, as seccomp of containers does",
      "--security-opt seccomp=unconfined --security-opt systempaths="
      "unconfined"};
}

/* The texts are those of control.h, which the helper puts before the system's
 * own word. */
static bool is_refusal(const char *text) {
  static const char *const about[] = {CS_CONTROL_NO_SPACES, CS_CONTROL_NO_MAP,
                                      CS_CONTROL_NO_MOUNTS,
                                      CS_CONTROL_NO_SECOND};
  for (size_t i = 0; i < sizeof about / sizeof *about; i++)
    if (strncmp(text, about[i], strlen(about[i])) == 0) return true;
  return false;
}

void cs_missing_explain(cs_error *err) {
  if (!err || !is_refusal(err->text)) return;
  cs_missing m = cs_missing_find();
  size_t n = strlen(err->text);
  /* The cure is worth more than the whole story. */
  size_t need = strlen(m.rule) + strlen(m.cure) + sizeof ": ; to allow it: ";
  if (n + need > sizeof err->text) n = 0;
  snprintf(err->text + n, sizeof err->text - n, "%s%s; to allow it: %s",
           n ? ": " : "", m.rule, m.cure);
}
