/*
 * relay.c - one connection and one worker, and the frames between them.
 *
 * One thread waits for both.  Between turns it waits for the connection, and
 * the worker is silent; in a turn it waits for the worker, and looks at the
 * connection every few milliseconds (cs_worker.poll).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "remote/relay.h"

#include <signal.h>
#include <string.h>
#include <time.h>

#include "base/wire.h"
#include "depth/remote.h"

#define MS       INT64_C(1000000)
#define SLICE_NS (200 * MS)
#define PING_NS  (20000 * MS) /* proxies close what is silent for a minute */
#define TAKE_NS  (30000 * MS) /* for a worker to read one frame */

typedef struct relay {
  const cs_relay_terms *terms;
  cs_line *line;
  cs_worker *worker;
  int64_t until; /* the end of this turn, or of the wait for the next */
  int64_t ping_at;
  bool over;  /* the connection is gone, or has to go */
  bool ended; /* the worker has */
  int status; /* as waitpid gives it */
} relay;

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int64_t after_ms(uint64_t ms) {
  uint64_t most = (uint64_t)(INT64_MAX / 2 / MS);
  return now() + (int64_t)(ms < most ? ms : most) * MS;
}

/* cs_line_tick: while we wait for the connection, either way. */
static int64_t wait_for_host(void *user) {
  relay *r = user;
  int64_t left = r->until - now();
  if (atomic_load(r->terms->closing)) r->over = true;
  if (left <= 0 || r->over) return -1;
  return left < SLICE_NS ? left : SLICE_NS;
}

/* --- what the host may say ----------------------------------------------- */

static bool is_interrupt(relay *r, const cs_frame *f) {
  uint32_t word;
  if (f->kind != CS_FRAME_INTERRUPT || f->len != sizeof word) return false;
  memcpy(&word, f->data, sizeof word);
  *cs_channel_interrupt(&r->worker->channel) = word != 0;
  return true;
}

/* cs_worker.poll: in a turn, now and then.  A host that is gone or out of turn
 * loses its worker with the next look at the time; so does a turn that takes
 * too long, and that is told. */
static bool listen_to_host(void *user) {
  relay *r = user;
  cs_frame f;
  bool found = !r->over;
  while (found && !r->over)
    r->over = cs_line_look(r->line, &f, &found) != CS_OK ||
              (found && !is_interrupt(r, &f));
  if (wait_for_host(r) < 0) r->worker->kill_at = 1;
  return false;
}

/* --- turns --------------------------------------------------------------- */

static bool has_ended(relay *r) {
  if (!r->ended) r->ended = cs_worker_gone(r->worker, &r->status);
  return r->ended;
}

/* The next frame for the worker; false: there is none any more. */
static bool wait_for_turn(relay *r, cs_frame *f) {
  r->until = after_ms(r->terms->idle_ms);
  r->ping_at = now() + PING_NS;
  for (;;) {
    bool found;
    r->over |= cs_line_look(r->line, f, &found) != CS_OK;
    if (r->over || has_ended(r)) return false;
    if (found && is_interrupt(r, f)) continue;
    if (found) {
      r->over = f->kind < CS_OP_NEW || f->kind > CS_OP_BYTES;
      return !r->over;
    }
    if (now() >= r->ping_at) {
      r->over = cs_line_ping(r->line) != CS_OK;
      r->ping_at = now() + PING_NS;
    }
    if (r->over || cs_line_wait(r->line) != CS_OK) return false;
  }
}

/* A loaded engine says that it is, and then where it stands. */
static bool ends_turn(uint32_t op, const cs_frame *f) {
  int64_t status;
  cs_wire_in in = cs_wire_read(f->data, f->len);
  if (f->kind == CS_GOT_OUTPUT) return false;
  return !(op == CS_OP_LOAD && f->kind == CS_GOT_STATUS &&
           cs_wire_get_int(&in, &status) && status == CS_OK);
}

/* The host's frame lies in the line's memory, so nobody looks there while it
 * is copied. */
static bool give(relay *r, const cs_frame *f) {
  cs_worker *w = r->worker;
  w->poll = NULL;
  w->kill_at = now() + TAKE_NS;
  bool given =
      cs_channel_send(&w->channel, f->kind, f->data, f->len, NULL, 0) == CS_OK;
  w->kill_at = 0;
  return given;
}

/* Frames of the worker, up to the end of the turn. */
static bool take_all(relay *r, uint32_t op) {
  cs_worker *w = r->worker;
  cs_frame f;
  w->poll = listen_to_host;
  w->poll_arg = r;
  for (;;) {
    if (cs_channel_receive(&w->channel, &f) != CS_OK) return false;
    if (f.kind < CS_GOT_OUTPUT || f.kind > CS_GOT_STATUS) return false;
    if (cs_line_send(r->line, f.kind, f.data, f.len, NULL, 0) != CS_OK) {
      r->over = true;
      return false;
    }
    if (ends_turn(op, &f)) return true;
    (void)listen_to_host(r); /* also if the worker never lets us wait */
  }
}

/* Tell a host that is still there how its worker ended. */
static void tell_end(relay *r) {
  uint32_t word = SIGKILL; /* what comes for one that only talked nonsense */
  if (has_ended(r) && r->status >= 0) word = (uint32_t)r->status & 0xFFFF;
  r->until = after_ms(1000);
  (void)!cs_line_send(r->line, CS_FRAME_ENDED, &word, sizeof word, NULL, 0);
}

void cs_relay_run(cs_line *line, cs_worker *worker, const cs_relay_terms *t) {
  relay r = {.terms = t, .line = line, .worker = worker};
  cs_frame f;
  r.until = after_ms(t->idle_ms);
  cs_line_watch(line, wait_for_host, &r);
  bool good = cs_line_send(line, CS_FRAME_READY, t->version, strlen(t->version),
                           NULL, 0) == CS_OK;
  r.over = !good;
  while (good && wait_for_turn(&r, &f)) {
    uint32_t op = f.kind;
    r.until = after_ms(t->turn_ms);
    good = give(&r, &f) && take_all(&r, op);
  }
  worker->poll = NULL;
  if (!r.over && (!good || r.ended)) tell_end(&r);
}
