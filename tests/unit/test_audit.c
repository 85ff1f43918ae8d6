/*
 * test_audit.c - the audit log: what is written, what is found, what survives.
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
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "audit/audit.h"
#include "audit/spool.h"
#include "audit/verify.h"

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

static void put(cs_audit *a, const char *kind, const char *object) {
  cs_audit_record r = {
      .kind = kind, .object = object, .object_len = strlen(object)};
  assert_int_equal(cs_audit_put(a, &r, NULL), CS_OK);
}

static void put_many(cs_audit *a, int n) {
  char text[24];
  for (int i = 0; i < n; i++) {
    snprintf(text, sizeof text, "%d", i);
    put(a, "call", text);
  }
}

static cs_verify_report verify(void) {
  cs_verify_report r;
  cs_verify_plan plan = {0};
  cs_error err = {0};
  if (cs_verify(path, &plan, &r, &err) != CS_OK) fail_msg("%s", err.text);
  return r;
}

static void verify_ok(uint64_t records) {
  cs_verify_report r = verify();
  if (!r.ok) fail_msg("broken at seq %lu: %s", (unsigned long)r.broken, r.why);
  assert_int_equal(r.records, records);
}

static char *slurp(const char *file, size_t *n) {
  FILE *f = fopen(file, "rb");
  struct stat st;
  assert_non_null(f);
  assert_int_equal(fstat(fileno(f), &st), 0);
  char *text = malloc((size_t)st.st_size + 1);
  *n = fread(text, 1, (size_t)st.st_size, f);
  text[*n] = 0;
  fclose(f);
  return text;
}

static void spill(const char *text, size_t n) {
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(text, 1, n, f), n);
  fclose(f);
}

/* --- writing ------------------------------------------------------------- */

static void records_are_chained_lines(void **state) {
  (void)state;
  cs_audit *a = open_log(0);
  put(a, "run.start", "x");
  put(a, "run.end", "y");
  cs_audit_close(a);
  verify_ok(3); /* log.start comes first */
  size_t n;
  char *text = slurp(path, &n);
  cs_scan_line l;
  const char *nl = strchr(text, '\n');
  assert_true(cs_scan_read(text, (size_t)(nl - text), &l));
  assert_true(cs_scan_is(&l, CS_FIELD_kind, "log.start"));
  assert_true(cs_scan_has_hash(&l, CS_FIELD_prev,
                               "00000000000000000000000000000000"
                               "00000000000000000000000000000000"));
  free(text);
  struct stat st;
  assert_int_equal(stat(path, &st), 0);
  assert_int_equal(st.st_mode & 0777, 0600);
}

static void a_log_goes_on_where_it_ended(void **state) {
  (void)state;
  for (int i = 0; i < 5; i++) {
    cs_audit *a = open_log(0);
    put_many(a, 10);
    cs_audit_close(a);
  }
  verify_ok(51);
}

static void hostile_texts_stay_one_escaped_line(void **state) {
  (void)state;
  static const char sly[] = "a\nb\"}\r\x1b[2J\x7f\xff\xc2\x9b\xe2\x80\xae\\ \t";
  cs_audit *a = open_log(0);
  cs_audit_item data[] = {{.key = "z", .text = sly, .len = sizeof sly},
                          {.key = "b", .number = -7},
                          {.key = "a", .text = sly, .len = sizeof sly - 1}};
  cs_audit_record r = {.kind = "fs.deny",
                       .object = sly,
                       .object_len = sizeof sly,
                       .data = data,
                       .ndata = 3,
                       .rule = sly,
                       .reason = "\n{\"seq\":1}"};
  assert_int_equal(cs_audit_put(a, &r, NULL), CS_OK);
  cs_audit_close(a);
  verify_ok(2);
  size_t n, lines = 0;
  char *text = slurp(path, &n);
  for (size_t i = 0; i < n; i++) {
    unsigned char c = (unsigned char)text[i];
    lines += c == '\n';
    assert_true(c == '\n' || (c >= 0x20 && c < 0x7F));
  }
  assert_int_equal(lines, 2);
  assert_non_null(strstr(text, "\\\\u009b"));
  assert_non_null(strstr(text, "\\\\xff"));
  free(text);
}

