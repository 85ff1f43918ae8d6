/*
 * frames.h - both ends of a worker's channel in one process, for fuzzers.
 *
 * The functions of worker/crew.h and worker/inside.h are defined here instead
 * of linked, so a session gets a "worker" that is no process but this file:
 * whenever the host waits for the ring, the next frame is put into it.  The
 * frames are true ones, recorded at the start from the real serve.c, which
 * runs in here as well; the fuzzers alter them on their way.
 *
 * A recipe's first byte chooses a scene (what host and program do); eight
 * bytes each then alter frames: which one, how, where, with what.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_FUZZ_FRAMES_H
#define CS_FUZZ_FRAMES_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/wire.h"
#include "caisson.h"
#include "depth/serve.h"
#include "worker/crew.h"
#include "worker/inside.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static void must(bool ok) {
  if (!ok) abort();
}

/* --- the shared memory, as channel.c lays it out ---------------------------
 */

typedef struct lane {
  _Alignas(64) _Atomic uint32_t tail;
  _Atomic uint32_t tail_waited;
  _Alignas(64) _Atomic uint32_t head;
  _Atomic uint32_t head_waited;
  _Alignas(64) uint8_t ring[CS_CHANNEL_RING];
} lane;

typedef struct shared {
  lane to_worker, to_host;
} shared;

static shared *shared_of(const cs_channel *c) {
  return (shared *)(void *)c->shared;
}

static void write_ring(lane *l, const void *bytes, size_t n) {
  uint32_t tail = atomic_load(&l->tail);
  for (size_t i = 0; i < n; i++)
    l->ring[(tail + i) & (CS_CHANNEL_RING - 1)] = ((const uint8_t *)bytes)[i];
  atomic_store(&l->tail, tail + (uint32_t)n);
}

static size_t read_ring(lane *l, void *bytes, size_t most) {
  uint32_t head = atomic_load(&l->head), n = atomic_load(&l->tail) - head;
  if (n > most) n = (uint32_t)most;
  for (uint32_t i = 0; i < n; i++)
    ((uint8_t *)bytes)[i] = l->ring[(head + i) & (CS_CHANNEL_RING - 1)];
  atomic_store(&l->head, head + n);
  return n;
}

/* --- recorded frames ----------------------------------------------------- */

typedef struct packet {
  uint32_t kind, len;
  uint8_t *data;
} packet;

typedef struct record {
  packet *list;
  uint32_t n;
} record;

static void note(record *r, uint32_t kind, const void *data, size_t len) {
  r->list = realloc(r->list, (r->n + 1) * sizeof *r->list);
  uint8_t *copy = malloc(len + 1);
  must(r->list && copy);
  if (len) memcpy(copy, data, len);
  r->list[r->n++] = (packet){kind, (uint32_t)len, copy};
}

/* --- altered frames ------------------------------------------------------ */

/* Where the values of a frame start: a small part of them is enough. */
static uint32_t value_at(const uint8_t *data, uint32_t len, uint32_t which) {
  cs_wire_in in = cs_wire_read(data, len);
  cs_wire_item item;
  uint32_t starts[64], n = 0;
  while (n < 64) {
    starts[n] = (uint32_t)(in.at - data);
    if (cs_wire_next(&in, &item) != CS_OK) break;
    n++;
  }
  return n ? starts[which % n] : 0;
}

static uint32_t put_value(uint8_t *to, const uint8_t *r) {
  static const int64_t ints[] = {
      0,  1, -1,  INT64_MAX, INT64_MIN, UINT32_MAX, INT64_C(1) << 32,
      51, 6, 255, -2,        1000};
  static const uint32_t counts[] = {0, 1, UINT32_MAX, 1 << 20, 3, 0x80000000};
  int64_t i = ints[r[6] % 12];
  double d[] = {0.0, -1.0, 1e300, __builtin_nan(""), -0.0, 9e18};
  switch (r[5] % 6) {
    case 0:
      to[0] = CS_WIRE_INT;
      memcpy(to + 1, &i, 8);
      return 9;
    case 1:
      to[0] = r[6] % CS_WIRE_COUNT;
      memcpy(to + 1, &counts[r[7] % 6], 4);
      return 5;
    case 2:
      to[0] = CS_WIRE_FLOAT;
      memcpy(to + 1, &d[r[6] % 6], 8);
      return 9;
    case 3: to[0] = CS_WIRE_NONE; return 1;
    case 4:
      to[0] = CS_WIRE_STR;
      memset(to + 1, 0, 4);
      return 5;
    default:
      to[0] = r[6];
      to[1] = r[7];
      return 2;
  }
}

