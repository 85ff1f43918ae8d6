/*
 * mounts.c - --mount, --tmpfs, --workspace and -w: the files a program sees.
 *
 * A mount is read from its end, because host paths may contain colons:
 * SRC:DST, then the mode, then options behind commas.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/mounts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "cli/units.h"

#define WORKSPACE "/workspace"

static int bad_mount(const cs_settings *s, const char *text,
                     const char *why) {
  char what[200];
  snprintf(what, sizeof what, "bad mount '%.150s'", text);
  return cs_cli_fail(s, what, why,
                     "write SRC:DST, SRC:DST:ro, :overlay or :rw, and "
                     ",limit=64m behind it");
}

/* ",limit=64m" at the end of `text`, cut off. */
static const char *take_options(char *text, cs_mount_spec *spec) {
  char *comma;
  while ((comma = strrchr(text, ',')) && !strchr(comma, '/')) {
    if (strncmp(comma, ",limit=", 7) != 0) return "unknown option";
    if (!cs_units_size(comma + 7, &spec->limit) || !spec->limit)
      return "the limit is no size";
    *comma = '\0';
  }
  return NULL;
}

/* ":ro" at the end of `text`, cut off.  False: there is none. */
static bool take_mode(char *text, cs_mount_spec *spec) {
  static const struct {
    const char *name;
    cs_mount_mode mode;
  } modes[] = {{":ro", CS_MOUNT_RO},
               {":rw", CS_MOUNT_RW},
               {":overlay", CS_MOUNT_OVERLAY}};
  size_t n = strlen(text);
  for (size_t i = 0; i < 3; i++) {
    size_t k = strlen(modes[i].name);
    if (n <= k || strcmp(text + n - k, modes[i].name) != 0) continue;
    text[n - k] = '\0';
    spec->mode = modes[i].mode;
    return true;
  }
  return false;
}

static int add(const cs_settings *s, cs_session *to,
               const cs_mount_spec *spec) {
  cs_error err;
  if (cs_session_mount(to, spec->host, spec->at, spec->mode, spec->limit,
                       &err) == CS_OK)
    return 0;
  return cs_cli_fail(s, "cannot mount", err.text,
                     "check both paths and the mode");
}

static int add_mount(const cs_settings *s, cs_session *to, const char *given) {
  CS_AUTO_FREE char *text = strdup(given);
  cs_mount_spec spec = {.mode = CS_MOUNT_RO};
  if (!text) return bad_mount(s, given, "no memory");
  const char *why = take_options(text, &spec);
  if (why) return bad_mount(s, given, why);
  (void)take_mode(text, &spec);
  char *colon = strrchr(text, ':');
  if (!colon || colon == text) return bad_mount(s, given, "a part is missing");
  if (colon[1] != '/')
    return bad_mount(s, given, colon[1] && !strchr(colon, '/')
                                   ? "unknown mode"
                                   : "DST is no absolute path");
  *colon = '\0';
  spec.host = text;
  spec.at = colon + 1;
  return add(s, to, &spec);
}

static int add_tmpfs(const cs_settings *s, cs_session *to, const char *given) {
  CS_AUTO_FREE char *text = strdup(given);
  cs_mount_spec spec = {.mode = CS_MOUNT_OVERLAY};
  if (!text) return bad_mount(s, given, "no memory");
  const char *why = take_options(text, &spec);
  if (why) return bad_mount(s, given, why);
  spec.at = text;
  return add(s, to, &spec);
}

static int add_workspace(const cs_settings *s, cs_session *to) {
  if (!s->workspace) return 0;
  CS_AUTO_FREE char *text = strdup(s->workspace);
  cs_mount_spec spec = {.mode = CS_MOUNT_OVERLAY, .at = WORKSPACE};
  if (!text) return bad_mount(s, s->workspace, "no memory");
  const char *why = take_options(text, &spec);
  if (why) return bad_mount(s, s->workspace, why);
  (void)take_mode(text, &spec);
  spec.host = text;
  return add(s, to, &spec);
}

static int enter(const cs_settings *s, cs_vfs *v) {
  const char *dir = s->workdir ? s->workdir : s->workspace ? WORKSPACE : "/";
  int e = cs_vfs_chdir(v, dir);
  if (!e) return 0;
  char what[200];
  snprintf(what, sizeof what, "cannot start in '%.150s'", dir);
  return cs_cli_fail(s, what, strerror(e),
                     "name a directory inside a mount with -w");
}

int cs_mounts_add(const cs_settings *s, cs_session *to, bool loaded) {
  if (!s->mounts.n && !s->tmpfs.n && !s->workspace && !s->workdir) return 0;
  int code = add_workspace(s, to);
  for (size_t i = 0; !code && i < s->mounts.n; i++)
    code = add_mount(s, to, s->mounts.at[i]);
  for (size_t i = 0; !code && i < s->tmpfs.n; i++)
    code = add_tmpfs(s, to, s->tmpfs.at[i]);
  if (code) return code;
  cs_vfs *v = cs_session_files(to, true);
  if (!v)
    return cs_cli_fail(s, "cannot mount",
                       loaded ? "the files of the snapshot do not fit"
                              : "no memory",
                       loaded ? "mount the same places as when it was made"
                              : "close other programs");
  return loaded && !s->workdir ? 0 : enter(s, v);
}
