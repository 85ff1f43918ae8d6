/*
 * workgrant.c - which parts of an rw workspace may be written.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sandbox/workgrant.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"

typedef struct rule {
  char path[PATH_MAX]; /* below the workspace; "": all of it */
  bool tree;           /* it was written with two stars: a directory */
} rule;

/* A part that begins with a dot may be the beginning of a protected name, which
 * a mount of its own would tear apart. */
static bool is_plain(const char *path) {
  for (const char *p = path; *p;) {
    size_t n = strcspn(p, "/");
    if (n == 0 || *p == '.') return false;
    p += n;
    if (*p && !*++p) return false; /* a slash at the end */
  }
  return true;
}

static cs_status read_rule(const char *text, rule *out, cs_error *err) {
  size_t n = strlen(text);
  out->tree = n >= 2 && strcmp(text + n - 2, "**") == 0 &&
              (n == 2 || text[n - 3] == '/');
  if (out->tree) n -= n == 2 ? 2 : 3;
  if (n < sizeof out->path) {
    memcpy(out->path, text, n);
    out->path[n] = '\0';
    if (!strpbrk(out->path, "*?[{\\") && is_plain(out->path)) return CS_OK;
  }
  return cs_error_set(err, CS_EINVAL,
                      "the rule '%.100s' cannot hold in an rw workspace: write "
                      "a path such as notes.txt, or a directory such as "
                      "outputs/**, without names that begin with a dot",
                      text);
}

/* --- in the workspace ----------------------------------------------------- */

static int open_beneath(int fd, const char *path) {
  struct open_how how = {
      .flags = O_PATH | O_CLOEXEC | O_NOFOLLOW,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};
  return (int)syscall(SYS_openat2, fd, path, &how, sizeof how);
}

/* What root makes in somebody's directory is theirs. */
static bool make_one(int dir, const char *name) {
  struct stat s;
  if (mkdirat(dir, name, 0755) != 0) return errno == EEXIST;
  return geteuid() != 0 ||
         (fstat(dir, &s) == 0 &&
          fchownat(dir, name, s.st_uid, s.st_gid, AT_SYMLINK_NOFOLLOW) == 0);
}

/* The directories of a path, one by one and never through a link. */
static bool make_path(int fd, const char *path) {
  char part[PATH_MAX];
  for (const char *p = path; *p;) {
    const char *start = p;
    p += strcspn(p, "/");
    size_t up = start == path ? 0 : (size_t)(start - path) - 1;
    snprintf(part, sizeof part, "%.*s", (int)up, path);
    CS_AUTO_FD
    int dir = open_beneath(fd, up ? part : ".");
    snprintf(part, sizeof part, "%.*s", (int)(p - start), start);
    if (dir < 0 || !make_one(dir, part)) return false;
    p += *p == '/';
  }
  return true;
}

static cs_status find(int fd, const rule *r, cs_error *err) {
  struct stat s;
  int found = open_beneath(fd, r->path);
  if (found < 0 && errno == ENOENT && r->tree && make_path(fd, r->path))
    found = open_beneath(fd, r->path);
  CS_AUTO_FD
  int at = found;
  if (at < 0 && errno == ENOENT)
    return cs_error_set(err, CS_EINVAL,
                        "'%.100s' of the workspace's rules is not there: make "
                        "it, or write '%.100s/**' for a directory",
                        r->path, r->path);
  if (at < 0 || fstat(at, &s) != 0)
    return cs_error_os(err, "cannot open '%.100s' of the workspace", r->path);
  if (S_ISDIR(s.st_mode) || (S_ISREG(s.st_mode) && !r->tree)) return CS_OK;
  return cs_error_set(err, CS_EINVAL,
                      "'%.100s' of the workspace is neither a file nor a "
                      "directory that a rule can be about",
                      r->path);
}

/* --- what may be written -------------------------------------------------- */

static bool is_below(const char *path, const char *top) {
  size_t n = strlen(top);
  return n == 0 || (strncmp(path, top, n) == 0 && (!path[n] || path[n] == '/'));
}

static bool is_granted(const json_t *grants, const char *path) {
  if (!grants) return true;
  for (size_t i = 0; i < json_array_size(grants); i++)
    if (is_below(path, json_string_value(json_array_get(grants, i))))
      return true;
  return false;
}

static cs_status grant(json_t *grants, int fd, const char *text, bool *all,
                       cs_error *err) {
  rule r;
  cs_status st = read_rule(text, &r, err);
  if (st != CS_OK) return st;
  *all |= !r.path[0];
  if (!r.path[0]) return CS_OK;
  st = find(fd, &r, err);
  if (st == CS_OK && !is_granted(grants, r.path))
    json_array_append_new(grants, json_string(r.path));
  return st;
}

static cs_status set_grants(json_t *w, int fd, cs_error *err) {
  const json_t *list = json_object_get(w, "write");
  json_t *grants = json_array();
  bool all = !list;
  cs_status st = CS_OK;
  for (size_t i = 0; st == CS_OK && i < json_array_size(list); i++)
    st = grant(grants, fd, json_string_value(json_array_get(list, i)), &all,
               err);
  if (st == CS_OK && json_array_size(grants) > CS_WORKGRANT_MAX)
    st = cs_error_set(err, CS_EINVAL,
                      "an rw workspace has at most %d write rules",
                      CS_WORKGRANT_MAX);
  if (st == CS_OK && !all)
    json_object_set(w, "grants", grants);
  else
    json_object_del(w, "grants");
  json_decref(grants);
  return st;
}

static cs_status deny(json_t *spec, const json_t *w, int fd, const char *text,
                      cs_error *err) {
  rule r;
  char at[PATH_MAX + 16];
  struct stat s;
  cs_status st = read_rule(text, &r, err);
  if (st != CS_OK) return st;
  snprintf(at, sizeof at, "/workspace%s%s", r.path[0] ? "/" : "", r.path);
  CS_AUTO_FD
  int found = open_beneath(fd, r.path[0] ? r.path : ".");
  if (found < 0 && !is_granted(json_object_get(w, "grants"), r.path))
    return CS_OK; /* nothing there can be written */
  if (found < 0 || fstat(found, &s) != 0)
    return cs_error_set(err, CS_EINVAL,
                        "'%.100s' of workspace.deny is not there, and an rw "
                        "workspace cannot keep it absent: make it first",
                        r.path);
  json_array_append_new(
      json_object_get(spec, "covers"),
      json_pack("{s:s, s:s, s:b}", "at", at, "kind", "freeze", "optional", 0));
  return CS_OK;
}

cs_status cs_workgrant_set(json_t *spec, int fd, cs_error *err) {
  json_t *w = json_object_get(spec, "workspace");
  const char *mode = json_string_value(json_object_get(w, "mode"));
  const json_t *list = json_object_get(w, "deny");
  if (!mode || strcmp(mode, "rw") != 0) return CS_OK;
  cs_status st = set_grants(w, fd, err);
  for (size_t i = 0; st == CS_OK && i < json_array_size(list); i++)
    st = deny(spec, w, fd, json_string_value(json_array_get(list, i)), err);
  return st;
}
