/*
 * test_policy_session.c - sessions under a policy, through caisson.h alone.
 *
 * Numbers in names are those of the acceptance list of the policy.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "caisson.h"

typedef struct box {
  char dir[64];
  cs_policy *policy;
  cs_session *s;
  cs_error err;
  char out[4096];
  size_t nout;
} box;

static bool take(void *user, int stream, const char *text, size_t n) {
  box *b = user;
  (void)stream;
  if (b->nout + n < sizeof b->out) {
    memcpy(b->out + b->nout, text, n);
    b->nout += n;
    b->out[b->nout] = 0;
  }
  return true;
}

static cs_policy *parse(const char *body) {
  static char text[8192];
  cs_policy *p = NULL;
  cs_policy_fault f;
  int n = snprintf(text, sizeof text, "version: 1\nworker: false\n%s\n", body);
  if (cs_policy_parse(text, (size_t)n, "p.yaml", CS_POLICY_OWNER, &p, &f))
    fail_msg("%s\n%s", f.text, text);
  return p;
}

static void set_up(box *b, cs_options *o, cs_host *h) {
  *h = (cs_host){.size = sizeof *h, .user = b, .output = take};
  cs_options_init(o);
  o->host = h;
  cs_policy_apply(b->policy, o);
}

static cs_status try_open(box *b, const char *body) {
  cs_options o;
  cs_host h;
  b->policy = parse(body);
  b->s = NULL;
  b->nout = 0;
  b->out[0] = 0;
  set_up(b, &o, &h);
  return cs_session_open(&o, &b->s, &b->err);
}

static void open_box(box *b, const char *body) {
  if (try_open(b, body) != CS_OK) fail_msg("%s", b->err.text);
}

static void close_box(box *b) {
  cs_session_close(b->s);
  cs_policy_free(b->policy);
}

static const cs_event *run(box *b, const char *code) {
  b->nout = 0;
  b->out[0] = 0;
  return cs_session_drive(b->s, code, strlen(code));
}

static void prints(box *b, const char *code, const char *out) {
  const cs_event *ev = run(b, code);
  if (ev->kind != CS_DONE) fail_msg("%s", ev->text ? ev->text : "?");
  assert_string_equal(b->out, out);
}

static void ends(box *b, const char *code, const char *limit) {
  const cs_event *ev = run(b, code);
  assert_int_equal(ev->kind, CS_LIMIT);
  assert_string_equal(ev->name, limit);
}

static void raises(box *b, const char *code, const char *type) {
  const cs_event *ev = run(b, code);
  assert_int_equal(ev->kind, CS_RAISED);
  if (strcmp(ev->error->type, type) != 0) fail_msg("%s", ev->text);
}

static void refused(const char *body, const char *says) {
  box b;
  if (try_open(&b, body) == CS_OK) fail_msg("opened: %s", body);
  if (!strstr(b.err.text, says)) fail_msg("%s, not %s", b.err.text, says);
  close_box(&b);
}

/* --- limits -------------------------------------------------------------- */

static void test_limits_are_those_of_the_policy(void **state) {
  (void)state;
  box b;
  open_box(&b,
           "limits: {fuel: 100000, recursion: 50, guest_ms: 300ms, "
           "heap_bytes: 8MiB, code_bytes: 1KiB, sleep_ms: 50ms}");
  ends(&b, "for i in range(10**9): pass", "fuel");
  raises(&b, "def f(): f()\nf()", "RecursionError");
  ends(&b, "x = bytearray(16 << 20)", "memory");
  ends(&b, "import time\ntime.sleep(1)", "sleep");
  char text[1100];
  memset(text, ' ', sizeof text);
  memcpy(text, "x = 1", 5);
  text[sizeof text - 1] = 0;
  ends(&b, text, "source");
  close_box(&b);
  open_box(&b, "limits: {guest_ms: 100ms}");
  ends(&b, "while True: pass", "time");
  close_box(&b);
  open_box(&b, "limits: {wall_ms: 100ms, sleep_ms: 10s}");
  ends(&b, "import time\ntime.sleep(2)\nwhile True: pass", "wall");
  prints(&b, "print(1)", "1\n"); /* usable afterwards */
  close_box(&b);
  open_box(&b, "limits: {sleep_call_ms: 10ms}");
  ends(&b, "import time\ntime.sleep(0.1)", "sleep");
  close_box(&b);
}

