/*
 * statehome.c - the directories below which this user's state and data lie.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/statehome.h"

#include <errno.h>
#include <pwd.h>
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

bool cs_datahome(char *out, size_t room) {
  const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
  struct passwd *pw = home && *home == '/' ? NULL : getpwuid(geteuid());
  if (pw) home = pw->pw_dir;
  int n = data && *data == '/' ? snprintf(out, room, "%s", data)
          : home               ? snprintf(out, room, "%s/.local/share", home)
                               : -1;
  return n > 0 && (size_t)n < room;
}