static void long_texts_are_cut(void **state) {
  (void)state;
  char *big = malloc(100000);
  memset(big, 'x', 99999);
  big[99999] = 0;
  cs_audit *a = open_log(0);
  put(a, "call", big);
  cs_audit_close(a);
  verify_ok(2);
  struct stat st;
  assert_int_equal(stat(path, &st), 0);
  assert_true(st.st_size < 2500);
  free(big);
}

static void secrets_are_named_not_told(void **state) {
  (void)state;
  cs_audit *a = open_log(0);
  assert_int_equal(cs_audit_secret(a, "API", "hunter2hunter2", 14), CS_OK);
  assert_int_equal(cs_audit_secret(a, "SHORT", "ab", 2), CS_EINVAL);
  char edge[1100];
  memset(edge, 'e', sizeof edge);
  memcpy(edge + 1018, "hunter2hunter2", 14); /* over the place of the cut */
  edge[1099] = 0;
  put(a, "call", "x=hunter2hunter2&y=hunter2hunter2");
  put(a, "call", edge);
  cs_audit_close(a);
  verify_ok(3);
  size_t n;
  char *text = slurp(path, &n);
  assert_null(strstr(text, "hunter2"));
  assert_non_null(strstr(text, "x=[secret:API]&y=[secret:API]"));
  free(text);
}

/* --- what is found ------------------------------------------------------- */

/* Offsets of the lines. */
static size_t lines_of(const char *text, size_t n, size_t at[64]) {
  size_t k = 0;
  at[k++] = 0;
  for (size_t i = 0; i < n; i++)
    if (text[i] == '\n') at[k++] = i + 1;
  return k - 1;
}

static void every_flipped_byte_is_found(void **state) {
  (void)state;
  cs_audit *a = open_log(0);
  put_many(a, 5);
  cs_audit_close(a);
  size_t n, at[64];
  char *text = slurp(path, &n);
  size_t lines = lines_of(text, n, at);
  for (size_t i = 0; i < n; i += 7) {
    text[i] ^= 1;
    spill(text, n);
    cs_verify_report r = verify();
    text[i] ^= 1;
    size_t line = 0;
    while (line + 1 < lines && at[line + 1] <= i) line++;
    assert_false(r.ok);
    assert_true(r.broken == line + 1);
  }
  free(text);
}

static void removing_or_swapping_any_line_is_found(void **state) {
  (void)state;
  cs_audit *a = open_log(0);
  put_many(a, 6);
  cs_audit_close(a);
  size_t n, at[64];
  char *text = slurp(path, &n), *copy = malloc(n);
  size_t lines = lines_of(text, n, at);
  for (size_t i = 0; i < lines; i++) {
    size_t len = at[i + 1] - at[i];
    memcpy(copy, text, at[i]);
    memcpy(copy + at[i], text + at[i + 1], n - at[i + 1]);
    spill(copy, n - len);
    cs_verify_report r = verify();
    assert_false(r.ok); /* also the last one: the checkpoint has it */
    assert_int_equal(r.broken, i + 1);
    if (i + 1 == lines) continue;
    size_t second = at[i + 2] - at[i + 1];
    memcpy(copy, text, n);
    memcpy(copy + at[i], text + at[i + 1], second);
    memcpy(copy + at[i] + second, text + at[i], len);
    spill(copy, n);
    r = verify();
    assert_false(r.ok);
    assert_int_equal(r.broken, i + 1);
  }
  free(copy);
  free(text);
}

