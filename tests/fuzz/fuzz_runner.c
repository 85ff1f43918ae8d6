/*
 * fuzz_runner.c - a hostile program in a jail: its host must not mind.
 *
 * A session whose interpreter is said to be in a jail plays a scene; the other
 * end of its channel is a thread of ours.  It answers as src/jail/runner
 * would, but what it sends is altered by the recipe: bytes, values, kinds,
 * lengths, numbers of calls and runs, frames said twice, too early, in pieces
 * or not at all.  Whatever comes, the host's memory stays whole and the scene
 * ends.
 *
 * The functions of depth/jails.h are defined here instead of linked, so a
 * session gets a "jail" that is a socket and nothing else.
 *
 * A recipe: the scene, then eight bytes each: which frame, how, where, what.
 * The seeds are the scenes alone.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "depth/jails.h"

#include "base/wire.h"
#include "caisson.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static void must(bool ok) {
  if (!ok) abort();
}

/* --- the far end --------------------------------------------------------- */

static struct {
  int fd, out[2];
  const uint8_t *data; /* the recipe's records */
  size_t size, scene;
  uint32_t sent;
  int64_t nonce, number;
  uint32_t step;
} far;

static void send_bytes(const void *p, size_t n) {
  const char *at = p;
  while (n > 0) {
    ssize_t k = send(far.fd, at, n, MSG_NOSIGNAL);
    if (k <= 0) return;
    at += k;
    n -= (size_t)k;
  }
}

typedef struct frame {
  uint8_t bytes[4096];
  size_t len; /* of kind and body, behind the four bytes of the length */
  int times;
  bool end; /* and nothing more */
} frame;

static void change(frame *f, const uint8_t *r) {
  static const uint32_t words[] = {0,       1,          UINT32_MAX, 0x7FFFFFFF,
                                   1 << 20, 0x80000000, 3,          65536};
  size_t at = 4 + (r[3] | (size_t)r[4] << 8) % f->len;
  switch (r[2] % 9) {
    case 0: f->bytes[at] = r[5]; break;
    case 1: f->bytes[at] ^= (uint8_t)(1u << (r[5] & 7)); break;
    case 2: f->bytes[4] = (uint8_t)(18 + r[5] % 8); break;
    case 3: f->len = at - 3; break;
    case 4:
      if (at + 4 <= f->len + 4) memcpy(f->bytes + at, &words[r[5] % 8], 4);
      break;
    case 5: /* bytes that belong to nobody */
      if (f->len + 300 < sizeof f->bytes - 8) {
        memset(f->bytes + 4 + f->len, r[5], 300);
        f->len += 300;
      }
      break;
    case 6: /* a value of another kind */
      f->bytes[at] = r[5] % CS_WIRE_COUNT;
      break;
    case 7: f->times = 2 + r[5] % 3; break;
    default: f->end = true; break;
  }
}

static void send_altered(frame *f) {
  uint32_t lie = 0;
  for (size_t i = 0; i + 8 <= far.size; i += 8) {
    const uint8_t *r = far.data + i;
    if (r[0] % 12 != far.sent % 12 && r[0] < 250) continue;
    if (r[1] % 8 == 0)
      lie = r[2] % 2 ? UINT32_MAX - (uint32_t)f->len : (uint32_t)(int8_t)r[3];
    else if (f->len > 0)
      change(f, r);
  }
  far.sent++;
  uint32_t len = (uint32_t)f->len + lie;
  memcpy(f->bytes, &len, 4);
  for (int i = 0; i < f->times; i++) send_bytes(f->bytes, f->len + 4);
  if (f->end || lie) (void)shutdown(far.fd, SHUT_RDWR);
}

static void send_frame(uint8_t kind, const cs_wire *w) {
  frame f = {.times = 1};
  must(w->len + 5 < sizeof f.bytes);
  f.bytes[4] = kind;
  memcpy(f.bytes + 5, w->data, w->len);
  f.len = w->len + 1;
  send_altered(&f);
}

/* --- what it says -------------------------------------------------------- */

static void say_status(cs_wire *w, bool syntax) {
  cs_wire_int(w, syntax ? CS_ESYNTAX : 0);
  cs_wire_text(w, syntax ? "SyntaxError" : "text");
  cs_wire_text(w, "invalid");
  cs_wire_bytes(w, "", 0);
  send_frame(CS_RUNNER_STATUS, w);
}

static void say_call(cs_wire *w, const char *name) {
  cs_wire_int(w, far.nonce);
  cs_wire_int(w, ++far.number);
  cs_wire_text(w, name);
  cs_wire_begin(w, CS_WIRE_TUPLE, 1);
  cs_wire_int(w, 1);
  cs_wire_begin(w, CS_WIRE_DICT, 1);
  cs_wire_text(w, "b");
  cs_wire_begin(w, CS_WIRE_LIST, 2);
  cs_wire_none(w);
  cs_wire_float(w, 2.5);
  send_frame(CS_RUNNER_CALL, w);
}

