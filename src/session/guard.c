/*
 * guard.c - directories of our own that no program may get.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/guard.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"

/* Is `inner` the directory `outer`, or inside of it?  Both are resolved. */
static bool is_inside(const char *inner, const char *outer) {
  size_t n = strlen(outer);
  if (strncmp(inner, outer, n) != 0) return false;
  return !inner[n] || inner[n] == '/' || strcmp(outer, "/") == 0;
}

/* `path` resolved as far as it exists; the rest stays as it is spelled. */
static bool resolve(const char *path, char out[PATH_MAX]) {
  char head[PATH_MAX];
  if (path[0] != '/' || strlen(path) >= sizeof head) return false;
  memcpy(head, path, strlen(path) + 1);
  for (;;) {
    if (realpath(head, out)) break;
    char *slash = strrchr(head, '/');
    if (!slash || slash == head) {
      memcpy(out, "/", 2);
      head[0] = '\0';
      break;
    }
    *slash = '\0';
  }
  size_t n = strlen(out), done = strlen(head);
  const char *rest = path + done;
  if (n == 1) n = 0; /* "/" and "/rest" */
  if (n + strlen(rest) >= PATH_MAX) return false;
  memcpy(out + n, rest, strlen(rest) + 1);
  return true;
}

static bool is_here(const char *host, const char *ours, bool writable) {
  char own[PATH_MAX];
  if (!resolve(ours, own)) return false;
  return is_inside(host, own) || (writable && is_inside(own, host));
}

/* `$variable/caisson`, or `~/below/caisson`. */
static bool is_ours(const char *host, const char *variable, const char *below,
                    bool writable) {
  char path[PATH_MAX];
  const char *base = getenv(variable), *home = getenv("HOME");
  if (base && base[0] == '/') {
    snprintf(path, sizeof path, "%s/caisson", base);
    if (is_here(host, path, writable)) return true;
  }
  if (!home || home[0] != '/') return false;
  snprintf(path, sizeof path, "%s/%s/caisson", home, below);
  return is_here(host, path, writable);
}

const char *cs_guard_finds(const char *host, bool writable) {
  CS_AUTO_FREE
  char *shown = realpath(host, NULL);
  if (!shown) return NULL; /* mounting will tell what is wrong */
  if (is_here(shown, "/etc/caisson", writable) ||
      is_ours(shown, "XDG_CONFIG_HOME", ".config", writable))
    return "the policies";
  return is_ours(shown, "XDG_STATE_HOME", ".local/state", writable)
             ? "the audit log and other state"
             : NULL;
}

bool cs_guard_is_on_path(const char *host) {
  const char *path = getenv("PATH");
  CS_AUTO_FREE
  char *shown = realpath(host, NULL);
  while (shown && path && *path) {
    size_t n = strcspn(path, ":");
    char one[PATH_MAX], own[PATH_MAX];
    if (n < sizeof one) {
      memcpy(one, path, n);
      one[n] = '\0';
      if (resolve(one, own) && (is_inside(own, shown) || is_inside(shown, own)))
        return true;
    }
    path += n + (path[n] == ':');
  }
  return false;
}