static void an_expected_head_finds_a_cut_without_checkpoints(void **state) {
  (void)state;
  cs_audit *a = open_log(0);
  put_many(a, 6);
  cs_audit_close(a);
  cs_verify_report r = verify();
  cs_verify_plan plan = {.expect_seq = r.seq, .expect_hash = r.hash};
  char hash[CS_LINE_HASH + 1], points[140];
  memcpy(hash, r.hash, sizeof hash);
  plan.expect_hash = hash;
  snprintf(points, sizeof points, "%s.checkpoints", path);
  assert_int_equal(unlink(points), 0);
  size_t n, at[64];
  char *text = slurp(path, &n);
  size_t lines = lines_of(text, n, at);
  spill(text, at[lines - 1]);
  r = verify(); /* the key is there, and what it signed is gone */
  assert_false(r.ok);
  char key[140];
  snprintf(key, sizeof key, "%s.key", path);
  assert_int_equal(unlink(key), 0);
  verify_ok(6); /* without both: the gap that the documentation names */
  assert_int_equal(cs_verify(path, &plan, &r, NULL), CS_OK);
  assert_false(r.ok);
  assert_int_equal(r.broken, 7);
  free(text);
}

static void forged_checkpoints_are_found(void **state) {
  (void)state;
  cs_audit *a = open_log(0);
  put_many(a, 3);
  cs_audit_close(a);
  char points[140];
  snprintf(points, sizeof points, "%s.checkpoints", path);
  FILE *f = fopen(points, "r+");
  assert_non_null(f);
  fseek(f, 20, SEEK_SET);
  int c = fgetc(f);
  fseek(f, 20, SEEK_SET);
  fputc(c == 'a' ? 'b' : 'a', f);
  fclose(f);
  cs_verify_report r = verify();
  assert_false(r.ok);
  assert_string_equal(r.why, "bad checkpoint");
}

/* --- crashes and company ------------------------------------------------- */

static void a_torn_line_is_cut_and_told(void **state) {
  (void)state;
  cs_audit *a = open_log(0);
  put_many(a, 3);
  cs_audit_close(a);
  FILE *f = fopen(path, "a");
  fputs("{\"boot\":\"half a li", f);
  fclose(f);
  cs_verify_report r = verify();
  assert_true(r.ok && r.torn == 18);
  a = open_log(0);
  put(a, "call", "z");
  cs_audit_close(a);
  verify_ok(6); /* with `recovered` */
  size_t n;
  char *text = slurp(path, &n);
  assert_non_null(strstr(text, "\"kind\":\"recovered\""));
  free(text);
}

/* Count the records of the kind "call". */
static int count_call(void *with, const char *text, size_t n,
                      const cs_scan_line *l) {
  (void)text;
  (void)n;
  *(int *)with += cs_scan_is(l, CS_FIELD_kind, "call");
  return 0;
}

static int count_calls(void) {
  int calls = 0;
  cs_verify_report r;
  cs_verify_plan plan = {.each = count_call, .with = &calls};
  assert_int_equal(cs_verify(path, &plan, &r, NULL), CS_OK);
  if (!r.ok) fail_msg("broken at seq %lu: %s", (unsigned long)r.broken, r.why);
  return calls;
}

/* A process that says after every record how many were acknowledged. */
static pid_t start_writer(int out) {
  pid_t pid = fork();
  assert_true(pid >= 0);
  if (pid) return pid;
  cs_audit *a = open_log(0);
  for (int i = 1;; i++) {
    put(a, "call", "c");
    if (write(out, &i, sizeof i) != sizeof i) _exit(1);
  }
}

