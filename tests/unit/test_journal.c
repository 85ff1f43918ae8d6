/*
 * test_journal.c - journals: crash anywhere, resume, replay, tampering.
 *
 * A killed process is a file that ends somewhere: one run is recorded, then cut
 * behind every record and resumed from there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "journal/reader.h"

#include "caisson.h"

/* Every test runs twice: in this process, and with the program in a worker. */
static cs_workers *workers;
static char dir[64];

static const char *path_of(const char *name) {
  static char path[128];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  return path;
}

static void save(const char *name, const void *data, size_t n) {
  FILE *f = fopen(path_of(name), "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(data, 1, n, f), n);
  assert_int_equal(fclose(f), 0);
}

static char *read_whole(const char *path, size_t *n) {
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  char *p = malloc(1 << 24);
  assert_non_null(p);
  *n = fread(p, 1, (1 << 24) - 1, f);
  p[*n] = '\0';
  fclose(f);
  return p;
}

/* --- a host -------------------------------------------------------------- */

typedef struct world {
  char text[65536]; /* what was printed */
  size_t len;
  int made[64]; /* calls, by argument */
  int calls;
} world;

static bool on_output(void *user, int stream, const char *text, size_t len) {
  world *w = user;
  (void)stream;
  if (w->len + len < sizeof w->text) {
    memcpy(w->text + w->len, text, len);
    w->len += len;
    w->text[w->len] = '\0';
  }
  return true;
}

/* work(i) gives i * i; "later" is answered when the program waits. */
static cs_reply_kind on_call(void *user, const cs_event *ev, cs_wire *reply) {
  world *w = user;
  cs_wire_in in = cs_wire_read(ev->args, ev->args_len);
  uint32_t n;
  int64_t i = 0;
  assert_true(cs_wire_get_seq(&in, &n) && n == 1);
  assert_true(cs_wire_get_int(&in, &i) && i >= 0 && i < 64);
  w->made[i]++;
  w->calls++;
  if (ev->name_len == 5) return CS_REPLY_PENDING;
  cs_wire_int(reply, i * i);
  return CS_REPLY_VALUE;
}

static cs_reply_kind on_wait(void *user, const cs_event *ev, cs_wire *reply) {
  (void)user;
  cs_wire_begin(reply, CS_WIRE_LIST, ev->npending);
  for (size_t i = 0; i < ev->npending; i++) {
    cs_wire_begin(reply, CS_WIRE_TUPLE, 3);
    cs_wire_uint(reply, ev->pending[i]);
    cs_wire_bool(reply, true);
    cs_wire_int(reply, 7);
  }
  return CS_REPLY_VALUE;
}

static void init(cs_options *o, cs_host *host, world *w) {
  cs_options_init(o);
  *host = (cs_host){.size = sizeof *host,
                    .user = w,
                    .output = on_output,
                    .call = on_call,
                    .wait = on_wait};
  o->host = host;
  o->workers = workers;
  o->memory = 64 << 20;
  o->os = CS_OS_CLOCK | CS_OS_ENTROPY;
}

static cs_session *fresh(cs_options *o, const char *journal,
                         const cs_journal_options *jo) {
  cs_session *s;
  cs_error err = {0};
  assert_int_equal(cs_session_open(o, &s, &err), CS_OK);
  assert_int_equal(cs_session_add_tool(s, "work", "(i)", NULL, 0), CS_OK);
  assert_int_equal(cs_session_add_tool(s, "later", "(i)", NULL, CS_TOOL_ASYNC),
                   CS_OK);
  (void)unlink(path_of(journal));
  if (cs_journal_start(s, path_of(journal), jo, &err) != CS_OK)
    fail_msg("%s", err.text);
  return s;
}

static const cs_event *drive(cs_session *s, const char *code) {
  return cs_session_drive(s, code, strlen(code));
}

static void expect_done(const cs_event *ev) {
  if (ev->kind != CS_DONE)
    fail_msg("kind %d: %.*s", (int)ev->kind, (int)ev->text_len, ev->text);
}

/* A journal of this name, loaded for resuming. */
static cs_session *load(const char *name, world *w, cs_journal **j) {
  cs_options o;
  cs_host host;
  cs_session *s;
  cs_error err = {0};
  init(&o, &host, w);
  if (cs_journal_open(path_of(name), j, &err) != CS_OK)
    fail_msg("%s", err.text);
  cs_journal_session(*j, &o);
  if (cs_journal_load(*j, &o, CS_JOURNAL_LAST, &s, &err) != CS_OK)
    fail_msg("%s", err.text);
  return s;
}

static const cs_event *replay(const char *name, world *w,
                              cs_journal_difference *d, cs_session **s) {
  cs_options o;
  cs_host host;
  cs_journal *j;
  init(&o, &host, w);
  assert_int_equal(cs_journal_open(path_of(name), &j, NULL), CS_OK);
  cs_journal_session(j, &o);
  assert_int_equal(cs_journal_load(j, &o, CS_JOURNAL_FIRST, s, NULL), CS_OK);
  const cs_event *ev = cs_journal_replay(j, *s, d);
  cs_journal_close(j);
  return ev;
}

/* --- tests --------------------------------------------------------------- */

static const char program[] =
    "import time, random, os\n"
    "total = 0\n"
    "for i in range(8):\n"
    "    try:\n"
    "        total += work(i)\n"
    "        print('done', i)\n"
    "    except RuntimeError as e:\n"
    "        print('doubt', i)\n"
    "    assert time.time() > 0 and len(os.urandom(8)) == 8\n"
    "print('total', total)\n";

static void a_finished_run_plays_again(void **state) {
  (void)state;
  world w = {0}, again = {0};
  cs_options o;
  cs_host host;
  init(&o, &host, &w);
  cs_session *s = fresh(&o, "a", NULL);
  expect_done(drive(s,
                    "import time, os, random\n"
                    "print(time.time_ns(), time.monotonic_ns())\n"
                    "print(os.urandom(4).hex(), random.random())\n"
                    "x = work(3)"));
  cs_wire in;
  cs_wire_init(&in, 100);
  cs_wire_text(&in, "given");
  assert_int_equal(cs_session_set(s, "y", in.data, in.len), CS_OK);
  cs_wire_fini(&in);
  assert_int_equal(cs_session_put_file(s, "/f", "abc", 3), CS_OK);
  expect_done(drive(s, "print(x, y, open('/f').read())\nx + 1"));
  assert_int_equal(drive(s, "import nothing_of_the_kind")->kind, CS_RAISED);
  cs_session_close(s);
  assert_non_null(strstr(w.text, "9 given abc\n"));
  assert_int_equal(w.calls, 1);
  cs_journal_difference d;
  const cs_event *ev = replay("a", &again, &d, &s);
  if (d.differs) fail_msg("%s", d.text);
  assert_int_equal(ev->kind, CS_RAISED);
  assert_string_equal(again.text, w.text);
  assert_int_equal(again.calls, 0); /* offline */
  cs_session_close(s);
}

static bool has_reply(const cs_reader *r, size_t upto, int call) {
  int seen = 0;
  for (size_t i = 0; i < upto; i++)
    if (r->index[i].kind == CS_RECORD_REPLY && seen++ == call) return true;
  return false;
}

static bool has_event(const cs_reader *r, size_t upto, int call) {
  int seen = 0;
  for (size_t i = 0; i < upto; i++)
    if (r->index[i].kind == CS_RECORD_EVENT && seen++ == call) return true;
  return false;
}

/* Resume from the first `n` records (and `more` bytes of the next one). */
static void crash_after(const cs_reader *r, const char *bytes, size_t n,
                        size_t more) {
  char want[400] = "";
  int64_t total = 0;
  world w = {0};
  cs_journal *j;
  uint64_t end = n < r->n ? r->index[n].at : r->size;
  save("cut", bytes, (size_t)end + more);
  cs_session *s = load("cut", &w, &j);
  cs_journal_info info;
  cs_journal_facts(j, &info);
  assert_int_equal(info.cut, more);
  const cs_event *ev = cs_journal_resume(j, s, NULL, NULL);
  assert_non_null(ev);
  cs_journal_close(j);
  if (info.runs == 0)
    ev = cs_session_drive(s, program, sizeof program - 1);
  else
    ev = cs_session_go_on(s);
  expect_done(ev);
  cs_session_close(s);
  for (int i = 0; i < 8; i++) {
    bool doubt = has_event(r, n, i) && !has_reply(r, n, i);
    char line[40];
    if (!doubt) total += i * i;
    snprintf(line, sizeof line, "%s %d\n", doubt ? "doubt" : "done", i);
    strcat(want, line);
    assert_int_equal(w.made[i], has_event(r, n, i) ? 0 : 1);
  }
  snprintf(want + strlen(want), 40, "total %lld\n", (long long)total);
  assert_string_equal(w.text, want);
  world again = {0}; /* and the journal is whole again */
  cs_journal_difference d;
  (void)replay("cut", &again, &d, &s);
  if (d.differs) fail_msg("%s", d.text);
  assert_string_equal(again.text, want);
  cs_session_close(s);
}

static void a_crash_at_any_record_repeats_nothing(void **state) {
  (void)state;
  world w = {0};
  cs_options o;
  cs_host host;
  cs_reader r;
  size_t size;
  init(&o, &host, &w);
  cs_session *s = fresh(&o, "b", NULL);
  expect_done(drive(s, program));
  cs_session_close(s);
  char *bytes = read_whole(path_of("b"), &size);
  int fd = open(path_of("b"), O_RDONLY);
  assert_int_equal(cs_reader_open(&r, fd, NULL), CS_OK);
  assert_true(r.n > 30);
  for (size_t n = 2; n <= r.n; n++) {
    crash_after(&r, bytes, n, 0);
    if (n < r.n && n % 5 == 0) crash_after(&r, bytes, n, 1 + n % 40);
  }
  cs_reader_fini(&r);
  close(fd);
  free(bytes);
}

static void a_call_in_doubt_can_be_asked_about(void **state) {
  (void)state;
  world w = {0};
  cs_options o;
  cs_host host;
  cs_journal *j;
  init(&o, &host, &w);
  cs_session *s = fresh(&o, "c", NULL);
  const cs_event *ev = cs_session_run(s, "work(5) + 1", 11);
  assert_int_equal(ev->kind, CS_CALL);
  cs_session_close(s); /* as good as a kill: there is no reply */
  s = load("c", &w, &j);
  cs_journal_info info;
  cs_journal_facts(j, &info);
  assert_int_equal(info.doubts, 1);
  assert_false(info.finished);
  ev = cs_journal_doubt(j, 0);
  assert_non_null(ev);
  assert_memory_equal(ev->name, "work", 4);
  assert_null(cs_journal_doubt(j, 1));
  cs_journal_options jo;
  cs_journal_options_init(&jo);
  jo.flags = CS_JOURNAL_ASK;
  ev = cs_journal_resume(j, s, &jo, NULL);
  cs_journal_close(j);
  assert_int_equal(ev->kind, CS_CALL);
  ev = cs_session_go_on(s); /* the host decides to do it again */
  expect_done(ev);
  assert_int_equal(w.made[5], 1);
  cs_session_close(s);
  s = load("c", &w, &j); /* finished: nothing is done any more */
  cs_journal_facts(j, &info);
  assert_true(info.finished);
  assert_int_equal(info.doubts, 0);
  expect_done(cs_journal_resume(j, s, NULL, NULL));
  assert_int_equal(w.made[5], 1);
  cs_journal_close(j);
  cs_session_close(s);
}

static void pending_calls_are_in_doubt_together(void **state) {
  (void)state;
  static const char code[] =
      "import asyncio\n"
      "r = await asyncio.gather(later(1), later(2), return_exceptions=True)\n"
      "print([type(x).__name__ for x in r])\n";
  world w = {0};
  cs_options o;
  cs_host host;
  cs_journal *j;
  init(&o, &host, &w);
  cs_session *s = fresh(&o, "d", NULL);
  const cs_reply pend = {.kind = CS_REPLY_PENDING};
  assert_int_equal(cs_session_run(s, code, sizeof code - 1)->kind, CS_CALL);
  assert_int_equal(cs_session_resume(s, &pend)->kind, CS_CALL);
  assert_int_equal(cs_session_resume(s, &pend)->kind, CS_WAIT);
  cs_session_close(s);
  s = load("d", &w, &j);
  cs_journal_info info;
  cs_journal_facts(j, &info);
  assert_int_equal(info.doubts, 2);
  expect_done(cs_journal_resume(j, s, NULL, NULL));
  assert_string_equal(w.text, "['RuntimeError', 'RuntimeError']\n");
  cs_journal_close(j);
  cs_session_close(s);
}

static void files_come_back(void **state) {
  (void)state;
  static const char code[] =
      "import os\n"
      "f = open('/o/new', 'w')\n"
      "f.write('one ')\n"
      "f.flush()\n"
      "g = open('/w/out', 'a')\n"
      "g.write('line 1\\n')\n"
      "g.flush()\n"
      "os.mkdir('/w/sub')\n"
      "os.rename('/o/old', '/o/moved')\n"
      "open('/w/pos', 'w').write('abcdef')\n"
      "p = open('/w/pos', 'r+')\n"
      "p.read(2)\n"
      "os.chdir('/o')\n"
      "work(1)\n"
      "f.write('two')\n"
      "f.close()\n"
      "g.write('line 2\\n')\n"
      "g.close()\n"
      "p.seek(2); p.write('XY'); p.close()\n"
      "print(open('/o/new').read(), open('moved').read(), os.listdir('/o'))\n";
  char over[96], out[96], name[160];
  snprintf(over, sizeof over, "%s/over", dir);
  snprintf(out, sizeof out, "%s/out%d", dir, workers != NULL);
  (void)mkdir(over, 0755);
  assert_int_equal(mkdir(out, 0755), 0);
  save("over/old", "old", 3);
  world w = {0};
  cs_options o;
  cs_host host;
  cs_journal *j;
  init(&o, &host, &w);
  cs_session *s = fresh(&o, "e", NULL);
  assert_int_equal(cs_session_mount(s, over, "/o", CS_MOUNT_OVERLAY, 0, NULL),
                   CS_OK);
  assert_int_equal(cs_session_mount(s, out, "/w", CS_MOUNT_RW, 0, NULL), CS_OK);
  assert_int_equal(cs_session_run(s, code, sizeof code - 1)->kind, CS_CALL);
  cs_session_close(s);
  s = load("e", &w, &j);
  assert_int_equal(cs_session_mount(s, over, "/o", CS_MOUNT_OVERLAY, 0, NULL),
                   CS_OK);
  assert_int_equal(cs_session_mount(s, out, "/w", CS_MOUNT_RW, 0, NULL), CS_OK);
  cs_journal_options jo;
  cs_journal_options_init(&jo);
  jo.flags = CS_JOURNAL_ASK;
  const cs_event *ev = cs_journal_resume(j, s, &jo, NULL);
  cs_journal_close(j);
  assert_int_equal(ev->kind, CS_CALL);
  expect_done(cs_session_go_on(s));
  assert_string_equal(w.text, "one two old ['moved', 'new']\n");
  cs_session_close(s);
  size_t n;
  snprintf(name, sizeof name, "%s/out", out);
  char *text = read_whole(name, &n);
  assert_string_equal(text, "line 1\nline 2\n"); /* each once */
  free(text);
  snprintf(name, sizeof name, "%s/pos", out);
  text = read_whole(name, &n);
  assert_string_equal(text, "abXYef");
  free(text);
  cs_journal_difference d; /* offline: nothing is mounted */
  world again = {0};
  (void)replay("e", &again, &d, &s);
  if (d.differs) fail_msg("%s", d.text);
  assert_string_equal(again.text, w.text);
  cs_session_close(s);
}

static void snapshots_shorten_the_way(void **state) {
  (void)state;
  static const char code[] =
      "n = 0\n"
      "for i in range(6):\n"
      "    for k in range(200000): n += 1\n"
      "    print(work(i), n)\n";
  world w = {0}, again = {0};
  cs_options o;
  cs_host host;
  cs_journal *j;
  cs_journal_options jo;
  size_t size, states = 0, cut = 0;
  init(&o, &host, &w);
  cs_journal_options_init(&jo);
  jo.snapshot_ms = 1;
  cs_session *s = fresh(&o, "f", &jo);
  expect_done(drive(s, code));
  cs_session_close(s);
  char *bytes = read_whole(path_of("f"), &size);
  cs_reader r;
  int fd = open(path_of("f"), O_RDONLY);
  assert_int_equal(cs_reader_open(&r, fd, NULL), CS_OK);
  for (size_t i = 0; i < r.n; i++) {
    if (r.index[i].kind != CS_RECORD_STATE) continue;
    states++;
    if (i + 1 < r.n) cut = (size_t)r.index[i + 1].at;
  }
  assert_true(states > 1);
  save("f2", bytes, cut); /* killed between a snapshot and the reply */
  s = load("f2", &again, &j);
  jo.flags = CS_JOURNAL_ASK | CS_JOURNAL_NEW_OUTPUT;
  assert_non_null(cs_journal_resume(j, s, &jo, NULL));
  expect_done(cs_session_go_on(s));
  cs_journal_close(j);
  assert_true(again.len < w.len);
  assert_string_equal(again.text, w.text + w.len - again.len);
  cs_session_close(s);
  again = (world){0};
  cs_journal_difference d;
  (void)replay("f2", &again, &d, &s);
  if (d.differs) fail_msg("%s", d.text);
  assert_string_equal(again.text, w.text);
  cs_session_close(s);
  cs_reader_fini(&r);
  close(fd);
  free(bytes);
}

static void a_changed_journal_is_refused(void **state) {
  (void)state;
  world w = {0};
  cs_options o;
  cs_host host;
  cs_reader r;
  cs_journal *j;
  size_t size;
  init(&o, &host, &w);
  cs_session *s = fresh(&o, "g", NULL);
  expect_done(drive(s, program));
  cs_session_close(s);
  char *bytes = read_whole(path_of("g"), &size);
  int fd = open(path_of("g"), O_RDONLY);
  assert_int_equal(cs_reader_open(&r, fd, NULL), CS_OK);
  for (size_t i = 0; i + 1 < r.n; i++) { /* the last one would be a torn end */
    size_t at = (size_t)r.index[i].at + i % (24 + r.index[i].len + 32);
    char number[40];
    cs_error err = {0};
    bytes[at] ^= 0x20;
    save("g2", bytes, size);
    bytes[at] ^= 0x20;
    assert_int_equal(cs_journal_open(path_of("g2"), &j, &err), CS_ECORRUPT);
    snprintf(number, sizeof number, "record %zu ", i);
    assert_non_null(strstr(err.text, number));
  }
  size_t a = (size_t)r.index[6].at, b = (size_t)r.index[7].at;
  char *less = malloc(size); /* one record taken out */
  assert_non_null(less);
  memcpy(less, bytes, a);
  memcpy(less + a, bytes + b, size - b);
  save("g2", less, size - (b - a));
  assert_int_equal(cs_journal_open(path_of("g2"), &j, NULL), CS_ECORRUPT);
  free(less);
  save("g2", "hello", 5);
  assert_int_equal(cs_journal_open(path_of("g2"), &j, NULL), CS_ECORRUPT);
  cs_reader_fini(&r);
  close(fd);
  free(bytes);
}

static void another_program_differs(void **state) {
  (void)state;
  world w = {0}, other = {0}, again = {0};
  cs_options o;
  cs_host host;
  cs_journal *j;
  cs_session *s;
  init(&o, &host, &w);
  o.os = CS_OS_SEEDED;
  o.seed = 1;
  s = fresh(&o, "h", NULL);
  expect_done(drive(s, "import os\nprint('a')\nprint(os.urandom(4))\nwork(1)"));
  cs_session_close(s);
  assert_int_equal(cs_journal_open(path_of("h"), &j, NULL), CS_OK);
  init(&o, &host, &other);
  cs_journal_session(j, &o);
  o.seed = 2; /* not what it was */
  cs_journal_difference d;
  assert_int_equal(cs_journal_load(j, &o, CS_JOURNAL_FIRST, &s, NULL), CS_OK);
  const cs_event *ev = cs_journal_replay(j, s, &d);
  cs_journal_close(j);
  assert_true(d.differs);
  assert_non_null(strstr(d.text, "the program printed"));
  assert_int_equal(ev->kind, CS_LIMIT);
  assert_memory_equal(ev->name, "journal", 7);
  cs_session_close(s);
  s = NULL;
  ev = replay("h", &again, &d, &s);
  assert_false(d.differs);
  assert_string_equal(again.text, w.text);
  cs_session_close(s);
}

static void limits_of_time_end_again(void **state) {
  (void)state;
  world w = {0}, again = {0};
  cs_options o;
  cs_host host;
  cs_journal_difference d;
  init(&o, &host, &w);
  o.time_ms = 50;
  cs_session *s = fresh(&o, "i", NULL);
  const cs_event *ev = drive(s, "print('x')\nwork(1)\nwhile True: pass");
  assert_int_equal(ev->kind, CS_LIMIT);
  expect_done(drive(s, "print('y')"));
  cs_session_close(s);
  ev = replay("i", &again, &d, &s);
  if (d.differs) fail_msg("%s", d.text);
  expect_done(ev);
  assert_string_equal(again.text, "x\ny\n");
  cs_session_close(s);
}

static void a_full_disk_ends_the_run(void **state) {
  (void)state;
  world w = {0};
  cs_options o;
  cs_host host;
  cs_journal *j;
  struct rlimit old, small = {40000, RLIM_INFINITY};
  init(&o, &host, &w);
  cs_session *s = fresh(&o, "k", NULL);
  signal(SIGXFSZ, SIG_IGN);
  getrlimit(RLIMIT_FSIZE, &old);
  setrlimit(RLIMIT_FSIZE, &small);
  const cs_event *ev = drive(s,
                             "for i in range(60):\n work(i)\n"
                             " print('x' * 2000)");
  assert_int_equal(ev->kind, CS_LIMIT);
  assert_memory_equal(ev->name, "journal", 7);
  assert_non_null(strstr(ev->text, "cannot be written"));
  assert_true(w.calls < 60);
  int calls = w.calls;
  assert_int_equal(drive(s, "work(1)")->kind, CS_LIMIT); /* it stays so */
  assert_int_equal(w.calls, calls);
  setrlimit(RLIMIT_FSIZE, &old);
  cs_session_close(s);
  s = load("k", &w, &j); /* what was acknowledged is there */
  ev = cs_journal_resume(j, s, NULL, NULL);
  assert_non_null(ev);
  ev = cs_session_go_on(s);
  for (int i = 0; i < 60; i++) assert_true(w.made[i] <= 1);
  cs_journal_close(j);
  cs_session_close(s);
}

static void only_one_writes(void **state) {
  (void)state;
  world w = {0};
  cs_options o;
  cs_host host;
  cs_journal *j;
  cs_error err = {0};
  init(&o, &host, &w);
  cs_session *s = fresh(&o, "l", NULL);
  assert_int_equal(cs_journal_open(path_of("l"), &j, &err), CS_EOS);
  assert_non_null(strstr(err.text, "running process"));
  assert_int_equal(cs_journal_start(s, path_of("m"), NULL, &err), CS_EINVAL);
  cs_journal_stop(s);
  assert_int_equal(cs_journal_start(s, path_of("l"), NULL, &err), CS_EOS);
  expect_done(drive(s, "1")); /* without a journal */
  cs_session_close(s);
  struct stat st;
  assert_int_equal(stat(path_of("l"), &st), 0);
  assert_int_equal(st.st_mode & 0777, 0600);
}

int main(int argc, char **argv) {
  if (cs_workers_called(argc, argv)) return cs_workers_main(argc, argv);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_finished_run_plays_again),
      cmocka_unit_test(a_crash_at_any_record_repeats_nothing),
      cmocka_unit_test(a_call_in_doubt_can_be_asked_about),
      cmocka_unit_test(pending_calls_are_in_doubt_together),
      cmocka_unit_test(files_come_back),
      cmocka_unit_test(snapshots_shorten_the_way),
      cmocka_unit_test(a_changed_journal_is_refused),
      cmocka_unit_test(another_program_differs),
      cmocka_unit_test(limits_of_time_end_again),
      cmocka_unit_test(a_full_disk_ends_the_run),
      cmocka_unit_test(only_one_writes),
  };
  snprintf(dir, sizeof dir, "/tmp/caisson-journal-XXXXXX");
  if (!mkdtemp(dir)) return 1;
  int failed = cmocka_run_group_tests_name("here", tests, NULL, NULL);
  if (cs_workers_new(NULL, &workers, NULL) != CS_OK) return 1;
  failed += cmocka_run_group_tests_name("worker", tests, NULL, NULL);
  cs_workers_free(workers);
  char command[120];
  snprintf(command, sizeof command, "rm -rf %s", dir);
  (void)!system(command);
  return failed;
}
