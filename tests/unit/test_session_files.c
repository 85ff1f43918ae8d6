/*
 * test_session_files.c - files of a session travel with its snapshots.
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

#include "base/error.h"
#include "base/status.h"
#include "base/wire.h"
#include "vfs_box.h"

#include "caisson.h"

static cs_session *open_session(const box *b) {
  cs_options o;
  cs_session *s;
  cs_options_init(&o);
  assert_int_equal(cs_session_open(&o, &s, NULL), CS_OK);
  assert_int_equal(
      cs_session_mount(s, box_path(b, "w"), "/w", CS_MOUNT_OVERLAY, 0, NULL),
      CS_OK);
  return s;
}

/* Run code whose last expression is a text. */
static const char *eval(cs_session *s, const char *code) {
  static char out[512];
  const cs_event *ev = cs_session_drive(s, code, strlen(code));
  if (ev->kind == CS_RAISED) {
    snprintf(out, sizeof out, "%s: %s", ev->error->type, ev->error->message);
    return out;
  }
  assert_int_equal(ev->kind, CS_DONE);
  cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
  const char *t;
  size_t n;
  if (!ev->has_value || !cs_wire_get_str(&in, &t, &n)) return "";
  snprintf(out, sizeof out, "%.*s", (int)n, t);
  return out;
}

static const char change[] =
    "import os\n"
    "f = open('/w/a.txt', 'r+'); f.read(2)\n"
    "open('/w/new', 'w').write('made'); os.chdir('/w/sub')\n"
    "os.rename('/w/sub/deep', '/w/up'); os.remove('b.txt')\n";
static const char look[] =
    "'|'.join([open('/w/new').read(), open('/w/up/c.txt').read(), f.read(),"
    " os.getcwd(), str(os.listdir('.'))])";
static const char seen[] = "made|gamma|pha|/w/sub|[]";

static void a_snapshot_brings_the_overlay(void **state) {
  (void)state;
  box b;
  void *bytes;
  size_t len;
  box_open(&b);
  cs_session *s = open_session(&b);
  assert_string_equal(eval(s, change), "");
  assert_int_equal(cs_session_dump(s, &bytes, &len), CS_OK);
  assert_null(memmem(bytes, len, b.dir, strlen(b.dir)));
  cs_session_close(s);
  cs_options o;
  cs_options_init(&o);
  assert_int_equal(cs_session_load(&o, bytes, len, &s, NULL), CS_OK);
  assert_string_equal(eval(s, "open('/w/new').read()"),
                      "RuntimeError: the files of the snapshot are not "
                      "mounted again");
  cs_session_close(s);
  assert_int_equal(cs_session_load(&o, bytes, len, &s, NULL), CS_OK);
  assert_int_equal(
      cs_session_mount(s, box_path(&b, "w"), "/w", CS_MOUNT_OVERLAY, 0, NULL),
      CS_OK);
  assert_string_equal(eval(s, look), seen);
  cs_session_close(s);
  free(bytes);
  assert_string_equal(box_get(&b, "w/a.txt"), "alpha");
  box_close(&b);
}

static void a_fork_has_files_of_its_own(void **state) {
  (void)state;
  box b;
  cs_session *twin;
  box_open(&b);
  cs_session *s = open_session(&b);
  assert_string_equal(eval(s, change), "");
  assert_int_equal(cs_session_fork(s, &twin), CS_OK);
  assert_string_equal(eval(twin, look), seen);
  assert_string_equal(eval(twin, "open('/w/new', 'w').write('twin'); ''"), "");
  assert_string_equal(eval(s, look), seen);
  assert_string_equal(eval(twin, "open('/w/new').read()"), "twin");
  cs_session_close(s);
  cs_session_close(twin);
  box_close(&b);
}

static void files_in_memory_need_no_mount(void **state) {
  (void)state;
  cs_options o;
  cs_session *s, *twin;
  cs_wire w;
  cs_options_init(&o);
  assert_int_equal(cs_session_open(&o, &s, NULL), CS_OK);
  assert_int_equal(cs_session_put_file(s, "/d/x", "memory", 6), CS_OK);
  assert_int_equal(cs_session_fork(s, &twin), CS_OK);
  cs_session_close(s);
  assert_string_equal(eval(twin, "open('/d/x').read()"), "memory");
  cs_wire_init(&w, 1000);
  assert_int_equal(cs_session_get_file(twin, "/d/x", &w), CS_OK);
  cs_wire_fini(&w);
  cs_session_close(twin);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_snapshot_brings_the_overlay),
      cmocka_unit_test(a_fork_has_files_of_its_own),
      cmocka_unit_test(files_in_memory_need_no_mount),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
