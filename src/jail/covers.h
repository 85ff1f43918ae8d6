/*
 * covers.h - which names in mounted directories have to be covered.
 *
 * A policy speaks in patterns; a mount covers one name.  Before a jail is made
 * its mounts are walked, beneath their own descriptors and without following a
 * link, and every name that a rule is about becomes a cover.  A file that may
 * not be read is covered under all of its names in the mounts (redteam: D14).
 *
 * What is found is what exists at that moment.  More names than can be looked
 * at, or covered, are an error: nothing is left out silently.
 *
 * A cover is a mount over a name: HIDE shows an object without rights instead,
 * FREEZE the same object read-only, PIN the same object so that the name cannot
 * be moved. Outer names come before inner ones, because a mount hides what was
 * mounted below it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_COVERS_H
#define CS_JAIL_COVERS_H

#include "jail/jail.h"

/* Asked once for every name of every mount: they must be quick and the same all
 * the time. */
typedef struct cs_covers_rules {
  /* May what the program finds at `path` not be read? */
  bool (*hides)(void *user, const char *path);
  /* May it, and all below it, not be changed (FREEZE), or be moved (PIN)?  HIDE
   * stands for neither.  `inner` is the path below the mount, `dir` the
   * directory that it is in; asked in RW mounts only. */
  cs_jail_cover_kind (*guards)(void *user, const char *path, const char *inner,
                               int dir);
  void *user;
  /* Paths without patterns that may not be read, in the jail or (as names of
   * the same file) on the host; NULL at the end, or NULL. */
  const char *const *paths;
} cs_covers_rules;

/* Freed by cs_covers_fini, which accepts a zeroed one. */
typedef struct cs_covers {
  cs_jail_cover *at; /* owned, outer names first; texts owned */
  size_t n, room;
  bool names; /* names that are not there must stay absent: CS_JAIL_NAMES */
} cs_covers;

/* `out` is zeroed; after a failure nothing is left in it. */
cs_status cs_covers_find(const cs_jail_mount *mounts, size_t n,
                         const cs_covers_rules *rules, cs_covers *out,
                         cs_error *err) CS_MUST_CHECK;
/* What base/protect.h says of a name, as cs_covers_rules.guards does. */
cs_jail_cover_kind cs_covers_builtin(const char *inner, int dir);
/* Covers for those names only, in the writable mounts. */
cs_status cs_covers_protect(const cs_jail_mount *mounts, size_t n,
                            cs_covers *out, cs_error *err) CS_MUST_CHECK;
/* One more name to hide, which need not be there. */
cs_status cs_covers_hide(cs_covers *c, const char *path,
                         cs_error *err) CS_MUST_CHECK;
void cs_covers_fini(cs_covers *c);

#endif
