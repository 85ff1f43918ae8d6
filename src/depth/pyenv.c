/*
 * pyenv.c - environments of Python packages that sessions name.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "depth/pyenv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/datahome.h"

bool cs_pyenv_is_name(const char *name) {
  static const char letters[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  static const char others[] = "0123456789._-";
  size_t n = strlen(name);
  if (n == 0 || n > CS_PYENV_NAME || !strchr(letters, name[0])) return false;
  for (; *name; name++)
    if (!strchr(letters, *name) && !strchr(others, *name)) return false;
  return true;
}

bool cs_pyenv_home(char out[PATH_MAX]) {
  const char *given = getenv("CAISSON_ENVS");
  if (given && *given == '/') {
    int n = snprintf(out, PATH_MAX, "%s", given);
    return n > 0 && n < PATH_MAX;
  }
  char data[PATH_MAX];
  if (!cs_datahome(data, sizeof data)) return false;
  int n = snprintf(out, PATH_MAX, "%s/caisson/envs", data);
  return n > 0 && n < PATH_MAX;
}

/* `dir`/bin/python, if it can be started. */
static bool interpreter(const char *dir, char out[PATH_MAX]) {
  char path[PATH_MAX];
  int n = snprintf(path, sizeof path, "%s/bin/python", dir);
  if (dir[0] != '/' || n >= PATH_MAX || access(path, X_OK) != 0) return false;
  memcpy(out, path, (size_t)n + 1);
  return true;
}

bool cs_pyenv_find(const char *name, char out[PATH_MAX]) {
  char home[PATH_MAX], dir[PATH_MAX + CS_PYENV_NAME + 2], lock[sizeof dir + 32];
  if (!cs_pyenv_is_name(name) || !cs_pyenv_home(home)) return false;
  snprintf(dir, sizeof dir, "%s/%s", home, name);
  snprintf(lock, sizeof lock, "%s/" CS_PYENV_LOCK, dir);
  return access(lock, R_OK) == 0 && interpreter(dir, out);
}

bool cs_pyenv_of_caller(char out[PATH_MAX]) {
  const char *active = getenv("VIRTUAL_ENV");
  return active && strncmp(active, "/tmp/", 5) != 0 && interpreter(active, out);
}
