/*
 * test_audit_again.c - records that are told by what differs from one before.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "audit/memo.h"
#include "audit/verify.h"
#include "caisson.h"

#define STRAIGHT 40 /* more records than those that do not wait */

static char folder[64], path[100];

static int make_folder(void **state) {
  (void)state;
  strcpy(folder, "/tmp/caisson-audit-XXXXXX");
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/a.jsonl", folder);
  return 0;
}

static int drop_folder(void **state) {
  (void)state;
  char command[100];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command);
}

static cs_audit *open_log(void) {
  cs_audit_options o;
  cs_audit *a = NULL;
  cs_error err = {0};
  cs_audit_options_init(&o);
  o.path = path;
  if (cs_audit_open(&o, &a, &err) != CS_OK) fail_msg("%s", err.text);
  return a;
}

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* What the records of a log have in common, and their runs. */
typedef struct tale {
  int starts, ends, others;
  char open[64];      /* the run that started last */
  char rest[2][4096]; /* lines without their places, of kind "x" */
  int nrest;
  uint64_t fuel; /* of all runs */
} tale;

/* A line without what differs from place to place. */
static void strip(const char *text, size_t n, char *out) {
  static const char *const gone[] = {
      "\"hash\":", "\"mono_ms\":", "\"prev\":", "\"seq\":", "\"t\":"};
  size_t used = 0;
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < 5; k++)
      if (strncmp(text + i, gone[k], strlen(gone[k])) == 0)
        i += strcspn(text + i, ",");
    out[used++] = text[i];
  }
  out[used] = 0;
}

static int take(void *with, const char *text, size_t n, const cs_scan_line *l) {
  tale *t = with;
  char run[64], number[24];
  cs_scan_text(l->field[CS_FIELD_run], run, sizeof run);
  if (cs_scan_is(l, CS_FIELD_kind, "run.start")) {
    assert_string_not_equal(run, t->open);
    strcpy(t->open, run);
    t->starts++;
  } else if (cs_scan_is(l, CS_FIELD_kind, "run.end")) {
    assert_string_equal(run, t->open);
    cs_scan_text(cs_scan_datum(l, "fuel"), number, sizeof number);
    t->fuel += strtoull(number, NULL, 10);
    t->ends++;
  } else if (cs_scan_is(l, CS_FIELD_kind, "x") && t->nrest < 2) {
    strip(text, n, t->rest[t->nrest++]);
  } else {
    t->others++;
  }
  return 0;
}

static tale read_log(void) {
  tale t = {0};
  cs_verify_report r;
  cs_verify_plan plan = {.each = take, .with = &t};
  assert_int_equal(cs_verify(path, &plan, &r, NULL), CS_OK);
  if (!r.ok) fail_msg("broken at seq %lu: %s", (unsigned long)r.broken, r.why);
  return t;
}

/* --- the log ------------------------------------------------------------- */

enum { RUN = 77 };
static const int64_t numbers[] = {7, INT64_MIN, INT64_MAX};

static void tell(cs_audit *a, cs_audit_voice *v, cs_audit_stem *stem) {
  char id[CS_AUDIT_ID];
  cs_audit_spell_run(v->run_key, RUN, id);
  cs_audit_item data[] = {{.key = "b", .number = numbers[1]},
                          {.key = "c", .text = "\"text\"\n", .len = 7},
                          {.key = "d", .number = numbers[2]}};
  cs_audit_record r = {.kind = "x",
                       .run = id,
                       .object = "o\xff",
                       .object_len = 2,
                       .has = CS_AUDIT_BYTES_IN | CS_AUDIT_BYTES_OUT,
                       .bytes_in = 5,
                       .bytes_out = numbers[0],
                       .data = data,
                       .ndata = 3};
  assert_int_equal(cs_audit_tell(a, v, &r, stem, NULL), CS_OK);
}

static bool repeat(cs_audit *a, const cs_audit_voice *v,
                   const cs_audit_stem *stem) {
  cs_audit_again r = {
      .run = RUN, .mono_ns = now(), .number = numbers, .count = 3};
  return cs_audit_repeat(a, v, stem, &r);
}

/* Behind those that go straight into the log. */
static void fill(cs_audit *a) {
  for (int i = 0; i < STRAIGHT; i++)
    assert_int_equal(cs_audit_put(a, &(cs_audit_record){.kind = "other"}, NULL),
                     CS_OK);
}

