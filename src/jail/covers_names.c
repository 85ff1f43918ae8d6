/*
 * covers_names.c - the protected names that every writable mount has.
 *
 * The list is in base/protect.h; it holds with and without a policy, since a
 * program chooses its depth by what it imports.
 *
 * Protected are names that programs of the owner act upon without being asked:
 * hooks of version control, files that a shell or an editor reads, automatic
 * tasks. A program in a jail may read them, but what it writes there would run
 * outside.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "base/protect.h"
#include "jail/covers.h"

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

cs_jail_cover_kind cs_covers_builtin(const char *inner, int dir) {
  if (cs_protect_is(inner, false)) return CS_COVER_FREEZE;
  if (cs_protect_is_bare(last_part(inner)) &&
      cs_protect_is_repository(cs_protect_dir_has, &dir))
    return CS_COVER_FREEZE;
  return cs_protect_is(inner, true) ? CS_COVER_PIN : CS_COVER_HIDE;
}

static bool hides(void *user, const char *path) {
  (void)user;
  (void)path;
  return false;
}

static cs_jail_cover_kind guards(void *user, const char *path,
                                 const char *inner, int dir) {
  (void)user;
  (void)path;
  return cs_covers_builtin(inner, dir);
}

cs_status cs_covers_protect(const cs_jail_mount *mounts, size_t n,
                            cs_covers *out, cs_error *err) {
  cs_covers_rules rules = {.hides = hides, .guards = guards};
  return cs_covers_find(mounts, n, &rules, out, err);
}