static void test_output_is_dropped_or_ends_the_run(void **state) {
  (void)state;
  box b;
  open_box(&b, "limits: {stdout_bytes: 5, stderr_bytes: 3}");
  prints(&b,
         "import sys\nprint('abcdefgh')\nsys.stdout.flush()\n"
         "print('12345', file=sys.stderr)",
         "abcde123");
  assert_int_equal(cs_session_dropped(b.s), 7);
  prints(&b, "print(1)", "1\n"); /* every run has its own */
  assert_int_equal(cs_session_dropped(b.s), 0);
  close_box(&b);
  open_box(&b, "limits: {stdout_bytes: 5, output_overflow: kill}");
  ends(&b, "while True: print('abcdefgh')", "output");
  assert_string_equal(b.out, "abcde");
  close_box(&b);
}

static void test_results_have_a_size(void **state) {
  (void)state;
  box b;
  open_box(&b, "limits: {result_bytes: 100}");
  ends(&b, "'x' * 200", "message");
  assert_int_equal(run(&b, "'x' * 10")->kind, CS_DONE);
  assert_int_equal(cs_session_add_tool(b.s, "t", NULL, NULL, 0), CS_OK);
  ends(&b, "t('x' * 200)", "message");
  for (size_t n = 50; n <= 150; n += 100) { /* the tool's result */
    char text[200];
    cs_wire w;
    memset(text, 'x', sizeof text);
    cs_wire_init(&w, 4096);
    cs_wire_str(&w, text, n);
    assert_int_equal(cs_session_run(b.s, "len(t())", 8)->kind, CS_CALL);
    cs_reply r = {.kind = CS_REPLY_VALUE, .value = w.data, .len = w.len};
    const cs_event *ev = cs_session_resume(b.s, &r);
    assert_int_equal(ev->kind, n == 50 ? CS_DONE : CS_RAISED);
    cs_wire_fini(&w);
  }
  close_box(&b);
}

/* --- time, chance, environment ------------------------------------------- */

static void test_clock_and_random(void **state) {
  (void)state;
  box b;
  open_box(&b, "clock: 2030-01-01T00:00:00Z\nrandom: fixed:7");
  prints(&b, "import time, os\nprint(int(time.time()))", "1893456000\n");
  prints(&b, "a = os.urandom(4)\nprint(len(a))", "4\n");
  close_box(&b);
  open_box(&b, "clock: none\nrandom: none");
  raises(&b, "import os\nos.urandom(4)", "RuntimeError");
  close_box(&b);
}

static void test_environment(void **state) {
  (void)state;
  box b;
  setenv("CS_TEST_SEEN", "yes", 1);
  setenv("CS_TEST_TOKEN", "secret", 1);
  setenv("CS_TEST_OTHER", "no", 1);
  open_box(&b, "env: {pass: ['CS_TEST_*'], set: {A: b}}");
  prints(&b,
         "import os\nprint(sorted(k for k in os.environ if k == 'A' or "
         "k.startswith('CS_TEST')))",
         "['A', 'CS_TEST_OTHER', 'CS_TEST_SEEN']\n");
  close_box(&b);
  open_box(&b, "");
  prints(&b, "import os\nprint(dict(os.environ))", "{}\n");
  close_box(&b);
}

/* --- files --------------------------------------------------------------- */

static void write_file(const char *dir, const char *name) {
  char path[200];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(name, f);
  fclose(f);
}

static void make_dir(char dir[64]) {
  char sub[100];
  snprintf(dir, 64, "/tmp/cs_ruled_XXXXXX");
  assert_non_null(mkdtemp(dir));
  snprintf(sub, sizeof sub, "%s/private", dir);
  assert_int_equal(mkdir(sub, 0700), 0);
  write_file(dir, "a.txt");
  write_file(dir, "private/key");
}

