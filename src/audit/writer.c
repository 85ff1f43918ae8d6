/*
 * writer.c - how memos of records reach the log.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "audit/writer.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SECOND INT64_C(1000000000)
#define LINGER (SECOND / 20)        /* how long memos may wait */
#define AMPLE  (CS_SPOOL_ROOM / 2u) /* bytes that do not wait that long */
#define IDLE   20                   /* turns without a memo */
#define CHUNK  (256u << 10)         /* bytes of lines that are one write */

static int64_t clock_of(clockid_t id) {
  struct timespec t;
  clock_gettime(id, &t);
  return (int64_t)t.tv_sec * SECOND + t.tv_nsec;
}

/* --- appending ----------------------------------------------------------- */

static cs_status append_some(cs_audit *a, cs_memos *memos, cs_error *err) {
  char hash[CS_LINE_HASH + 1];
  uint64_t seq = a->chain.seq;
  memcpy(hash, a->chain.hash, sizeof hash);
  cs_buf_clear(&a->lines);
  cs_status st = cs_line_write_some(&a->lines, memos, CHUNK, &seq, hash);
  if (st != CS_OK) return cs_error_set(err, st, "cannot write audit records");
  return cs_chain_append(&a->chain, a->lines.data, a->lines.len, seq, hash,
                         err);
}

/* All of them or none. */
cs_status cs_writer_append(cs_audit *a, cs_memos *memos, cs_error *err) {
  cs_chain_end before = {.size = a->chain.size, .seq = a->chain.seq};
  cs_status st = CS_OK;
  memcpy(before.hash, a->chain.hash, sizeof before.hash);
  while (st == CS_OK && memos->at < memos->n) st = append_some(a, memos, err);
  if (st != CS_OK) cs_chain_back(&a->chain, &before);
  return st;
}

static cs_status append_bytes(cs_audit *a, const char *bytes, size_t n,
                              cs_error *err) {
  cs_memos memos;
  cs_memos_init(&memos, bytes, n);
  cs_status st = cs_writer_append(a, &memos, err);
  if (st == CS_OK && n > 0) a->told_ms = memos.mono_ms;
  return st;
}

/* The policy and secrets are under the other lock, and of no use here.  Memos
 * that wait were made before now; a record with the time of now before them
 * would look as if somebody had changed their order. */
cs_status cs_writer_put_own(cs_audit *a, const cs_audit_record *r,
                            cs_error *err) {
  cs_audit_voice shared = {.since = 0};
  const char *const texts[] = {[CS_MEMO_boot] = a->boot,
                               [CS_MEMO_owner] = a->owner,
                               [CS_MEMO_writer] = a->writer};
  cs_buf memo;
  cs_buf_init(&memo, CS_MEMO_MAX);
  cs_status st = cs_memo_share(&shared, texts, NULL, NULL);
  if (st == CS_OK)
    st = cs_memo_pack(&memo, &shared, NULL, NULL, r, clock_of(CLOCK_REALTIME),
                      a->told_ms);
  if (st == CS_OK) st = append_bytes(a, memo.data, memo.len, err);
  cs_buf_fini(&memo);
  cs_buf_fini(&shared.bytes);
  return st;
}

static cs_status put_first(cs_audit *a, cs_error *err) {
  char id[CS_AUDIT_ID];
  if (!cs_audit_new_id("log_", id))
    return cs_error_os(err, "no random numbers");
  cs_audit_item data[] = {{.key = "log", .text = id, .len = strlen(id)}};
  return cs_writer_put_own(
      a, &(cs_audit_record){.kind = "log.start", .data = data, .ndata = 1},
      err);
}

/* Somebody died while writing: say what was cut. */
static cs_status put_recovered(cs_audit *a, cs_error *err) {
  cs_audit_item data[] = {
      {.key = "bytes", .number = (int64_t)a->chain.torn},
      {.key = "sha256", .text = a->chain.torn_hash, .len = CS_LINE_HASH}};
  a->chain.torn = 0;
  return cs_writer_put_own(
      a,
      &(cs_audit_record){
          .kind = "recovered", .reason = "torn line", .data = data, .ndata = 2},
      err);
}

cs_status cs_writer_take(cs_audit *a, cs_error *err) {
  cs_status st = cs_chain_lock(&a->chain, err);
  if (st == CS_OK && a->chain.seq == 0) st = put_first(a, err);
  if (st == CS_OK && a->chain.torn) st = put_recovered(a, err);
  return st;
}

