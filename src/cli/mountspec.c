/*
 * mountspec.c - read --mount, --tmpfs and --workspace.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/mountspec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "cli/units.h"
#include "depth/guard.h"

typedef int user_of(void *user, const cs_mount_spec *spec);

static int bad_mount(const cs_settings *s, const char *text, const char *why) {
  char what[200];
  snprintf(what, sizeof what, "bad mount '%.150s'", text);
  return cs_cli_fail(s, what, why,
                     "write SRC:DST, SRC:DST:ro, :overlay or :rw, and "
                     ",limit=64m after it");
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

static int read_mount(const cs_settings *s, const char *given, user_of *use,
                      void *user) {
  CS_AUTO_FREE
  char *text = strdup(given);
  cs_mount_spec spec = {.mode = CS_MOUNT_RO};
  if (!text) return bad_mount(s, given, "no memory");
  const char *why = take_options(text, &spec);
  if (why) return bad_mount(s, given, why);
  (void)take_mode(text, &spec);
  char *colon = strrchr(text, ':');
  if (!colon || colon == text) return bad_mount(s, given, "a part is missing");
  if (colon[1] != '/')
    return bad_mount(s, given,
                     colon[1] && !strchr(colon, '/')
                         ? "unknown mode"
                         : "DST is no absolute path");
  *colon = '\0';
  spec.host = text;
  spec.at = colon + 1;
  return use(user, &spec);
}

static int read_tmpfs(const cs_settings *s, const char *given, user_of *use,
                      void *user) {
  CS_AUTO_FREE
  char *text = strdup(given);
  cs_mount_spec spec = {.mode = CS_MOUNT_OVERLAY};
  if (!text) return bad_mount(s, given, "no memory");
  const char *why = take_options(text, &spec);
  if (why) return bad_mount(s, given, why);
  spec.at = text;
  return use(user, &spec);
}

static int read_workspace(const cs_settings *s, user_of *use, void *user) {
  CS_AUTO_FREE
  char *text = strdup(s->workspace);
  cs_mount_spec spec = {.mode = CS_MOUNT_OVERLAY, .at = CS_MOUNTSPEC_WORKSPACE};
  if (!text) return bad_mount(s, s->workspace, "no memory");
  const char *why = take_options(text, &spec);
  if (why) return bad_mount(s, s->workspace, why);
  (void)take_mode(text, &spec);
  spec.host = text;
  return use(user, &spec);
}

const char *cs_mountspec_workspace_mode(const cs_settings *s) {
  static const char *const names[] = {[CS_MOUNT_OVERLAY] = "overlay",
                                      [CS_MOUNT_RO] = "ro",
                                      [CS_MOUNT_RW] = "rw"};
  CS_AUTO_FREE
  char *text = s->workspace ? strdup(s->workspace) : NULL;
  cs_mount_spec spec = {.mode = CS_MOUNT_OVERLAY};
  if (!text || take_options(text, &spec)) return NULL;
  return take_mode(text, &spec) ? names[spec.mode] : NULL;
}

static int find_path(void *user, const cs_mount_spec *m) {
  bool *found = user;
  *found |= m->host && m->mode == CS_MOUNT_RW && cs_guard_is_on_path(m->host);
  return 0;
}

const char *cs_mountspec_warning(const cs_settings *s) {
  bool found = false; /* redteam: M03 */
  if (cs_mountspec_each(s, find_path, &found) || !found) return NULL;
  return "a directory of PATH is mounted for writing: what the program writes "
         "there this host may start";
}

void cs_mountspec_warn(const cs_settings *s) {
  const char *text = s->json || s->quiet ? NULL : cs_mountspec_warning(s);
  if (text) fprintf(stderr, "caisson: warning: %s\n", text);
}

int cs_mountspec_each(const cs_settings *s, user_of *use, void *user) {
  int code = s->workspace ? read_workspace(s, use, user) : 0;
  for (size_t i = 0; !code && i < s->mounts.n; i++)
    code = read_mount(s, s->mounts.at[i], use, user);
  for (size_t i = 0; !code && i < s->tmpfs.n; i++)
    code = read_tmpfs(s, s->tmpfs.at[i], use, user);
  return code;
}
