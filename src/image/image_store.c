/*
 * image_store.c - open the store, lock it, stage in it, clean up in it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "image/image_store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/datahome.h"
#include "base/file.h"

const char *cs_image_fault_word(cs_image_fault fault) {
  switch (fault) {
#define X(name, number, text) \
  case CS_IMAGE_FAULT_##name: return text;
    CS_IMAGE_FAULT_LIST(X)
#undef X
  }
  return "unknown";
}

cs_image_fault cs_image_why(const cs_image_store *store) {
  return store->fault;
}

const char *cs_image_store_home(const cs_image_store *store) {
  return store->home;
}

cs_status cs_image_store_fail(cs_image_store *s, cs_image_fault fault,
                              cs_status status) {
  s->fault = fault;
  return status;
}

cs_status cs_image_store_blame(cs_image_store *s, cs_status status) {
  if (status == CS_OK || s->fault != CS_IMAGE_FAULT_NONE) return status;
  s->fault = status == CS_ECORRUPT ? CS_IMAGE_FAULT_CORRUPT
             : status == CS_ELIMIT ? CS_IMAGE_FAULT_TOO_BIG
                                   : CS_IMAGE_FAULT_HOST;
  return status;
}

cs_status cs_image_store_step(cs_image_store *s, const cs_image_step *step,
                              cs_error *err) {
  if (!s->progress || !s->progress(s->user, step)) return CS_OK;
  errno = ECANCELED;
  return cs_error_os(err, "stopped");
}

/* --- locks --------------------------------------------------------------- */

static bool lock_fd(int fd, int how) {
  while (flock(fd, how) != 0)
    if (errno != EINTR) return false;
  return true;
}

cs_status cs_image_store_lock(cs_image_store *s, int how, cs_error *err) {
  if (lock_fd(s->lock, how)) return CS_OK;
  return cs_error_os(err, "cannot lock the image store");
}

void cs_image_store_unlock(cs_image_store *s) {
  (void)lock_fd(s->lock, LOCK_UN);
}

/* --- staging ------------------------------------------------------------- */

static cs_status random_name(char *out, size_t room, cs_error *err) {
  uint64_t r[2];
  if (getrandom(r, sizeof r, 0) != (ssize_t)sizeof r)
    return cs_error_os(err, "no random numbers");
  snprintf(out, room, "%016llx%016llx", (unsigned long long)r[0],
           (unsigned long long)r[1]);
  return CS_OK;
}

/* Between mkdir and flock nobody may look for dead directories: the shared
 * lock keeps the exclusive one of reconcile away. */