static void say_wait(cs_wire *w) {
  cs_wire_int(w, far.nonce);
  cs_wire_float(w, 0.01);
  send_frame(CS_RUNNER_WAIT, w);
}

static void say_done(cs_wire *w) {
  cs_wire_int(w, far.nonce);
  cs_wire_bool(w, true);
  cs_wire_begin(w, CS_WIRE_LIST, 2);
  cs_wire_text(w, "value");
  cs_wire_begin(w, CS_WIRE_SET, 1);
  cs_wire_int(w, 4);
  send_frame(CS_RUNNER_DONE, w);
}

static void put_frame(cs_wire *w) {
  cs_wire_begin(w, CS_WIRE_TUPLE, 7);
  cs_wire_text(w, "main.py");
  cs_wire_text(w, "f");
  cs_wire_text(w, "1 / 0");
  for (int i = 0; i < 4; i++) cs_wire_int(w, i + 1);
}

static void say_raised(cs_wire *w) {
  cs_wire chain;
  cs_wire_init(&chain, 4096);
  cs_wire_begin(&chain, CS_WIRE_LIST, 2);
  for (int i = 0; i < 2; i++) {
    cs_wire_begin(&chain, CS_WIRE_TUPLE, 4);
    cs_wire_text(&chain, "ZeroDivisionError");
    cs_wire_text(&chain, "division by zero");
    cs_wire_begin(&chain, CS_WIRE_TUPLE, 1);
    put_frame(&chain);
    cs_wire_bool(&chain, i == 0);
  }
  cs_wire_int(w, far.nonce);
  cs_wire_text(w, "ZeroDivisionError");
  cs_wire_text(w, "Traceback ...");
  cs_wire_int(w, -1);
  cs_wire_bytes(w, chain.data, chain.len);
  cs_wire_bool(w, false);
  cs_wire_fini(&chain);
  send_frame(CS_RUNNER_RAISED, w);
}

/* The next thing of a scene, after a start or an answer. */
static void go_on(cs_wire *w) {
  static const char *const scenes[] = {"D", "fD", "gggWD", "R", "oD", "ufxD"};
  const char *scene = scenes[far.scene % 6];
  size_t n = strlen(scene);
  char what = scene[far.step < n ? far.step : n - 1];
  far.step++;
  if (what == 'o') { /* printed, then said */
    (void)!write(far.out[0], "hello\n", 6);
    (void)!write(far.out[1], "\xff\xfe", 2);
    what = 'D';
  }
  switch (what) {
    case 'f': say_call(w, "f"); break;
    case 'g': say_call(w, "g"); break;
    case 'u': say_call(w, "unknown"); break;
    case 'x': say_call(w, "f\0x"); break;
    case 'W': say_wait(w); break;
    case 'R': say_raised(w); break;
    default: say_done(w); break;
  }
}

static bool receive(void *to, size_t n) {
  char *at = to;
  while (n > 0) {
    ssize_t k = recv(far.fd, at, n, 0);
    if (k <= 0) return false;
    at += k;
    n -= (size_t)k;
  }
  return true;
}

static void answer(uint8_t op, const uint8_t *body, size_t n) {
  cs_wire w;
  cs_wire_in in = cs_wire_read(body, n);
  cs_wire_init(&w, 4096);
  if (op == CS_RUNNER_START) {
    must(cs_wire_get_int(&in, &far.nonce));
    far.step = 0;
  }
  if (op == CS_RUNNER_START || op == CS_RUNNER_VALUE || op == CS_RUNNER_RAISE ||
      op == CS_RUNNER_PENDING || op == CS_RUNNER_UNDEFINED)
    go_on(&w);
  else
    say_status(&w, op == CS_RUNNER_CHECK);
  cs_wire_fini(&w);
}

static void *serve(void *arg) {
  static uint8_t body[1 << 16];
  uint32_t len;
  (void)arg;
  for (int i = 0; i < 100 && receive(&len, 4); i++) {
    if (len == 0 || len > sizeof body || !receive(body, len)) break;
    answer(body[0], body + 1, len - 1);
  }
  (void)shutdown(far.fd, SHUT_RDWR);
  return NULL;
}

/* --- the jail: a socket -------------------------------------------------- */

struct cs_jails {
  pthread_t thread;
  bool open;
};
static cs_jails the_jails;

static void join(void) {
  if (!the_jails.open) return;
  (void)shutdown(far.fd, SHUT_RDWR);
  must(pthread_join(the_jails.thread, NULL) == 0);
  close(far.fd);
  close(far.out[0]);
  close(far.out[1]);
  the_jails.open = false;
}

