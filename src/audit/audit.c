/*
 * audit.c - the audit log: opening, putting, closing.
 *
 * Every record is packed as a memo and then takes one of two ways: straight
 * into the log, under its lock, as the first STRAIGHT of a writer do, or into
 * the spool, from where writer.c moves them to the log.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "audit/audit_in.h"
#include "audit/writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/statehome.h"
#include "base/within.h"
#include "digest/digest.h"

#define STRAIGHT 32 /* records */
#define SECOND   INT64_C(1000000000)
#define PAGE     4096
#define ROTATE   (UINT64_C(64) << 20)
#define ID_BYTES 16

/* --- small things -------------------------------------------------------- */

static int64_t clock_of(clockid_t id) {
  struct timespec t;
  clock_gettime(id, &t);
  return (int64_t)t.tv_sec * SECOND + t.tv_nsec;
}

void cs_audit_spell_id(const char *prefix, const uint8_t bits[ID_BYTES],
                       char out[CS_AUDIT_ID]) {
  static const char digits[] = "0123456789abcdef";
  size_t n = strnlen(prefix, 4);
  memcpy(out, prefix, n);
  for (int i = 0; i < ID_BYTES; i++) {
    out[n++] = digits[bits[i] >> 4];
    out[n++] = digits[bits[i] & 15];
  }
  out[n] = 0;
}

void cs_audit_spell_run(const uint8_t key[CS_AUDIT_KEY], uint64_t number,
                        char out[CS_AUDIT_ID]) {
  uint8_t in[CS_AUDIT_KEY + sizeof number], bits[32];
  memcpy(in, key, CS_AUDIT_KEY);
  memcpy(in + CS_AUDIT_KEY, &number, sizeof number);
  cs_digest_of(CS_DIGEST_SHA256, in, sizeof in, bits);
  cs_audit_spell_id("run_", bits, out);
}

bool cs_audit_new_id(const char *prefix, char out[CS_AUDIT_ID]) {
  uint8_t bits[ID_BYTES];
  if (getrandom(bits, sizeof bits, 0) != (ssize_t)sizeof bits) return false;
  cs_audit_spell_id(prefix, bits, out);
  return true;
}

bool cs_audit_default_path(char *out, size_t room) {
  char base[4096];
  if (!cs_statehome(base, sizeof base)) return false;
  int n = snprintf(out, room, "%s/caisson/audit.jsonl", base);
  return n > 0 && (size_t)n < room;
}

/* The directories of `path`, for their owner only. */
static void make_directories(const char *path) {
  char part[4096];
  for (const char *s = strchr(path + 1, '/'); s; s = strchr(s + 1, '/')) {
    size_t n = (size_t)(s - path);
    if (n >= sizeof part) return;
    memcpy(part, path, n);
    part[n] = 0;
    (void)mkdir(part, 0700);
  }
}

/* Eight digits of the number that this start of the machine has. */
static void read_boot(char out[9]) {
  CS_AUTO_FD
  int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
  if (fd < 0 || read(fd, out, 8) != 8) memcpy(out, "unknown", 8);
  out[8] = 0;
}

/* --- putting ------------------------------------------------------------- */

/* The clock on the wall, from the other one: asked for ten times a second, so
 * that setting it shows, and not twice for every record. */
static int64_t wall_clock(cs_audit *a, int64_t mono) {
  if (mono - a->wall_mono > SECOND / 10 || !a->wall_mono) {
    a->wall_mono = mono;
    a->wall_ahead = clock_of(CLOCK_REALTIME) - mono;
  }
  return mono + a->wall_ahead;
}

/* The first ones do: most processes write a few records and end.  Those behind
 * others that wait must wait, too. */
static bool may_go_straight(cs_audit *a) {
  if (a->sync == CS_AUDIT_ALWAYS || a->stuck) return true;
  if (a->straight == 0) return false;
  a->straight--;
  return true;
}

static const char *first_of(const char *own, const char *common) {
  return own[0] ? own : common[0] ? common : NULL;
}

/* With `lock`: pack what all records of this voice have. */
static cs_status tune(cs_audit *a, cs_audit_voice *v) {
  const cs_audit_voice *all = &a->voice;
  const char *const texts[] = {
      [CS_MEMO_boot] = a->boot,
      [CS_MEMO_owner] = a->owner,
      [CS_MEMO_policy_hash] = first_of(v->policy_hash, all->policy_hash),
      [CS_MEMO_report_hash] = first_of(v->report_hash, all->report_hash),
      [CS_MEMO_writer] = a->writer};
  cs_status st = cs_memo_share(v, texts, &a->secrets, &a->scratch);
  if (st == CS_OK) v->since = a->shared;
  return st;
}

void cs_audit_voice_fini(cs_audit_voice *v) {
  cs_buf_fini(&v->bytes);
  *v = (cs_audit_voice){.since = 0};
}

/* The times of a writer never go back, whoever looked at the clock first. */
static int64_t stamp(cs_audit *a, int64_t mono) {
  if (mono > a->last_mono) a->last_mono = mono;
  return a->last_mono;
}