static void remove_dir(const char *dir) {
  char command[100];
  snprintf(command, sizeof command, "rm -rf %s", dir);
  assert_int_equal(system(command), 0);
}

static void test_8_files(void **state) {
  (void)state;
  box b;
  char dir[64], body[600];
  make_dir(dir);
  snprintf(body, sizeof body,
           "fs: {mounts: [{host: %s, guest: /data, mode: overlay}], deny: "
           "['%s/private/**']}",
           dir, dir);
  open_box(&b, body);
  prints(&b, "print(open('/data/a.txt').read())", "a.txt\n");
  raises(&b, "open('/data/private/key').read()", "PermissionError");
  raises(&b, "import os\nos.stat('/data/private/key')", "PermissionError");
  raises(&b, "import os\nos.rename('/data/private', '/data/public')",
         "PermissionError");
  raises(&b,
         "import os\nos.symlink('private/key', '/data/link')\n"
         "open('/data/link').read()",
         "PermissionError");
  raises(&b, "import os\nos.chdir('/data/private')\nopen('key')",
         "PermissionError");
  raises(&b, "open('/etc/passwd')", "FileNotFoundError");
  close_box(&b);
  remove_dir(dir);
}

static void test_protected_names_of_the_policy(void **state) {
  (void)state;
  box b;
  char dir[64], body[600];
  make_dir(dir);
  snprintf(body, sizeof body,
           "fs: {mounts: [{host: %s, guest: /w, mode: rw}], protect: "
           "['*.lock', 'caisson*.yaml']}",
           dir);
  open_box(&b, body);
  prints(&b, "open('/w/new.txt', 'w').close()\nprint(1)", "1\n");
  raises(&b, "open('/w/x.lock', 'w')", "PermissionError");
  raises(&b, "open('/w/caisson.yaml', 'w')", "PermissionError");
  close_box(&b);
  remove_dir(dir);
}

static void test_read_and_write_at_the_same_place(void **state) {
  (void)state;
  box b;
  char dir[64], body[600], code[300];
  make_dir(dir);
  snprintf(body, sizeof body, "fs: {read: [%s]}", dir);
  open_box(&b, body);
  snprintf(code, sizeof code, "print(open('%s/a.txt').read())", dir);
  prints(&b, code, "a.txt\n");
  snprintf(code, sizeof code, "open('%s/b.txt', 'w')", dir);
  raises(&b, code, "OSError");
  close_box(&b);
  remove_dir(dir);
}

static void test_11_mounting_more_is_refused(void **state) {
  (void)state;
  box b;
  cs_error err;
  open_box(&b, "fs: {mounts: [{host: /usr/share, guest: /s, mode: ro}]}");
  assert_int_equal(cs_session_mount(b.s, "/etc", "/etc", CS_MOUNT_RO, 0, &err),
                   CS_EINVAL);
  assert_non_null(strstr(err.text, "policy_widens"));
  assert_int_equal(
      cs_session_mount(b.s, "/usr/share/doc", "/s/doc", CS_MOUNT_RW, 0, &err),
      CS_EINVAL);
  close_box(&b);
}

/* --- tools --------------------------------------------------------------- */

static void test_tools(void **state) {
  (void)state;
  box b;
  open_box(&b,
           "tools: {allow: [search, pay], approve: [pay]}\n"
           "limits: {tool_calls: 2}");
  static const char *const names[] = {"search", "pay", "drop"};
  for (size_t i = 0; i < 3; i++)
    assert_int_equal(cs_session_add_tool(b.s, names[i], NULL, NULL, 0), CS_OK);
  const cs_event *ev = cs_session_run(b.s, "search()", 8);
  assert_int_equal(ev->kind, CS_CALL);
  cs_session_abandon(b.s);
  raises(&b, "drop()", "PermissionError");
  raises(&b, "pay()", "PermissionError");
  ends(&b, "for i in range(5):\n  try: drop()\n  except PermissionError: pass",
       "calls");
  close_box(&b);
}

/* --- options against the policy ------------------------------------------ */

static cs_reply_kind answer(void *user, const cs_event *ev, cs_wire *reply) {
  (void)user;
  (void)ev;
  cs_wire_none(reply);
  return CS_REPLY_VALUE;
}