cs_status cs_jails_take(cs_jails *j, cs_runner_spec *spec, size_t message,
                        cs_runner *out, cs_error *err) {
  int theirs[3];
  (void)spec;
  (void)err;
  join(); /* one that the host has given up */
  cs_runner_init(out, message);
  must(cs_runner_pipes(out, theirs));
  far.fd = theirs[0];
  far.out[0] = theirs[1];
  far.out[1] = theirs[2];
  far.number = 0;
  j->open = pthread_create(&j->thread, NULL, serve, NULL) == 0;
  must(j->open);
  return CS_OK;
}

void cs_jails_give(cs_jails *j, cs_runner *runner) {
  (void)j;
  cs_runner_close(runner);
}

void cs_jails_options_init(cs_jails_options *o) {
  *o = (cs_jails_options){.size = sizeof *o};
}
cs_status cs_jails_new(const cs_jails_options *o, cs_jails **out,
                       cs_error *err) {
  (void)o;
  (void)err;
  *out = &the_jails;
  return CS_OK;
}
void cs_jails_free(cs_jails *j) {
  (void)j;
}
cs_status cs_jails_warm(cs_jails *j, cs_error *err) {
  (void)j;
  (void)err;
  return CS_OK;
}
cs_probe_memory *cs_jails_probes(cs_jails *j) {
  (void)j;
  return NULL;
}
const cs_jails_options *cs_jails_settings(const cs_jails *j) {
  static const cs_jails_options none = {.size = sizeof none};
  (void)j;
  return &none;
}
const char *cs_jails_egress(const cs_jails *j) {
  (void)j;
  return NULL;
}

const char *cs_jails_python(const cs_jails *j) {
  (void)j;
  return NULL;
}

/* --- the host ------------------------------------------------------------ */

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

static void look_event(const cs_event *e) {
  look(e->name, e->name_len);
  look(e->args, e->args_len);
  look(e->value, e->value_len);
  look(e->text, e->text_len);
  look(e->pending, e->npending * sizeof *e->pending);
  for (const cs_raised *x = e->error; x; x = x->next) {
    look_text(x->type);
    look(x->message, x->message_len);
    for (size_t i = 0; i < x->nframes; i++) {
      look_text(x->frames[i].file);
      look_text(x->frames[i].function);
      look_text(x->frames[i].source);
    }
  }
}

static void reply(cs_session *s, const cs_event *e, cs_wire *w) {
  cs_reply r = {.kind = CS_REPLY_UNHANDLED};
  cs_settled settled[4];
  cs_wire_clear(w);
  cs_wire_int(w, 7);
  if (e->kind == CS_CALL)
    r.kind =
        e->name_len && e->name[0] == 'g' ? CS_REPLY_PENDING : CS_REPLY_VALUE;
  if (e->kind == CS_WAIT) {
    r.kind = CS_REPLY_SETTLE;
    r.settled = settled;
    for (size_t i = 0; i < e->npending && i < 4; i++)
      settled[r.nsettled++] =
          (cs_settled){e->pending[i], i == 1, w->data, w->len};
  }
  r.value = w->data;
  r.len = w->len;
  (void)cs_session_resume(s, &r);
}

static cs_event_kind play(cs_session *s) {
  cs_wire w;
  const cs_event *ev;
  cs_wire_init(&w, 1 << 20);
  cs_wire_text(&w, "input");
  (void)!cs_session_add_tool(s, "f", "(a, b=None)", "Doc.", 0);
  (void)!cs_session_add_tool(s, "g", NULL, NULL, CS_TOOL_ASYNC);
  (void)!cs_session_set(s, "y", w.data, w.len);
  const cs_event *e = cs_session_run(s, "code", 4);
  for (int i = 0; i < 40; i++) {
    look_event(e);
    if (e->kind != CS_CALL && e->kind != CS_WAIT && e->kind != CS_OUTPUT) break;
    reply(s, e, &w);
    e = cs_session_event(s);
  }
  cs_event_kind kind = e->kind;
  cs_wire_clear(&w);
  if (cs_session_get(s, "x", &w) == CS_OK) look(w.data, w.len);
  if (cs_session_check(s, "a b", 3, &ev) == CS_ESYNTAX) look_event(ev);
  look_event(cs_session_event(s));
  cs_wire_fini(&w);
  return kind;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  signal(SIGPIPE, SIG_IGN); /* of the far end: the host may hang up first */
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  cs_error err;
  cs_session *s;
  cs_options o;
  if (size < 1) return 0;
  far.scene = data[0];
  far.data = data + 1;
  far.size = size - 1;
  far.sent = 0;
  cs_options_init(&o);
  o.jails = &the_jails;
  o.time_ms = 2000; /* nothing is silent: the far end answers or leaves */
  o.output = 1 << 20;
  o.message = 1 << 16;
  must(cs_session_open(&o, &s, &err) == CS_OK);
  cs_event_kind end = play(s);
  /* Unaltered, every scene ends as it should: what is altered was true. */
  if (size == 1) must(end == (data[0] % 6 == 3 ? CS_RAISED : CS_DONE));
  cs_session_close(s);
  join();
  return 0;
}
