/*
 * reread.c - has the owner changed the policy since it was read?
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/reread.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/cleanup.h"
#include "cli/effective.h"

/* --- what the files look like -------------------------------------------- */

static void mix(uint64_t *mark, uint64_t part) {
  *mark = (*mark ^ part) * UINT64_C(0x100000001b3);
}

/* A file that is replaced has another number, one that is written another
 * time of change, which nobody can set back. */
static void mark_file(void *user, const char *path) {
  uint64_t *mark = user;
  struct stat st;
  bool there = lstat(path, &st) == 0;
  mix(mark, there);
  if (!there) return;
  mix(mark, st.st_dev);
  mix(mark, st.st_ino);
  mix(mark, (uint64_t)st.st_size);
  mix(mark, (uint64_t)st.st_ctim.tv_sec);
  mix(mark, (uint64_t)st.st_ctim.tv_nsec);
}

static uint64_t mark_all(const cs_settings *s) {
  uint64_t mark = UINT64_C(0xcbf29ce484222325);
  cs_effective_files(s, mark_file, &mark);
  return mark;
}

void cs_reread_begin(cs_reread *r, const cs_settings *s) {
  r->read = r->seen = mark_all(s);
}

bool cs_reread_is_due(cs_reread *r, const cs_settings *s) {
  uint64_t now = mark_all(s);
  bool due = now == r->seen && now != r->read;
  r->seen = now;
  if (due) r->read = now;
  return due;
}

/* --- who can write them -------------------------------------------------- */

typedef struct search {
  const cs_mount_spec *mounts;
  size_t n;
  bool found;
} search;

static bool is_inside(const char *inner, const char *outer) {
  size_t n = strlen(outer);
  return strncmp(inner, outer, n) == 0 &&
         (!inner[n] || inner[n] == '/' || n == 1);
}

/* The directory of a file decides: whoever writes there replaces it. */
static void look(void *user, const char *path) {
  search *find = user;
  char up[PATH_MAX] = ".";
  const char *slash = strrchr(path, '/');
  size_t n = slash ? (size_t)(slash - path) + 1 : 1;
  if (n >= sizeof up) return;
  if (slash) memcpy(up, path, n);
  CS_AUTO_FREE
  char *dir = realpath(up, NULL);
  CS_AUTO_FREE
  char *file = realpath(path, NULL);
  for (size_t i = 0; dir && i < find->n; i++) {
    const cs_mount_spec *m = &find->mounts[i];
    if (m->mode != CS_MOUNT_RW || !m->host) continue;
    CS_AUTO_FREE
    char *host = realpath(m->host, NULL);
    if (!host) continue;
    find->found |= is_inside(dir, host) || (file && is_inside(file, host));
  }
}

bool cs_reread_is_shown(const cs_settings *s, const cs_mount_spec *mounts,
                        size_t n) {
  search find = {.mounts = mounts, .n = n};
  cs_effective_files(s, look, &find);
  return find.found;
}