static void alter(packet *p, const uint8_t *r) {
  uint32_t at = p->len ? (r[3] | (uint32_t)r[4] << 8) % p->len : 0;
  switch (r[2] % 10) {
    case 0:
      if (p->len) p->data[at] = r[5];
      break;
    case 1:
      if (p->len) p->data[at] ^= (uint8_t)(1u << (r[5] & 7));
      break;
    case 2: p->kind = (p->kind >= 50 ? 45u : 5u) + r[5] % 24u; break;
    case 3: p->len = at; break;
    case 4: { /* a value of interest over the bytes there */
      uint8_t v[16];
      uint32_t n = put_value(v, r);
      at = value_at(p->data, p->len, r[3]);
      if (at + n <= p->len) memcpy(p->data + at, v, n);
      break;
    }
    case 5:
    case 6: { /* in the place of the value there */
      uint8_t v[16];
      uint32_t n = put_value(v, r);
      at = value_at(p->data, p->len, r[3]);
      cs_wire_in in = cs_wire_read(p->data + at, p->len - at);
      cs_wire_item item;
      if (cs_wire_next(&in, &item) != CS_OK) break;
      uint32_t old = (uint32_t)(in.at - (p->data + at));
      uint8_t *more = malloc(p->len + 16);
      must(more != NULL);
      memcpy(more, p->data, at);
      memcpy(more + at, v, n);
      memcpy(more + at + n, p->data + at + old, p->len - at - old);
      free(p->data);
      p->data = more;
      p->len = p->len - old + n;
      break;
    }
    case 7:
      if (p->len) p->data[at] = (uint8_t)(p->data[at] + (int8_t)r[5]);
      break;
    case 8: { /* longer than told */
      uint8_t *more = realloc(p->data, p->len + 300);
      must(more != NULL);
      memset(more + p->len, r[5], 300);
      p->data = more;
      p->len += 300;
      break;
    }
    default: { /* 32 bits of interest */
      static const uint32_t w[] = {0, 1, UINT32_MAX, 0x7FFFFFFF, 65536, 255};
      if (at + 4 <= p->len) memcpy(p->data + at, &w[r[5] % 6], 4);
      break;
    }
  }
}

/* --- the real serve.c, kept alive on a thread that sleeps --------------------
 */

static const cs_worker_job *job; /* set by cs_worker_main below */
static pthread_mutex_t job_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t job_there = PTHREAD_COND_INITIALIZER;

bool cs_worker_called(int argc, char *const *argv) {
  (void)argv;
  return argc == 3;
}

int cs_worker_main(int argc, char *const *argv, const cs_worker_job *j) {
  (void)argc;
  (void)argv;
  pthread_mutex_lock(&job_lock);
  job = j;
  pthread_cond_signal(&job_there);
  pthread_mutex_unlock(&job_lock);
  for (;;) pause(); /* `j` lives on this stack */
}

static void *serve_thread(void *arg) {
  (void)cs_serve_main(0, arg);
  return NULL;
}

static void start_job(cs_channel *worker_side) {
  pthread_t t;
  cs_error err = {0};
  must(pthread_create(&t, NULL, serve_thread, NULL) == 0);
  pthread_mutex_lock(&job_lock);
  while (!job) pthread_cond_wait(&job_there, &job_lock);
  pthread_mutex_unlock(&job_lock);
  must(job->prepare(job->user, worker_side, &err) == CS_OK);
}

/* --- the crew: one worker, made of memory -------------------------------- */

