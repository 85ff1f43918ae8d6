/*
 * test_ws.c - WebSockets: frames of RFC 6455, and lines between two sockets.
 *
 * The examples of frames are those of the RFC, chapter 5.7.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "worker/channel.h"
#include "worker/line.h"
#include "worker/spawn.h"

#define MAX 4096

/* --- frames -------------------------------------------------------------- */

static cs_ws_got take(cs_ws_in *in, const void *bytes, size_t n) {
  size_t used;
  cs_ws_got got = cs_ws_take(in, bytes, n, &used);
  assert_int_equal(used, n);
  return got;
}

static void a_masked_message_of_the_rfc_is_read(void **state) {
  (void)state;
  static const uint8_t hello[] = {0x82, 0x85, 0x37, 0xfa, 0x21, 0x3d,
                                  0x7f, 0x9f, 0x4d, 0x51, 0x58};
  cs_ws_in in;
  cs_ws_init(&in, true, MAX);
  assert_int_equal(take(&in, hello, sizeof hello), CS_WS_MESSAGE);
  assert_int_equal(in.message.len, 5);
  assert_memory_equal(in.message.data, "Hello", 5);
  cs_ws_fini(&in);
}

static void fragments_become_one_message_with_a_ping_in_between(void **state) {
  (void)state;
  cs_ws_in in;
  cs_ws_init(&in, false, MAX);
  assert_int_equal(take(&in, "\x02\x03Hel", 5), CS_WS_MORE);
  assert_int_equal(take(&in, "\x89\x02hi", 4), CS_WS_PING);
  assert_int_equal(in.control_len, 2);
  assert_int_equal(take(&in, "\x80\x02lo", 4), CS_WS_MESSAGE);
  assert_int_equal(in.message.len, 5);
  assert_memory_equal(in.message.data, "Hello", 5);
  assert_int_equal(take(&in, "\x82\x00", 2), CS_WS_MESSAGE);
  assert_int_equal(in.message.len, 0);
  cs_ws_fini(&in);
}

static void heads_have_the_shortest_length(void **state) {
  (void)state;
  static const uint64_t lengths[] = {0, 125, 126, 65535, 65536, 1 << 20};
  static const size_t sizes[] = {2, 2, 4, 4, 10, 10};
  uint8_t head[CS_WS_HEAD_MAX];
  for (size_t i = 0; i < 6; i++) {
    cs_ws_in in;
    cs_ws_init(&in, false, 1 << 21);
    size_t n = cs_ws_head(head, CS_WS_OP_BINARY, lengths[i], NULL);
    assert_int_equal(n, sizes[i]);
    cs_ws_got got = take(&in, head, n);
    assert_int_equal(got, i ? CS_WS_MORE : CS_WS_MESSAGE);
    assert_int_equal(in.len, lengths[i]);
    cs_ws_fini(&in);
  }
}

