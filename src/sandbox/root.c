/*
 * root.c - which root file system a sandbox gets.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sandbox/root.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "image/image.h"
#include "jail/jail.h"
#include "jail/plan.h"
#include "sandbox/imagerules.h"

void cs_boxroot_fini(cs_boxroot *r) {
  cs_cleanup_fd(&r->tree);
  cs_cleanup_fd(&r->lease);
  r->tree = r->lease = -1;
}

/* --- who programs are ----------------------------------------------------- */

#define PASSWD_MAX (64 << 10)

typedef struct who {
  uint32_t uid, gid;
} who;

/* A line of the image's own list of users, read by us and by no library. */
static bool find_line(char *text, const char *name, who *out) {
  size_t n = strlen(name);
  char *save = NULL;
  for (char *line = strtok_r(text, "\n", &save); line;
       line = strtok_r(NULL, "\n", &save)) {
    unsigned uid, gid;
    if (strncmp(line, name, n) != 0 || line[n] != ':') continue;
    const char *rest = strchr(line + n + 1, ':');
    if (!rest || sscanf(rest + 1, "%u:%u", &uid, &gid) != 2) return false;
    *out = (who){uid, gid};
    return true;
  }
  return false;
}

static bool find_user(int tree, const char *name, who *out) {
  struct open_how how = {.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK,
                         .resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS};
  CS_AUTO_FREE
  char *text = malloc(PASSWD_MAX);
  CS_AUTO_FD
  int fd = tree < 0 ? -1
                    : (int)syscall(SYS_openat2, tree, "etc/passwd", &how,
                                   sizeof how);
  ssize_t n = text && fd >= 0 ? read(fd, text, PASSWD_MAX - 1) : -1;
  if (n <= 0) return false;
  text[n] = 0;
  return find_line(text, name, out);
}

/* "1000", "1000:100", or a name of the image's /etc/passwd. */
static cs_status read_user(const char *text, int tree, who *out,
                           cs_error *err) {
  unsigned uid, gid;
  char name[64];
  int n = sscanf(text, "%u:%u", &uid, &gid);
  if (n >= 1 && uid <= 65535 && (n == 1 || gid <= 65535)) {
    *out = (who){uid, n == 2 ? gid : uid};
    return CS_OK;
  }
  snprintf(name, sizeof name, "%.*s", (int)strcspn(text, ":"), text);
  if (name[0] && find_user(tree, name, out) && out->uid <= 65535) return CS_OK;
  return cs_error_set(err, CS_EINVAL,
                      "there is no user '%.60s' in the image; a number from 0 "
                      "to 65535 always works",
                      text);
}

/* On the host a user of its own; inside the one that is asked for: one number
 * is as good as another, for there is only one user. */