/* --- behind an append ---------------------------------------------------- */

static cs_status rotate(cs_audit *a, cs_error *err) {
  char next[256];
  cs_chain_next(&a->chain, next, sizeof next);
  cs_audit_item data[] = {{.key = "next", .text = next, .len = strlen(next)}};
  cs_status st = cs_chain_make_next(&a->chain, err);
  if (st == CS_OK)
    st = cs_writer_put_own(
        a, &(cs_audit_record){.kind = "rotate", .data = data, .ndata = 1}, err);
  if (st == CS_OK && fdatasync(a->chain.fd) != 0)
    st = cs_error_os(err, "cannot sync the audit log");
  return st == CS_OK ? cs_chain_follow(&a->chain, next, err) : st;
}

/* To the disk: always and before going on; else once a second it is told to
 * begin, because waiting for it takes milliseconds, or many of them when others
 * write, too. */
static cs_status sync_log(cs_audit *a, int64_t mono, bool now, cs_error *err) {
  if (now || a->sync == CS_AUDIT_ALWAYS) {
    if (fdatasync(a->chain.fd) != 0)
      return cs_error_os(err, "cannot sync the audit log");
  } else if (mono - a->synced_ns < SECOND) {
    return CS_OK;
  } else {
    (void)sync_file_range(a->chain.fd, 0, 0, SYNC_FILE_RANGE_WRITE);
  }
  a->synced_ns = mono;
  return CS_OK;
}

/* Under the file lock.  What fails here is not lost and is tried again with the
 * next flush. */
static cs_status after_append(cs_audit *a, int64_t mono, bool now,
                              cs_error *err) {
  int64_t real = clock_of(CLOCK_REALTIME);
  cs_status st = sync_log(a, mono, now, err);
  if (cs_checkpoints_is_due(&a->checkpoints, a->chain.seq, real))
    (void)!cs_checkpoints_put(&a->checkpoints, a->chain.seq, a->chain.hash,
                              real, NULL);
  if (a->chain.size >= a->rotate && st == CS_OK) st = rotate(a, err);
  return st;
}

/* --- the spool ----------------------------------------------------------- */

void cs_writer_begin(const cs_audit *a, cs_spool *s, int half, size_t from) {
  cs_spool_place p = {.seq = a->chain.seq + 1, .from = from};
  memcpy(p.prev, a->chain.hash, sizeof p.prev);
  cs_spool_begin(s, half, &p);
}

/* With `log`: one half of the spool. */
static cs_status write_half(cs_audit *a, int half, cs_error *err) {
  size_t n;
  const char *memos = cs_spool_memos(&a->spool, half, &n);
  if (n == 0) return CS_OK;
  cs_status st = cs_writer_take(a, err);
  if (st == CS_OK) {
    cs_writer_begin(a, &a->spool, half, 0);
    st = append_bytes(a, memos, n, err);
  }
  if (st == CS_OK) cs_spool_done(&a->spool, half);
  int64_t mono = clock_of(CLOCK_MONOTONIC);
  if (st == CS_OK) st = after_append(a, mono, false, err);
  cs_chain_unlock(&a->chain);
  a->flushed_ns = mono;
  return st;
}

/* With `log`: both halves, in their order. */
static cs_status write_spool(cs_audit *a, cs_error *err) {
  if (a->spool.fd < 0) return CS_OK;
  cs_status st = write_half(a, cs_spool_half_at(&a->spool, 0), err);
  return st == CS_OK ? write_half(a, cs_spool_half_at(&a->spool, 1), err) : st;
}

static cs_status write_one(cs_audit *a, const char *memo, size_t n, bool now,
                           cs_error *err) {
  int64_t mono = clock_of(CLOCK_MONOTONIC);
  cs_status st = cs_writer_take(a, err);
  if (st == CS_OK) st = append_bytes(a, memo, n, err);
  if (st == CS_OK) st = after_append(a, mono, now, err);
  cs_chain_unlock(&a->chain);
  a->flushed_ns = mono;
  return st;
}

cs_status cs_writer_flush(cs_audit *a, const char *memo, size_t n, bool now,
                          cs_error *err) {
  pthread_mutex_lock(&a->log);
  cs_status st = write_spool(a, err);
  if (st == CS_OK && (n || now)) st = write_one(a, memo, n, now, err);
  pthread_mutex_unlock(&a->log);
  if (st == CS_OK) a->stuck = false;
  return st;
}

/* --- the thread ---------------------------------------------------------- */

