/*
 * test_deadline.c - single operations that take long look at the clock.
 *
 * A deadline is a question that the engine asks its host (cs_engine_on_poll).
 * Between two calls of a host function stands one operation over much data: it
 * must ask several times, so that a yes ends it in the middle.  Counting the
 * questions needs no clock, so a busy machine changes nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "py/engine.h"

static uint32_t asked, most;

/* The deadline has passed from question number `most` on; 0: never. */
static bool count(void *arg) {
  (void)arg;
  return ++asked >= most && most;
}

static const struct {
  const char *prepare, *work;
} operations[] = {
    {"s = 'f' * 6000000", "int(s, 16)"},
    {"s = '1_0' * 2000000", "int(s, 2)"},
    {"s = '\\u00df' * 1000000", "s.upper()"},
    {"s = '\\u00e9\\u03a3' * 500000", "s.title()"},
    {"s = 'ff' * 5000000", "bytes.fromhex(s)"},
    {"s = b'ab' * 500000", "s.replace(b'a', b'bcd')"},
    {"s = memoryview(bytes(1000000))[::-1]", "s.tobytes()"},
    {"import math; s = [1e308, -1e308, 1e-300] * 200000", "math.fsum(s)"},
};

/* Runs until the second call of mark(): how often it asked in between. */
static cs_stop run(const char *prepare, const char *work, uint32_t deadline) {
  cs_limits l;
  cs_engine *e;
  char text[512];
  cs_limits_default(&l);
  assert_int_equal(cs_engine_new(&l, &e), CS_OK);
  assert_int_equal(cs_engine_add_host(e, "mark"), CS_OK);
  (void)snprintf(text, sizeof text, "%s\nmark()\nx = %s\nmark()\n", prepare,
                 work);
  assert_int_equal(cs_engine_start(e, text, strlen(text), "t.py", 0),
                   CS_STOP_CALL);
  assert_int_equal(cs_engine_reply_int(e, 0), CS_OK);
  asked = 0;
  most = deadline;
  cs_engine_on_poll(e, count, NULL);
  cs_stop stop = cs_run(e);
  cs_engine_free(e);
  return stop;
}

static void long_operations_ask_and_end(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
    const char *prepare = operations[i].prepare, *work = operations[i].work;
    assert_int_equal(run(prepare, work, 0), CS_STOP_CALL);
    print_message("%s asks %u times\n", work, asked);
    assert_true(asked >= 8); /* five without looking */
    assert_int_equal(run(prepare, work, asked / 2), CS_STOP_LIMIT);
  }
}

/* The control: what is short does not ask at all. */
static void short_ones_do_not(void **state) {
  (void)state;
  assert_int_equal(run("s = 'f' * 100", "int(s, 16)", 0), CS_STOP_CALL);
  assert_true(asked <= 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(long_operations_ask_and_end),
      cmocka_unit_test(short_ones_do_not),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
