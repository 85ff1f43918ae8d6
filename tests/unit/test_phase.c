/*
 * test_phase.c - the state machine of sessions: what its table promises, and
 * that a session walks along it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session_box.h"

#include "session/session_in.h"

static bool leads(cs_phase from, cs_move m, cs_phase to) {
  return cs_phase_after(from, m) == to;
}

/* --- the table ------------------------------------------------------------ */

static void test_every_phase_can_be_reached(void **state) {
  bool seen[CS_PHASES] = {[CS_PHASE_IDLE] = true};
  (void)state;
  for (int round = 0; round < CS_PHASES; round++)
    for (int p = 0; p < CS_PHASES; p++)
      for (int m = 0; seen[p] && m < CS_MOVES; m++) {
        cs_phase to = cs_phase_after((cs_phase)p, (cs_move)m);
        if (to < CS_PHASES) seen[to] = true;
      }
  for (int p = 0; p < CS_PHASES; p++)
    if (!seen[p]) fail_msg("nothing leads to %s", cs_phase_name((cs_phase)p));
}

static void test_a_run_can_be_ended_and_lost_in_every_phase(void **state) {
  (void)state;
  for (int i = 0; i < CS_PHASES; i++) {
    cs_phase p = (cs_phase)i;
    bool gone = p == CS_PHASE_GONE;
    assert_true(leads(p, CS_MOVE_STOP, gone ? CS_PHASE_GONE : CS_PHASE_IDLE));
    assert_true(leads(p, CS_MOVE_LOSE, CS_PHASE_GONE));
    assert_true(leads(p, CS_MOVE_RESTART, CS_PHASE_IDLE));
  }
}

static void test_a_lost_session_takes_no_program(void **state) {
  (void)state;
  assert_true(leads(CS_PHASE_GONE, CS_MOVE_RUN, CS_PHASES));
  assert_true(leads(CS_PHASE_GONE, CS_MOVE_REPLY, CS_PHASES));
  assert_true(leads(CS_PHASE_GONE, CS_MOVE_LOAD, CS_PHASES));
}

static void test_replies_go_where_something_waits(void **state) {
  (void)state;
  for (int i = 0; i < CS_PHASES; i++) {
    cs_phase p = (cs_phase)i;
    bool replies = cs_phase_after(p, CS_MOVE_REPLY) < CS_PHASES;
    bool goes_on = cs_phase_after(p, CS_MOVE_GO_ON) < CS_PHASES;
    assert_int_equal(replies, cs_phase_is_open(p));
    assert_int_equal(goes_on, cs_phase_tells(p));
    /* Two questions at one time would lose the first. */
    if (cs_phase_is_open(p) || cs_phase_tells(p))
      assert_true(leads(p, CS_MOVE_ASK, CS_PHASES));
  }
}

/* Else the event of a program that is over would be told twice, or never. */
static void test_a_program_that_is_over_does_not_go_on(void **state) {
  (void)state;
  for (int i = 0; i < CS_PHASES; i++)
    for (int m = 0; m < CS_MOVES; m++) {
      cs_phase to = cs_phase_after((cs_phase)i, (cs_move)m);
      if (!cs_phase_ends((cs_phase)i) || to == CS_PHASES || m == CS_MOVE_RUN)
        continue;
      if (!cs_phase_ends(to) && to != CS_PHASE_IDLE && to != CS_PHASE_GONE)
        fail_msg("%s leads from %s back to %s", cs_move_name((cs_move)m),
                 cs_phase_name((cs_phase)i), cs_phase_name(to));
    }
}

/* --- a session ------------------------------------------------------------ */

static void expect(const cs_session *s, cs_phase want) {
  if (s->phase != want)
    fail_msg("phase %s, not %s", cs_phase_name(s->phase), cs_phase_name(want));
}

static void test_a_session_walks_along_the_table(void **state) {
  cs_session *s = open_with(CS_ONE_RUN, 0, NULL);
  (void)state;
  assert_int_equal(cs_session_add_tool(s, "ask", NULL, NULL, 0), CS_OK);
  expect(s, CS_PHASE_IDLE);
  const cs_event *ev = run(s,
                           "import atexit\n"
                           "@atexit.register\n"
                           "def last(): print('last', ask(2))\n"
                           "print(ask(1))\n"
                           "40 + 2\n");
  assert_int_equal(ev->kind, CS_CALL);
  expect(s, CS_PHASE_WAITS);
  ev = reply_int(s, 1);
  assert_int_equal(ev->kind, CS_OUTPUT);
  expect(s, CS_PHASE_TELLS);
  ev = cs_session_resume(s, NULL);
  assert_int_equal(ev->kind, CS_CALL); /* of `last` */
  expect(s, CS_PHASE_ENDS_WAITS);
  ev = reply_int(s, 2);
  assert_int_equal(ev->kind, CS_OUTPUT);
  expect(s, CS_PHASE_ENDS_TELLS);
  ev = cs_session_resume(s, NULL);
  expect_int(ev, 42);
  expect(s, CS_PHASE_IDLE);
  cs_session_close(s);
}

static void test_a_new_program_replaces_one_that_waits(void **state) {
  cs_session *s = open_with(0, 0, NULL);
  (void)state;
  assert_int_equal(cs_session_add_tool(s, "ask", NULL, NULL, 0), CS_OK);
  assert_int_equal(run(s, "ask(1)")->kind, CS_CALL);
  expect(s, CS_PHASE_WAITS);
  expect_int(run(s, "3"), 3);
  expect(s, CS_PHASE_IDLE);
  assert_int_equal(run(s, "ask(1)")->kind, CS_CALL);
  cs_session_abandon(s);
  expect(s, CS_PHASE_IDLE);
  cs_session_close(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_phase_can_be_reached),
      cmocka_unit_test(test_a_run_can_be_ended_and_lost_in_every_phase),
      cmocka_unit_test(test_a_lost_session_takes_no_program),
      cmocka_unit_test(test_replies_go_where_something_waits),
      cmocka_unit_test(test_a_program_that_is_over_does_not_go_on),
      cmocka_unit_test(test_a_session_walks_along_the_table),
      cmocka_unit_test(test_a_new_program_replaces_one_that_waits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
