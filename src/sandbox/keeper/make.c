/*
 * make.c - the jail that a sandbox's spec describes.
 *
 * The spec was checked by whoever created the sandbox, who is the same user.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/weaken.h"
#include "jail/plan.h"
#include "sandbox/keeper/keeper.h"
#include "sandbox/keeper/order.h"

#define PROBE_MS 30000

static uint64_t number_in(const json_t *o, const char *key, uint64_t fallback) {
  const json_t *v = json_object_get(o, key);
  return json_is_integer(v) && json_integer_value(v) >= 0
             ? (uint64_t)json_integer_value(v)
             : fallback;
}

static const char *text_in(const json_t *o, const char *key) {
  return json_string_value(json_object_get(o, key));
}

static void set_limits(cs_keeper *k) {
  const json_t *l = json_object_get(k->spec, "limits");
  cs_jail_limits *to = &k->jail_spec.limits;
  char why[160];
  uint64_t milli = number_in(l, "cpus_milli", 1000);
  uint64_t cpu_ms = number_in(l, "cpu_ms", 0);
  *to = (cs_jail_limits){
      .memory = number_in(l, "memory_bytes", UINT64_C(512) << 20),
      .file_size = number_in(l, "file_bytes", UINT64_C(1) << 30),
      .tmp = number_in(l, "tmp_bytes", UINT64_C(64) << 20),
      .processes = (uint32_t)number_in(l, "pids", 256),
      .files = (uint32_t)number_in(l, "open_files", 1024),
      .cpu_s = (cpu_ms + 999) / 1000};
  /* Root can make groups wherever there are any; making one to see costs
   * more than the rest of this function. */
  if (geteuid() == 0 || cs_cgroup_probe(why)) {
    to->share = (uint32_t)milli;
    to->soft = true; /* the report says what is not enforced */
  } else {
    to->cpus = (uint32_t)((milli + 999) / 1000);
  }
}