static void wait_until(cs_audit *a, int64_t ns) {
  struct timespec t = {.tv_sec = ns / SECOND, .tv_nsec = ns % SECOND};
  (void)pthread_cond_timedwait(&a->wake, &a->lock, &t);
}

/* With `lock`, which is let go while the half is written. */
static void move_half(cs_audit *a) {
  int half = a->spool.active;
  a->hurry = false;
  if (!cs_spool_turn(&a->spool)) half = !half; /* left by a failure */
  pthread_mutex_lock(&a->log);
  pthread_mutex_unlock(&a->lock);
  cs_status st = write_half(a, half, NULL);
  pthread_mutex_unlock(&a->log);
  pthread_mutex_lock(&a->lock);
  a->stuck = st != CS_OK;
}

/* Wait until there is much, or for LINGER; and when nothing came for a while
 * until something does.  As long as it looks by itself nobody has to wake it,
 * which would cost more than a record. */
static void linger(cs_audit *a, int *idle) {
  int64_t until = clock_of(CLOCK_MONOTONIC) + LINGER;
  a->asleep = a->stuck || *idle > IDLE;
  if (a->asleep)
    pthread_cond_wait(&a->wake, &a->lock);
  else
    while (!a->hurry && !a->closing && clock_of(CLOCK_MONOTONIC) < until)
      wait_until(a, until);
  *idle = cs_spool_filled(&a->spool) ? 0 : *idle + 1;
  a->asleep = false;
}

static void *empty_spool(void *user) {
  cs_audit *a = user;
  int idle = 0;
  pthread_mutex_lock(&a->lock);
  while (!a->closing) {
    if (!cs_spool_filled(&a->spool)) a->hurry = false; /* others were faster */
    if (!a->hurry || a->stuck) linger(a, &idle);
    if (!a->closing && !a->stuck && cs_spool_filled(&a->spool)) move_half(a);
  }
  pthread_mutex_unlock(&a->lock);
  return NULL;
}

/* Signals are for the threads of the host. */
static void start_thread(cs_audit *a) {
  sigset_t all, old;
  sigfillset(&all);
  if (pthread_sigmask(SIG_SETMASK, &all, &old) != 0) return;
  a->has_thread = pthread_create(&a->thread, NULL, empty_spool, a) == 0;
  (void)pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void cs_writer_stop(cs_audit *a) {
  if (!a->has_thread) return;
  pthread_mutex_lock(&a->lock);
  a->closing = true;
  pthread_cond_signal(&a->wake);
  pthread_mutex_unlock(&a->lock);
  (void)pthread_join(a->thread, NULL);
  a->has_thread = false;
}

/* --- holding back -------------------------------------------------------- */

static bool has_spool(cs_audit *a) {
  if (a->spool.fd >= 0) return true;
  if (cs_spool_open(&a->spool, a->chain.path, a->writer, NULL) != CS_OK)
    return false;
  start_thread(a);
  return true;
}

void cs_writer_notify(cs_audit *a) {
  bool much = !a->hurry && cs_spool_filled(&a->spool) >= AMPLE;
  if (much) a->hurry = true;
  if (much || a->asleep) pthread_cond_signal(&a->wake);
}

/* No room: the other half may have some, once it is written. */
static bool turn(cs_audit *a) {
  if (!a->has_thread) return false;
  pthread_mutex_lock(&a->log);
  pthread_mutex_unlock(&a->log);
  return cs_spool_turn(&a->spool);
}

static bool store(cs_audit *a, cs_audit_stem *stem) {
  const cs_buf *d = &a->memo;
  if (!cs_spool_put(&a->spool, d->data, d->len) &&
      !(turn(a) && cs_spool_put(&a->spool, d->data, d->len)))
    return false;
  if (stem)
    *stem =
        (cs_audit_stem){.epoch = a->spool.epoch,
                        .at = (uint32_t)(cs_spool_filled(&a->spool) - d->len)};
  return true;
}

cs_status cs_writer_hold(cs_audit *a, cs_audit_stem *stem, cs_error *err) {
  const cs_buf *d = &a->memo;
  if (!has_spool(a) || !store(a, stem))
    return cs_writer_flush(a, d->data, d->len, false, err);
  if (a->has_thread) {
    cs_writer_notify(a);
    return CS_OK;
  }
  return clock_of(CLOCK_MONOTONIC) - a->flushed_ns < SECOND
             ? CS_OK
             : cs_writer_flush(a, NULL, 0, false, err);
}
