/*
 * mounts.c - --mount, --tmpfs, --workspace and -w: the files a program sees.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/mounts.h"

#include <stdio.h>
#include <string.h>

#include "cli/mountspec.h"

typedef struct adding {
  const cs_settings *s;
  cs_session *to;
} adding;

static int add(void *user, const cs_mount_spec *spec) {
  adding *a = user;
  cs_error err;
  if (spec->host && cs_session_policy(a->to)) return 0; /* it is in there */
  if (cs_session_mount(a->to, spec->host, spec->at, spec->mode, spec->limit,
                       &err) == CS_OK)
    return 0;
  static const char prefix[] = "cannot mount ";
  bool says_so = strncmp(err.text, prefix, sizeof prefix - 1) == 0;
  return cs_cli_fail(a->s, says_so ? err.text : "cannot mount",
                     says_so ? NULL : err.text,
                     "check both paths and the mode");
}

static int enter(const cs_settings *s, cs_vfs *v) {
  const char *dir = s->workspace ? CS_MOUNTSPEC_WORKSPACE : "/";
  if (s->workdir) dir = s->workdir;
  int e = cs_vfs_chdir(v, dir);
  if (!e) return 0;
  char what[200];
  snprintf(what, sizeof what, "cannot start in '%.150s'", dir);
  return cs_cli_fail(s, what, strerror(e),
                     "name a directory inside a mount with -w");
}

int cs_mounts_add(const cs_settings *s, cs_session *to, bool loaded) {
  if (!s->mounts.n && !s->tmpfs.n && !s->workspace && !s->workdir) return 0;
  adding a = {s, to};
  int code = cs_mountspec_each(s, add, &a);
  if (code) return code;
  const char *dir = s->workspace ? CS_MOUNTSPEC_WORKSPACE : "/tmp";
  if (cs_session_set_cwd(to, s->workdir ? s->workdir : dir)) return 0;
  cs_vfs *v = cs_session_files(to, true);
  if (!v)
    return cs_cli_fail(
        s, "cannot mount",
        loaded ? "the files of the snapshot do not fit" : "no memory",
        loaded ? "mount the same places as when it was made"
               : "close other programs");
  return loaded && !s->workdir ? 0 : enter(s, v);
}