static cs_status set_user(const json_t *request, json_t *spec, int tree,
                          const char *image, who as, cs_error *err) {
  uint32_t uid, gid;
  const json_t *u = json_object_get(request, "user");
  const char *text = json_string_value(u);
  if (!text && !json_is_integer(u) && image && *image) text = image;
  if (json_is_integer(u) && json_integer_value(u) >= 0)
    as.uid = as.gid = (uint32_t)json_integer_value(u);
  if (text && read_user(text, tree, &as, err) != CS_OK) return CS_EINVAL;
  cs_jail_choose_user(&uid, &gid);
  json_object_set_new(
      spec, "user",
      json_pack("{s:I, s:I, s:I, s:I}", "uid", (json_int_t)uid, "gid",
                (json_int_t)gid, "as_uid", (json_int_t)as.uid, "as_gid",
                (json_int_t)as.gid));
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

/* --- an image ------------------------------------------------------------- */

/* Variables of the image, below those of the request. */
static void set_env(json_t *spec, char *const *list) {
  json_t *env = json_object(), *asked = json_object_get(spec, "env");
  for (; list && *list; list++) {
    const char *eq = strchr(*list, '=');
    char name[256];
    if (!eq || eq == *list || (size_t)(eq - *list) >= sizeof name) continue;
    memcpy(name, *list, (size_t)(eq - *list));
    name[eq - *list] = 0;
    json_object_set_new(env, name, json_string(eq + 1));
  }
  if (asked) json_object_update(env, asked);
  json_object_set_new(spec, "env", env);
}

static cs_status use_image(const json_t *request, json_t *spec,
                           const cs_image *found, cs_boxroot *out,
                           cs_error *err) {
  json_t *image = json_object_get(spec, "image");
  out->tree = fcntl(found->tree, F_DUPFD_CLOEXEC, 3);
  out->lease = found->lease < 0 ? -1 : fcntl(found->lease, F_DUPFD_CLOEXEC, 3);
  if (out->tree < 0) return cs_error_os(err, "no descriptor for an image");
  json_object_set_new(image, "tree", json_string(found->tree_path));
  json_object_set_new(image, "digest", json_string(found->digest));
  json_t *cmd = json_array();
  for (char **p = found->config.entrypoint; p && *p; p++)
    json_array_append_new(cmd, json_string(*p));
  for (char **p = found->config.cmd; p && *p; p++)
    json_array_append_new(cmd, json_string(*p));
  json_object_set_new(image, "command", cmd);
  set_env(spec, found->config.env);
  set_workdir(spec, found->config.workdir);
  return set_user(request, spec, out->tree, found->config.user, (who){0, 0},
                  err);
}

/* Found, or pulled, verified and unpacked; then kept for this sandbox by its
 * id, also while it is stopped. */
static cs_status resolve_image(const json_t *request, json_t *spec,
                               const char *ref, const cs_image_policy *policy,
                               cs_boxroot *out, const char **code,
                               cs_error *err) {
  cs_image_store *store = NULL;
  cs_image *found = NULL;
  *code = "unavailable";
  cs_status st = cs_image_store_open(NULL, &store, err);
  if (st != CS_OK) return st;
  st = cs_image_resolve(store, policy, ref, &found, err);
  if (st != CS_OK) *code = cs_image_fault_word(cs_image_why(store));
  if (st == CS_OK) st = use_image(request, spec, found, out, err);
  /* One that never is without a process needs no more than a lease. */
  if (st == CS_OK && found->digest[0] &&
      !json_is_true(json_object_get(spec, "ephemeral")))
    st = cs_image_pin(store, found->digest, out->holder, err);
  cs_image_free(found);
  cs_image_store_close(store);
  return st;
}

void cs_boxroot_release(const json_t *spec, const char *holder) {
  const json_t *image = json_object_get(spec, "image");
  const char *digest = json_string_value(json_object_get(image, "digest"));
  cs_image_store *store = NULL;
  if (!digest || json_is_true(json_object_get(spec, "ephemeral")) ||
      cs_image_store_open(NULL, &store, NULL) != CS_OK)
    return;
  (void)!cs_image_unpin(store, digest, holder, NULL);
  cs_image_store_close(store);
}

/* --- which one ------------------------------------------------------------ */

/* The reference of a caller who names no image of his own: his usual one, if
 * the store has it and it is allowed, else images.default.  No socket is opened
 * to find out. */
static const char *choose_default(const json_t *request, cs_imagerules *rules) {
  const char *ref =
      json_string_value(json_object_get(request, "default_image"));
  cs_image_policy offline = rules->image;
  cs_image_store *store = NULL;
  cs_image *found = NULL;
  cs_image_fault fault;
  offline.pull = CS_IMAGE_PULL_NEVER;
  if (!ref || cs_imagerules_judge(rules, ref, &fault, NULL) != CS_OK ||
      cs_image_store_open(NULL, &store, NULL) != CS_OK)
    return rules->fallback;
  bool has = cs_image_resolve(store, &offline, ref, &found, NULL) == CS_OK;
  cs_image_free(found);
  cs_image_store_close(store);
  return has ? ref : rules->fallback;
}

static cs_status use(const json_t *request, json_t *spec, const char *ref,
                     const cs_image_policy *policy, cs_boxroot *out,
                     const char **code, cs_error *err) {
  const who ours = {CS_PLAN_UID, CS_PLAN_GID}, root = {0, 0};
  json_t *image = json_pack("{s:s}", "ref", ref);
  json_object_set_new(spec, "image", image);
  if (strcmp(ref, CS_IMAGERULES_HOST) == 0) {
    set_workdir(spec, NULL);
    return set_user(request, spec, -1, NULL, ours, err);
  }
  if (strncmp(ref, "rootfs:/", 8) != 0)
    return resolve_image(request, spec, ref, policy, out, code, err);
  json_object_set_new(image, "tree", json_string(ref + 7));
  cs_status st = open_directory(ref + 7, out, code, err);
  set_workdir(spec, NULL);
  return st == CS_OK ? set_user(request, spec, out->tree, NULL, root, err) : st;
}

cs_status cs_boxroot_resolve(const json_t *request, json_t *spec,
                             const cs_policy *p, const char *holder,
                             cs_boxroot *out, const char **code,
                             cs_error *err) {
  const char *ref = json_string_value(json_object_get(request, "image"));
  const char *pull = json_string_value(json_object_get(request, "pull"));
  cs_imagerules rules;
  cs_image_fault fault;
  *out = (cs_boxroot){.tree = -1, .lease = -1, .holder = holder};
  if (cs_imagerules_init(p, &rules) != CS_OK)
    return cs_error_set(err, CS_EOS, "no memory for the rules of images");
  if (!ref) ref = choose_default(request, &rules);
  if (pull) rules.image.pull = cs_imagerules_pull(pull);
  cs_status st = cs_imagerules_judge(&rules, ref, &fault, err);
  if (st != CS_OK) *code = cs_image_fault_word(fault);
  if (st == CS_OK) st = use(request, spec, ref, &rules.image, out, code, err);
  cs_imagerules_fini(&rules);
  return st;
}

cs_status cs_boxroot_reopen(const json_t *spec, cs_boxroot *out,
                            const char **code, cs_error *err) {
  const json_t *image = json_object_get(spec, "image");
  const char *tree = json_string_value(json_object_get(image, "tree"));
  *out = (cs_boxroot){.tree = -1, .lease = -1};
  return tree ? open_directory(tree, out, code, err) : CS_OK;
}
