/*
 * home.c - where sandboxes live.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sandbox/home.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "sandbox/boxfile.h"
#include "sandbox/tree.h"

static bool make_dir(const char *path) {
  return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* The part of the path that other programs share. */
static bool find_base(char dir[PATH_MAX]) {
  const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
  int n = -1;
  if (state && *state == '/') {
    n = snprintf(dir, PATH_MAX, "%s", state);
  } else if (home && *home == '/') {
    n = snprintf(dir, PATH_MAX, "%s/.local", home);
    if (n > 0 && n < PATH_MAX) (void)make_dir(dir);
    n = snprintf(dir, PATH_MAX, "%s/.local/state", home);
  }
  return n > 0 && n < PATH_MAX && make_dir(dir);
}

cs_status cs_home_find(const char *given, char out[PATH_MAX], cs_error *err) {
  char base[PATH_MAX], boxes[PATH_MAX];
  int n = given ? snprintf(out, PATH_MAX, "%s", given) : -1;
  if (!given && find_base(base))
    n = snprintf(out, PATH_MAX, "%s/caisson", base);
  if (n <= 0 || n >= PATH_MAX)
    return cs_error_set(err, CS_EINVAL,
                        "there is no state directory; set XDG_STATE_HOME");
  n = snprintf(boxes, sizeof boxes, "%s/boxes", out);
  if (n >= (int)sizeof boxes || !make_dir(out) || !make_dir(boxes))
    return cs_error_os(err, "cannot make the state directory");
  return CS_OK;
}

bool cs_home_new_id(char id[CS_STORE_ID]) {
  uint8_t bits[16];
  if (getrandom(bits, sizeof bits, 0) != (ssize_t)sizeof bits) return false;
  for (int i = 0; i < 16; i++) snprintf(id + 2 * i, 3, "%02x", bits[i]);
  return true;
}

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS  "0123456789"

bool cs_home_is_name(const char *name) {
  size_t n = strlen(name);
  return n > 0 && n < CS_STORE_NAME && strchr(LETTERS DIGITS, name[0]) &&
         strspn(name, LETTERS DIGITS "_.-") == n && !strstr(name, "..");
}

static bool box_path(const char *home, const char *id, char out[PATH_MAX]) {
  return strlen(id) == CS_STORE_ID - 1 &&
         snprintf(out, PATH_MAX, "%s/boxes/%s", home, id) < PATH_MAX;
}

int cs_home_open(const char *home, const char *id) {
  char path[PATH_MAX];
  return box_path(home, id, path)
             ? open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
             : -1;
}

cs_status cs_home_remove(const char *home, const char *id, cs_error *err) {
  char path[PATH_MAX];
  CS_AUTO_FD
  int box = cs_home_open(home, id);
  if (box < 0) return CS_OK; /* nothing else is there */
  cs_status st = cs_tree_empty(box, err);
  if (st != CS_OK) return st;
  return (box_path(home, id, path) && rmdir(path) == 0) || errno == ENOENT
             ? CS_OK
             : cs_error_os(err, "cannot remove the sandbox's directory");
}

/* --- creators ------------------------------------------------------------- */

int cs_home_claim(const char *home, const char *id) {
  char path[PATH_MAX];
  struct stat st;
  if (!box_path(home, id, path)) return -1;
  for (int tries = 0; tries < 100; tries++) {
    if (mkdir(path, 0700) != 0 && errno != EEXIST) return -1;
    CS_AUTO_FD
    int fd = cs_home_open(home, id);
    if (fd < 0 && errno == ENOENT) continue;
    if (fd < 0 || flock(fd, LOCK_EX) != 0) return -1;
    /* Who cleans up may have taken it for a dead one's before it was locked. */
    if (fstat(fd, &st) == 0 && st.st_nlink > 0) return cs_steal(&fd);
  }
  return -1;
}

bool cs_home_is_claimed(const char *home, const char *id) {
  CS_AUTO_FD
  int fd = cs_home_open(home, id);
  return fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) != 0;
}

bool cs_home_remove_unclaimed(const char *home, const char *id) {
  char path[PATH_MAX];
  CS_AUTO_FD
  int fd = cs_home_open(home, id);
  return fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0 &&
         box_path(home, id, path) && cs_tree_empty(fd, NULL) == CS_OK &&
         rmdir(path) == 0;
}

/* --- keepers -------------------------------------------------------------- */

bool cs_home_is_held(int box) {
  CS_AUTO_FD
  int fd = openat(box, "lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  return fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) != 0;
}

bool cs_home_wait_free(int box, int ms) {
  for (int waited = 0; cs_home_is_held(box); waited += 2) {
    if (waited >= ms) return false;
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
  }
  return true;
}

const char *cs_home_status(const cs_store_row *row, int box) {
  if (strcmp(row->state, "removing") == 0) return "removing";
  if (box < 0 || strcmp(row->state, "creating") == 0) return "creating";
  json_t *state = cs_boxfile_read(box, "state.json");
  const char *word = json_string_value(json_object_get(state, "state"));
  bool ended = json_object_get(state, "ended_ms") ||
               (word && strcmp(word, "stopped") == 0);
  bool crashed = word && strcmp(word, "crashed") == 0;
  json_decref(state);
  if (cs_home_is_held(box)) return "running";
  return ended && !crashed ? "stopped" : "crashed";
}