struct cs_crew {
  uint32_t lent;
};
static cs_crew the_crew;
static cs_worker the_worker;       /* the host's side */
static cs_channel worker_channel;  /* the other one */
static cs_channel_tick *host_tick; /* set by the fuzzer */

static void open_channels(void) {
  cs_error err;
  int fd = cs_channel_create(&err);
  must(fd >= 0);
  the_worker.pidfd = -1;
  must(cs_channel_open(&the_worker.channel, fd, CS_SIDE_HOST, 1 << 20, &err) ==
       CS_OK);
  must(cs_channel_open(&worker_channel, fd, CS_SIDE_WORKER, 1 << 20, &err) ==
       CS_OK);
  close(fd);
  the_worker.channel.spin = worker_channel.spin = 0;
}

/* As after cs_channel_open: nothing sent, no memory kept. */
static void reset_channels(void) {
  shared *m = shared_of(&the_worker.channel);
  cs_channel *both[] = {&the_worker.channel, &worker_channel};
  atomic_store(&m->to_worker.head, 0);
  atomic_store(&m->to_worker.tail, 0);
  atomic_store(&m->to_host.head, 0);
  atomic_store(&m->to_host.tail, 0);
  for (int i = 0; i < 2; i++) {
    both[i]->head = both[i]->tail = 0;
    cs_buf_fini(&both[i]->in);
    cs_buf_init(&both[i]->in, 1 << 20);
  }
}

cs_status cs_crew_new(const cs_crew_options *o, cs_crew **out, cs_error *err) {
  (void)o;
  (void)err;
  *out = &the_crew;
  return CS_OK;
}
void cs_crew_free(cs_crew *c) {
  must(c->lent == 0);
}
void cs_crew_warm(cs_crew *c) {
  (void)c;
}
uint32_t cs_crew_size(cs_crew *c) {
  return c->lent;
}

/* Only one: a second session of a scene finds all busy. */
cs_status cs_crew_take(cs_crew *c, uint64_t wait_ms, cs_worker **out,
                       cs_error *err) {
  (void)wait_ms;
  if (c->lent) return cs_error_set(err, CS_ELIMIT, "busy");
  c->lent = 1;
  reset_channels();
  the_worker.channel.tick = host_tick;
  the_worker.channel.user = &the_worker;
  the_worker.interrupt_at = the_worker.kill_at = 0;
  the_worker.timed_out = false;
  *out = &the_worker;
  return CS_OK;
}

void cs_crew_give(cs_crew *c, cs_worker *w, bool clean) {
  (void)w;
  (void)clean;
  must(c->lent == 1); /* given back twice */
  c->lent = 0;
  reset_channels();
}

/* --- scenes: what host and program do ------------------------------------ */

static const char *const scenes[] = {
    "print('hello')\nx = f(1, b=[2, 'é', None])\nx",
    "import time, os\ntime.sleep(0.5)\nopen('/a', 'w').write('text')\n"
    "print(open('/a').read(), os.listdir('/'), time.time_ns())\n"
    "os.urandom(8)",
    "import asyncio\nasync def go():\n"
    "  return await asyncio.gather(g(1), g(2), g(3))\nasyncio.run(go())",
    "def k(n):\n  return k(n - 1) if n else 1 // 0\ntry: k(3)\n"
    "except ArithmeticError as e: raise ValueError('é' * 50) from e",
    "unknown_name + 1",
    "while True: pass",
    "class A:\n  def __init__(s): s.v = {1: (2.5, b'x')}\na = [A(), A(), "
    "{1j}]\n"
    "print(a, end='')\na",
    "def (",
};
#define SCENES (sizeof scenes / sizeof *scenes)

static volatile uint64_t sink; /* what was read */

static void look(const void *p, size_t n) {
  const uint8_t *b = p;
  uint64_t sum = 0;
  for (size_t i = 0; i < n; i++) sum += b[i];
  sink += sum;
}

static void look_text(const char *t) {
  if (t) look(t, strlen(t));
}

static void look_frame(const cs_frame_info *f) {
  look_text(f->file);
  look_text(f->function);
  look_text(f->source);
}

