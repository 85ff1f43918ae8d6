/*
 * guard.c - directories of our own that no program may get.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "depth/guard.h"

#include <limits.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/weaken.h"
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

bool cs_guard_runtime(char *out, size_t room) {
  const char *run = getenv("XDG_RUNTIME_DIR");
  int n = -1;
  if (geteuid() == 0)
    n = snprintf(out, room, "/run/caisson");
  else if (run && run[0] == '/')
    n = snprintf(out, room, "%s/caisson", run);
  return n > 0 && (size_t)n < room;
}

const char *cs_guard_finds(int host, bool writable) {
  char run[PATH_MAX];
  if (is_here(host, "/etc/caisson", writable) ||
      is_ours(host, "XDG_CONFIG_HOME", ".config", writable))
    return "the policies";
  if (is_ours(host, "XDG_STATE_HOME", ".local/state", writable))
    return "the audit log and other state";
  bool there = cs_guard_runtime(run, sizeof run) && !cs_weaken("M04") &&
               is_here(host, run, writable);
  return there ? "the run-time files of caisson" : NULL;
}

const char *cs_guard_finds_at(const char *host, bool writable) {
  CS_AUTO_FD
  int fd = cs_within_open(host);
  return fd < 0 ? NULL : cs_guard_finds(fd, writable); /* mounting will tell */
}

bool cs_guard_is_proc(int host) {
  struct statfs f;
  return host >= 0 && fstatfs(host, &f) == 0 && f.f_type == PROC_SUPER_MAGIC &&
         !cs_weaken("proc");
}

/* The `i`th of what no program may read, on the host. */
static bool secret(const char *log, size_t i, char out[PATH_MAX]) {
  const char *base = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
  int n = -1;
  if (i == 0 && base && base[0] == '/')
    n = snprintf(out, PATH_MAX, "%s/caisson", base);
  if (i == 1 && home && home[0] == '/')
    n = snprintf(out, PATH_MAX, "%s/.local/state/caisson", home);
  if (i == 2 && log) n = snprintf(out, PATH_MAX, "%s.key", log);
  if (i == 3 && cs_guard_runtime(out, PATH_MAX)) return true;
  if (i == CS_GUARD_PROC) n = snprintf(out, PATH_MAX, "/proc");
  return n > 0 && n < PATH_MAX;
}

/* The path without links; what is not there yet will be where it says. */
static bool resolve(const char *path, char out[PATH_MAX]) {
  char head[PATH_MAX];
  size_t n = strlen(path), k = n;
  memcpy(head, path, n + 1);
  while (!realpath(head, out)) {
    while (k > 0 && head[--k] != '/') {
    }
    if (k == 0) return false;
    head[k] = 0;
  }
  size_t have = strlen(out);
  if (have + n - k >= PATH_MAX) return false;
  memcpy(out + have, path + k, n - k + 1);
  return true;
}

char *cs_guard_secret(int host, const char *at, const char *log, size_t i) {
  char name[40], shown[PATH_MAX], own[PATH_MAX], real[PATH_MAX];
  snprintf(name, sizeof name, "/proc/self/fd/%d", host);
  ssize_t n = readlink(name, shown, sizeof shown - 1);
  if (n <= 0 || !secret(log, i, own) || !resolve(own, real)) return NULL;
  while (n > 0 && shown[n - 1] == '/') n--;
  if (strncmp(shown, real, (size_t)n) != 0 || real[n] != '/') return NULL;
  size_t k = strlen(at);
  while (k > 0 && at[k - 1] == '/') k--;
  char *out = NULL;
  return asprintf(&out, "%.*s%s", (int)k, at, real + n) < 0 ? NULL : out;
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
