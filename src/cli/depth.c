/*
 * depth.c - where a program runs: --depth and --in-process.
 *
 * `auto` asks cs_auto, which decides from the text: the shallowest depth that
 * can run the program within what the options ask for.  There is never a
 * silent fall to a weaker wall, and nothing is run twice.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/depth.h"

#include <errno.h>
#include <fts.h>
#include <glob.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/mountspec.h"
#include "cli/verbs.h"
#include "jail/control.h"
#include "jail/jail.h"

#include "caisson/check.h"

static int refuse(const cs_settings *s, const char *why, const char *todo) {
  char what[100];
  snprintf(what, sizeof what, "depth '%.60s' is refused", s->depth);
  return cs_cli_fail(s, what, why, todo);
}

static void give_reason(cs_placement *p, const char *why) {
  snprintf(p->reason, sizeof p->reason, "%s", why);
}

/* --- modules in mounted directories -------------------------------------- */

#define LOOKED_AT 2000 /* entries of a package, at most */

typedef struct lookup {
  const cs_settings *s;
  const char *file; /* of the module: "a/b" */
  bool found, native;
} lookup;

/* Is it a library that CPython loads as a module? */
static bool is_library(const char *name) {
  size_t n = strlen(name);
  return n > 3 && strcmp(name + n - 3, ".so") == 0;
}

/* Does a package have native code: in itself, or in a package of it? */
static bool holds_library(const char *dir) {
  char *const top[] = {(char *)(uintptr_t)dir, NULL};
  FTS *walk = fts_open(top, FTS_PHYSICAL | FTS_NOCHDIR | FTS_NOSTAT, NULL);
  bool found = false;
  const FTSENT *e;
  for (int i = 0; walk && !found && i < LOOKED_AT && (e = fts_read(walk)); i++)
    found = e->fts_info != FTS_D && e->fts_info != FTS_DP &&
            is_library(e->fts_name);
  if (walk) fts_close(walk);
  return found;
}

/* NAME.cpython-311-x86_64-linux-gnu.so, NAME.abi3.so, NAME.so */
static bool has_library(const char *path) {
  char pattern[PATH_MAX + 8];
  glob_t g;
  snprintf(pattern, sizeof pattern, "%s.*so", path);
  bool found = glob(pattern, GLOB_NOSORT, NULL, &g) == 0;
  if (found) globfree(&g);
  return found;
}

static void look_at(lookup *l, const char *path) {
  char file[PATH_MAX + 8];
  struct stat st;
  bool package = stat(path, &st) == 0 && S_ISDIR(st.st_mode);
  snprintf(file, sizeof file, "%s.py", path);
  l->found |= package || stat(file, &st) == 0;
  l->native |= package ? holds_library(path) : has_library(path);
}

/* Does the search path `dst` lie in this mount, and the module there? */
static void look(lookup *l, const cs_mount_spec *m, const char *dst) {
  char path[PATH_MAX];
  size_t n = strlen(m->at);
  while (n > 0 && m->at[n - 1] == '/') n--;
  if (!m->host || strncmp(dst, m->at, n) != 0 || (dst[n] && dst[n] != '/'))
    return;
  int k = snprintf(path, sizeof path, "%s/%s/%s", m->host, dst + n, l->file);
  if (k > 0 && k < (int)sizeof path) look_at(l, path);
}

static int look_in(void *user, const cs_mount_spec *m) {
  lookup *l = user;
  for (size_t i = 0; i < l->s->path.n && !l->found; i++)
    look(l, m, l->s->path.at[i]);
  return 0;
}

static lookup look_for(const cs_settings *s, const char *name, char file[256]) {
  snprintf(file, 256, "%s", name);
  for (char *p = file; *p; p++)
    if (*p == '.') *p = '/';
  lookup l = {.s = s, .file = file};
  if (!s->path.n || cs_mountspec_each(s, look_in, &l) != 0)
    l.found = l.native = false;
  return l;
}

/* One that the engine can import. */
static bool has_module(void *user, const char *name) {
  char file[256];
  lookup l = look_for(user, name, file);
  return l.found && !l.native;
}

static bool is_native(void *user, const char *name) {
  char file[256];
  return look_for(user, name, file).native;
}

/* --- can there be a jail? ------------------------------------------------ */

#define PATIENCE_MS 2000

/* Wait for the end of a program that does nothing. */
static bool ends_well(cs_jail *jail, cs_error *err) {
  cs_control m;
  while (cs_jail_hear(jail, PATIENCE_MS, &m) == CS_OK) {
    if (m.kind == CS_CONTROL_EXITED) return true;
    if (m.kind == CS_CONTROL_FAILED) {
      (void)cs_error_set(err, CS_EOS, "%.150s", m.text);
      return false;
    }
  }
  (void)cs_error_set(err, CS_EOS, "a jail does not start");
  return false;
}

