/*
 * workspace.c - the directory of the host that a sandbox works on.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sandbox/workspace.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/within.h"
#include "jail/covers.h"
#include "sandbox/workgrant.h"

/* Never mounted, nor anything below them. */
static const char *const reserved[] = {"/proc", "/sys", "/dev"};

static cs_status check(const char *home, int fd, const char *path,
                       cs_error *err) {
  struct stat s, root;
  if (fstat(fd, &s) != 0 || stat("/", &root) != 0)
    return cs_error_os(err, "cannot look at the workspace");
  if (s.st_dev == root.st_dev && s.st_ino == root.st_ino)
    return cs_error_set(err, CS_EINVAL, "the root cannot be a workspace");
  if (s.st_uid != geteuid() && geteuid() != 0)
    return cs_error_set(err, CS_EINVAL,
                        "the workspace '%.100s' belongs to another user", path);
  for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
    CS_AUTO_FD
    int dir = open(reserved[i], O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (dir >= 0 && cs_within_is(fd, dir) == CS_WITHIN_YES)
      return cs_error_set(err, CS_EINVAL, "%s cannot be a workspace",
                          reserved[i]);
  }
  CS_AUTO_FD
  int state = open(home, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (state >= 0 && (cs_within_is(state, fd) != CS_WITHIN_NO ||
                     cs_within_is(fd, state) == CS_WITHIN_YES))
    return cs_error_set(err, CS_EINVAL,
                        "the workspace holds caisson's own state, which no "
                        "program may see");
  return CS_OK;
}

static cs_status compare(const json_t *w, const struct stat *s, cs_error *err) {
  const json_t *dev = json_object_get(w, "dev"),
               *ino = json_object_get(w, "ino");
  if (!dev || !ino) return CS_OK;
  if ((dev_t)json_integer_value(dev) == s->st_dev &&
      (ino_t)json_integer_value(ino) == s->st_ino)
    return CS_OK;
  return cs_error_set(err, CS_EINVAL,
                      "the workspace is another directory than it was when "
                      "the sandbox was made");
}

/* Names in a writable workspace that other programs of the host act upon stay
 * as they are (base/protect.h).  Found anew at every start; the keeper covers
 * them, and names that do not exist stay absent (jail/inside/names.h). */
static cs_status protect(json_t *spec, const char *path, int fd,
                         cs_error *err) {
  static const char *const kinds[] = {[CS_COVER_HIDE] = "hide",
                                      [CS_COVER_FREEZE] = "freeze",
                                      [CS_COVER_PIN] = "pin"};
  const json_t *w = json_object_get(spec, "workspace");
  const char *mode = json_string_value(json_object_get(w, "mode"));
  json_object_del(spec, "covers");
  if (!mode || strcmp(mode, "rw") != 0) return CS_OK;
  cs_jail_mount m = {
      .host = path, .fd = fd, .at = "/workspace", .mode = CS_JAIL_RW};
  cs_covers covers = {0};
  cs_status st = cs_covers_protect(&m, 1, &covers, err);
  json_t *list = json_array();
  for (size_t i = 0; st == CS_OK && i < covers.n; i++) {
    const cs_jail_cover *c = &covers.at[i];
    json_array_append_new(
        list, json_pack("{s:s, s:s, s:b}", "at", c->at, "kind", kinds[c->kind],
                        "optional", (int)c->optional));
  }
  if (st == CS_OK && json_array_size(list) != covers.n)
    st = cs_error_set(err, CS_EOS,
                      "a protected name in the workspace is not UTF-8");
  json_object_set_new(spec, "covers", list);
  cs_covers_fini(&covers);
  return st;
}

cs_status cs_workspace_open(const char *home, json_t *spec, int *out,
                            cs_error *err) {
  json_t *w = json_object_get(spec, "workspace");
  const char *path = json_string_value(json_object_get(w, "path"));
  struct stat s;
  *out = -1;
  if (!path) return CS_OK;
  CS_AUTO_FD
  int fd = open(path, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 || fstat(fd, &s) != 0)
    return cs_error_os(err, "cannot open the workspace '%.100s'", path);
  cs_status st = check(home, fd, path, err);
  if (st == CS_OK) st = compare(w, &s, err);
  if (st == CS_OK) st = protect(spec, path, fd, err);
  if (st == CS_OK) st = cs_workgrant_set(spec, fd, err);
  if (st != CS_OK) return st;
  json_object_set_new(w, "dev", json_integer((json_int_t)s.st_dev));
  json_object_set_new(w, "ino", json_integer((json_int_t)s.st_ino));
  *out = cs_steal(&fd);
  return CS_OK;
}
