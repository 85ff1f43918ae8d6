/*
 * test_audit_hard.c - the audit log in a world that does not help: full disks,
 * files that are moved, streams that are closed, writers that die at any
 * moment, clocks that are set.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "audit/chain.h"
#include "audit/checkpoint.h"
#include "audit/spool.h"
#include "audit/verify.h"

#define WAITING 40 /* records behind which they wait in the spool */

static char folder[64], path[100], moved[110], points[120];

static int make_folder(void **state) {
  (void)state;
  strcpy(folder, "/tmp/caisson-audit-XXXXXX");
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/a.jsonl", folder);
  snprintf(moved, sizeof moved, "%s.old", path);
  snprintf(points, sizeof points, "%s.checkpoints", path);
  return 0;
}

static int drop_folder(void **state) {
  (void)state;
  char command[100];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command);
}

static cs_audit *open_log(uint64_t rotate) {
  cs_audit_options o;
  cs_audit *a = NULL;
  cs_error err = {0};
  cs_audit_options_init(&o);
  o.path = path;
  if (rotate) o.rotate = rotate;
  if (cs_audit_open(&o, &a, &err) != CS_OK) fail_msg("%s", err.text);
  return a;
}

static cs_status try_put(cs_audit *a) {
  return cs_audit_put(a, &(cs_audit_record){.kind = "call"}, NULL);
}

static void put(cs_audit *a, int n) {
  while (n-- > 0) assert_int_equal(try_put(a), CS_OK);
}

static void put_text(cs_audit *a, const char *text, size_t n) {
  cs_audit_record r = {.kind = "call", .object = text, .object_len = n};
  assert_int_equal(cs_audit_put(a, &r, NULL), CS_OK);
}

static int count_call(void *with, const char *text, size_t n,
                      const cs_scan_line *l) {
  (void)text;
  (void)n;
  *(int *)with += cs_scan_is(l, CS_FIELD_kind, "call");
  return 0;
}

static int count_calls(const char *log) {
  int calls = 0;
  cs_verify_report r;
  cs_verify_plan plan = {.each = count_call, .with = &calls};
  assert_int_equal(cs_verify(log, &plan, &r, NULL), CS_OK);
  if (!r.ok) fail_msg("broken at seq %lu: %s", (unsigned long)r.broken, r.why);
  return calls;
}

static bool is_whole(const char *log) {
  cs_verify_report r;
  cs_verify_plan plan = {0};
  assert_int_equal(cs_verify(log, &plan, &r, NULL), CS_OK);
  return r.ok;
}

static bool has(const char *log, const char *what) {
  static char text[1 << 20];
  FILE *f = fopen(log, "rb");
  assert_non_null(f);
  size_t n = fread(text, 1, sizeof text - 1, f);
  fclose(f);
  text[n] = 0;
  return strstr(text, what) != NULL;
}

static void wait_for(pid_t pid) {
  int status;
  assert_int_equal(waitpid(pid, &status, 0), pid);
  assert_int_equal(status, 0);
}

/* --- files that are not where they were ---------------------------------- */

static void a_log_that_is_moved_away_is_left_alone(void **state) {
  (void)state;
  cs_audit *a = open_log(0);
  put(a, WAITING);
  assert_int_equal(cs_audit_flush(a, NULL), CS_OK);
  assert_int_equal(rename(path, moved), 0);
  assert_int_equal(unlink(points), 0); /* they spoke of the other one */
  put(a, 5);
  cs_audit_close(a);
  assert_int_equal(count_calls(moved), WAITING);
  assert_int_equal(count_calls(path), 5);
}

static void a_log_that_is_removed_is_missed(void **state) {
  (void)state;
  cs_audit *a = open_log(0);
  put(a, WAITING);
  assert_int_equal(cs_audit_flush(a, NULL), CS_OK);
  assert_int_equal(unlink(path), 0);
  put(a, 5);
  cs_audit_close(a);
  assert_false(is_whole(path)); /* the checkpoints know another one */
}

