/*
 * test_session_dump.c - the public API: snapshots, forks, twins, parking.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>

#include "py/engine.h" /* before caisson.h */

#include "session_box.h"

/* --- snapshots ----------------------------------------------------------- */

static void a_waiting_session_can_be_dumped_and_forked(void **state) {
  (void)state;
  cs_session *s = open_with(0, 0, NULL), *twin, *third;
  assert_int_equal(cs_session_add_tool(s, "t", "(x)", NULL, 0), CS_OK);
  const cs_event *ev = run(s, "base = 10\nbase + sum(t(i) for i in (1, 2))");
  assert_int_equal(ev->kind, CS_CALL);
  assert_int_equal(cs_session_fork(s, &twin), CS_OK);
  void *bytes;
  size_t len;
  assert_int_equal(cs_session_dump(s, &bytes, &len), CS_OK);
  assert_int_equal(cs_session_event(twin)->kind, CS_CALL);
  assert_string_equal(cs_session_event(twin)->name, "t");
  reply_int(s, 100);
  expect_int(reply_int(s, 200), 310);
  reply_int(twin, 1);
  expect_int(reply_int(twin, 2), 13);
  assert_int_equal(cs_session_load(NULL, bytes, len, &third, NULL), CS_OK);
  assert_int_equal(cs_session_event(third)->kind, CS_CALL);
  reply_int(third, 3);
  expect_int(reply_int(third, 4), 17);
  cs_wire w;
  cs_wire_init(&w, 1000);
  assert_int_equal(cs_session_stubs(third, &w), CS_OK);
  assert_int_equal(w.len, 5 + strlen("def t(x):\n    ...\n"));
  cs_wire_fini(&w);
  for (size_t cut = 0; cut < len; cut += 1 + len / 50) {
    cs_session *none = NULL;
    assert_int_not_equal(cs_session_load(NULL, bytes, cut, &none, NULL), CS_OK);
    assert_null(none);
  }
  free(bytes);
  cs_session_close(s);
  cs_session_close(twin);
  cs_session_close(third);
}

/* Bytes that were changed on purpose, with checksums that fit: whatever loads
 * may compute nonsense, but it must stay a session. */
static void altered_sessions_do_no_harm(void **state) {
  (void)state;
  cs_session *s = open_with(0, 0, NULL);
  assert_int_equal(cs_session_add_tool(s, "t", "(x, *y)", "Doc.", 0), CS_OK);
  const cs_event *ev = run(s,
                           "class P:\n    def __init__(self): self.a = 1\n"
                           "d = {'k': [P(), t], 2: 'text'}\n"
                           "def f(v):\n    return [t(v, d) for i in 'ab']\n"
                           "f(P())");
  assert_int_equal(ev->kind, CS_CALL);
  void *bytes;
  size_t len;
  uint64_t meta;
  assert_int_equal(cs_session_dump(s, &bytes, &len), CS_OK);
  memcpy(&meta, (char *)bytes + 8, 8);
  size_t head = (16 + (size_t)meta + 15) & ~(size_t)15;
  char *copy = aligned_alloc(16, (len + 15) & ~(size_t)15);
  uint32_t seed = 99, loaded = 0;
  for (int round = 0; round < 400; round++) {
    memcpy(copy, bytes, len);
    for (int k = 0; k < 3; k++) {
      seed = seed * 1664525 + 1013904223;
      size_t at = head + 256 + (seed >> 4) % (len - head - 256);
      copy[at] = (char)(copy[at] ^ (1 << (seed & 7)));
    }
    cs_engine_fix_checks(copy + head, len - head);
    cs_session *twin;
    if (cs_session_load(NULL, copy, len, &twin, NULL) != CS_OK) continue;
    loaded++;
    cs_frame_info at;
    (void)cs_session_where(twin, &at);
    ev = cs_session_event(twin);
    for (int i = 0; i < 4 && ev->kind <= CS_OUTPUT; i++)
      ev = ev->kind == CS_CALL ? reply_int(twin, 1)
                               : cs_session_resume(twin, NULL);
    cs_session_close(twin);
  }
  assert_true(loaded > 3);
  free(copy);
  free(bytes);
  cs_session_close(s);
}

static void sealed_snapshots_need_their_key(void **state) {
  (void)state;
  static const char key[] = "a key of 32 bytes, and no others";
  static const char other[] = "a key of 32 bytes, but another!!";
  cs_options o;
  cs_session *s, *twin;
  void *plain, *sealed;
  const void *inside;
  size_t n, m, k;
  init(&o);
  assert_int_equal(cs_session_open(&o, &s, NULL), CS_OK);
  (void)run(s, "x = 42");
  assert_int_equal(cs_session_dump(s, &plain, &n), CS_OK);
  assert_int_equal(cs_seal(key, 32, plain, n, &sealed, &m), CS_OK);
  assert_int_equal(cs_unseal(key, 32, sealed, m, &inside, &k), CS_OK);
  assert_int_equal(k, n);
  assert_int_equal(cs_session_load(&o, inside, k, &twin, NULL), CS_OK);
  expect_int(run(twin, "x"), 42);
  cs_session_close(twin);
  /* another key, no seal, every byte changed, every length */
  assert_int_equal(cs_unseal(other, 32, sealed, m, &inside, &k), CS_ECORRUPT);
  assert_int_equal(cs_unseal(key, 31, sealed, m, &inside, &k), CS_ECORRUPT);
  assert_int_equal(cs_unseal(key, 32, plain, n, &inside, &k), CS_ECORRUPT);
  assert_int_equal(cs_session_load(&o, sealed, m, &twin, NULL), CS_ECORRUPT);
  for (size_t i = 0; i < 100; i++) {
    uint8_t *at = (uint8_t *)sealed + (i < 64 ? i : m - 1 - i);
    *at ^= 0x20;
    assert_int_equal(cs_unseal(key, 32, sealed, m, &inside, &k), CS_ECORRUPT);
    *at ^= 0x20;
    assert_int_equal(cs_unseal(key, 32, sealed, i, &inside, &k), CS_ECORRUPT);
  }
  assert_int_equal(cs_unseal(key, 32, sealed, m - 1, &inside, &k), CS_ECORRUPT);
  assert_int_equal(cs_seal("short", 5, plain, n, &sealed, &m), CS_EINVAL);
  assert_int_equal(cs_seal(NULL, 0, plain, n, &sealed, &m), CS_EINVAL);
  free(sealed);
  free(plain);
  cs_session_close(s);
}

