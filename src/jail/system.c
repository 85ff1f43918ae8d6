/*
 * system.c - the ordinary part of a jail's root directory.
 *
 * Programs and libraries are shown as they are; of /etc only what programs
 * look up and what tells nothing about the host.  Users and groups are ours.
 *
 * The lists here are what a stranger's program may learn about this host; each
 * entry is there because programs fail without it. What is copied is at most 32
 * KiB, so a plan stays small.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/system.h"

#include <assert.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"

#define TMP_DEFAULT (UINT64_C(64) << 20)

static const char *const directories[] = {"/usr",   "/bin",   "/sbin",  "/lib",
                                          "/lib32", "/lib64", "/libx32"};

/* Directories and files that cannot be copied in a moment. */
static const char *const etc[] = {"/etc/alternatives", "/etc/ld.so.cache",
                                  "/etc/ssl/certs", "/etc/python3.11",
                                  "/etc/fonts"};

/* Small files; a link stays one. */
static const char *const copies[] = {"/etc/localtime", "/etc/protocols",
                                     "/etc/services"};

static const char passwd[] =
    "root:x:0:0:root:/root:/usr/sbin/nologin\n"
    "sandbox:x:1000:1000:sandbox:/tmp:/bin/sh\n"
    "nobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n";
static const char group[] = "root:x:0:\nsandbox:x:1000:\nnogroup:x:65534:\n";
static const char names[] =
    "passwd: files\ngroup: files\nhosts: files\nservices: files\n";
static const char names_asked[] =
    "passwd: files\ngroup: files\nhosts: files dns\nservices: files\n";

/* The bytes are copied into the plan. */
static void add_file(cs_plan_maker *m, const char *at, const void *data,
                     size_t len) {
  cs_plan_place *p = cs_plan_add(m, CS_PLACE_FILE, NULL, at);
  uint32_t source = cs_plan_put(m, data, len);
  p->source = source;
  p->size = len;
}

static const char *name_of(const cs_jail_spec *spec) {
  return spec->hostname ? spec->hostname : "caisson";
}

/* With its own name in it: programs look themselves up (git does). */
static void add_hosts(cs_plan_maker *m, const cs_jail_spec *spec) {
  char text[600];
  const char *name = name_of(spec);
  int n = snprintf(text, sizeof text,
                   "127.0.0.1 localhost %.255s\n::1 localhost %.255s\n", name,
                   name);
  add_file(m, "/etc/hosts", text, (size_t)n);
}

/* False: it is no link, or is not there. */
static bool add_link(cs_plan_maker *m, const char *path) {
  char link[PATH_MAX];
  ssize_t n = readlink(path, link, sizeof link - 1);
  if (n <= 0) return false;
  link[n] = 0;
  cs_plan_add(m, CS_PLACE_LINK, link, path);
  return true;
}

/* Merged or not, /bin looks as it does outside. */
static void add_directory(cs_plan_maker *m, const char *path) {
  struct stat s;
  if (add_link(m, path) || stat(path, &s) != 0 || !S_ISDIR(s.st_mode)) return;
  cs_plan_add(m, CS_PLACE_RO, path, path);
}

/* Larger than the buffer: left out, nothing needs the rest. */
static void add_copy(cs_plan_maker *m, const char *path) {
  char data[32 << 10];
  if (add_link(m, path)) return;
  CS_AUTO_FD
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read(fd, data, sizeof data);
  if (n > 0 && (size_t)n < sizeof data) add_file(m, path, data, (size_t)n);
}

/* Does the caller make files of its own below this directory? */
static bool is_replaced(const cs_jail_spec *spec, const char *dir) {
  assert(dir[0] == '/');
  size_t n = strlen(dir);
  for (size_t i = 0; i < spec->nfiles; i++)
    if (strncmp(spec->files[i].at, dir, n) == 0 && spec->files[i].at[n] == '/')
      return true;
  return false;
}

/* Only what is there: /libx32 and others are missing on most hosts. */
static void add_host(cs_plan_maker *m, const cs_jail_spec *spec) {
  for (size_t i = 0; i < sizeof directories / sizeof *directories; i++)
    add_directory(m, directories[i]);
  struct stat s;
  for (size_t i = 0; i < sizeof etc / sizeof *etc; i++)
    if (!is_replaced(spec, etc[i]) && stat(etc[i], &s) == 0)
      cs_plan_add(m, CS_PLACE_RO, etc[i], etc[i]);
}

/* Users and groups are made up; the caller's files come last and win. */
static void add_files(cs_plan_maker *m, const cs_jail_spec *spec) {
  if (!(spec->flags & CS_JAIL_BARE))
    for (size_t i = 0; i < sizeof copies / sizeof *copies; i++)
      add_copy(m, copies[i]);
  add_file(m, "/etc/passwd", passwd, sizeof passwd - 1);
  add_file(m, "/etc/group", group, sizeof group - 1);
  add_hosts(m, spec);
  if (spec->way.post)
    add_file(m, "/etc/nsswitch.conf", names_asked, sizeof names_asked - 1);
  else
    add_file(m, "/etc/nsswitch.conf", names, sizeof names - 1);
  for (size_t i = 0; i < spec->nfiles; i++)
    add_file(m, spec->files[i].at, spec->files[i].data, spec->files[i].len);
}