static void a_copy_in_its_place_is_gone_on_with(void **state) {
  (void)state;
  char command[500];
  cs_audit *a = open_log(0);
  put(a, WAITING);
  assert_int_equal(cs_audit_flush(a, NULL), CS_OK);
  snprintf(command, sizeof command, "cp -p %s %s && mv %s %s", path, moved,
           moved, path);
  assert_int_equal(system(command), 0);
  put(a, 5);
  cs_audit_close(a);
  assert_int_equal(count_calls(path), WAITING + 5);
}

/* What waits is written when the log can be written again. */
static void what_is_no_file_takes_no_records(void **state) {
  (void)state;
  cs_audit *a = open_log(0);
  put(a, WAITING);
  assert_int_equal(cs_audit_flush(a, NULL), CS_OK);
  assert_int_equal(rename(path, moved), 0);
  assert_int_equal(symlink("/dev/null", path), 0);
  put(a, 3);
  assert_int_not_equal(cs_audit_flush(a, NULL), CS_OK);
  assert_int_equal(unlink(path), 0);
  assert_int_equal(rename(moved, path), 0);
  assert_int_equal(cs_audit_flush(a, NULL), CS_OK);
  cs_audit_close(a);
  assert_int_equal(count_calls(path), WAITING + 3);
}

/* A host without stdin, stdout and stderr prints into whatever has their
 * numbers. */
static void a_host_without_streams_prints_into_no_log(void **state) {
  (void)state;
  pid_t pid = fork();
  if (pid == 0) {
    close(0);
    close(1);
    close(2);
    cs_audit *a = open_log(0);
    for (int i = 0; i < 100; i++) {
      put(a, 1);
      for (int fd = 0; fd < 3; fd++)
        if (write(fd, "noise\n", 6) == 6) _exit(1);
    }
    cs_audit_close(a);
    _exit(0);
  }
  wait_for(pid);
  assert_int_equal(count_calls(path), 100);
}

/* --- full disks ---------------------------------------------------------- */

/* Says how many records were acknowledged, with room for a few only. */
static void write_until_full(int out, off_t room) {
  struct stat st;
  int n = WAITING;
  cs_audit *a = open_log(0);
  put(a, n); /* the spool is there now, and can be used */
  assert_int_equal(cs_audit_flush(a, NULL), CS_OK);
  assert_int_equal(stat(path, &st), 0);
  rlim_t most = (rlim_t)(st.st_size + room);
  struct rlimit limit = {.rlim_cur = most, .rlim_max = most};
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &limit);
  cs_status status = CS_OK;
  while (n < 20000 && (status = try_put(a)) == CS_OK) n++;
  bool told = write(out, &n, sizeof n) == sizeof n;
  _exit(status == CS_EOS && told ? 0 : 1); /* what waits is left behind */
}

static void a_full_disk_loses_no_record_and_doubles_none(void **state) {
  (void)state;
  int found = 0;
  for (off_t room = 0; room < 3000; room += 331) {
    int pipes[2], n = 0;
    assert_int_equal(pipe(pipes), 0);
    pid_t pid = fork();
    if (pid == 0) write_until_full(pipes[1], room);
    close(pipes[1]);
    assert_int_equal(read(pipes[0], &n, sizeof n), sizeof n);
    close(pipes[0]);
    wait_for(pid);
    assert_true(is_whole(path)); /* also while it is full */
    cs_audit_close(open_log(0));
    int now = count_calls(path);
    assert_int_equal(now - found, n);
    found = now;
  }
}

/* --- writers that die ---------------------------------------------------- */

static pid_t start_writer(int out, uint64_t rotate) {
  pid_t pid = fork();
  assert_true(pid >= 0);
  if (pid) return pid;
  cs_audit *a = open_log(rotate);
  for (int i = 1;; i++) {
    put(a, 1);
    if (write(out, &i, sizeof i) != sizeof i) _exit(1);
  }
}

