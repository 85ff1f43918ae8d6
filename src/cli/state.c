/*
 * state.c - the directory for what the command remembers of this user.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool make_dir(const char *path) {
  return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* The part of the path that others share. */
static bool find_base(char dir[PATH_MAX]) {
  const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
  int n = -1;
  if (state && *state == '/') {
    n = snprintf(dir, PATH_MAX, "%s", state);
  } else if (home && *home == '/') {
    n = snprintf(dir, PATH_MAX, "%s/.local", home);
    if (n > 0 && n < PATH_MAX) make_dir(dir);
    n = snprintf(dir, PATH_MAX, "%s/.local/state", home);
  }
  return n > 0 && n < PATH_MAX && make_dir(dir);
}

bool cs_state_path(const char *name, char out[PATH_MAX]) {
  char base[PATH_MAX];
  if (!find_base(base)) return false;
  int n = snprintf(out, PATH_MAX, "%s/caisson", base);
  if (n < 0 || n >= PATH_MAX || !make_dir(out)) return false;
  n = snprintf(out, PATH_MAX, "%s/caisson/%s", base, name);
  return n > 0 && n < PATH_MAX;
}
