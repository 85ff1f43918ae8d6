/*
 * tap.c - what a tap asks about a session.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>
#include <time.h>

#include "session/session_in.h" /* with tap.h, behind what caisson.h repeats */
#include "vfs/again.h"

void cs_tap_set(cs_session *s, const cs_tap *tap) {
  s->tapped = tap != NULL;
  s->tap = tap ? *tap : (cs_tap){0};
}

const cs_tap *cs_tap_get(const cs_session *s) {
  return s->tapped ? &s->tap : NULL;
}

const cs_options *cs_tap_options(const cs_session *s) {
  return &s->o;
}

static cs_oscall call_of(const cs_tap_request *r) {
  return cs_oscall_find(r->name, r->name_len);
}

bool cs_tap_is_pure(const cs_session *s, const cs_tap_request *r) {
  cs_oscall call = call_of(r);
  /* Those of the event loop are in journals that older versions wrote. */
  if (call == CS_OSCALL_ASYNC_SLEEP || call == CS_OSCALL_ASYNC_IDLE)
    return false;
  if (cs_oscall_is_about(call) == CS_ABOUT_CLOCK)
    return s->o.os & CS_OS_FIXED_CLOCK;
  return call == CS_OSCALL_URANDOM && s->o.os & CS_OS_SEEDED;
}

/* The tuple alone: the vfs wants no keywords. */
static size_t tuple_len(const cs_tap_request *r) {
  cs_wire_in in = cs_wire_read(r->args, r->args_len);
  return cs_wire_skip(&in) == CS_OK ? (size_t)(in.at - r->args) : 0;
}

static bool is_for_files(const cs_tap_request *r) {
  cs_oscall call = call_of(r);
  return cs_oscall_is_about(call) == CS_ABOUT_FILE || call == CS_OSCALL_CHDIR;
}

bool cs_tap_reaches_host(cs_session *s, const cs_tap_request *r, bool *again) {
  if (!is_for_files(r) || cs_session_settle_files(s) != CS_OK || !s->files)
    return false;
  return cs_vfs_again_reaches(s->files, call_of(r), r->args, tuple_len(r),
                              again);
}

cs_status cs_tap_redo(cs_session *s, const cs_tap_request *r, const void *reply,
                      size_t len, int64_t now) {
  if (!is_for_files(r)) return CS_OK;
  cs_status st = cs_session_settle_files(s);
  if (st == CS_OK && !s->files && s->o.os & CS_OS_MEMORY)
    st = cs_session_mount(s, NULL, "/", CS_MOUNT_OVERLAY, 0, NULL);
  if (st != CS_OK || !s->files) return CS_EINVAL;
  return cs_vfs_again(s->files, call_of(r), r->args, tuple_len(r), reply, len,
                      now)
             ? CS_OK
             : CS_EINVAL;
}

bool cs_tap_is_settled(const cs_session *s) {
  return s->phase == CS_PHASE_IDLE || s->phase == CS_PHASE_WAITS;
}

void cs_tap_forget_time(cs_session *s) {
  s->run_ns = s->before_ns = 0;
  s->late = false;
  cs_session_tick(s);
}

int64_t cs_tap_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}