static void what_nobody_may_send_is_refused(void **state) {
  (void)state;
  static const struct {
    const char *bytes;
    size_t n;
    cs_ws_got got;
  } bad[] = {
      {"\x81\x00", 2, CS_WS_BAD},                    /* text */
      {"\x80\x00", 2, CS_WS_BAD},                    /* goes on with nothing */
      {"\xC2\x00", 2, CS_WS_BAD},                    /* a reserved bit */
      {"\x82\x80", 2, CS_WS_MORE},                   /* masked: see below */
      {"\x09\x00", 2, CS_WS_BAD},                    /* a ping in parts */
      {"\x89\x7E\x00\x7E", 4, CS_WS_BAD},            /* a long ping */
      {"\x8B\x00", 2, CS_WS_BAD},                    /* no such kind */
      {"\x82\x7E\x00\x05", 4, CS_WS_BAD},            /* a long length */
      {"\x82\x7E\x10\x01", 4, CS_WS_LONG},           /* MAX + 1 */
      {"\x88\x01x", 3, CS_WS_BAD},                   /* half a reason */
      {"\x82\x7F\x80\0\0\0\0\0\0\0", 10, CS_WS_BAD}, /* a negative length */
      {"\x82\x7F\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 10, CS_WS_LONG},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    cs_ws_in in;
    cs_ws_init(&in, false, MAX);
    assert_int_equal(take(&in, bad[i].bytes, bad[i].n), bad[i].got);
    if (bad[i].got == CS_WS_MORE)
      assert_int_equal(take(&in, "\0\0\0\0", 4), CS_WS_BAD);
    assert_null(in.message.data); /* nothing was allocated for it */
    cs_ws_fini(&in);
  }
}

static void fragments_count_together(void **state) {
  (void)state;
  static const uint8_t part[2 + 125] = {0x02, 125}, more[2 + 125] = {0x00, 125};
  cs_ws_in in;
  cs_ws_init(&in, false, 300);
  assert_int_equal(take(&in, part, sizeof part), CS_WS_MORE);
  assert_int_equal(take(&in, more, sizeof more), CS_WS_MORE);
  assert_int_equal(take(&in, more, 2), CS_WS_LONG);
  cs_ws_fini(&in);
}

static void a_mask_is_taken_off_wherever_bytes_are_cut(void **state) {
  (void)state;
  static const uint8_t mask[4] = {1, 2, 4, 8};
  uint8_t one[61], two[61];
  for (size_t i = 0; i < sizeof one; i++) one[i] = two[i] = (uint8_t)i;
  cs_ws_mask(one, sizeof one, mask, 3);
  for (size_t i = 0; i < sizeof two; i++) {
    cs_ws_mask(two + i, 1, mask, 3 + i);
    assert_int_equal(one[i], two[i]);
    assert_int_equal(one[i], i ^ mask[(3 + i) & 3]);
  }
}

/* --- lines --------------------------------------------------------------- */

typedef struct pair {
  cs_line *host, *server;
  int raw; /* the server's end, if it has no line */
} pair;

static int64_t patient(void *user) {
  (void)user;
  return INT64_C(1000000);
}

static int64_t impatient(void *user) {
  int *left = user;
  return (*left)-- > 0 ? 1000 : -1;
}

static pair open_pair(bool raw) {
  int fd[2];
  pair p = {.raw = -1};
  assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fd), 0);
  assert_int_equal(cs_line_new(fd[0], CS_LINE_HOST, MAX, &p.host, NULL), CS_OK);
  cs_line_watch(p.host, patient, NULL);
  if (raw) {
    p.raw = fd[1];
    return p;
  }
  assert_int_equal(cs_line_new(fd[1], CS_LINE_SERVER, MAX, &p.server, NULL),
                   CS_OK);
  cs_line_watch(p.server, patient, NULL);
  return p;
}

static void close_pair(pair *p) {
  cs_line_free(p->host);
  cs_line_free(p->server);
  if (p->raw >= 0) close(p->raw);
}

static void frames_go_both_ways(void **state) {
  (void)state;
  pair p = open_pair(false);
  cs_frame f;
  assert_int_equal(cs_line_send(p.host, 12, "ab", 2, "cd", 2), CS_OK);
  assert_int_equal(cs_line_receive(p.server, &f), CS_OK);
  assert_int_equal(f.kind, 12);
  assert_int_equal(f.len, 4);
  assert_string_equal(f.data, "abcd"); /* a NUL follows */
  assert_int_equal(cs_line_send(p.server, 52, NULL, 0, NULL, 0), CS_OK);
  assert_int_equal(cs_line_receive(p.host, &f), CS_OK);
  assert_int_equal(f.kind, 52);
  assert_int_equal(f.len, 0);
  close_pair(&p);
}

static void an_interrupt_arrives_before_the_next_frame(void **state) {
  (void)state;
  pair p = open_pair(false);
  cs_frame f;
  *cs_line_interrupt(p.host) = 1;
  assert_int_equal(cs_line_send(p.host, 13, NULL, 0, NULL, 0), CS_OK);
  assert_int_equal(cs_line_receive(p.server, &f), CS_OK);
  assert_int_equal(f.kind, CS_FRAME_INTERRUPT);
  assert_int_equal(f.data[0], 1);
  assert_int_equal(cs_line_receive(p.server, &f), CS_OK);
  assert_int_equal(f.kind, 13);
  close_pair(&p);
}

