/*
 * keep.c - the writing half of a session's journal.
 *
 * When is a record where?  Calls, their replies and the ends of runs are
 * durable (fdatasync) before anybody acts on them; output, other requests and
 * changes to the host are handed to the kernel first, so that they survive this
 * process; answers that changed nothing outside wait for the next of those.
 * So whatever was visible outside is explained by the file.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "journal/keep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "caisson/journal.h"

/* A snapshot may cost this part of the running time, or this much. */
#define STATE_SHARE 20
#define CHEAP_US    20000

static bool wrote(cs_keep *k, cs_status st) {
  if (st == CS_OK) return true;
  k->state = CS_KEEP_IS_BROKEN;
  snprintf(k->name, sizeof k->name, "journal");
  snprintf(
      k->why, sizeof k->why, "%s",
      k->log.broken.text[0] ? k->log.broken.text : "no memory for the journal");
  return false;
}

static bool put_wire(cs_keep *k, cs_record_kind kind, const void *tail,
                     size_t n) {
  if (k->w.status != CS_OK) return wrote(k, k->w.status);
  return wrote(k, cs_log_put(&k->log, kind, k->w.data, k->w.len, tail, n));
}

/* Survives this process; with `durable` also the machine. */
static bool hand_over(cs_keep *k, bool durable) {
  bool sync =
      k->o.sync == CS_SYNC_ALWAYS || (durable && k->o.sync == CS_SYNC_CALLS);
  return wrote(k, sync ? cs_log_sync(&k->log) : cs_log_flush(&k->log));
}

/* --- snapshots ----------------------------------------------------------- */

static uint64_t now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* The session as bytes, sealed if there is a key. */
static bool take_state(cs_keep *k, void **bytes, size_t *n) {
  if (cs_session_dump(k->s, bytes, n) != CS_OK) return false;
  if (!k->key_len) return true;
  void *plain = *bytes;
  cs_status st = cs_seal(k->key, k->key_len, plain, *n, bytes, n);
  free(plain);
  return st == CS_OK;
}

bool cs_keep_put_state(cs_keep *k) {
  void *bytes;
  size_t n;
  uint64_t start = now_us();
  if (!take_state(k, &bytes, &n)) {
    snprintf(k->why, sizeof k->why, "a session of this kind cannot be saved");
    return false;
  }
  bool ok = wrote(k, cs_log_put(&k->log, CS_RECORD_STATE, bytes, n, NULL, 0));
  free(bytes);
  k->cost_us = now_us() - start;
  k->ran_us = 0;
  return ok;
}

static void count_time(cs_keep *k) {
  cs_used u;
  cs_session_used(k->s, &u);
  k->ran_us += u.time_us >= k->mark_us ? u.time_us - k->mark_us : u.time_us;
  k->mark_us = u.time_us;
}

/* Where resuming need not go back behind.  One that does not fit is left
 * out: the records are enough. */
static bool maybe_put_state(cs_keep *k) {
  count_time(k);
  if (k->o.snapshot_ms == 0 || k->ran_us < k->o.snapshot_ms * 1000 ||
      !cs_tap_is_settled(k->s))
    return true;
  if (k->cost_us > CHEAP_US && k->ran_us < k->cost_us * STATE_SHARE)
    return true;
  void *bytes;
  size_t n;
  uint64_t start = now_us();
  k->ran_us = 0;
  if (!take_state(k, &bytes, &n)) return true;
  bool ok = n > CS_RECORD_MAX / 2 ||
            wrote(k, cs_log_put(&k->log, CS_RECORD_STATE, bytes, n, NULL, 0));
  free(bytes);
  k->cost_us = now_us() - start;
  return ok;
}

/* --- what happens -------------------------------------------------------- */

bool cs_keep_run(cs_keep *k, const char *code, size_t len) {
  return maybe_put_state(k) &&
         wrote(k, cs_log_put(&k->log, CS_RECORD_RUN, code, len, NULL, 0)) &&
         hand_over(k, false);
}

bool cs_keep_output(cs_keep *k, int stream, const char *text, size_t len) {
  uint8_t number = (uint8_t)stream;
  return wrote(k,
               cs_log_put(&k->log, CS_RECORD_OUTPUT, &number, 1, text, len)) &&
         hand_over(k, false);
}

bool cs_keep_ask(cs_keep *k, const cs_tap_request *r) {
  bool again;
  k->reaches_host = cs_tap_reaches_host(k->s, r, &again);
  if (!k->reaches_host) return true;
  cs_wire_clear(&k->w);
  cs_code_put_intent(&k->w, r);
  return put_wire(k, CS_RECORD_INTENT, NULL, 0) && hand_over(k, false);
}

