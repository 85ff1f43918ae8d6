/*
 * runrow.c - a named run in the one list of what has a name.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sandbox/runrow.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>

#include "base/cleanup.h"
#include "sandbox/home.h"
#include "sandbox/sandbox.h"

#define TRIES 100 /* others may add and remove the same name meanwhile */

static int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* The directory of this id, made if it is not there, and its lock. */
static cs_status hold(const char *home, const char *id, cs_runrow *out,
                      cs_error *err) {
  CS_AUTO_FD
  int claim = cs_home_claim(home, id); /* nobody cleans up meanwhile */
  CS_AUTO_FD
  int box = claim < 0 ? -1 : cs_home_open(home, id);
  CS_AUTO_FD
  int lock = box < 0 ? -1
                     : openat(box, "lock",
                              O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (lock < 0) return cs_error_os(err, "its directory cannot be made");
  if (flock(lock, LOCK_EX | LOCK_NB) != 0)
    return cs_error_set(err, CS_EINVAL, "something of that name is running");
  *out = (cs_runrow){.box = cs_steal(&box), .lock = cs_steal(&lock)};
  return CS_OK;
}

/* A new row.  CS_EINVAL without a text: somebody was faster. */
static cs_status add(cs_sandboxes *s, const char *name, cs_runrow *out,
                     cs_error *err) {
  cs_store_row row = {.kind = "run", .state = "live", .created_ms = now_ms()};
  snprintf(row.name, sizeof row.name, "%s", name);
  if (!cs_home_new_id(row.id)) return cs_error_os(err, "no randomness");
  cs_status st = hold(s->home, row.id, out, err);
  if (st != CS_OK) return st;
  st = cs_store_add(s->store, &row, err);
  if (st == CS_OK) return CS_OK;
  cs_cleanup_fd(&out->box);
  cs_cleanup_fd(&out->lock);
  (void)!cs_home_remove(s->home, row.id, NULL);
  return st;
}

static cs_status take(cs_sandboxes *s, const char *name, cs_runrow *out,
                      cs_error *err) {
  cs_store_row row, again;
  for (int i = 0; i < TRIES; i++) {
    if (cs_store_find(s->store, name, &row, err) != CS_OK) {
      cs_status st = add(s, name, out, err);
      if (st != CS_EINVAL) return st;
      continue;
    }
    if (strcmp(row.kind, "run") != 0)
      return cs_error_set(err, CS_EINVAL, "a sandbox has that name");
    cs_status st = hold(s->home, row.id, out, err);
    if (st != CS_OK) return st;
    /* It may have been removed before it was held. */
    if (cs_store_find(s->store, name, &again, err) == CS_OK &&
        strcmp(again.id, row.id) == 0)
      return CS_OK;
    cs_cleanup_fd(&out->box);
    cs_cleanup_fd(&out->lock);
    (void)!cs_home_remove(s->home, row.id, NULL);
  }
  return cs_error_set(err, CS_EINVAL, "others use that name all the time");
}

cs_status cs_runrow_take(const char *name, cs_runrow *out, cs_error *err) {
  cs_sandboxes *s = NULL;
  *out = (cs_runrow){-1, -1};
  cs_status st = cs_sandboxes_open(NULL, &s, err);
  if (st != CS_OK) return st;
  st = take(s, name, out, err);
  cs_sandboxes_close(s);
  return st;
}

int cs_runrow_open(const char *name) {
  cs_sandboxes *s = NULL;
  cs_store_row row;
  int box = -1;
  if (!cs_home_is_name(name) || cs_sandboxes_open(NULL, &s, NULL) != CS_OK)
    return -1;
  if (cs_store_find(s->store, name, &row, NULL) == CS_OK)
    box = cs_home_open(s->home, row.id);
  cs_sandboxes_close(s);
  return box;
}
