/*
 * covered_system.c - fs.deny in the system part of a jail.
 *
 * A jail shows programs, libraries and a few files of /etc that nobody listed,
 * and has a /proc.  An entry of fs.deny acts there as it does in mounts: what
 * it matches when the jail is made is covered.  A pattern for all
 * that lies below a directory covers the directory.
 *
 * Two kinds of entries are refused, since a jail that starts without them
 * would be a lie or no jail: those that hide what every program needs, and
 * patterns for files of processes, which come and go.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/weaken.h"
#include "depth/covered.h"
#include "jail/system.h"
#include "policy/cover.h"
#include "policy/find.h"

#define NAMES_MAX UINT64_C(2000000) /* of the system, looked at */

/* Without these nothing starts. */
static const char *const needed[] = {"/usr/bin", "/usr/lib", "/usr/lib64",
                                     "/bin",     "/lib",     "/lib64",
                                     "/dev",     "/proc"};

typedef struct search {
  const char *entry; /* as it was written */
  cs_covers *out;
  cs_error *err;
  uint64_t names;
} search;

static bool is_below(const char *dir, const char *path) {
  size_t n = strcmp(dir, "/") == 0 ? 0 : strlen(dir);
  return strncmp(dir, path, n) == 0 && (!path[n] || path[n] == '/');
}

static cs_status refuse_needed(const search *s, const char *what) {
  return cs_error_set(s->err, CS_EINVAL,
                      "fs.deny: '%.80s' hides %s, which every program in a "
                      "jail needs; deny what lies below it",
                      s->entry, what);
}

static cs_status hide(void *user, const char *path) {
  const search *s = user;
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
    if (is_below(path, needed[i])) return refuse_needed(s, needed[i]);
  for (size_t i = 0; i < s->out->n; i++)
    if (s->out->at[i].kind == CS_COVER_HIDE && is_below(s->out->at[i].at, path))
      return CS_OK;
  return cs_covers_hide(s->out, path, s->err);
}

/* --- /proc --------------------------------------------------------------- */

static cs_status refuse_process(const search *s) {
  return cs_error_set(s->err, CS_EINVAL,
                      "fs.deny: '%.80s' matches files of processes in /proc, "
                      "which cannot be covered before they exist; deny "
                      "/proc/NAME for a file of the system",
                      s->entry);
}

/* Names of the kernel are alike in every /proc: those of one process stand for
 * those of all. */
static cs_status look_at_names(search *s, const cs_glob *g, const char *dir,
                               const char *as, bool process) {
  DIR *d = opendir(dir);
  cs_status st = CS_OK;
  for (struct dirent *e; d && st == CS_OK && (e = readdir(d));) {
    char path[300];
    if (e->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "%s/%s", as, e->d_name);
    if (!cs_glob_matches(g, path)) continue;
    bool number = strspn(e->d_name, "0123456789") == strlen(e->d_name);
    st = process || number ? refuse_process(s) : hide(s, path);
  }
  if (d) closedir(d);
  return st;
}

static cs_status look_at_proc(search *s, const cs_glob *g) {
  cs_status st = look_at_names(s, g, "/proc", "/proc", false);
  if (st == CS_OK) st = look_at_names(s, g, "/proc/self", "/proc/1", true);
  if (st == CS_OK)
    st = look_at_names(s, g, "/proc/self/task", "/proc/1/task", true);
  if (st == CS_OK) st = cs_find_in(g, "/proc/sys", &s->names, hide, s);
  return st;
}

/* --- one pattern --------------------------------------------------------- */

/* Whatever lies below a directory: the directory. */
static bool cut_stars(char *text) {
  size_t n = strlen(text);
  while (n >= 3 && strcmp(text + n - 3, "/**") == 0) text[n -= 3] = 0;
  if (n == 0) memcpy(text, "/", 2);
  return !strchr(text, '*');
}

/* Can it match something in what a jail shows? */
static bool is_about(const cs_glob *g, const char *root) {
  cs_glob all = {.text = root, .literal = true, .tree = true};
  return cs_glob_meets(g, &all);
}

static cs_status take_directory(search *s, const char *path) {
  cs_glob g = {.text = path, .literal = true, .tree = true};
  bool about = is_about(&g, "/proc") || is_about(&g, "/dev");
  const char *root;
  for (size_t i = 0; !about && (root = cs_system_shown(i)); i++)
    about = is_about(&g, root);
  return about ? hide(s, path) : CS_OK;
}

static cs_status take_pattern(search *s, const char *text) {
  cs_glob g = {.text = text, .tree = true};
  cs_status st = CS_OK;
  const char *root;
  for (size_t i = 0; st == CS_OK && (root = cs_system_shown(i)); i++)
    if (is_about(&g, root)) st = cs_find_in(&g, root, &s->names, hide, s);
  if (st == CS_OK && is_about(&g, "/proc")) st = look_at_proc(s, &g);
  if (st != CS_ELIMIT || s->err->text[0]) return st;
  return cs_error_set(s->err, CS_EINVAL,
                      "fs.deny: too many files would have to be looked at for "
                      "'%.80s'; write the directory that it is about",
                      s->entry);
}

static cs_status take_text(search *s, const char *text) {
  char *copy = strdup(text);
  if (!copy) return cs_error_set(s->err, CS_EOS, "no memory");
  cs_status st =
      cut_stars(copy) ? take_directory(s, copy) : take_pattern(s, copy);
  free(copy);
  return st;
}

cs_status cs_covered_system(const cs_policy *p, const cs_objects *objects,
                            cs_covers *out, cs_error *err) {
  cs_error own = {0};
  search s = {.out = out, .err = err ? err : &own, .names = NAMES_MAX};
  cs_status st = CS_OK;
  size_t n = cs_policy_count(p, CS_POLICY_FS_DENY);
  if (cs_weaken("fs.deny") || cs_weaken("system")) return CS_OK;
  for (size_t i = 0; st == CS_OK && i < n; i++) {
    const cs_pvalue *e = cs_policy_entry(p, CS_POLICY_FS_DENY, i);
    cs_glob g = cs_cover_path(e, true);
    const char *real = cs_objects_resolved(objects, i);
    bool plain = g.literal || !strchr(g.text, '*');
    cs_status (*take)(search *, const char *) =
        plain ? take_directory : take_text;
    s.entry = g.text;
    st = take(&s, g.text);
    if (st == CS_OK && strcmp(real, g.text) != 0) st = take(&s, real);
  }
  return st;
}
