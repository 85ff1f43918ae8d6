/*
 * datahome.c - the directory below which this user's data lies.
 *
 * Apart from statehome.c, which the helper of jails contains: that program is
 * linked statically, and getpwuid would load libraries of the host there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/datahome.h"

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

bool cs_datahome(char *out, size_t room) {
  const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
  struct passwd *pw = home && *home == '/' ? NULL : getpwuid(geteuid());
  if (pw) home = pw->pw_dir;
  int n = data && *data == '/' ? snprintf(out, room, "%s", data)
          : home               ? snprintf(out, room, "%s/.local/share", home)
                               : -1;
  return n > 0 && (size_t)n < room;
}