bool cs_keep_answered(cs_keep *k, const cs_tap_request *r, bool raised,
                      const cs_wire *reply) {
  if (cs_tap_is_pure(k->s, r)) return true;
  cs_wire_clear(&k->w);
  cs_code_put_answer(&k->w, r, raised, cs_tap_now());
  if (!put_wire(k, CS_RECORD_ANSWER, reply->data, reply->len)) return false;
  return !k->reaches_host || hand_over(k, false);
}

bool cs_keep_event(cs_keep *k, const cs_event *ev) {
  bool end = ev->kind >= CS_DONE;
  k->fresh = true;
  if (end) count_time(k);
  cs_wire_clear(&k->w);
  cs_code_put_event(&k->w, ev);
  return put_wire(k, end ? CS_RECORD_END : CS_RECORD_EVENT, NULL, 0) &&
         hand_over(k, end || ev->kind == CS_CALL);
}

bool cs_keep_reply(cs_keep *k, const cs_event *ev, const cs_reply *r) {
  if (!maybe_put_state(k)) return false;
  cs_wire_clear(&k->w);
  cs_code_put_reply(&k->w, r);
  return put_wire(k, CS_RECORD_REPLY, NULL, 0) &&
         hand_over(k, ev->kind == CS_CALL || ev->kind == CS_WAIT);
}

void cs_keep_act(cs_keep *k, const cs_tap_act *a) {
  cs_wire_clear(&k->w);
  cs_code_put_act(&k->w, a);
  (void)!(put_wire(k, CS_RECORD_ACT, NULL, 0) && hand_over(k, false));
}

/* --- the tap ------------------------------------------------------------- */

/* A run that the journal has ended is not told to it. */
static bool is_silent(const cs_keep *k) {
  return k->state == CS_KEEP_DIFFERS || k->state == CS_KEEP_IS_OVER ||
         k->state == CS_KEEP_IS_BROKEN;
}

static bool on_run(void *user, const char *code, size_t len) {
  cs_keep *k = user;
  if (is_silent(k)) return false;
  return k->state != CS_KEEP_WRITES || cs_keep_run(k, code, len);
}

static bool on_output(void *user, int stream, const char *text, size_t len,
                      size_t *skip) {
  cs_keep *k = user;
  if (is_silent(k)) return false;
  return k->state == CS_KEEP_WRITES
             ? cs_keep_output(k, stream, text, len)
             : cs_play_output(k, stream, text, len, skip);
}

static cs_tap_choice on_ask(void *user, const cs_tap_request *r,
                            cs_wire *reply) {
  cs_keep *k = user;
  if (is_silent(k)) return CS_TAP_END;
  if (cs_tap_is_pure(k->s, r)) return CS_TAP_LIVE;
  if (k->state != CS_KEEP_WRITES) return cs_play_ask(k, r, reply);
  return cs_keep_ask(k, r) ? CS_TAP_LIVE : CS_TAP_END;
}

static bool on_answered(void *user, const cs_tap_request *r, bool raised,
                        const cs_wire *reply) {
  cs_keep *k = user;
  return k->state != CS_KEEP_WRITES || cs_keep_answered(k, r, raised, reply);
}

static bool on_event(void *user, const cs_event *ev) {
  cs_keep *k = user;
  if (is_silent(k)) return true;
  return k->state == CS_KEEP_WRITES ? cs_keep_event(k, ev)
                                    : cs_play_event(k, ev);
}

static bool on_reply(void *user, const cs_event *ev, const cs_reply *r) {
  cs_keep *k = user;
  if (is_silent(k)) return false;
  return k->state == CS_KEEP_WRITES ? cs_keep_reply(k, ev, r)
                                    : cs_play_reply(k, ev, r);
}

static void on_act(void *user, const cs_tap_act *a) {
  cs_keep *k = user;
  if (k->state == CS_KEEP_WRITES) cs_keep_act(k, a);
}

static int on_poll(void *user) {
  cs_keep *k = user;
  return k->state == CS_KEEP_WRITES ? -1 : cs_play_poll(k);
}

static const char *on_why(void *user, const char **text) {
  cs_keep *k = user;
  *text = k->why;
  return k->name;
}

static void on_close(void *user) {
  cs_keep *k = user;
  cs_log_fini(&k->log);
  cs_wire_fini(&k->w);
  free(k);
}

void cs_keep_attach(cs_keep *k) {
  cs_tap_set(k->s, &(cs_tap){.user = k,
                             .run = on_run,
                             .output = on_output,
                             .ask = on_ask,
                             .answered = on_answered,
                             .event = on_event,
                             .reply = on_reply,
                             .act = on_act,
                             .poll = on_poll,
                             .why = on_why,
                             .close = on_close});
}