/* Three at a time, in files that are short, killed at different moments. */
static void writers_that_die_in_company_lose_nothing(void **state) {
  (void)state;
  enum { COMPANY = 3, ROUNDS = 6 };
  int most = 0, least = 0;
  for (int round = 0; round < ROUNDS; round++) {
    int pipes[COMPANY][2];
    pid_t pid[COMPANY];
    for (int i = 0; i < COMPANY; i++) {
      assert_int_equal(pipe(pipes[i]), 0);
      pid[i] = start_writer(pipes[i][1], 60000);
      close(pipes[i][1]);
    }
    for (int i = 0; i < COMPANY; i++) {
      int n = 0, last = 0, status, want = 60 + 97 * (round + i);
      while (last < want && read(pipes[i][0], &n, sizeof n) == sizeof n)
        last = n;
      kill(pid[i], SIGKILL);
      waitpid(pid[i], &status, 0);
      while (read(pipes[i][0], &n, sizeof n) == sizeof n) last = n;
      close(pipes[i][0]);
      least += last;
      most += last + 1; /* one may not have been told */
    }
    cs_audit_close(open_log(0));
    int now = count_calls(path);
    assert_true(now >= least && now <= most);
  }
}

/* As somebody does who dies before the spool can forget them. */
static void append(cs_spool *s, const char *memos, size_t from, size_t to) {
  cs_chain c;
  cs_memos all;
  cs_buf lines;
  char hash[CS_LINE_HASH + 1];
  cs_spool_place place = {.from = from};
  cs_buf_init(&lines, CS_LINE_MAX);
  cs_memos_init(&all, memos, to);
  all.at = from;
  assert_int_equal(cs_chain_open(&c, path, false, NULL), CS_OK);
  assert_int_equal(cs_chain_lock(&c, NULL), CS_OK);
  uint64_t seq = c.seq;
  place.seq = c.seq + 1;
  memcpy(place.prev, c.hash, sizeof place.prev);
  cs_spool_begin(s, 0, &place);
  memcpy(hash, c.hash, sizeof hash);
  assert_int_equal(cs_line_write_some(&lines, &all, SIZE_MAX, &seq, hash),
                   CS_OK);
  assert_int_equal(cs_chain_append(&c, lines.data, lines.len, seq, hash, NULL),
                   CS_OK);
  cs_chain_unlock(&c);
  cs_chain_fini(&c);
  cs_buf_fini(&lines);
}

static cs_spool make_spool(const char *memos, size_t n) {
  cs_spool s;
  assert_int_equal(cs_spool_open(&s, path, "deadbeef", NULL), CS_OK);
  assert_true(cs_spool_put(&s, memos, n));
  return s;
}

static void leave_spool(cs_spool *s) {
  munmap(s->head, 4096 + 2 * CS_SPOOL_ROOM + 4096);
  close(s->fd); /* and its lock; the file stays */
  free(s->path);
}

static void pack_calls(cs_buf *out, int n) {
  cs_audit_voice v = {0};
  cs_buf one;
  const char *const texts[] = {"boot", "owner", NULL, NULL, "writer"};
  cs_buf_init(out, CS_MEMO_MAX);
  cs_buf_init(&one, CS_MEMO_MAX);
  assert_int_equal(cs_memo_share(&v, texts, NULL, NULL), CS_OK);
  while (n-- > 0) {
    cs_audit_record r = {.kind = "call"};
    assert_int_equal(cs_memo_pack(&one, &v, NULL, NULL, &r, n, 7), CS_OK);
    assert_int_equal(cs_buf_put(out, one.data, one.len), CS_OK);
  }
  assert_int_equal(cs_buf_reserve(out, CS_MEMO_SLACK), CS_OK);
  cs_buf_fini(&one);
  cs_audit_voice_fini(&v);
}

static void what_is_in_an_earlier_file_is_not_written_again(void **state) {
  (void)state;
  cs_buf memos;
  cs_audit *a = open_log(20000);
  for (int i = 0; i < 2; i++) { /* into the third file */
    put(a, 100);
    assert_int_equal(cs_audit_flush(a, NULL), CS_OK);
  }
  pack_calls(&memos, 3);
  cs_spool s = make_spool(memos.data, memos.len);
  append(&s, memos.data, 0, memos.len);
  leave_spool(&s);
  cs_buf_fini(&memos);
  put(a, 100); /* and on into the fourth */
  cs_audit_close(a);
  cs_audit_close(open_log(0));
  assert_int_equal(count_calls(path), 303);
  unsigned writers;
  assert_int_equal(cs_spool_waiting(path, &writers), 0);
}