/* Opens with the tools `fetch` and `look`. */
static void open_asking(box *b, const char *body, uint32_t flags) {
  cs_options o;
  cs_host h;
  b->policy = parse(body);
  b->nout = 0;
  set_up(b, &o, &h);
  h.call = answer;
  o.flags |= flags;
  if (cs_session_open(&o, &b->s, &b->err) != CS_OK) fail_msg("%s", b->err.text);
  assert_int_equal(cs_session_add_tool(b->s, "fetch_it", "()", NULL, 0), CS_OK);
  assert_int_equal(cs_session_add_tool(b->s, "look", "()", NULL, 0), CS_OK);
}

static void test_approval_needs_somebody_who_asks(void **state) {
  (void)state;
  box b;
  static const char none[] = "tools: {approve: [\"fetch_*\"]}";
  static const char cli[] = "approver: cli\ntools: {approve: [\"fetch_*\"]}";
  open_asking(&b, none, 0);
  raises(&b, "fetch_it()", "PermissionError");
  prints(&b, "print(look())", "None\n");
  close_box(&b);
  open_asking(&b, cli, 0); /* a host that does not ask */
  raises(&b, "fetch_it()", "PermissionError");
  close_box(&b);
  open_asking(&b, none, CS_ASKS_APPROVAL); /* nobody is named */
  raises(&b, "fetch_it()", "PermissionError");
  close_box(&b);
  open_asking(&b, cli, CS_ASKS_APPROVAL);
  prints(&b, "print(fetch_it())", "None\n");
  close_box(&b);
}

static int count(void *with, const cs_change *c) {
  box *b = with;
  b->nout += (size_t)snprintf(b->out + b->nout, sizeof b->out - b->nout, "%s ",
                              c->path);
  return 0;
}

static void lists(box *b, const char *paths) {
  b->nout = 0;
  b->out[0] = 0;
  assert_int_equal(cs_session_artifacts(b->s, NULL, count, b, NULL), CS_OK);
  assert_string_equal(b->out, paths);
}

static void test_34_and_35_artifacts_are_those_of_the_policy(void **state) {
  (void)state;
  box b;
  char body[256];
  snprintf(b.dir, sizeof b.dir, "/tmp/caisson-test-XXXXXX");
  assert_non_null(mkdtemp(b.dir));
#define LAYER "fs: {mounts: [{host: %s, guest: /w}]}\n"
  static const char make[] =
      "import os\nos.makedirs('/w/out/a', exist_ok=True)\n"
      "for p in '/w/out/1', '/w/2', '/w/out/a/3': open(p, 'w').close()";
  snprintf(body, sizeof body, LAYER "artifacts: {export: [/w/out/**]}", b.dir);
  open_box(&b, body);
  prints(&b, make, "");
  lists(&b, "/w/out/1 /w/out/a/3 ");
  prints(&b, "x = 1", ""); /* a run that writes nothing exports nothing */
  lists(&b, "");
  const cs_event *ev = run(&b, "open('/w/out/4', 'w').close()\n1 / 0");
  assert_int_equal(ev->kind, CS_RAISED);
  lists(&b, ""); /* nothing after a failure */
  close_box(&b);
  snprintf(body, sizeof body,
           LAYER
           "artifacts: {export: [/w/**], on: always, max_depth: 2, "
           "max_files: 2}",
           b.dir);
  open_box(&b, body);
  raises(&b, "open('/w/out', 'w').close()\n1 / 0", "ZeroDivisionError");
  lists(&b, "/w/out ");
  prints(&b, "import os\nos.remove('/w/out')", "");
  prints(&b, make, "");
  lists(&b, "/w/2 /w/out/1 "); /* /w/out/a/3 is deeper */
  prints(&b, "for i in range(5): open(f'/w/n{i}', 'w').close()", "");
  lists(&b, "/w/n0 /w/n1 ");
  close_box(&b);
  snprintf(body, sizeof body, LAYER "artifacts: {export: []}", b.dir);
  open_box(&b, body);
  prints(&b, make, "");
  lists(&b, "");
  close_box(&b);
  rmdir(b.dir);
}