static cs_status put(cs_audit *a, cs_audit_voice *v, const cs_audit_record *r,
                     cs_audit_stem *stem, cs_error *err) {
  int64_t mono = stamp(a, clock_of(CLOCK_MONOTONIC));
  cs_status st = v->since == a->shared ? CS_OK : tune(a, v);
  if (st == CS_OK)
    st = cs_memo_pack(&a->memo, v, &a->secrets, &a->scratch, r,
                      wall_clock(a, mono), mono / 1000000);
  if (st != CS_OK) return cs_error_set(err, st, "no room for an audit record");
  if (may_go_straight(a))
    return cs_writer_flush(a, a->memo.data, a->memo.len, false, err);
  return cs_writer_hold(a, stem, err);
}

/* With `lock`: where the stem is everything is that comes in its way. */
static bool repeat(cs_audit *a, const cs_audit_voice *v,
                   const cs_audit_stem *stem, const cs_audit_again *r) {
  if (stem->epoch != a->spool.epoch || v->since != a->shared || a->stuck ||
      !a->has_thread || a->secrets.like_ids)
    return false;
  char *to = cs_spool_next(&a->spool, CS_MEMO_AGAIN_SIZE(r->count));
  if (!to) return false;
  int64_t mono = stamp(a, r->mono_ns);
  cs_memo_repeat(to, r, stem->at, wall_clock(a, mono), mono / 1000000);
  cs_spool_add(&a->spool, CS_MEMO_AGAIN_SIZE(r->count));
  cs_writer_notify(a);
  return true;
}

static cs_status orphaned(cs_error *err) {
  return cs_error_set(err, CS_EINVAL,
                      "the audit log was opened by the "
                      "parent of this process");
}

/* A child must not even look at the lock: who held it is not there. */
cs_status cs_audit_tell(cs_audit *a, cs_audit_voice *v,
                        const cs_audit_record *r, cs_audit_stem *stem,
                        cs_error *err) {
  if (!*a->alive) return orphaned(err);
  pthread_mutex_lock(&a->lock);
  cs_status st = put(a, v, r, stem, err);
  pthread_mutex_unlock(&a->lock);
  return st;
}

bool cs_audit_repeat(cs_audit *a, const cs_audit_voice *v,
                     const cs_audit_stem *stem, const cs_audit_again *r) {
  if (!stem->epoch || !*a->alive) return false;
  pthread_mutex_lock(&a->lock);
  bool done = repeat(a, v, stem, r);
  pthread_mutex_unlock(&a->lock);
  return done;
}

cs_status cs_audit_put(cs_audit *a, const cs_audit_record *r, cs_error *err) {
  if (cs_memo_has_good_names(r))
    return cs_audit_tell(a, &a->voice, r, NULL, err);
  return cs_error_set(err, CS_EINVAL,
                      "a name in the data of an audit record is "
                      "empty, longer than %d bytes or not of letters, digits, "
                      "'_', '-', '.', '/' and ':'",
                      CS_MEMO_KEY);
}

cs_status cs_audit_flush(cs_audit *a, cs_error *err) {
  if (!*a->alive) return orphaned(err);
  pthread_mutex_lock(&a->lock);
  cs_status st = cs_writer_flush(a, NULL, 0, true, err);
  pthread_mutex_unlock(&a->lock);
  return st;
}

/* --- life ---------------------------------------------------------------- */

void cs_audit_options_init(cs_audit_options *o) {
  *o = (cs_audit_options){.size = sizeof *o, .rotate = ROTATE};
}

static cs_status set_up(cs_audit *a, const cs_audit_options *o, cs_error *err) {
  char id[CS_AUDIT_ID], owner[32];
  read_boot(a->boot);
  if (!cs_audit_new_id("", id)) return cs_error_os(err, "no random numbers");
  memcpy(a->writer, id, 8);
  snprintf(owner, sizeof owner, "uid:%u", (unsigned)geteuid());
  a->owner = strdup(o->owner ? o->owner : owner);
  a->flags = o->flags;
  a->sync = o->sync;
  a->rotate = o->rotate;
  a->straight = STRAIGHT;
  a->shared = 1; /* no voice is tuned to it */
  a->flushed_ns = a->synced_ns = clock_of(CLOCK_MONOTONIC);
  a->told_ms = a->flushed_ns / 1000000;
  unsigned char *page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED || !a->owner)
    return cs_error_set(err, CS_EOS, "no memory");
  a->alive = page;
  *page = 1;
  (void)madvise(page, PAGE, MADV_WIPEONFORK);
  return CS_OK;
}

static cs_status open_files(cs_audit *a, const char *path, cs_error *err) {
  make_directories(path);
  cs_status st = cs_chain_open(&a->chain, path, true, err);
  if (st == CS_OK) st = cs_checkpoints_init(&a->checkpoints, path, err);
  if (st == CS_OK) st = cs_writer_take(a, err);
  if (st != CS_OK) return st;
  st = cs_audit_rescue(a, err);
  cs_chain_unlock(&a->chain);
  return st;
}