/* The writer died half-way, and so did who took it over. */
static void what_was_taken_over_is_not_taken_over_again(void **state) {
  (void)state;
  cs_buf memos;
  cs_audit *a = open_log(0);
  pack_calls(&memos, 4);
  cs_spool s = make_spool(memos.data, memos.len);
  size_t half = memos.len / 2;
  append(&s, memos.data, 0, half);
  put(a, 1);
  append(&s, memos.data, half, memos.len);
  put(a, 1);
  leave_spool(&s);
  cs_buf_fini(&memos);
  cs_audit_close(a);
  cs_audit_close(open_log(0));
  assert_int_equal(count_calls(path), 6);
}

static void torn_memos_are_told(void **state) {
  (void)state;
  cs_buf memos;
  cs_audit_close(open_log(0));
  pack_calls(&memos, 4);
  size_t torn = memos.len / 4 - 5;
  cs_spool s = make_spool(memos.data, memos.len - 5);
  leave_spool(&s);
  cs_buf_fini(&memos);
  char told[40];
  snprintf(told, sizeof told, "\"records\":3,\"torn_bytes\":%zu}", torn);
  cs_audit_close(open_log(0));
  assert_int_equal(count_calls(path), 3);
  assert_true(has(path, told));
  s = make_spool("\x07\0\0", 4); /* nothing else */
  leave_spool(&s);
  cs_audit_close(open_log(0));
  assert_int_equal(count_calls(path), 3);
  assert_true(has(path, "\"records\":0,\"torn_bytes\":4}"));
}

/* --- clocks, secrets ----------------------------------------------------- */

static void a_clock_that_is_set_back_stops_no_checkpoint(void **state) {
  (void)state;
  const int64_t day = INT64_C(86400) * 1000000000;
  cs_checkpoints c;
  assert_int_equal(cs_checkpoints_init(&c, path, NULL), CS_OK);
  c.seq = 1;
  c.at_ns = 100 * day;
  assert_false(cs_checkpoints_is_due(&c, 300, 100 * day + 1));
  assert_true(cs_checkpoints_is_due(&c, 300, 100 * day + day / 1000));
  assert_true(cs_checkpoints_is_due(&c, 2, 99 * day));
  cs_checkpoints_fini(&c);
}

/* However many there are before it, and wherever the text is cut. */
static void no_part_of_a_secret_is_left_at_a_cut(void **state) {
  (void)state;
  static const char key[] = "sk-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEF";
  enum { N = sizeof key - 1 };
  char text[200 * N];
  for (size_t i = 0; i < 200; i++) memcpy(text + i * N, key, N);
  cs_audit *a = open_log(0);
  assert_int_equal(cs_audit_secret(a, "API", key, N), CS_OK);
  assert_int_equal(cs_audit_secret(a, "LONG", text, 20 * N), CS_OK);
  for (size_t n = 1000; n < sizeof text - N; n += 7)
    put_text(a, text + N - n % N, n);
  for (size_t i = 0; i < 60; i++) { /* one over the cut, letters before it */
    memset(text, 'x', 990 + i);
    memcpy(text + 990 + i, key, N);
    put_text(a, text, 990 + i + N);
  }
  cs_audit_close(a);
  assert_true(is_whole(path));
  assert_true(has(path, "[secret:API]"));
  assert_false(has(path, "sk-0"));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, make_folder, drop_folder)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(a_log_that_is_moved_away_is_left_alone),
      TEST(a_log_that_is_removed_is_missed),
      TEST(a_copy_in_its_place_is_gone_on_with),
      TEST(what_is_no_file_takes_no_records),
      TEST(a_host_without_streams_prints_into_no_log),
      TEST(a_full_disk_loses_no_record_and_doubles_none),
      TEST(writers_that_die_in_company_lose_nothing),
      TEST(what_is_in_an_earlier_file_is_not_written_again),
      TEST(what_was_taken_over_is_not_taken_over_again),
      TEST(torn_memos_are_told),
      TEST(a_clock_that_is_set_back_stops_no_checkpoint),
      TEST(no_part_of_a_secret_is_left_at_a_cut),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
