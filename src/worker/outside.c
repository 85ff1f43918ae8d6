/*
 * outside.c - a worker, looked at from outside before it gets a program.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "worker/outside.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "worker/lockdown.h"

#define TEXT_MAX 8192

const char *cs_outside_fault(void) {
#ifdef NDEBUG
  return NULL;
#else
  const char *faults = getenv("CAISSON_FAULT");
  return faults && strncmp(faults, "live:", 5) == 0 ? faults + 5 : NULL;
#endif
}

static cs_status fail(cs_error *err, const char *what) {
  return cs_error_set(err, CS_EOS,
                      "enforcement_failed: %s, found when the worker was "
                      "looked at from outside; nothing has run in it",
                      what);
}

/* /proc/WHO/NAME as a text; false: it cannot be read. */
static bool get(const char *who, const char *name, char text[TEXT_MAX]) {
  char path[64];
  size_t n = 0;
  ssize_t k = 1;
  snprintf(path, sizeof path, "/proc/%s/%s", who, name);
  CS_AUTO_FD
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  while (fd >= 0 && k > 0 && n < TEXT_MAX - 1) {
    k = read(fd, text + n, TEXT_MAX - 1 - n);
    if (k > 0) n += (size_t)k;
  }
  text[n] = 0;
  return n > 0 && k == 0;
}

/* What follows `name` at the begin of a line; NULL: there is no such line. */
static const char *line(const char *text, const char *name) {
  size_t n = strlen(name);
  for (const char *at = text; at; at = strchr(at, '\n')) {
    at += *at == '\n';
    if (strncmp(at, name, n) == 0) return at + n;
  }
  return NULL;
}

static bool number(const char *text, const char *name, int base,
                   uint64_t *out) {
  const char *at = line(text, name);
  if (at) *out = strtoull(at, NULL, base);
  return at != NULL;
}

/* Filters that the host itself is under: its children are, too. */
static uint64_t own_filters(void) {
  char text[TEXT_MAX];
  uint64_t n = 0;
  if (get("self", "status", text))
    (void)number(text, "Seccomp_filters:", 10, &n);
  return n;
}

static cs_status look_at_rights(const char *text, cs_error *err) {
  static const char *const sets[] = {
      "CapInh:", "CapPrm:", "CapEff:", "CapAmb:"};
  uint64_t n = 0;
  if (!number(text, "Seccomp:", 10, &n) || n != 2)
    return fail(err, "no filter of system calls is installed");
  if (number(text, "Seccomp_filters:", 10, &n) && n <= own_filters())
    return fail(err, "its filter of system calls is missing");
  if (!number(text, "NoNewPrivs:", 10, &n) || n != 1)
    return fail(err, "it may gain privileges");
  for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
    if (!number(text, sets[i], 16, &n) || n != 0)
      return fail(err, "it has capabilities");
  if (!number(text, "Threads:", 10, &n) || n != 1)
    return fail(err, "it has more than one thread");
  return CS_OK;
}

/* Soft and hard limit of a line are at most `most`. */
static bool is_limited(const char *text, const char *name, uint64_t most) {
  const char *at = line(text, name);
  char *end;
  if (!at) return false;
  for (int i = 0; i < 2; i++) {
    uint64_t n = strtoull(at, &end, 10);
    if (end == at || n > most) return false; /* "unlimited" is no number */
    at = end;
  }
  return true;
}

static cs_status look_at_limits(const char *text, uint64_t memory,
                                cs_error *err) {
  static const char *const none[] = {"Max core file size", "Max file size",
                                     "Max open files", "Max processes",
                                     "Max locked memory"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++)
    if (!is_limited(text, none[i], 0))
      return fail(err, "a resource limit is missing");
  if (memory && !is_limited(text, "Max data size", memory))
    return fail(err, "its memory is not limited");
  return CS_OK;
}

static cs_status look_at_descriptors(const char *who, cs_error *err) {
  char path[64];
  int n = 0;
  snprintf(path, sizeof path, "/proc/%s/fd", who);
  DIR *d = opendir(path);
  if (!d) return CS_OK; /* only root may look */
  for (struct dirent *e; (e = readdir(d));) n += e->d_name[0] != '.';
  closedir(d);
  return n ? fail(err, "it has open descriptors") : CS_OK;
}

cs_status cs_outside_check(pid_t pid, uint64_t memory, bool *seen,
                           cs_error *err) {
  char who[16], text[TEXT_MAX];
  snprintf(who, sizeof who, "%d", (int)pid);
  *seen = cs_lockdown_is_whole() && get(who, "status", text);
  if (!*seen) return CS_OK;
  cs_status st = look_at_rights(text, err);
  if (st == CS_OK && get(who, "limits", text))
    st = look_at_limits(text, memory, err);
  return st == CS_OK ? look_at_descriptors(who, err) : st;
}