static void a_repeated_record_is_spelled_like_a_full_one(void **state) {
  (void)state;
  cs_audit_voice v = {.policy_hash = "sha256:abc", .run_key = {1, 2, 3}};
  cs_audit_stem stem = {0};
  cs_audit *a = open_log();
  assert_false(repeat(a, &v, &stem));
  fill(a);
  tell(a, &v, &stem);
  assert_true(repeat(a, &v, &stem));
  cs_audit_close(a);
  tale t = read_log();
  assert_int_equal(t.nrest, 2);
  assert_string_equal(t.rest[0], t.rest[1]);
  char id[CS_AUDIT_ID];
  cs_audit_spell_run(v.run_key, RUN, id);
  assert_non_null(strstr(t.rest[1], id));
  cs_audit_voice_fini(&v);
}

static void a_stem_ends_with_its_batch(void **state) {
  (void)state;
  cs_audit_voice v = {0};
  cs_audit_stem stem = {0};
  cs_audit *a = open_log();
  fill(a);
  tell(a, &v, &stem);
  assert_true(repeat(a, &v, &stem));
  assert_int_equal(cs_audit_flush(a, NULL), CS_OK);
  assert_false(repeat(a, &v, &stem));
  tell(a, &v, &stem);
  assert_true(repeat(a, &v, &stem));
  cs_audit_policy(a, "sha256:1", NULL); /* what it says is not true any more */
  assert_false(repeat(a, &v, &stem));
  int most = 0; /* the half is full, or the thread took it */
  for (tell(a, &v, &stem); repeat(a, &v, &stem);) most++;
  assert_true(most < 5000);
  cs_audit_close(a);
  cs_audit_voice_fini(&v);
  (void)read_log();
}

/* An id that holds a secret has to be looked at. */
static void secrets_that_look_like_ids_are_hidden(void **state) {
  (void)state;
  cs_audit_voice v = {0};
  cs_audit_stem stem = {0};
  cs_audit *a = open_log();
  fill(a);
  assert_int_equal(cs_audit_secret(a, "TOKEN", "not an id", 9), CS_OK);
  tell(a, &v, &stem);
  assert_true(repeat(a, &v, &stem));
  assert_int_equal(cs_audit_secret(a, "PIN", "0a0b0c", 6), CS_OK);
  assert_false(repeat(a, &v, &stem));
  tell(a, &v, &stem);
  assert_false(repeat(a, &v, &stem));
  cs_audit_close(a);
  cs_audit_voice_fini(&v);
  (void)read_log();
}

/* --- memos --------------------------------------------------------------- */

static size_t count(const cs_buf *b) {
  uint64_t n;
  (void)cs_memo_whole(b->data, b->len, &n);
  return (size_t)n;
}

/* A memo, and one that says that it repeats what begins at `stem`. */
static void pack(cs_buf *out, uint32_t stem, uint32_t ncount) {
  cs_audit_voice v = {0};
  cs_audit_item data[] = {{.key = "b", .number = 1}};
  cs_audit_record r = {.kind = "x", .data = data, .ndata = 1};
  const char *const texts[] = {"boot", NULL, NULL, NULL, "writer"};
  assert_int_equal(cs_memo_share(&v, texts, NULL, NULL), CS_OK);
  assert_int_equal(cs_memo_pack(out, &v, NULL, NULL, &r, 1, 1), CS_OK);
  char again[CS_MEMO_AGAIN_SIZE(3)];
  cs_audit_again a = {.number = numbers, .count = ncount};
  cs_memo_repeat(again, &a, stem, 2, 2);
  for (int i = 0; i < 2; i++)
    assert_int_equal(cs_buf_put(out, again, CS_MEMO_AGAIN_SIZE(ncount)), CS_OK);
  cs_audit_voice_fini(&v);
}

static void only_what_repeats_a_memo_before_it_is_one(void **state) {
  (void)state;
  cs_buf b;
  cs_buf_init(&b, CS_MEMO_MAX);
  pack(&b, 0, 1);
  assert_int_equal(count(&b), 3);
  for (size_t n = 0; n < b.len; n++) { /* cut anywhere */
    uint64_t whole;
    char *copy = malloc(n ? n : 1);
    memcpy(copy, b.data, n);
    assert_true(cs_memo_whole(copy, n, &whole) <= n && whole < 3);
    free(copy);
  }
  uint32_t first = (uint32_t)(b.len - 2 * CS_MEMO_AGAIN_SIZE(1));
  static const uint32_t off[] = {1, 8, 40, UINT32_MAX, 1u << 31};
  for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
    pack(&b, off[i], 1);
    assert_int_equal(count(&b), 1);
  }
  pack(&b, first, 1); /* itself, and one that is no full one */
  assert_int_equal(count(&b), 1);
  pack(&b, 0, 0); /* too few numbers, too many */
  assert_int_equal(count(&b), 1);
  pack(&b, 0, 2);
  assert_int_equal(count(&b), 1);
  cs_buf_fini(&b);
}