static void kill_9_loses_nothing_that_was_acknowledged(void **state) {
  (void)state;
  int total = 0, found = 0;
  for (int round = 0; round < 12; round++) {
    int pipes[2], n = 0, last = 0, status;
    assert_int_equal(pipe(pipes), 0);
    pid_t pid = start_writer(pipes[1]);
    close(pipes[1]);
    int want = 50 + round * 170; /* also while the spool is in use */
    while (last < want && read(pipes[0], &n, sizeof n) == sizeof n) last = n;
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    while (read(pipes[0], &n, sizeof n) == sizeof n) last = n;
    close(pipes[0]);
    total += last;
    cs_audit *a = open_log(0);
    cs_audit_close(a);
    int now = count_calls();
    /* One more may be in the log, whose acknowledgment was not sent. */
    assert_true(now - found >= last && now - found <= last + 1);
    found = now;
  }
  assert_true(total > 1000);
}

/* A name that cannot stand in a line as it is would make the line no record,
 * and nothing could be appended to the log any more. */
static void names_in_data_cannot_break_a_line(void **state) {
  (void)state;
  static const char *const bad[] = {
      "",         "a b",
      "a\"",      "a\\",
      "a\nb",     "\x7f",
      "\xc3\xa9", "{",
      "a,b",      "0123456789012345678901234567890123456789012345678"};
  cs_audit *a = open_log(0);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    cs_audit_item item = {.key = bad[i], .number = 1};
    cs_audit_record r = {.kind = "call", .data = &item, .ndata = 1};
    assert_int_equal(cs_audit_put(a, &r, NULL), CS_EINVAL);
  }
  cs_audit_item twice[] = {{.key = "z", .number = 1},
                           {.key = "b", .number = 2},
                           {.key = "z", .number = 3},
                           {.key = "b", .text = "4", .len = 1}};
  cs_audit_record r = {.kind = "call", .data = twice, .ndata = 4};
  for (int i = 0; i < 100; i++) /* straight, and through the spool */
    assert_int_equal(cs_audit_put(a, &r, NULL), CS_OK);
  cs_audit_close(a);
  cs_verify_report v = verify();
  assert_true(v.ok);
  assert_int_equal(v.records, 101);
  size_t size;
  char *text = slurp(path, &size);
  assert_non_null(strstr(text, "\"data\":{\"b\":2,\"z\":1}"));
  free(text);
}

/* Every length around the sixteen bytes that are looked at together, with every
 * kind of byte at every place. */
/* A worker may report any number. */
static void numbers_of_any_size_leave_a_record(void **state) {
  (void)state;
  static const int64_t odd[] = {
      0, -1, 999999999999999999, 1000000000000000000, INT64_MAX, INT64_MIN};
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
    cs_audit *a = open_log(0);
    cs_audit_item data[] = {{.key = "n", .number = odd[i]}};
    cs_audit_record r = {.kind = "call",
                         .has = CS_AUDIT_BYTES_IN | CS_AUDIT_EXIT_CODE,
                         .bytes_in = odd[i],
                         .exit_code = odd[i],
                         .data = data,
                         .ndata = 1};
    assert_int_equal(cs_audit_put(a, &r, NULL), CS_OK);
    cs_audit_close(a);
    assert_int_equal(count_calls(), i + 1);
  }
}

static void texts_of_any_length_are_spelled_right(void **state) {
  (void)state;
  static const char odd[] = {'"', '\\', '\n', 0x7F, (char)0xFF, 'x'};
  cs_audit *a = open_log(0);
  uint64_t n = 1;
  for (size_t len = 1; len < 36; len++)
    for (size_t at = 0; at < len; at++)
      for (size_t k = 0; k < sizeof odd; k++, n++) {
        char text[40];
        memset(text, 'a', len);
        text[at] = odd[k];
        cs_audit_record r = {.kind = "call", .object = text, .object_len = len};
        assert_int_equal(cs_audit_put(a, &r, NULL), CS_OK);
      }
  /* Memos of every size around that of the buffer, and beyond what fits. */
  static char large[CS_MEMO_CODE + 64];
  memset(large, 'b', sizeof large);
  for (size_t len = 1700; len < 2100; len++, n++) {
    cs_audit_item code = {.key = "code", .text = large, .len = len};
    cs_audit_record r = {.kind = "call", .data = &code, .ndata = 1};
    assert_int_equal(cs_audit_put(a, &r, NULL), CS_OK);
  }
  cs_audit_item code = {.key = "code", .text = large, .len = sizeof large};
  cs_audit_record r = {.kind = "call", .data = &code, .ndata = 1};
  for (int i = 0; i < 3; i++, n++)
    assert_int_equal(cs_audit_put(a, &r, NULL), CS_OK);
  cs_audit_close(a);
  cs_verify_report v = verify();
  assert_true(v.ok);
  assert_int_equal(v.records, n);
  size_t size;
  char *text = slurp(path, &size);
  assert_non_null(strstr(text, "\"object\":\"aaaaaaaaaaaaaaaa\\\"aa\""));
  assert_non_null(strstr(text, "\"object\":\"aaaaaaaaaaaaaaa\\\\xff\""));
  assert_non_null(strstr(text, "\"object\":\"\\\\u007faaaaaaaaaaaaaaaaa\""));
  free(text);
}