static void test_15_a_weaker_wall_is_refused(void **state) {
  (void)state;
  refused("depth: process", "no_depth: the policy has depth: process");
  refused("depth_allow: [process]", "no_depth: depth_allow");
  box b;
  open_box(&b, "depth: interp");
  prints(&b, "print(1)", "1\n");
  close_box(&b);
}

static void test_11_options_only_narrow(void **state) {
  (void)state;
  box b = {.policy = parse("limits: {fuel: 1000, guest_ms: 1s}")};
  cs_options o;
  cs_host h;
  cs_session *s = NULL;
  set_up(&b, &o, &h);
  o.fuel = 1001;
  assert_int_equal(cs_session_open(&o, &s, &b.err), CS_EINVAL);
  assert_non_null(strstr(b.err.text, "policy_widens"));
  assert_non_null(strstr(b.err.text, "limits.fuel"));
  set_up(&b, &o, &h);
  o.time_ms = 0; /* none */
  assert_int_equal(cs_session_open(&o, &s, &b.err), CS_EINVAL);
  set_up(&b, &o, &h);
  o.fuel = 999;
  assert_int_equal(cs_session_open(&o, &s, &b.err), CS_OK);
  cs_session_close(s);
  cs_policy_free(b.policy);
}

static void test_what_nothing_honours_is_refused(void **state) {
  (void)state;
  refused("code: {imports_allow: [math]}", "accept_unenforced: [code.imports]");
  refused("code: {builtins_deny: [eval]}", "code.builtins");
  refused("packages: {list: [numpy]}", "packages.list");
  refused("limits: {host_call_ms: 5s}", "limits.host_call_ms");
  refused("fs: {read: ['/usr/*']}", "fs.read");
  box b;
  open_box(&b,
           "code: {imports_allow: [math]}\n"
           "accept_unenforced: [code.imports]");
  close_box(&b);
}

static void test_static_rules_are_asked_before_a_run(void **state) {
  (void)state;
  box b;
  open_box(&b,
           "code: {imports_allow: [math, re], imports_deny: [re], "
           "builtins_deny: [eval]}\n"
           "accept_unenforced: [code.imports, code.builtins]");
  prints(&b, "import math\nprint(math.floor(1.5))", "1\n");
  raises(&b, "print(1)\nimport os", "ImportError");
  assert_string_equal(b.out, ""); /* nothing ran */
  raises(&b, "def f():\n  from re import match", "ImportError");
  raises(&b, "eval('1')", "PermissionError");
  raises(&b, "import", "SyntaxError");
  prints(&b, "print(2)", "2\n");
  close_box(&b);
}

static void test_the_worker_is_part_of_the_policy(void **state) {
  (void)state;
  const char *text = "version: 1\n";
  cs_policy *p = NULL;
  cs_options o;
  cs_session *s = NULL;
  cs_error err;
  assert_int_equal(
      cs_policy_parse(text, strlen(text), "p", CS_POLICY_OWNER, &p, NULL),
      CS_OK);
  cs_options_init(&o);
  cs_policy_apply(p, &o);
  assert_int_equal(cs_session_open(&o, &s, &err), CS_EINVAL);
  assert_non_null(strstr(err.text, "worker"));
  cs_policy_free(p);
}

/* --- snapshots ----------------------------------------------------------- */

static cs_status load_under(const char *body, const void *bytes, size_t len,
                            cs_error *err) {
  cs_options o;
  cs_session *s = NULL;
  cs_policy *p = body ? parse(body) : NULL;
  cs_options_init(&o);
  if (p) cs_policy_apply(p, &o);
  cs_status st = cs_session_load(&o, bytes, len, &s, err);
  cs_session_close(s);
  cs_policy_free(p);
  return st;
}