static void open_locks(cs_audit *a) {
  pthread_condattr_t attr;
  pthread_mutex_init(&a->lock, NULL);
  pthread_mutex_init(&a->log, NULL);
  pthread_condattr_init(&attr);
  pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
  pthread_cond_init(&a->wake, &attr);
  pthread_condattr_destroy(&attr);
}

cs_status cs_audit_open(const cs_audit_options *o, cs_audit **out,
                        cs_error *err) {
  char path[4096];
  cs_audit_options all;
  cs_audit_options_init(&all);
  memcpy(&all, o, o->size < sizeof all ? o->size : sizeof all);
  if (!all.path && !cs_audit_default_path(path, sizeof path))
    return cs_error_set(err, CS_EINVAL,
                        "no place for the audit log: neither "
                        "XDG_STATE_HOME nor HOME is a directory");
  cs_audit *a = calloc(1, sizeof *a);
  if (!a) return cs_error_set(err, CS_EOS, "no memory");
  open_locks(a);
  a->chain.fd = a->spool.fd = -1;
  cs_buf_init(&a->memo, CS_MEMO_MAX);
  cs_buf_init(&a->lines, SIZE_MAX / 4);
  cs_buf_init(&a->scratch, CS_MEMO_MAX);
  cs_status st = set_up(a, &all, err);
  if (st == CS_OK) st = open_files(a, all.path ? all.path : path, err);
  if (st == CS_OK)
    *out = a;
  else
    cs_audit_close(a);
  return st;
}

/* Last words: what waits, and a checkpoint, so that nobody can cut the end. */
static void finish(cs_audit *a) {
  int64_t real = clock_of(CLOCK_REALTIME);
  cs_writer_stop(a);
  if (a->spool.fd >= 0) (void)!cs_writer_flush(a, NULL, 0, false, NULL);
  if (cs_chain_lock(&a->chain, NULL) != CS_OK) return;
  if (a->chain.seq)
    (void)!cs_checkpoints_put(&a->checkpoints, a->chain.seq, a->chain.hash,
                              real, NULL);
  (void)sync_file_range(a->chain.fd, 0, 0, SYNC_FILE_RANGE_WRITE);
  cs_chain_unlock(&a->chain);
}

/* In a child the locks may be held by a thread that is not there. */
static void close_locks(cs_audit *a) {
  if (!a->alive || !*a->alive) return;
  pthread_cond_destroy(&a->wake);
  pthread_mutex_destroy(&a->log);
  pthread_mutex_destroy(&a->lock);
}

void cs_audit_close(cs_audit *a) {
  if (!a) return;
  if (a->alive && *a->alive && a->chain.fd >= 0) {
    finish(a);
    cs_spool_close(&a->spool);
  }
  close_locks(a);
  cs_chain_fini(&a->chain);
  cs_checkpoints_fini(&a->checkpoints);
  cs_secrets_fini(&a->secrets);
  cs_buf_fini(&a->memo);
  cs_audit_voice_fini(&a->voice);
  cs_buf_fini(&a->lines);
  cs_buf_fini(&a->scratch);
  if (a->alive) munmap((void *)(uintptr_t)a->alive, PAGE);
  free(a->owner);
  free(a);
}

/* --- what all records share ---------------------------------------------- */

cs_status cs_audit_secret(cs_audit *a, const char *name, const void *value,
                          size_t len) {
  pthread_mutex_lock(&a->lock);
  cs_status st = cs_secrets_add(&a->secrets, name, value, len);
  a->shared++;
  pthread_mutex_unlock(&a->lock);
  return st;
}

void cs_audit_policy(cs_audit *a, const char *policy_hash,
                     const char *report_hash) {
  pthread_mutex_lock(&a->lock);
  if (policy_hash)
    snprintf(a->voice.policy_hash, sizeof a->voice.policy_hash, "%s",
             policy_hash);
  if (report_hash)
    snprintf(a->voice.report_hash, sizeof a->voice.report_hash, "%s",
             report_hash);
  a->shared++;
  pthread_mutex_unlock(&a->lock);
}

bool cs_audit_guards(const cs_audit *a, int host, bool writable) {
  CS_AUTO_FD
  int log = cs_within_open(a->chain.path);
  CS_AUTO_FREE
  char *path = realpath(a->chain.path, NULL);
  if (log < 0 || !path) return false; /* nothing was written yet */
  if (writable && cs_within_is(log, host) != CS_WITHIN_NO) return true;
  if (!writable && cs_within_is(host, log) == CS_WITHIN_YES) return true;
  char *slash = strrchr(path, '/');
  const char *name = slash > path ? slash - strlen("/caisson") : path;
  if (name < path || strncmp(name, "/caisson/", 9) != 0) return false;
  *slash = 0; /* the state directory is ours as a whole */
  CS_AUTO_FD
  int state = cs_within_open(path);
  return state >= 0 && cs_within_is(host, state) != CS_WITHIN_NO;
}

uint32_t cs_audit_flags(const cs_audit *a) {
  return a->flags;
}
int cs_audit_sync(const cs_audit *a) {
  return a->sync;
}
const char *cs_audit_path(const cs_audit *a) {
  return a->chain.path;
}