static void many_processes_write_one_log(void **state) {
  (void)state;
  enum { WRITERS = 6, EACH = 700 };
  pid_t pid[WRITERS];
  cs_audit_close(open_log(0));
  for (int i = 0; i < WRITERS; i++) {
    pid[i] = fork();
    if (pid[i]) continue;
    cs_audit *a = open_log(0);
    put_many(a, EACH);
    cs_audit_close(a);
    _exit(0);
  }
  for (int i = 0; i < WRITERS; i++) {
    int status;
    waitpid(pid[i], &status, 0);
    assert_int_equal(status, 0);
  }
  assert_int_equal(count_calls(), WRITERS * EACH);
  unsigned writers;
  assert_int_equal(cs_spool_waiting(path, &writers), 0);
}

static void a_log_goes_on_in_other_files(void **state) {
  (void)state;
  enum { N = 900 };
  for (int i = 0; i < 3; i++) {
    cs_audit *a = open_log(40000);
    put_many(a, N / 3);
    cs_audit_close(a);
  }
  cs_verify_report r = verify();
  assert_true(r.ok && r.files > 3);
  assert_int_equal(count_calls(), N);
  char second[120];
  snprintf(second, sizeof second, "%s.2", path);
  assert_int_equal(unlink(second), 0);
  r = verify();
  assert_false(r.ok);
}

static void a_full_disk_leaves_a_good_log(void **state) {
  (void)state;
  cs_audit_close(open_log(0));
  pid_t pid = fork();
  if (pid == 0) {
    cs_audit *a = open_log(0);
    struct rlimit most = {.rlim_cur = 20000, .rlim_max = 20000};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &most);
    cs_audit_record r = {.kind = "call"};
    cs_status st = CS_OK;
    int n = 0;
    for (; st == CS_OK && n < 5000; n++) st = cs_audit_put(a, &r, NULL);
    _exit(st == CS_EOS && n > 10 ? 0 : 1);
  }
  int status;
  waitpid(pid, &status, 0);
  assert_int_equal(status, 0);
  assert_true(count_calls() > 10);
  cs_audit *a = open_log(0); /* there is room again */
  put(a, "call", "x");
  cs_audit_close(a);
  assert_true(verify().ok);
}

static void a_child_cannot_use_the_log_of_its_parent(void **state) {
  (void)state;
  cs_audit *a = open_log(0);
  put(a, "call", "x");
  pid_t pid = fork();
  if (pid == 0) {
    cs_audit_record r = {.kind = "call"};
    cs_error err;
    bool refused = cs_audit_put(a, &r, &err) == CS_EINVAL;
    cs_audit_close(a);
    _exit(refused ? 0 : 1);
  }
  int status;
  waitpid(pid, &status, 0);
  assert_int_equal(status, 0);
  put(a, "call", "y");
  cs_audit_close(a);
  assert_int_equal(count_calls(), 2);
}