static void parked_sessions_wake_when_used(void **state) {
  (void)state;
  cs_session *s = open_with(0, CS_OS_MEMORY, NULL);
  assert_int_equal(cs_session_add_tool(s, "t", NULL, NULL, 0), CS_OK);
  run(s, "x = [1, 2]\nopen('/f', 'w').write('in memory')");
  assert_int_equal(cs_session_park(s), CS_OK);
  assert_int_equal(cs_session_park(s), CS_OK);
  cs_wire w;
  cs_wire_init(&w, 1000);
  assert_int_equal(cs_session_get(s, "x", &w), CS_OK);
  assert_int_equal(cs_session_park(s), CS_OK);
  cs_wire_clear(&w);
  cs_wire_int(&w, 5);
  assert_int_equal(cs_session_set(s, "y", w.data, w.len), CS_OK);
  cs_wire_fini(&w);
  assert_int_equal(cs_session_park(s), CS_OK);
  const cs_event *ev = run(s, "t(len(x)) + y + len(open('/f').read())");
  assert_int_equal(ev->kind, CS_CALL);
  assert_int_equal(cs_session_park(s), CS_OK);
  ev = cs_session_event(s); /* still there */
  assert_int_equal(ev->kind, CS_CALL);
  assert_string_equal(ev->name, "t");
  expect_int(reply_int(s, 100), 114);
  assert_int_equal(cs_session_park(s), CS_OK);
  cs_session *twin;
  assert_int_equal(cs_session_fork(s, &twin), CS_OK);
  expect_int(run(twin, "x[1]"), 2);
  cs_session_close(twin);
  assert_int_equal(cs_session_restart(s), CS_OK);
  assert_int_equal(cs_session_park(s), CS_OK);
  cs_session_abandon(s);
  cs_session_close(s);
}

/* The numbers that a session draws next, as text. */
static char *draw(cs_session *s) {
  const cs_event *ev = run(s,
                           "repr([random.random(), random.gauss(0, 1),"
                           " uuid.uuid4().hex, secrets.token_hex(8),"
                           " own.random()])");
  if (ev->kind == CS_RAISED) fail_msg("%.*s", (int)ev->text_len, ev->text);
  assert_int_equal(ev->kind, CS_DONE);
  cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
  const char *t;
  size_t n;
  assert_true(cs_wire_get_str(&in, &t, &n));
  return strndup(t, n);
}

static const char drawn_before[] =
    "import random, uuid, secrets\n"
    "own = random.Random(5)\n"
    "random.random(); random.gauss(0, 1); uuid.uuid4(); own.random()";

static void twins_draw_different_numbers(void **state) {
  (void)state;
  cs_session *s = open_with(0, CS_OS_ENTROPY, NULL), *a, *b;
  run(s, drawn_before);
  assert_int_equal(cs_session_fork(s, &a), CS_OK);
  assert_int_equal(cs_session_fork(s, &b), CS_OK);
  cs_session *all[3] = {s, a, b};
  char *text[3];
  for (int i = 0; i < 3; i++) text[i] = draw(all[i]);
  for (int i = 0; i < 3; i++) {
    const char *x = text[i], *y = text[(i + 1) % 3];
    for (int part = 0; part < 4; part++) { /* each of the four differs */
      size_t n = strcspn(x, ","), m = strcspn(y, ",");
      assert_false(n == m && memcmp(x, y, n) == 0);
      x += n + 1;
      y += m + 1;
    }
    assert_string_equal(x, y); /* the program's own seed is kept */
  }
  for (int i = 0; i < 3; i++) {
    free(text[i]);
    cs_session_close(all[i]);
  }
}

static void twins_of_a_seed_are_alike(void **state) {
  (void)state;
  cs_session *s = open_with(0, CS_OS_SEEDED, NULL), *a;
  run(s, drawn_before);
  assert_int_equal(cs_session_fork(s, &a), CS_OK);
  char *x = draw(s), *y = draw(a);
  assert_string_equal(x, y);
  free(x);
  free(y);
  cs_session_close(s);
  cs_session_close(a);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_waiting_session_can_be_dumped_and_forked),
      cmocka_unit_test(altered_sessions_do_no_harm),
      cmocka_unit_test(sealed_snapshots_need_their_key),
      cmocka_unit_test(parked_sessions_wake_when_used),
      cmocka_unit_test(twins_draw_different_numbers),
      cmocka_unit_test(twins_of_a_seed_are_alike),
  };
  RUN_TWICE(argc, argv, tests);
}
