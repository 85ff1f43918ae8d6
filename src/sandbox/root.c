/*
 * root.c - which root file system a sandbox gets.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sandbox/root.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "jail/jail.h"
#include "jail/plan.h"

#define HOST "rootfs:host"

void cs_boxroot_fini(cs_boxroot *r) {
  cs_cleanup_fd(&r->tree);
  cs_cleanup_fd(&r->lease);
  r->tree = r->lease = -1;
}

/* --- who programs are ----------------------------------------------------- */

/* On the host a user of its own; inside the one that is asked for: one number
 * is as good as another, for there is only one user. */
static cs_status set_user(const json_t *request, json_t *spec, uint32_t as,
                          cs_error *err) {
  uint32_t uid, gid;
  const json_t *u = json_object_get(request, "user");
  const char *text = json_string_value(u);
  if (json_is_integer(u)) as = (uint32_t)json_integer_value(u);
  if (text) {
    char *end;
    unsigned long n = strtoul(text, &end, 10);
    if (end == text || (*end && *end != ':') || n > 65535)
      return cs_error_set(err, CS_EINVAL,
                          "user must be a number from 0 to 65535 here");
    as = (uint32_t)n;
  }
  cs_jail_choose_user(&uid, &gid);
  json_object_set_new(spec, "user",
                      json_pack("{s:I, s:I, s:I, s:I}", "uid", (json_int_t)uid,
                                "gid", (json_int_t)gid, "as_uid",
                                (json_int_t)as, "as_gid", (json_int_t)as));
  return CS_OK;
}

/* Where commands begin: what was asked for, /workspace, what the image says. */
static void set_workdir(json_t *spec, const char *image) {
  if (json_object_get(spec, "workdir")) return;
  const char *dir = json_object_get(spec, "workspace") ? "/workspace"
                    : image && *image                  ? image
                                                       : "/";
  json_object_set_new(spec, "workdir", json_string(dir));
}

/* --- a directory of the operator ------------------------------------------ */

static cs_status open_directory(const char *path, cs_boxroot *out,
                                const char **code, cs_error *err) {
  out->tree = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (out->tree >= 0) return CS_OK;
  *code = "image_not_found";
  return cs_error_os(err, "the directory '%.120s' cannot be a root", path);
}

cs_status cs_boxroot_resolve(const json_t *request, json_t *spec,
                             cs_boxroot *out, const char **code,
                             cs_error *err) {
  const char *ref = json_string_value(json_object_get(request, "image"));
  cs_status st = CS_OK;
  *out = (cs_boxroot){-1, -1};
  if (!ref) ref = HOST;
  json_t *image = json_pack("{s:s}", "ref", ref);
  json_object_set_new(spec, "image", image);
  uint32_t as = 0;
  if (strcmp(ref, HOST) == 0) {
    as = CS_PLAN_UID;
  } else if (strncmp(ref, "rootfs:/", 8) == 0) {
    json_object_set_new(image, "tree", json_string(ref + 7));
    st = open_directory(ref + 7, out, code, err);
  } else {
    *code = "image_not_found";
    return cs_error_set(err, CS_EINVAL,
                        "there is no image '%.100s'; 'rootfs:host' needs none",
                        ref);
  }
  if (st == CS_OK) st = set_user(request, spec, as, err);
  set_workdir(spec, NULL);
  return st;
}

cs_status cs_boxroot_reopen(const json_t *spec, cs_boxroot *out,
                            const char **code, cs_error *err) {
  const json_t *image = json_object_get(spec, "image");
  const char *tree = json_string_value(json_object_get(image, "tree"));
  *out = (cs_boxroot){-1, -1};
  return tree ? open_directory(tree, out, code, err) : CS_OK;
}