static void an_interrupt_is_sent_while_the_host_waits(void **state) {
  (void)state;
  pair p = open_pair(false);
  cs_frame f;
  int rounds = 3;
  *cs_line_interrupt(p.host) = 1;
  cs_line_watch(p.host, impatient, &rounds);
  assert_int_equal(cs_line_receive(p.host, &f), CS_EOS);
  assert_int_equal(cs_line_receive(p.server, &f), CS_OK);
  assert_int_equal(f.kind, CS_FRAME_INTERRUPT);
  close_pair(&p);
}

static void a_ping_is_answered_and_not_told(void **state) {
  (void)state;
  pair p = open_pair(true);
  cs_frame f;
  bool found;
  uint8_t answer[64];
  assert_int_equal(send(p.raw, "\x89\x02hi", 4, 0), 4);
  assert_int_equal(cs_line_look(p.host, &f, &found), CS_OK);
  assert_false(found);
  assert_int_equal(recv(p.raw, answer, sizeof answer, 0), 8); /* masked */
  assert_int_equal(answer[0], 0x8A);
  assert_int_equal(answer[6] ^ answer[2], 'h');
  close_pair(&p);
}

static void the_end_of_a_worker_is_told_from_a_lost_connection(void **state) {
  (void)state;
  pair p = open_pair(false);
  cs_frame f;
  uint32_t word = 9;
  int status = -1;
  assert_int_equal(
      cs_line_send(p.server, CS_FRAME_ENDED, &word, sizeof word, NULL, 0),
      CS_OK);
  assert_int_equal(cs_line_receive(p.host, &f), CS_EOS);
  assert_true(cs_line_ended(p.host, &status));
  assert_int_equal(status, 9);
  close_pair(&p);
  p = open_pair(false);
  cs_line_free(p.server);
  p.server = NULL;
  assert_int_equal(cs_line_receive(p.host, &f), CS_EOS);
  assert_false(cs_line_ended(p.host, &status));
  assert_int_equal(cs_line_send(p.host, 10, "x", 1, NULL, 0), CS_EOS);
  close_pair(&p);
}

static void lengths_that_do_not_match_are_refused(void **state) {
  (void)state;
  static const uint8_t short_one[] = {0x82, 4, 1, 0, 0, 0};
  static const uint8_t lie[] = {0x82, 8, 1, 0, 0, 0, 9, 0, 0, 0};
  const struct {
    const uint8_t *bytes;
    size_t n;
  } bad[] = {{short_one, sizeof short_one}, {lie, sizeof lie}};
  for (size_t i = 0; i < 2; i++) {
    pair p = open_pair(true);
    cs_frame f;
    assert_int_equal(send(p.raw, bad[i].bytes, bad[i].n, 0), bad[i].n);
    assert_int_equal(cs_line_receive(p.host, &f), CS_ECORRUPT);
    close_pair(&p);
  }
}

static void a_message_beyond_the_ceiling_is_refused(void **state) {
  (void)state;
  pair p = open_pair(false);
  static const char big[MAX + 1];
  cs_frame f;
  assert_int_equal(cs_line_send(p.host, 10, big, MAX, NULL, 0), CS_OK);
  assert_int_equal(cs_line_receive(p.server, &f), CS_OK);
  assert_int_equal(f.len, MAX);
  assert_int_equal(cs_line_send(p.host, 10, big, MAX + 1, NULL, 0), CS_OK);
  assert_int_equal(cs_line_receive(p.server, &f), CS_ELIMIT);
  close_pair(&p);
}