static void test_42_snapshots_load_under_a_narrower_policy(void **state) {
  (void)state;
  box b;
  void *bytes;
  size_t len;
  cs_error err;
  open_box(&b, "limits: {fuel: 5000000}");
  prints(&b, "x = 1\nprint(x)", "1\n");
  assert_int_equal(strlen(cs_session_policy_hash(b.s)), 71);
  assert_int_equal(cs_session_dump(b.s, &bytes, &len), CS_OK);
  close_box(&b);
  assert_int_equal(load_under("limits: {fuel: 5000000}", bytes, len, &err),
                   CS_OK);
  assert_int_equal(load_under("limits: {fuel: 4000000}", bytes, len, &err),
                   CS_OK);
  assert_int_equal(load_under("limits: {fuel: 5000001}", bytes, len, &err),
                   CS_EINVAL);
  assert_non_null(strstr(err.text, "limits.fuel"));
  assert_int_equal(load_under("limits: {fuel: 1}\nfs: {read: [/usr/share]}",
                              bytes, len, &err),
                   CS_EINVAL);
  assert_non_null(strstr(err.text, "fs.read"));
  assert_int_equal(load_under(NULL, bytes, len, &err), CS_EINVAL);
  free(bytes);
}

static void test_twins_have_the_policy(void **state) {
  (void)state;
  box b;
  char dir[64], body[600];
  cs_session *twin;
  make_dir(dir);
  snprintf(body, sizeof body,
           "fs: {mounts: [{host: %s, guest: /data}], deny: ['%s/private']}",
           dir, dir);
  open_box(&b, body);
  prints(&b, "open('/data/new', 'w').write('n')\nprint(1)", "1\n");
  assert_int_equal(cs_session_fork(b.s, &twin), CS_OK);
  assert_string_equal(cs_session_policy_hash(b.s),
                      cs_session_policy_hash(twin));
  cs_session_close(b.s);
  b.s = twin;
  prints(&b, "print(open('/data/new').read())", "n\n");
  raises(&b, "open('/data/private/key')", "PermissionError");
  close_box(&b);
  remove_dir(dir);
}

/* --- the functions themselves -------------------------------------------- */

static void test_json_schema_and_origins(void **state) {
  (void)state;
  cs_policy *p = parse("limits: {pids: 3}"), *q = NULL;
  char x[CS_POLICY_HASH], y[CS_POLICY_HASH];
  char *json = cs_policy_json(p), *schema = cs_policy_schema();
  assert_non_null(strstr(json, "\"pids\":3,"));
  assert_non_null(strstr(schema, "limits.pids"));
  assert_int_equal(
      cs_policy_parse(json, strlen(json), "again", CS_POLICY_OWNER, &q, NULL),
      CS_OK);
  assert_int_equal(cs_policy_hash(p, x), CS_OK);
  assert_int_equal(cs_policy_hash(q, y), CS_OK);
  assert_string_equal(x, y);
  char *where = cs_policy_origin_of(p, "limits.pids");
  assert_string_equal(where, "p.yaml:3");
  assert_null(cs_policy_origin_of(p, "limits.nothing"));
  free(where);
  free(json);
  free(schema);
  cs_policy_free(p);
  cs_policy_free(q);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_limits_are_those_of_the_policy),
      cmocka_unit_test(test_output_is_dropped_or_ends_the_run),
      cmocka_unit_test(test_results_have_a_size),
      cmocka_unit_test(test_clock_and_random),
      cmocka_unit_test(test_environment),
      cmocka_unit_test(test_8_files),
      cmocka_unit_test(test_protected_names_of_the_policy),
      cmocka_unit_test(test_read_and_write_at_the_same_place),
      cmocka_unit_test(test_11_mounting_more_is_refused),
      cmocka_unit_test(test_tools),
      cmocka_unit_test(test_approval_needs_somebody_who_asks),
      cmocka_unit_test(test_34_and_35_artifacts_are_those_of_the_policy),
      cmocka_unit_test(test_15_a_weaker_wall_is_refused),
      cmocka_unit_test(test_11_options_only_narrow),
      cmocka_unit_test(test_what_nothing_honours_is_refused),
      cmocka_unit_test(test_static_rules_are_asked_before_a_run),
      cmocka_unit_test(test_the_worker_is_part_of_the_policy),
      cmocka_unit_test(test_42_snapshots_load_under_a_narrower_policy),
      cmocka_unit_test(test_twins_have_the_policy),
      cmocka_unit_test(test_json_schema_and_origins)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
