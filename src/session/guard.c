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
#include "base/within.h"

/* Would a program that writes `host` decide what `path`, which may not exist
 * yet, is?  Each directory that the name leads through counts, and each above
 * the target of a link. */
static bool leads_through(const char *path, int host) {
  char head[PATH_MAX];
  size_t n = strlen(path);
  if (path[0] != '/' || n >= sizeof head) return false;
  memcpy(head, path, n + 1);
  for (;;) {
    CS_AUTO_FD
    int at = cs_within_open(*head ? head : "/");
    /* Where we may not look, what we start may not write. */
    if (at >= 0 && cs_within_is(at, host) == CS_WITHIN_YES) return true;
    if (!*head) return false;
    *strrchr(head, '/') = 0;
  }
}

static bool is_here(int host, const char *ours, bool writable) {
  CS_AUTO_FD
  int own = cs_within_open(ours);
  if (own >= 0 && cs_within_is(host, own) != CS_WITHIN_NO) return true;
  return writable && leads_through(ours, host);
}

/* `$variable/caisson`, or `~/below/caisson`. */
static bool is_ours(int host, const char *variable, const char *below,
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

const char *cs_guard_finds(int host, bool writable) {
  if (is_here(host, "/etc/caisson", writable) ||
      is_ours(host, "XDG_CONFIG_HOME", ".config", writable))
    return "the policies";
  return is_ours(host, "XDG_STATE_HOME", ".local/state", writable)
             ? "the audit log and other state"
             : NULL;
}

const char *cs_guard_finds_at(const char *host, bool writable) {
  CS_AUTO_FD
  int fd = cs_within_open(host);
  return fd < 0 ? NULL : cs_guard_finds(fd, writable); /* mounting will tell */
}

bool cs_guard_is_on_path(const char *host) {
  const char *path = getenv("PATH");
  CS_AUTO_FD
  int shown = cs_within_open(host);
  while (shown >= 0 && path && *path) {
    size_t n = strcspn(path, ":");
    char one[PATH_MAX];
    if (n < sizeof one) {
      memcpy(one, path, n);
      one[n] = '\0';
      CS_AUTO_FD
      int own = cs_within_open(one);
      if (own >= 0 && cs_within_is(shown, own) == CS_WITHIN_YES) return true;
      if (leads_through(one, shown)) return true;
    }
    path += n + (path[n] == ':');
  }
  return false;
}