/* What the jail makes itself: callers may not expect the host's. */
static const char *const made[] = {"/etc/passwd", "/etc/group", "/etc/hosts",
                                   "/etc/nsswitch.conf", "/run"};

const char *cs_system_shown(size_t i) {
  static const struct {
    const char *const *list;
    size_t n;
  } all[] = {{directories, sizeof directories / sizeof *directories},
             {etc, sizeof etc / sizeof *etc},
             {copies, sizeof copies / sizeof *copies},
             {made, sizeof made / sizeof *made}};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    if (i < all[k].n) return all[k].list[i];
    i -= all[k].n;
  }
  return NULL;
}

/* --- what is not for callers ---------------------------------------------- */

/* Programs, what loads them, and a /proc that only we may make. */
static const char *const needed[] = {"/usr/bin", "/usr/lib", "/usr/lib64",
                                     "/proc"};

/* 0: `at` is not in `dir`; 1: it is `dir`; 2: it is beneath. Slashes may be
 * doubled in what a caller writes. */
static int relate(const char *at, const char *dir) {
  while (*dir) {
    while (*at == '/' && at[1] == '/') at++;
    if (*at++ != *dir++) return 0;
  }
  if (*at && *at != '/') return 0;
  return at[strspn(at, "/")] ? 2 : 1;
}

static bool is_link(const char *path) {
  struct stat s;
  return lstat(path, &s) == 0 && S_ISLNK(s.st_mode);
}

cs_status cs_system_check(const char *at, cs_error *err) {
  const size_t links = sizeof directories / sizeof *directories;
  const size_t all = links + sizeof needed / sizeof *needed;
  for (size_t i = 0; i < all; i++) {
    const char *dir = i < links ? directories[i] : needed[i - links];
    int how = relate(at, dir);
    if (how == 0 || access(dir, F_OK) != 0) continue;
    if (how == 1 || strcmp(dir, "/proc") == 0)
      return cs_error_set(err, CS_EINVAL,
                          "a mount at %.60s would take the place of the "
                          "system's %s, which every program in a jail needs; "
                          "choose another path, such as /mnt%.40s",
                          at, dir, at);
    if (is_link(dir))
      return cs_error_set(err, CS_EINVAL,
                          "%.60s is behind a link, which %s is on this "
                          "system; choose another path, such as /mnt%.40s",
                          at, dir, at);
  }
  return CS_OK;
}

/* --- all of it ------------------------------------------------------------ */

void cs_system_mounts(cs_plan_maker *m, const cs_jail_spec *spec) {
  if (spec->root) {
    (void)!cs_system_root(m, spec, NULL, NULL);
    return;
  }
  uint64_t tmp = spec->limits.tmp ? spec->limits.tmp : TMP_DEFAULT;
  if (!(spec->flags & CS_JAIL_BARE)) add_host(m, spec);
  cs_plan_add(m, CS_PLACE_DEV, NULL, "/dev");
  cs_plan_add(m, CS_PLACE_PROC, NULL, "/proc");
  cs_plan_add(m, CS_PLACE_TMPFS, NULL, "/tmp")->size = tmp;
  cs_plan_add(m, CS_PLACE_TMPFS, NULL, "/dev/shm")->size = tmp;
  cs_plan_add(m, CS_PLACE_DIR, NULL, "/run");
  for (size_t i = 0; i < spec->nshow; i++) {
    const cs_jail_shown *s = &spec->show[i];
    cs_plan_place *p = cs_plan_add(m, CS_PLACE_RO, s->source, s->at);
    p->dev = s->dev;
    p->ino = s->ino;
  }
}

void cs_system_places(cs_plan_maker *m, const cs_jail_spec *spec) {
  cs_system_mounts(m, spec);
  add_files(m, spec);
}

/* --- the root of a sandbox ------------------------------------------------ */

/* Programs are written for `python`, which Debian's python3 is not called. */
static void add_python(cs_plan_maker *m) {
  static const char *const pythons[] = {"/usr/local/bin/python",
                                        "/usr/bin/python"};
  for (size_t i = 0; i < sizeof pythons / sizeof *pythons; i++)
    if (access(pythons[i], X_OK) == 0) return;
  if (access("/usr/bin/python3", X_OK) != 0) return;
  cs_plan_add(m, CS_PLACE_DIR, NULL, CS_SYSTEM_EXTRA);
  cs_plan_add(m, CS_PLACE_LINK, "/usr/bin/python3", CS_SYSTEM_EXTRA "/python");
}

