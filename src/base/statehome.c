/*
 * statehome.c - the directory below which this user's state lies.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/statehome.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* A directory of ours: a variable may be left from another user.  `absent`:
 * one that nobody made yet will do. */
static bool is_ours(const char *path, bool absent) {
  struct stat st;
  if (!path || path[0] != '/') return false;
  if (stat(path, &st) != 0) return absent && errno == ENOENT;
  return S_ISDIR(st.st_mode) && st.st_uid == geteuid();
}

bool cs_statehome(char *out, size_t room) {
  const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
  int n = is_ours(state, true)   ? snprintf(out, room, "%s", state)
          : is_ours(home, false) ? snprintf(out, room, "%s/.local/state", home)
                                 : -1;
  return n > 0 && (size_t)n < room;
}