/* --- sessions ------------------------------------------------------------ */

static cs_session *open_session(cs_audit *log) {
  cs_options o;
  cs_session *s;
  cs_error err = {0};
  cs_options_init(&o);
  o.audit = log;
  if (cs_session_open(&o, &s, &err) != CS_OK) fail_msg("%s", err.text);
  return s;
}

static void run(cs_session *s, const char *code) {
  const cs_event *ev = cs_session_run(s, code, strlen(code));
  assert_true(ev->kind == CS_DONE || ev->kind == CS_RAISED);
}

static void every_run_has_its_start_and_end(void **state) {
  (void)state;
  static const char *const codes[] = {"1 + 2", "1 + 2", "x = 3", "1 / 0"};
  enum { N = 6000 };
  cs_audit *a = open_log();
  cs_session *s = open_session(a);
  uint64_t fuel = 0;
  for (int i = 0; i < N; i++) {
    cs_used u;
    run(s, i % 100 < 90 ? "1 + 2" : codes[i % 4]);
    cs_session_used(s, &u);
    fuel += u.fuel;
    if (i % 1000 == 999) assert_int_equal(cs_audit_flush(a, NULL), CS_OK);
  }
  char last[CS_AUDIT_ID];
  strcpy(last, cs_session_run_id(s));
  cs_session_close(s);
  cs_audit_close(a);
  tale t = read_log();
  assert_int_equal(t.starts, N);
  assert_int_equal(t.ends, N);
  assert_int_equal(t.fuel, fuel);
  assert_string_equal(t.open, last);
}

/* Not one behind the other, and not the same in another session. */
static void names_of_runs_cannot_be_guessed(void **state) {
  (void)state;
  cs_session *s[] = {open_session(NULL), open_session(NULL)};
  char id[4][CS_AUDIT_ID];
  for (int i = 0; i < 4; i++) {
    run(s[i / 2], "1 + 2");
    strcpy(id[i], cs_session_run_id(s[i / 2]));
    assert_int_equal(strlen(id[i]), 36);
    for (int k = 0; k < i; k++) {
      int same = 0;
      for (int at = 4; at < 36; at++) same += id[i][at] == id[k][at];
      assert_true(same < 16); /* of 32 digits; by chance two */
    }
  }
  assert_string_equal(id[3], cs_session_run_id(s[1]));
  cs_session_close(s[0]);
  cs_session_close(s[1]);
}

/* A process that says after every run that it is over. */
static pid_t start_runs(int out) {
  pid_t pid = fork();
  assert_true(pid >= 0);
  if (pid) return pid;
  cs_audit *a = open_log();
  cs_session *s = open_session(a);
  for (int i = 1;; i++) {
    run(s, "1 + 2");
    if (write(out, &i, sizeof i) != sizeof i) _exit(1);
  }
}

static void kill_9_loses_no_run(void **state) {
  (void)state;
  int found = 0;
  for (int round = 0; round < 8; round++) {
    int pipes[2], n = 0, last = 0, status;
    assert_int_equal(pipe(pipes), 0);
    pid_t pid = start_runs(pipes[1]);
    close(pipes[1]);
    int want = 100 + round * round * 90; /* also beyond one half */
    while (last < want && read(pipes[0], &n, sizeof n) == sizeof n) last = n;
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    while (read(pipes[0], &n, sizeof n) == sizeof n) last = n;
    close(pipes[0]);
    cs_audit_close(open_log());
    tale t = read_log();
    /* Two more may be there: one that was not told, one that began. */
    assert_true(t.ends - found >= last && t.ends - found <= last + 1);
    assert_true(t.starts >= t.ends);
    found = t.ends;
  }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, make_folder, drop_folder)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(a_repeated_record_is_spelled_like_a_full_one),
      TEST(a_stem_ends_with_its_batch),
      TEST(secrets_that_look_like_ids_are_hidden),
      cmocka_unit_test(only_what_repeats_a_memo_before_it_is_one),
      TEST(every_run_has_its_start_and_end),
      cmocka_unit_test(names_of_runs_cannot_be_guessed),
      TEST(kill_9_loses_no_run),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