/* What the host's programs are mounted on; links are links. */
static void add_spots(cs_plan_maker *m, const cs_jail_spec *spec) {
  struct stat s;
  for (size_t i = 0; i < sizeof directories / sizeof *directories; i++)
    if (!add_link(m, directories[i]) && stat(directories[i], &s) == 0 &&
        S_ISDIR(s.st_mode))
      cs_plan_add(m, CS_PLACE_DIR, NULL, directories[i]);
  for (size_t i = 0; i < sizeof etc / sizeof *etc; i++) {
    if (is_replaced(spec, etc[i]) || stat(etc[i], &s) != 0) continue;
    if (S_ISDIR(s.st_mode))
      cs_plan_add(m, CS_PLACE_DIR, NULL, etc[i]);
    else
      add_file(m, etc[i], "", 0);
  }
  static const char *const others[] = {"/dev",  "/proc", "/tmp", "/run",
                                       "/root", "/home", "/var", "/opt"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    cs_plan_add(m, CS_PLACE_DIR, NULL, others[i]);
  add_python(m);
}

/* The same directories as add_host, over an image-like root. */
static void add_programs(cs_plan_maker *m, const cs_jail_spec *spec) {
  struct stat s;
  for (size_t i = 0; i < sizeof directories / sizeof *directories; i++)
    if (lstat(directories[i], &s) == 0 && S_ISDIR(s.st_mode))
      cs_plan_add(m, CS_PLACE_RO, directories[i], directories[i]);
  for (size_t i = 0; i < sizeof etc / sizeof *etc; i++)
    if (!is_replaced(spec, etc[i]) && stat(etc[i], &s) == 0)
      cs_plan_add(m, CS_PLACE_RO, etc[i], etc[i]);
}

/* A copy of a descriptor for the plan; its number there in `*number`. */
static cs_status pack(cs_jail_parcel *box, int fd, const char *path,
                      int32_t *number, cs_error *err) {
  assert(!box || box->n <= CS_JAIL_FDS);
  if (!box) return CS_OK;
  if (box->n == CS_JAIL_FDS)
    return cs_error_set(err, CS_ELIMIT, "too many mounts");
  int copy =
      fd > 0 ? fcntl(fd, F_DUPFD_CLOEXEC, 3) : open(path, O_PATH | O_CLOEXEC);
  if (copy < 0) return cs_error_os(err, "cannot open %.120s", path);
  *number = (int32_t)(CS_PLAN_FD_FIRST + box->n);
  box->fds[box->n++] = copy;
  return CS_OK;
}

cs_status cs_system_layer(cs_plan_maker *m, const char *path, int fd,
                          cs_jail_parcel *box, cs_error *err) {
  int32_t number = -1;
  cs_status st = pack(box, fd, path, &number, err);
  if (st != CS_OK) return st;
  cs_plan_add(m, CS_PLACE_LAYER, path, "/")->fd = number;
  return CS_OK;
}

/* Without a tree the host's own programs are mounted below an overlay; with
 * one, nothing of the host is there but /dev's nodes. */
cs_status cs_system_root(cs_plan_maker *m, const cs_jail_spec *spec,
                         cs_jail_parcel *box, cs_error *err) {
  assert(spec->root);
  const cs_jail_root *r = spec->root;
  const char *name = name_of(spec);
  uint64_t tmp = spec->limits.tmp ? spec->limits.tmp : TMP_DEFAULT;
  cs_status st = CS_OK;
  int32_t tree = -1;
  if (!r->tree) {
    add_spots(m, spec);
    add_files(m, spec);
  } else {
    st = pack(box, r->tree_fd, r->tree, &tree, err);
  }
  if (st == CS_OK && r->layer && box)
    st = cs_system_layer(m, r->layer, r->layer_fd, box, err);
  if (st != CS_OK) return st;
  cs_plan_place *root = cs_plan_add(m, CS_PLACE_ROOT, r->tree, "/");
  root->fd = tree;
  root->share = 1;
  root->size = r->size ? r->size : tmp;
  root->files = r->inodes;
  if (!r->tree) add_programs(m, spec);
  cs_plan_add(m, CS_PLACE_DEV, NULL, "/dev");
  cs_plan_add(m, CS_PLACE_PROC, NULL, "/proc");
  cs_plan_add(m, CS_PLACE_TMPFS, NULL, "/tmp")->size = tmp;
  cs_plan_add(m, CS_PLACE_TMPFS, NULL, "/dev/shm")->size = tmp;
  cs_plan_add(m, CS_PLACE_TMPFS, NULL, "/run")->size = UINT64_C(8) << 20;
  /* An empty list of resolvers makes glibc ask 127.0.0.1, where nobody is. */
  if (!spec->way.post) add_file(m, "/etc/resolv.conf", "", 0);
  for (size_t i = 0; i < spec->nfiles; i++)
    add_file(m, spec->files[i].at, spec->files[i].data, spec->files[i].len);
  add_file(m, "/etc/hostname", name, strlen(name));
  if (r->tree) add_hosts(m, spec);
  return CS_OK;
}