/* The directory that keeps what is written, with its two parts. */
static int open_layer(const cs_keeper *k, const char *name) {
  return openat(k->box, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* The path of something in the sandbox's directory, for a helper that must look
 * it up from the root. */
static char *path_of(const cs_keeper *k, const char *name) {
  char link[48], path[4096], *out = NULL;
  snprintf(link, sizeof link, "/proc/self/fd/%d", k->box);
  ssize_t n = readlink(link, path, sizeof path - 1);
  if (n <= 0) return NULL;
  path[n] = 0;
  return asprintf(&out, "%s/%s", path, name) < 0 ? NULL : out;
}

static cs_status set_root(cs_keeper *k, cs_error *err) {
  const json_t *image = json_object_get(k->spec, "image");
  const json_t *l = json_object_get(k->spec, "limits");
  const char *tree = text_in(image, "tree");
  k->root = (cs_jail_root){
      .tree = tree,
      .tree_fd = tree ? CS_KEEPER_FD_TREE : 0,
      .size = number_in(l, "disk_bytes", UINT64_C(512) << 20),
      .inodes = (uint32_t)number_in(l, "inodes", 0),
      .read_only = json_is_true(json_object_get(k->spec, "read_only"))};
  if (!k->ephemeral) {
    k->root.layer = path_of(k, "layer"); /* lives as long as we do */
    k->root.layer_fd = open_layer(k, "layer");
    if (k->root.layer_fd < 0 || !k->root.layer)
      return cs_error_os(err, "the layer of the sandbox is missing");
  }
  k->jail_spec.root = &k->root;
  return CS_OK;
}

/* A part of an rw workspace, as the creator found it (workgrant.h). */
static cs_status add_grant(cs_keeper *k, const char *path, cs_error *err) {
  struct open_how how = {
      .flags = O_PATH | O_CLOEXEC | O_NOFOLLOW,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};
  cs_jail_mount *m = &k->work[k->jail_spec.nmounts];
  char *at = NULL, *host = NULL; /* live as long as we do */
  if (!path || k->jail_spec.nmounts > CS_WORKGRANT_MAX)
    return cs_error_set(err, CS_EINVAL, "the workspace has bad rules");
  if (asprintf(&at, "/workspace/%s", path) < 0 ||
      asprintf(&host, "%s/%s", k->work[0].host, path) < 0)
    return cs_error_set(err, CS_EOS, "no memory");
  int fd = (int)syscall(SYS_openat2, CS_KEEPER_FD_WORK, path, &how, sizeof how);
  if (fd < 0)
    return cs_error_os(err, "cannot open '%.100s' of the workspace", path);
  *m = (cs_jail_mount){.host = host, .fd = fd, .at = at, .mode = CS_JAIL_RW};
  k->jail_spec.nmounts++;
  return CS_OK;
}

static cs_status set_layer(cs_keeper *k, cs_error *err) {
  cs_jail_mount *m = &k->work[0];
  m->limit = k->root.size;
  m->layer = path_of(k, "work");
  m->layer_fd = open_layer(k, "work");
  if (m->layer_fd >= 0 && m->layer) return CS_OK;
  return cs_error_os(err, "the layer of the workspace is missing");
}

static cs_status set_workspace(cs_keeper *k, cs_error *err) {
  const json_t *w = json_object_get(k->spec, "workspace");
  const json_t *grants = json_object_get(w, "grants");
  const char *mode = text_in(w, "mode");
  if (!json_is_object(w)) return CS_OK;
  k->work[0] = (cs_jail_mount){.host = text_in(w, "path"),
                               .fd = CS_KEEPER_FD_WORK,
                               .at = "/workspace",
                               .mode = CS_JAIL_RO};
  if (!k->work[0].host || !mode)
    return cs_error_set(err, CS_EINVAL, "the workspace has no path");
  k->jail_spec.mounts = k->work;
  k->jail_spec.nmounts = 1;
  bool direct = strcmp(mode, "rw") == 0;
  if (direct && !grants) k->work[0].mode = CS_JAIL_RW;
  if (strcmp(mode, "overlay") == 0) {
    k->work[0].mode = CS_JAIL_OVERLAY;
    return set_layer(k, err);
  }
  cs_status st = CS_OK;
  for (size_t i = 0; direct && st == CS_OK && i < json_array_size(grants); i++)
    st = add_grant(k, json_string_value(json_array_get(grants, i)), err);
  return st;
}

static bool can_write(const cs_keeper *k) {
  for (size_t i = 0; i < k->jail_spec.nmounts; i++)
    if (k->work[i].mode == CS_JAIL_RW) return true;
  return false;
}

/* Names in the workspace that stay as they are; found by the creator. */
static cs_status set_covers(cs_keeper *k, cs_error *err) {
  static const char *const kinds[] = {"hide", "freeze", "pin"};
  const json_t *list = json_object_get(k->spec, "covers");
  size_t n = json_array_size(list);
  if (can_write(k) && !cs_weaken("fs.protect"))
    k->jail_spec.flags |= CS_JAIL_NAMES;
  if (n == 0) return CS_OK;
  k->covers = calloc(n, sizeof *k->covers);
  if (!k->covers) return cs_error_set(err, CS_EOS, "no memory");
  for (size_t i = 0; i < n; i++) {
    const json_t *c = json_array_get(list, i);
    const char *kind = text_in(c, "kind");
    k->covers[i] = (cs_jail_cover){
        .at = text_in(c, "at"),
        .kind = CS_COVER_HIDE,
        .optional = json_is_true(json_object_get(c, "optional"))};
    for (int j = 0; kind && j < 3; j++)
      if (strcmp(kinds[j], kind) == 0)
        k->covers[i].kind = (cs_jail_cover_kind)j;
    if (!k->covers[i].at) return cs_error_set(err, CS_EINVAL, "a bad cover");
  }
  k->jail_spec.covers = k->covers;
  k->jail_spec.ncovers = n;
  return CS_OK;
}

static void set_user(cs_keeper *k) {
  const json_t *u = json_object_get(k->spec, "user");
  cs_jail_spec *s = &k->jail_spec;
  s->uid = (uint32_t)number_in(u, "uid", 0);
  s->gid = (uint32_t)number_in(u, "gid", 0);
  s->as_uid = (uint32_t)number_in(u, "as_uid", CS_PLAN_UID);
  s->as_gid = (uint32_t)number_in(u, "as_gid", CS_PLAN_GID);
  s->hostname = k->name;
  s->flags = CS_JAIL_SERVE | CS_JAIL_LATE | CS_JAIL_LOOPBACK;
  /* Sockets of the host can be reached by path, through any mount of it. */
  if (json_is_object(json_object_get(k->spec, "workspace")) &&
      !json_is_true(json_object_get(k->spec, "unix_sockets")))
    s->walls |= CS_WALL_NO_UNIX;
  if (json_is_true(json_object_get(k->spec, "accept_no_landlock")))
    s->flags |= CS_JAIL_NO_LANDLOCK;
}

/* Walls of a process that does nothing, looked at before the first command. */
static cs_status prove(cs_keeper *k, cs_error *err) {
  const char *code = NULL;
  json_t *q = json_pack("{s:s}", "op", "probe");
  cs_boxexec *x = cs_boxexec_start(k, NULL, q, CS_BOXEXEC_PROBE, &code, err);
  uint64_t end = cs_keeper_now() + PROBE_MS;
  json_decref(q);
  if (!x) return CS_EOS;
  while (x->stage < CS_BOXEXEC_ENDED && cs_keeper_now() < end) {
    (void)cs_jail_await(x->socket, POLLIN, 1000);
    cs_boxexec_hear(k, x);
  }
  bool good = x->has_status && !x->problem[0];
  if (!good)
    (void)cs_error_set(
        err, CS_EOS, "%s",
        x->problem[0] ? x->problem : "the sandbox ended at once");
  for (size_t i = 0; i < CS_KEEPER_EXECS; i++)
    if (k->execs[i] == x) k->execs[i] = NULL;
  cs_boxexec_free(x);
  return good ? CS_OK : CS_EOS;
}

cs_status cs_keeper_make(cs_keeper *k, cs_error *err) {
  cs_jail_spec_init(&k->jail_spec);
  set_limits(k);
  set_user(k);
  cs_status st = set_root(k, err);
  if (st == CS_OK) st = set_workspace(k, err);
  if (st == CS_OK) st = set_covers(k, err);
  if (st == CS_OK) st = cs_boxway_set(k, err);
  if (st == CS_OK) st = cs_jail_start(&k->kit, &k->jail_spec, &k->jail, err);
  /* Nobody is told of it before its first command, which is looked at. */
  bool at_once =
      k->ephemeral && json_is_true(json_object_get(k->spec, "at_once"));
  if (st == CS_OK && !at_once) st = prove(k, err);
  if (st != CS_OK) cs_jail_stop(&k->jail);
  return st;
}

void cs_keeper_confine(cs_keeper *k) {
  if (k->mover_started || !k->jail.late) return;
  k->mover_started = true;
  k->mover = fork();
  if (k->mover == 0) _exit(cs_jail_join(&k->jail) ? 0 : 1);
  if (k->mover < 0) cs_keeper_kill(k, CS_BOX_END_DIED);
}
