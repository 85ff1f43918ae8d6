/*
 * covered.c - the rules of a policy, asked name by name.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "depth/covered.h"

#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/weaken.h"
#include "base/within.h"
#include "depth/guard.h"
#include "policy/decide.h"
#include "policy/objects.h"

/* Whom the walk asks. */
typedef struct rulebook {
  const cs_policy *policy;
  cs_objects *objects; /* owned */
} rulebook;

static bool hides(void *user, const char *path) {
  const rulebook *r = user;
  return r && cs_objects_denied(r->objects, path, false) != NULL;
}

/* The policy's list, and names that no program should write at any depth, also
 * without a policy: a program chooses its depth by what it imports. */
static cs_jail_cover_kind guards(void *user, const char *path,
                                 const char *inner, int dir) {
  const rulebook *r = user;
  if (r && cs_decide_protected(r->policy, path)) return CS_COVER_FREEZE;
  bool ours = !r || cs_decide_keeps_names(r->policy);
  return ours ? cs_covers_builtin(inner, dir) : CS_COVER_HIDE;
}

/* Entries of fs.deny that name one path, and what links in it lead to. */
static const char **take_paths(const rulebook *r) {
  const cs_policy *p = r->policy;
  size_t n = cs_policy_count(p, CS_POLICY_FS_DENY), k = 0;
  const char **out = calloc(2 * n + 1, sizeof *out);
  if (cs_weaken("fs.deny")) n = 0;
  for (size_t i = 0; out && i < n; i++) {
    const cs_pvalue *e = cs_policy_entry(p, CS_POLICY_FS_DENY, i);
    const char *text = e->text ? e->text : cs_pvalue_find(e, "path")->text;
    bool plain = !e->text || !strchr(text, '*');
    if (!text || !plain) continue;
    out[k++] = text;
    const char *real = cs_objects_resolved(r->objects, i);
    if (strcmp(real, text) != 0) out[k++] = real;
  }
  return out;
}

static bool has_rw(const cs_jail_mount *mounts, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (mounts[i].host && mounts[i].mode == CS_JAIL_RW) return true;
  return false;
}

static cs_status open_book(const cs_policy *p, const cs_jail_mount *mounts,
                           size_t n, rulebook *r) {
  *r = (rulebook){.policy = p};
  cs_status st = cs_objects_new(p, &r->objects);
  for (size_t i = 0; st == CS_OK && i < n; i++) {
    const cs_jail_mount *m = &mounts[i];
    if (!m->host) continue;
    CS_AUTO_FD
    int opened = m->fd > 0 ? -1 : cs_within_open(m->host);
    st =
        cs_objects_show(r->objects, m->at, m->host, m->fd > 0 ? m->fd : opened);
  }
  return st;
}

static cs_status find_ruled(const cs_policy *p, const cs_jail_mount *mounts,
                            size_t n, cs_covers *out, cs_error *err) {
  bool deny = cs_policy_count(p, CS_POLICY_FS_DENY) > 0;
  bool protect =
      cs_policy_count(p, CS_POLICY_FS_PROTECT) > 0 || cs_decide_keeps_names(p);
  if (!deny && !(protect && has_rw(mounts, n))) return CS_OK;
  rulebook book;
  cs_status st = open_book(p, mounts, n, &book);
  const char **paths = st == CS_OK ? take_paths(&book) : NULL;
  if (!paths) {
    cs_objects_free(book.objects);
    return cs_error_set(err, CS_EOS, "no memory");
  }
  cs_covers_rules rules = {
      .hides = hides, .guards = guards, .user = &book, .paths = paths};
  st = cs_covers_find(mounts, n, &rules, out, err);
  if (st == CS_OK) st = cs_covered_system(p, book.objects, out, err);
  free(paths);
  cs_objects_free(book.objects);
  return st;
}

/* Without a policy: the built-in names, in what the host lets be written. */
static cs_status find_names(const cs_jail_mount *mounts, size_t n,
                            cs_covers *out, cs_error *err) {
  if (!has_rw(mounts, n)) return CS_OK;
  return cs_covers_protect(mounts, n, out, err);
}

/* redteam: M04 - the key of the log would sign another one.  With "/" comes the
 * /proc of the host: arguments of all processes (redteam: E15). */
static cs_status hide_own(const cs_jail_mount *m, const char *log,
                          cs_covers *out, cs_error *err) {
  cs_status st = CS_OK;
  CS_AUTO_FD
  int opened = m->host && m->fd <= 0 ? cs_within_open(m->host) : -1;
  int host = m->fd > 0 ? m->fd : opened;
  for (size_t i = 0; host >= 0 && st == CS_OK && i <= CS_GUARD_PROC; i++) {
    CS_AUTO_FREE
    char *path = cs_guard_secret(host, m->at, log, i);
    if (path && !cs_weaken("state")) st = cs_covers_hide(out, path, err);
  }
  return st;
}

cs_status cs_covered_find(const cs_policy *p, const cs_jail_mount *mounts,
                          size_t n, const char *log, cs_covers *out,
                          cs_error *err) {
  bool ours = !p || cs_decide_keeps_names(p);
  out->names = ours && has_rw(mounts, n) && !cs_weaken("fs.protect");
  cs_status st =
      p ? find_ruled(p, mounts, n, out, err) : find_names(mounts, n, out, err);
  for (size_t i = 0; st == CS_OK && i < n; i++)
    st = hide_own(&mounts[i], log, out, err);
  if (st != CS_OK) cs_covers_fini(out);
  return st;
}