static void nobody_waits_for_a_peer_that_does_not_read(void **state) {
  (void)state;
  pair p = open_pair(true);
  static const char big[1 << 20];
  int rounds = 3;
  cs_line_watch(p.host, impatient, &rounds);
  cs_status st = CS_OK;
  for (int i = 0; i < 16 && st == CS_OK; i++)
    st = cs_line_send(p.host, 10, big, sizeof big, NULL, 0);
  assert_int_equal(st, CS_EOS);
  assert_int_equal(cs_line_send(p.host, 10, "x", 1, NULL, 0), CS_EOS);
  close_pair(&p);
}

static void *flood(void *arg) {
  int fd = *(int *)arg;
  uint8_t block[4096];
  for (size_t i = 0; i < sizeof block; i += 2) { /* pings without an end */
    block[i] = 0x8A;
    block[i + 1] = 0;
  }
  while (send(fd, block, sizeof block, MSG_NOSIGNAL) > 0) {
  }
  return NULL;
}

static void a_peer_that_never_lets_us_wait_is_timed_all_the_same(void **state) {
  (void)state;
  pair p = open_pair(true);
  pthread_t t;
  cs_frame f;
  int rounds = 5;
  cs_line_watch(p.host, impatient, &rounds);
  assert_int_equal(pthread_create(&t, NULL, flood, &p.raw), 0);
  assert_int_equal(cs_line_receive(p.host, &f), CS_EOS);
  cs_line_free(p.host);
  p.host = NULL;
  pthread_join(t, NULL);
  close_pair(&p);
}

static void a_channel_over_a_line_is_a_channel(void **state) {
  (void)state;
  int fd[2];
  cs_worker w;
  cs_line *server;
  cs_frame f;
  assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fd), 0);
  assert_int_equal(cs_worker_connect(&w, fd[0], MAX, NULL), CS_OK);
  assert_int_equal(cs_line_new(fd[1], CS_LINE_SERVER, MAX, &server, NULL),
                   CS_OK);
  cs_line_watch(server, patient, NULL);
  assert_true(cs_worker_is_remote(&w));
  assert_int_equal(cs_line_send(server, CS_FRAME_READY, "0", 1, NULL, 0),
                   CS_OK);
  assert_int_equal(cs_worker_greet(&w, NULL), CS_OK);
  assert_false(w.seen);
  assert_int_equal(cs_channel_send(&w.channel, 10, "a", 1, "b", 1), CS_OK);
  assert_int_equal(cs_line_receive(server, &f), CS_OK);
  assert_string_equal(f.data, "ab");
  cs_worker_deadline(&w, 1, 500); /* the machine may be busy in between */
  assert_int_equal(cs_channel_receive(&w.channel, &f), CS_EOS);
  assert_true(w.timed_out); /* it was told, and did not care */
  assert_int_equal(cs_line_receive(server, &f), CS_OK);
  assert_int_equal(f.kind, CS_FRAME_INTERRUPT);
  cs_worker_stop(&w);
  assert_int_equal(cs_line_receive(server, &f), CS_EOS);
  cs_line_free(server);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_masked_message_of_the_rfc_is_read),
      cmocka_unit_test(fragments_become_one_message_with_a_ping_in_between),
      cmocka_unit_test(heads_have_the_shortest_length),
      cmocka_unit_test(what_nobody_may_send_is_refused),
      cmocka_unit_test(fragments_count_together),
      cmocka_unit_test(a_mask_is_taken_off_wherever_bytes_are_cut),
      cmocka_unit_test(frames_go_both_ways),
      cmocka_unit_test(an_interrupt_arrives_before_the_next_frame),
      cmocka_unit_test(an_interrupt_is_sent_while_the_host_waits),
      cmocka_unit_test(a_ping_is_answered_and_not_told),
      cmocka_unit_test(the_end_of_a_worker_is_told_from_a_lost_connection),
      cmocka_unit_test(lengths_that_do_not_match_are_refused),
      cmocka_unit_test(a_message_beyond_the_ceiling_is_refused),
      cmocka_unit_test(nobody_waits_for_a_peer_that_does_not_read),
      cmocka_unit_test(a_peer_that_never_lets_us_wait_is_timed_all_the_same),
      cmocka_unit_test(a_channel_over_a_line_is_a_channel),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