static void files_of_others_are_refused(void **state) {
  (void)state;
  cs_audit_options o;
  cs_audit *a;
  cs_error err = {0};
  cs_audit_options_init(&o);
  o.path = path;
  cs_audit_close(open_log(0));
  assert_int_equal(chmod(path, 0666), 0);
  assert_int_equal(cs_audit_open(&o, &a, &err), CS_EINVAL);
  assert_non_null(strstr(err.text, "chmod 600"));
  assert_int_equal(unlink(path), 0);
  assert_int_equal(symlink("/etc/passwd", path), 0);
  assert_int_equal(cs_audit_open(&o, &a, &err), CS_EOS);
}

static void only_canonical_json_is_a_record(void **state) {
  (void)state;
  cs_audit *a = open_log(0);
  cs_audit_close(a);
  size_t n;
  char *text = slurp(path, &n), other[2000];
  cs_scan_line l;
  size_t line = (size_t)(strchr(text, '\n') - text);
  assert_true(cs_scan_read(text, line, &l));
  snprintf(other, sizeof other, "{ %.*s", (int)line - 1, text + 1);
  assert_false(cs_scan_read(other, strlen(other), &l));
  snprintf(other, sizeof other, "%.*s,\"v\":1}", (int)line - 1, text);
  assert_false(cs_scan_read(other, strlen(other), &l));
  snprintf(other, sizeof other, "%.*s,\"z\":1.5}", (int)line - 1, text);
  assert_false(cs_scan_read(other, strlen(other), &l));
  snprintf(other, sizeof other, "%.*s,\"z\":{\"a\":{},\"b\":{\"c\":-1}}}",
           (int)line - 1, text);
  assert_true(cs_scan_read(other, strlen(other), &l));
  snprintf(other, sizeof other, "%.*s,\"z\":{\"b\":1,\"a\":2}}", (int)line - 1,
           text);
  assert_false(cs_scan_read(other, strlen(other), &l));
  snprintf(other, sizeof other, "%.*s,\"z\":\"\\u000a\"}", (int)line - 1, text);
  assert_false(cs_scan_read(other, strlen(other), &l));
  free(text);
}

static void times_are_those_of_the_calendar(void **state) {
  (void)state;
  char got[CS_LINE_TIME + 1], want[40];
  for (int64_t s = 0; s < INT64_C(5000000000); s += 7776011) {
    time_t t = (time_t)s;
    struct tm tm;
    gmtime_r(&t, &tm);
    strftime(want, sizeof want, "%Y-%m-%dT%H:%M:%S.987Z", &tm);
    cs_line_time(s * 1000000000 + 987654321, got);
    assert_string_equal(got, want);
  }
  cs_line_time(INT64_C(951782400) * 1000000000, got);
  assert_string_equal(got, "2000-02-29T00:00:00.000Z");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, make_folder, drop_folder)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(records_are_chained_lines),
      TEST(a_log_goes_on_where_it_ended),
      TEST(hostile_texts_stay_one_escaped_line),
      TEST(long_texts_are_cut),
      TEST(secrets_are_named_not_told),
      TEST(every_flipped_byte_is_found),
      TEST(removing_or_swapping_any_line_is_found),
      TEST(an_expected_head_finds_a_cut_without_checkpoints),
      TEST(forged_checkpoints_are_found),
      TEST(a_torn_line_is_cut_and_told),
      TEST(kill_9_loses_nothing_that_was_acknowledged),
      TEST(names_in_data_cannot_break_a_line),
      TEST(numbers_of_any_size_leave_a_record),
      TEST(texts_of_any_length_are_spelled_right),
      TEST(many_processes_write_one_log),
      TEST(a_log_goes_on_in_other_files),
      TEST(a_full_disk_leaves_a_good_log),
      TEST(a_child_cannot_use_the_log_of_its_parent),
      TEST(files_of_others_are_refused),
      TEST(only_canonical_json_is_a_record),
      cmocka_unit_test(times_are_those_of_the_calendar),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