cs_status cs_staging_make(cs_image_store *s, cs_staging *out, cs_error *err) {
  *out = (cs_staging){.fd = -1};
  cs_status st = random_name(out->name, sizeof out->name, err);
  if (st == CS_OK) st = cs_image_store_lock(s, LOCK_SH, err);
  if (st != CS_OK) return st;
  if (mkdirat(s->staging, out->name, 0700) == 0)
    out->fd = openat(s->staging, out->name,
                     O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (out->fd < 0 || !lock_fd(out->fd, LOCK_EX))
    st = cs_error_os(err, "cannot write to the image store %.100s", s->home);
  cs_image_store_unlock(s);
  return st;
}

void cs_staging_drop(cs_image_store *s, cs_staging *g) {
  if (g->fd >= 0) close(g->fd);
  g->fd = -1;
  if (g->name[0]) (void)!cs_wipe_at(s->staging, g->name, NULL);
  g->name[0] = '\0';
}

/* Remove what processes left that are dead: what can be locked is nobody's.
 * Only without waiting: somebody who works is a reason to try another time. */
static void reconcile(cs_image_store *s, int parent) {
  if (flock(s->lock, LOCK_EX | LOCK_NB) != 0) return;
  int copy = fcntl(parent, F_DUPFD_CLOEXEC, 3);
  DIR *dir = copy >= 0 ? fdopendir(copy) : NULL;
  if (!dir && copy >= 0) close(copy);
  if (dir) rewinddir(dir);
  for (struct dirent *e; dir && (e = readdir(dir));) {
    if (e->d_name[0] == '.') continue;
    CS_AUTO_FD
    int fd = openat(parent, e->d_name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
      (void)!cs_wipe_at(parent, e->d_name, NULL);
  }
  if (dir) closedir(dir);
  cs_image_store_unlock(s);
}

/* --- small files --------------------------------------------------------- */

cs_status cs_image_store_put(cs_image_store *s, int dir, const char *name,
                             const char *bytes, size_t n, cs_error *err) {
  cs_staging g;
  size_t done;
  cs_status st = cs_staging_make(s, &g, err);
  if (st != CS_OK) return st;
  CS_AUTO_FD
  int fd = openat(g.fd, "file", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444);
  if (fd < 0 || !cs_file_write(fd, bytes, n, &done) || fdatasync(fd) != 0 ||
      renameat(g.fd, "file", dir, name) != 0 || fsync(dir) != 0)
    st = cs_error_os(err, "cannot write to the image store %.100s", s->home);
  cs_staging_drop(s, &g);
  return st;
}

cs_status cs_image_store_get(int dir, const char *name, cs_buf *out,
                             cs_error *err) {
  struct stat st;
  CS_AUTO_FD
  int fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0 || fstat(fd, &st) != 0)
    return cs_error_os(err, "cannot read %.80s of the image store", name);
  if (!S_ISREG(st.st_mode) || (uint64_t)st.st_size > out->max)
    return cs_error_set(err, CS_ECORRUPT,
                        "%.80s of the image store is not a file, or too large",
                        name);
  cs_status got = cs_buf_reserve(out, (size_t)st.st_size);
  if (got != CS_OK) return cs_error_set(err, got, "out of memory");
  if (!cs_file_read_at(fd, out->data + out->len, (size_t)st.st_size, 0))
    return cs_error_os(err, "cannot read %.80s of the image store", name);
  out->len += (size_t)st.st_size;
  cs_buf_seal(out);
  return CS_OK;
}

/* --- open and close ------------------------------------------------------ */

/* caisson/images in the user's data directory. */
static cs_status default_home(char out[PATH_MAX], cs_error *err) {
  static const char below[] = "/caisson/images";
  if (cs_datahome(out, PATH_MAX - sizeof below)) {
    strcat(out, below);
    return CS_OK;
  }
  return cs_error_set(err, CS_EINVAL,
                      "this user has no home directory; set "
                      "CAISSON_IMAGES to a directory");
}

static bool make_path(char *path) {
  for (char *p = path + 1; *p; p++) {
    if (*p != '/') continue;
    *p = '\0';
    bool good = mkdir(path, 0755) == 0 || errno == EEXIST;
    *p = '/';
    if (!good) return false;
  }
  return mkdir(path, 0700) == 0 || errno == EEXIST;
}

static int open_part(int dir, const char *name) {
  if (mkdirat(dir, name, 0700) != 0 && errno != EEXIST) return -1;
  return openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static cs_status open_parts(cs_image_store *s, cs_error *err) {
  struct stat st;
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s", s->home);
  if (!make_path(path))
    return cs_error_os(err, "cannot make the image store %.100s", s->home);
  s->dir = open(s->home, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (s->dir < 0 || fstat(s->dir, &st) != 0)
    return cs_error_os(err, "cannot open the image store %.100s", s->home);
  if (st.st_uid != geteuid() || (st.st_mode & 022) != 0)
    return cs_error_set(err, CS_EINVAL,
                        "the image store %.100s belongs to or can be written "
                        "by others",
                        s->home);
  s->blobs = open_part(s->dir, "blobs");
  s->names = open_part(s->dir, "names");
  s->trees = open_part(s->dir, "trees");
  s->pins = open_part(s->dir, "pins");
  s->staging = open_part(s->dir, "staging");
  s->partial = open_part(s->dir, "partial");
  s->lock =
      openat(s->dir, "lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  s->work =
      openat(s->dir, "work", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (s->work < 0 || s->blobs < 0 || s->names < 0 || s->trees < 0 ||
      s->pins < 0 || s->staging < 0 || s->partial < 0 || s->lock < 0)
    return cs_error_os(err, "cannot open the image store %.100s", s->home);
  return CS_OK;
}

static cs_status copy_options(cs_image_store *s, const cs_image_options *o,
                              cs_error *err) {
  char home[PATH_MAX];
  const char *asked = o && o->home ? o->home : getenv("CAISSON_IMAGES");
  cs_status st = CS_OK;
  if (!asked || !*asked) {
    st = default_home(home, err);
    asked = home;
  }
  if (st != CS_OK) return st;
  if (*asked != '/')
    return cs_error_set(err, CS_EINVAL,
                        "the path of an image store must be absolute");
  s->home = strdup(asked);
  s->worker = o && o->worker ? strdup(o->worker) : NULL;
  s->auth = o && o->auth ? strdup(o->auth) : NULL;
  s->progress = o ? o->progress : NULL;
  s->user = o ? o->user : NULL;
  if (s->home && (!o || !o->worker || s->worker) && (!o || !o->auth || s->auth))
    return CS_OK;
  return cs_error_set(err, CS_EOS, "out of memory");
}

cs_status cs_image_store_open(const cs_image_options *options,
                              cs_image_store **out, cs_error *err) {
  cs_image_store *s = calloc(1, sizeof *s);
  if (!s) return cs_error_set(err, CS_EOS, "out of memory");
  s->dir = s->blobs = s->names = s->trees = s->pins = -1;
  s->staging = s->partial = s->lock = s->work = -1;
  cs_status st = copy_options(s, options, err);
  if (st == CS_OK) st = open_parts(s, err);
  if (st != CS_OK) {
    cs_image_store_close(s);
    return st;
  }
  reconcile(s, s->staging);
  *out = s;
  return CS_OK;
}

void cs_image_store_close(cs_image_store *s) {
  if (!s) return;
  int fds[] = {s->dir,     s->blobs,   s->names, s->trees, s->pins,
               s->staging, s->partial, s->lock,  s->work};
  for (size_t i = 0; i < sizeof fds / sizeof *fds; i++)
    if (fds[i] >= 0) close(fds[i]);
  free(s->home);
  free(s->worker);
  free(s->auth);
  free(s);
}