/* Make one; takes a few milliseconds. */
static bool try_jail(const cs_settings *s, cs_error *err) {
  const char *python = s->python ? s->python : "/usr/bin/python3";
  const char *const nothing[] = {"/bin/true", NULL};
  cs_jail_kit kit = {.helper = -1};
  cs_jail jail = {.pidfd = -1, .control = -1};
  cs_jail_spec spec;
  if (access(python, X_OK) != 0)
    return cs_error_set(err, CS_EOS,
                        "no interpreter and no environment is called '%.60s' "
                        "(list them with 'caisson env ls')",
                        python) == CS_OK;
  if (cs_jail_kit_open(&kit, err) != CS_OK) return false;
  cs_jail_spec_init(&spec);
  spec.argv = nothing;
  for (size_t i = 0; i < s->accept.n; i++)
    if (strcmp(s->accept.at[i], "landlock") == 0)
      spec.flags |= CS_JAIL_NO_LANDLOCK;
  bool works =
      cs_jail_start(&kit, &spec, &jail, err) == CS_OK && ends_well(&jail, err);
  cs_jail_stop(&jail);
  cs_jail_kit_close(&kit);
  return works;
}

/* --- auto ---------------------------------------------------------------- */

/* Policies and options that only our own engine can obey. */
static const char *only_interp(const cs_settings *s) {
  if (s->no_process) return s->no_process;
  if (s->in_process) return "--in-process was asked for";
  if (s->deterministic) return "--deterministic was asked for";
  if (s->seed != CS_NO_SEED) return "--seed was asked for";
  if (s->journal) return "--journal was asked for";
  if (s->stats || s->repeat > 1) return "--stats measures the engine";
  if (s->torture_gc || s->torture_alloc || s->torture_retry || s->torture_snap)
    return "the engine is tested";
  return NULL;
}

/* Ask the library; depth process is tried only when it would be chosen. */
static cs_status ask(const cs_settings *s, const char *code, size_t len,
                     cs_auto_choice *out) {
  cs_auto_options o = {.size = sizeof o,
                       .no_process = only_interp(s),
                       .has_module = has_module,
                       .is_native = is_native,
                       .mounted = s->mounts.n || s->workspace,
                       .user = (void *)(uintptr_t)s};
  cs_error err = {0};
  cs_status st = cs_auto(&o, code, len, out);
  if (st != CS_OK || !cs_depth_can(out->depth, CS_IS_JAIL) || try_jail(s, &err))
    return st;
  o.no_process = err.text;
  return cs_auto(&o, code, len, out);
}

static int choose_auto(const cs_settings *s, const char *code, size_t len,
                       cs_placement *out) {
  cs_auto_choice c;
  if (ask(s, code, len, &c) != CS_OK)
    return cs_cli_fail(s, "cannot choose a depth", "there is no memory",
                       "name one with --depth");
  if (c.depth == CS_DEPTH_NONE)
    return cs_cli_fail(s, "no depth can run the program (no_depth)", c.reason,
                       "'--depth interp' runs it as far as the engine can");
  give_reason(out, c.reason);
  if (cs_depth_can(c.depth, CS_IS_JAIL)) out->row = cs_depth_jail();
  return 0;
}

static int no_interpreter(const cs_settings *s) {
  char what[200];
  snprintf(what, sizeof what, "no such interpreter '%.150s'", s->python);
  return cs_cli_fail(s, what, strerror(errno),
                     "check --python, or see 'caisson env ls'");
}

int cs_depth_choose(const cs_settings *s, const char *code, size_t len,
                    cs_placement *out) {
  bool torture =
      s->torture_gc || s->torture_alloc || s->torture_retry || s->torture_snap;
  *out = (cs_placement){.row = cs_depth_engine(!s->in_process && !torture)};
  if (!s->depth || cs_depth_is_auto(s->depth)) {
    if (code) return choose_auto(s, code, len, out);
    give_reason(out, "auto: the depth that keeps a session's state");
    return 0;
  }
  give_reason(out, "asked for with --depth");
  const cs_depth_row *row = cs_depth_named(s->depth);
  if (!row)
    return refuse(s, "there is no such depth",
                  "use interp, process, check or auto");
  if (strcmp(s->depth, "image") == 0)
    return refuse(s, "programs of an image are run by its name",
                  "use --image REF, or 'caisson create'");
  if (cs_depth_is(row, CS_CAN_RUN) &&
      !cs_depth_is(row, CS_IS_ENGINE | CS_IS_JAIL))
    return refuse(s, "this build cannot run anything there",
                  "use interp, process, check or auto");
  if (cs_depth_is(row, CS_IS_JAIL) && s->python && access(s->python, X_OK) != 0)
    return no_interpreter(s);
  if (!cs_depth_is(row, CS_IS_ENGINE)) out->row = row;
  return 0;
}
