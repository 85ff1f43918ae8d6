/*
 * seen.c - the mounts of a policy, looked at and not used.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/seen.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "base/within.h"
#include "policy/beneath.h"

/* What cannot be opened nobody will see. */
static cs_status add_list(cs_vfs *v, const cs_policy *p, cs_policy_field id,
                          cs_error *err) {
  cs_status st = CS_OK;
  for (size_t i = 0; st == CS_OK && i < cs_policy_count(p, id); i++) {
    const cs_pvalue *e = cs_policy_entry(p, id, i);
    const char *host = cs_beneath_path(e), *at = host;
    if (id == CS_POLICY_FS_MOUNTS) at = cs_pvalue_find(e, "guest")->text;
    if (e->text && strchr(host, '*')) continue;
    CS_AUTO_FD
    int fd = cs_within_open_in(host, cs_beneath_base(p, e));
    if (fd < 0 && errno == ELOOP)
      return cs_error_set(err, CS_EINVAL,
                          "policy_widens: '%.100s' leads through a symbolic "
                          "link below what the policy grants",
                          host);
    cs_mount_spec m = {.host = host, .fd = fd, .at = at, .mode = CS_MOUNT_RO};
    /* Two at one place: the first is the one that counts. */
    if (fd >= 0 && cs_vfs_mount(v, &m, NULL) == CS_ELIMIT)
      st = cs_error_set(err, CS_EINVAL, "the policy has too many mounts");
  }
  return st;
}

/* Notes whether the file at the end is denied by another name of it. */
typedef struct seeing {
  cs_objects *objects;
  bool hidden;
} seeing;

static bool note_file(void *with, uint64_t dev, uint64_t ino) {
  seeing *x = with;
  x->hidden = cs_objects_denies_file(x->objects, dev, ino);
  return false;
}

static cs_status look(const cs_policy *p, const char *path, seeing *x,
                      char real[CS_VFS_PATH], cs_error *err) {
  cs_vfs *v = NULL;
  cs_status st = cs_vfs_new(&v);
  if (st != CS_OK) return cs_error_set(err, st, "no memory");
  cs_vfs_set_guard(v, NULL, x);
  cs_vfs_set_file_guard(v, note_file);
  st = add_list(v, p, CS_POLICY_FS_MOUNTS, err);
  if (st == CS_OK) st = add_list(v, p, CS_POLICY_FS_READ, err);
  if (st == CS_OK) st = add_list(v, p, CS_POLICY_FS_WRITE, err);
  int code = st == CS_OK ? cs_vfs_resolve(v, path, real) : 0;
  cs_vfs_free(v);
  if (code == ENAMETOOLONG || code == ELOOP) {
    errno = code;
    return cs_error_os(err, "cannot follow '%.100s'", path);
  }
  /* Where a directory cannot be searched the text is all there is. */
  if (code) snprintf(real, CS_VFS_PATH, "%s", path);
  return st;
}

cs_status cs_seen_decide(const cs_policy *p, const char *path, bool write,
                         cs_decision *out, char real[CS_VFS_PATH],
                         cs_error *err) {
  seeing x = {.objects = NULL};
  cs_status st = cs_objects_new(p, &x.objects);
  if (st == CS_OK) st = cs_objects_show_all(x.objects);
  if (st != CS_OK)
    (void)cs_error_set(err, st, "no memory");
  else
    st = look(p, path, &x, real, err);
  if (st == CS_OK) *out = cs_decide_object(p, x.objects, real, write);
  if (st == CS_OK && out->allowed && x.hidden)
    *out = (cs_decision){.field = CS_POLICY_FS_DENY,
                         .rule = cs_policy_value(p, CS_POLICY_FS_DENY)};
  cs_objects_free(x.objects);
  return st;
}