/* Everything an event says, read to its last byte. */
static void look_event(const cs_event *e) {
  look(e->name, e->name_len);
  look(e->args, e->args_len);
  look(e->value, e->value_len);
  look(e->text, e->text_len);
  look(e->pending, e->npending * sizeof *e->pending);
  for (const cs_raised *x = e->error; x; x = x->next) {
    look_text(x->type);
    look(x->message, x->message_len);
    for (size_t i = 0; i < x->nframes; i++) look_frame(&x->frames[i]);
  }
}

static void reply(cs_session *s, const cs_event *e, cs_wire *w) {
  cs_reply r = {.kind = CS_REPLY_UNHANDLED};
  cs_settled settled[4];
  cs_wire_clear(w);
  cs_wire_int(w, 7);
  switch (e->kind) {
    case CS_CALL:
      r.kind =
          e->name_len && e->name[0] == 'g' ? CS_REPLY_PENDING : CS_REPLY_VALUE;
      break;
    case CS_NAME:
      r.kind = e->id % 2 ? CS_REPLY_VALUE : CS_REPLY_FUNCTION;
      break;
    case CS_WAIT:
      r.kind = CS_REPLY_SETTLE;
      r.settled = settled;
      for (size_t i = 0; i < e->npending && i < 4; i++)
        settled[r.nsettled++] =
            (cs_settled){e->pending[i], i == 1, w->data, w->len};
      break;
    case CS_OS:
    case CS_OUTPUT:
    case CS_DONE:
    case CS_RAISED:
    case CS_LIMIT:
    case CS_CRASHED: break;
  }
  r.value = w->data;
  r.len = w->len;
  (void)cs_session_resume(s, &r);
}

static bool waits(const cs_event *e) {
  return e->kind == CS_CALL || e->kind == CS_OS || e->kind == CS_NAME ||
         e->kind == CS_WAIT || e->kind == CS_OUTPUT;
}

/* What a host asks a session that stands still. */
static void question(cs_session *s, cs_wire *w) {
  cs_frame_info f;
  const cs_event *ev;
  void *bytes;
  size_t n;
  cs_used used;
  if (cs_session_where(s, &f)) look_frame(&f);
  cs_wire_clear(w);
  if (cs_session_get(s, "x", w) == CS_OK) look(w->data, w->len);
  if (cs_session_check(s, "a b", 3, &ev) == CS_ESYNTAX) look_event(ev);
  if (cs_session_dump(s, &bytes, &n) == CS_OK) {
    look(bytes, n);
    free(bytes);
  }
  cs_session_used(s, &used);
  look_event(cs_session_event(s));
}

static void play(cs_session *s, const char *code) {
  cs_wire w;
  cs_wire_init(&w, 1 << 20);
  cs_wire_text(&w, "input");
  (void)!cs_session_add_tool(s, "f", "(a, b=None)", "Doc.", 0);
  (void)!cs_session_add_tool(s, "g", NULL, NULL, CS_TOOL_ASYNC);
  (void)!cs_session_set(s, "y", w.data, w.len);
  const cs_event *e = cs_session_run(s, code, strlen(code));
  for (int i = 0; i < 40; i++) {
    look_event(e);
    if (!waits(e)) break;
    if (i == 1) question(s, &w);
    reply(s, e, &w);
    e = cs_session_event(s);
  }
  question(s, &w);
  cs_session_abandon(s);
  if (cs_session_restart(s) == CS_OK) {
    e = cs_session_drive(s, "1 + 1", 5);
    look_event(e);
  }
  cs_wire_fini(&w);
}

static cs_options scene_options(cs_workers *workers) {
  cs_options o;
  cs_options_init(&o);
  o.workers = workers;
  o.os = CS_OS_FIXED_CLOCK | CS_OS_SEEDED | CS_OS_MEMORY | CS_OS_ENVIRON;
  o.flags = CS_ASK_NAMES | CS_KEEP_OBJECTS;
  o.fuel = 20000;
  o.memory = 8 << 20;
  o.output = 1 << 20;
  o.message = 1 << 20;
  return o;
}

#endif
