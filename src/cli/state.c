/*
 * state.c - the directory for what the command remembers of this user.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/state.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/statehome.h"

static bool make_dir(const char *path) {
  return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* `path` and the directories above it, for their owner only. */
static bool make_all(const char *path) {
  char part[PATH_MAX];
  for (const char *s = strchr(path + 1, '/'); s; s = strchr(s + 1, '/')) {
    memcpy(part, path, (size_t)(s - path));
    part[s - path] = 0;
    (void)make_dir(part);
  }
  return make_dir(path);
}

bool cs_state_path(const char *name, char out[PATH_MAX]) {
  char base[PATH_MAX];
  if (!cs_statehome(base, sizeof base)) return false;
  int n = snprintf(out, PATH_MAX, "%s/caisson", base);
  if (n < 0 || n >= PATH_MAX || !make_all(out)) return false;
  n = snprintf(out, PATH_MAX, "%s/caisson/%s", base, name);
  return n > 0 && n < PATH_MAX;
}
