/*
 * test_egress_parse.c - HTTP, TLS greetings, DNS, SOCKS, secrets in texts.
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

#include <cmocka.h>

#include "egress/dns.h"
#include "egress/hello.h"
#include "egress/http.h"
#include "egress/lookup.h"
#include "egress/socks.h"
#include "egress/vault.h"

#define BYTES(text) text, sizeof(text) - 1

/* --- HTTP ---------------------------------------------------------------- */

static void http_requests(void **state) {
  (void)state;
  cs_http_head *h = malloc(sizeof *h);
  assert_int_equal(
      cs_http_request(BYTES("GET / HTTP/1.1\r\nHost: a\r\n\r\nrest"), h),
      CS_HTTP_DONE);
  assert_string_equal(h->method, "GET");
  assert_int_equal(h->size, 27);
  assert_true(h->has_host && h->frame == CS_FRAME_NONE && !h->close);
  assert_int_equal(
      cs_http_request(BYTES("POST /x HTTP/1.1\r\nHost: a\r\n"
                            "Content-Length: 12\r\nConnection: close\r\n\r\n"),
                      h),
      CS_HTTP_DONE);
  assert_true(h->frame == CS_FRAME_LENGTH && h->length == 12 && h->close);
  const char whole[] = "GET / HTTP/1.1\r\nHost: a\r\nA: b\r\n\r\n";
  for (size_t n = 0; n < sizeof whole - 1; n++)
    assert_int_equal(cs_http_request(whole, n, h), CS_HTTP_MORE);
  free(h);
}

/* redteam: H13 */
static void http_ambiguity_is_refused(void **state) {
  (void)state;
  static const char *const bad[] = {
      "GET / HTTP/1.1\nHost: a\n\n",
      "GET / HTTP/1.1\r\nHost: a\n\r\n",
      "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET / HTTP/1.1 \r\nHost: a\r\n\r\n",
      "GET / HTTP/1.2\r\nHost: a\r\n\r\n",
      "GET / http/1.1\r\nHost: a\r\n\r\n",
      "GET /\x7f HTTP/1.1\r\nHost: a\r\n\r\n",
      "G(T / HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET / HTTP/1.1\r\n Host: a\r\n\r\n",
      "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nA\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nA: \x01\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nA: b\rc\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: 1, 1\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: 0x1\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: 9999999999999999999\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n"
      "\r\n",
      "POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked, chunked\r\n\r\n",
      "POST / HTTP/1.1\r\nTransfer-Encoding: identity\r\n\r\n",
      "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
      "POST / HTTP/1.1\r\nExpect: 200-ok\r\n\r\n",
      "GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n"};
  cs_http_head *h = malloc(sizeof *h);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (cs_http_request(bad[i], strlen(bad[i]), h) != CS_HTTP_BAD)
      fail_msg("accepted %s", bad[i]);
  assert_int_equal(cs_http_request(BYTES("GET / HTTP/1.1\r\nA: \0\r\n\r\n"), h),
                   CS_HTTP_BAD);
  free(h);
}

static void http_heads_have_a_limit(void **state) {
  (void)state;
  cs_http_head *h = malloc(sizeof *h);
  size_t n = CS_HTTP_HEAD + 100;
  char *text = malloc(n);
  memset(text, 'a', n);
  memcpy(text, "GET / HTTP/1.1\r\nA: ", 19);
  assert_int_equal(cs_http_request(text, n, h), CS_HTTP_LONG);
  size_t at = 16;
  for (int i = 0; i < CS_HTTP_HEADERS + 1; i++, at += 6)
    memcpy(text + at, "A: b\r\n", 6);
  memcpy(text + at, "\r\n", 2);
  assert_int_equal(cs_http_request(text, at + 2, h), CS_HTTP_LONG);
  free(text);
  free(h);
}

static void http_replies(void **state) {
  (void)state;
  cs_http_head *h = malloc(sizeof *h);
  assert_int_equal(cs_http_reply(BYTES("HTTP/1.1 200 OK\r\n\r\n"), false, h),
                   CS_HTTP_DONE);
  assert_true(h->frame == CS_FRAME_CLOSE && h->close && h->status == 200);
  assert_int_equal(
      cs_http_reply(BYTES("HTTP/1.1 200\r\nContent-Length: 5\r\n\r\n"), true,
                    h),
      CS_HTTP_DONE);
  assert_int_equal(h->frame, CS_FRAME_NONE);
  assert_int_equal(
      cs_http_reply(BYTES("HTTP/1.1 304 x\r\nContent-Length: 5\r\n\r\n"), false,
                    h),
      CS_HTTP_DONE);
  assert_int_equal(h->frame, CS_FRAME_NONE);
  assert_int_equal(cs_http_reply(BYTES("HTTP/1.1 99 x\r\n\r\n"), false, h),
                   CS_HTTP_BAD);
  assert_int_equal(cs_http_reply(BYTES("HTTP/1.1 200OK\r\n\r\n"), false, h),
                   CS_HTTP_BAD);
  free(h);
}

/* The content of a chunked body that comes in pieces of `piece` bytes; false:
 * malformed. */
static bool unchunk(const char *text, size_t n, size_t piece, char *out,
                    bool *done, size_t *rest) {
  cs_http_head h = {.frame = CS_FRAME_CHUNKED};
  cs_http_body b;
  cs_http_body_init(&b, &h);
  size_t at = 0, len = 0;
  while (at < n && !b.done) {
    size_t used, content, take = n - at < piece ? n - at : piece;
    if (!cs_http_body_take(&b, text + at, take, &used, &content)) return false;
    assert_true(used <= take && content <= used);
    memcpy(out + len, text + at + used - content, content);
    len += content;
    at += used;
    assert_true(used > 0);
  }
  out[len] = 0;
  *done = b.done;
  *rest = n - at;
  return true;
}

static void http_chunks(void **state) {
  (void)state;
  static const char good[] =
      "3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nT: x\r\n\r\nnext";
  static const char *const bad[] = {"\r\n",
                                    "x\r\n",
                                    "3\nabc\r\n",
                                    "3\r\nabcd\r\n",
                                    "-3\r\nabc\r\n",
                                    "3 \r\nabc\r\n",
                                    "ffffffffffffffffff\r\n",
                                    "0\r\n\n",
                                    "3;a\nb\r\nabc\r\n"};
  char out[100];
  bool done;
  size_t rest;
  for (size_t piece = 1; piece < sizeof good; piece++) {
    assert_true(unchunk(good, sizeof good - 1, piece, out, &done, &rest));
    assert_string_equal(out, "abc0123456789");
    assert_true(done && rest == 4);
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (unchunk(bad[i], strlen(bad[i]), 7, out, &done, &rest) && done)
      fail_msg("accepted %s", bad[i]);
}

/* --- TLS ----------------------------------------------------------------- */

/* A greeting with one extension more, in records of `record` bytes. */
static size_t greeting(uint8_t *out, const uint8_t *sni, size_t n, bool ech,
                       size_t record) {
  uint8_t m[1024] = {1};
  size_t at = 4 + 2 + 32;
  m[at++] = 0;                                   /* session */
  memcpy(m + at, "\x00\x02\x13\x01\x01\x00", 6); /* ciphers, compression */
  at += 6;
  size_t list = at;
  at += 2;
  if (sni) {
    uint8_t head[] = {0, 0, 0,         (uint8_t)(n + 5), 0, (uint8_t)(n + 3),
                      0, 0, (uint8_t)n};
    memcpy(m + at, head, sizeof head);
    memcpy(m + at + sizeof head, sni, n);
    at += sizeof head + n;
  }
  if (ech) memcpy(m + at, "\xfe\x0d\x00\x00", 4), at += 4;
  m[list] = (uint8_t)((at - list - 2) >> 8);
  m[list + 1] = (uint8_t)(at - list - 2);
  m[2] = (uint8_t)((at - 4) >> 8);
  m[3] = (uint8_t)(at - 4);
  size_t len = 0;
  for (size_t i = 0; i < at; i += record) {
    size_t k = at - i < record ? at - i : record;
    uint8_t head[] = {22, 3, 1, (uint8_t)(k >> 8), (uint8_t)k};
    memcpy(out + len, head, 5);
    memcpy(out + len + 5, m + i, k);
    len += 5 + k;
  }
  return len;
}

/* redteam: H11 */
static void tls_greetings(void **state) {
  (void)state;
  uint8_t bytes[8192];
  cs_hello h;
  for (size_t record = 1; record < 200; record += 7) {
    size_t n = greeting(bytes, (const uint8_t *)"Api.Test", 8, false, record);
    for (size_t k = 0; k < n; k++)
      assert_int_equal(cs_hello_read(bytes, k, &h), CS_HELLO_MORE);
    assert_int_equal(cs_hello_read(bytes, n, &h), CS_HELLO_DONE);
    assert_true(h.has_sni && !h.ech);
    assert_string_equal(h.sni.text, "api.test");
  }
  size_t n = greeting(bytes, NULL, 0, true, 500);
  assert_int_equal(cs_hello_read(bytes, n, &h), CS_HELLO_DONE);
  assert_true(!h.has_sni && h.ech);
  n = greeting(bytes, (const uint8_t *)"a.test\0b", 8, false, 500);
  assert_int_equal(cs_hello_read(bytes, n, &h), CS_HELLO_BAD_NAME);
  n = greeting(bytes, (const uint8_t *)"10.0.0.1", 8, false, 500);
  assert_int_equal(cs_hello_read(bytes, n, &h), CS_HELLO_BAD_NAME);
  assert_int_equal(cs_hello_read((const uint8_t *)"GET / HTTP", 10, &h),
                   CS_HELLO_BAD);
  assert_int_equal(
      cs_hello_read((const uint8_t *)"\x80\x2e\x01\x00\x02", 5, &h),
      CS_HELLO_BAD); /* SSLv2 */
  assert_int_equal(
      cs_hello_read((const uint8_t *)"\x16\x03\x01\x40\x00\x01\x00\xff\xff", 9,
                    &h),
      CS_HELLO_MORE);
}

/* --- DNS ----------------------------------------------------------------- */

static void dns_both_ends(void **state) {
  (void)state;
  uint8_t ask[CS_DNS_MAX], answer[CS_DNS_MAX];
  cs_name name, other;
  cs_dns_question q;
  cs_dns_addresses found = {.n = 0};
  cs_address a;
  assert_null(cs_name_read("api.test", 8, &name));
  assert_null(cs_name_read("other.test", 10, &other));
  assert_true(cs_address_read4("198.18.1.0", 10, &a));
  size_t n = cs_dns_ask(&name, CS_DNS_A, 77, ask);
  assert_true(cs_dns_read_question(ask, n, &q));
  assert_true(q.good && cs_name_equal(&q.name, &name) && q.type == CS_DNS_A);
  size_t k = cs_dns_answer(ask, &q, true, &a, answer);
  assert_int_equal(cs_dns_read_answer(answer, k, &name, CS_DNS_A, 77, &found),
                   CS_DNS_FOUND);
  assert_int_equal(found.n, 1);
  assert_true(cs_address_equal(&found.at[0], &a));
  /* Another question's answer is not ours. */
  assert_int_equal(cs_dns_read_answer(answer, k, &name, CS_DNS_A, 78, &found),
                   CS_DNS_IGNORE);
  assert_int_equal(cs_dns_read_answer(answer, k, &other, CS_DNS_A, 77, &found),
                   CS_DNS_IGNORE);
  assert_int_equal(
      cs_dns_read_answer(answer, k, &name, CS_DNS_AAAA, 77, &found),
      CS_DNS_IGNORE);
  k = cs_dns_answer(ask, &q, false, NULL, answer);
  assert_int_equal(cs_dns_read_answer(answer, k, &name, CS_DNS_A, 77, &found),
                   CS_DNS_NONE);
  answer[2] |= 2;
  assert_int_equal(cs_dns_read_answer(answer, k, &name, CS_DNS_A, 77, &found),
                   CS_DNS_CUT);
  for (size_t cut = 0; cut < n; cut++)
    assert_false(cs_dns_read_question(ask, cut, &q));
  /* A compressed name that points to itself. */
  uint8_t loop[] = {0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0xc0, 12, 0, 1, 0, 1};
  assert_false(cs_dns_read_question(loop, sizeof loop, &q));
}

static void dns_files(void **state) {
  (void)state;
  cs_name name;
  cs_dns_addresses found = {.n = 0};
  cs_address servers[CS_LOOKUP_SERVERS];
  assert_null(cs_name_read("api.test", 8, &name));
  cs_lookup_hosts(
      "# 1.1.1.1 api.test\n10.0.0.1 other API.test # x\n"
      "::1 api.test.\nbad api.test\n10.0.0.2 xapi.test",
      &name, &found);
  assert_int_equal(found.n, 2);
  assert_int_equal(
      cs_lookup_servers("search x\nnameserver 9.9.9.9\nnameserver fe80::1%eth0"
                        "\n nameserver 1.1.1.1\nnameserver\n",
                        servers),
      2);
  assert_int_equal(cs_lookup_servers("", servers), 1);
}

/* --- SOCKS --------------------------------------------------------------- */

/* redteam: H19 */
static void socks_requests(void **state) {
  (void)state;
  size_t used;
  cs_name name;
  uint16_t port;
#define ASK(text) \
  cs_socks_request((const uint8_t *)BYTES(text), &used, &name, &port)
  assert_int_equal(ASK("\x05\x01\x00\x03\x08"
                       "api.test\x01\xbb"),
                   CS_SOCKS_DONE);
  assert_true(port == 443 && used == 15);
  assert_string_equal(name.text, "api.test");
  assert_int_equal(ASK("\x05\x01\x00\x03\x08"
                       "api.tes"),
                   CS_SOCKS_MORE);
  assert_int_equal(ASK("\x05\x01\x00\x03\x0d"
                       "api.test\0evil\x01\xbb"),
                   CS_SOCKS_BAD_NAME);
  assert_int_equal(ASK("\x05\x01\x00\x03\x00\x01\xbb"), CS_SOCKS_BAD_NAME);
  assert_int_equal(ASK("\x05\x02\x00\x01\x01\x02\x03\x04\x01\xbb"),
                   CS_SOCKS_COMMAND);
  assert_int_equal(ASK("\x05\x03\x00\x01\x01\x02\x03\x04\x01\xbb"),
                   CS_SOCKS_COMMAND);
  assert_int_equal(ASK("\x05\x01\x00\x01\x7f\x00\x00\x01\x01\xbb"),
                   CS_SOCKS_DONE);
  assert_int_equal(name.address.family, 4);
  assert_int_equal(ASK("\x04\x01\x01\xbb\x00\x00\x00\x01"), CS_SOCKS_BAD);
  assert_int_equal(ASK("\x05\x01\x01\x01\x7f\x00\x00\x01\x01\xbb"),
                   CS_SOCKS_BAD);
#undef ASK
  assert_int_equal(
      cs_socks_greeting((const uint8_t *)"\x05\x02\x02\x00", 4, &used),
      CS_SOCKS_DONE);
  assert_int_equal(cs_socks_greeting((const uint8_t *)"\x05\x01\x02", 3, &used),
                   CS_SOCKS_NO_AUTH);
}

/* --- secrets ------------------------------------------------------------- */

#define VALUE "value-of-it"
#define HELD  "csph_key_00112233445566778899aabbccddeeff"

static void make_secrets(cs_vault *s) {
  cs_vault_secret *one = calloc(1, sizeof *one);
  snprintf(one->name, sizeof one->name, "key");
  snprintf(one->placeholder, sizeof one->placeholder, HELD);
  memcpy(one->hosts, "api.test", 8);
  one->sites = CS_SITE_HEADER | CS_SITE_BASIC;
  one->nvalue = sizeof VALUE - 1;
  memcpy(one->value, VALUE, sizeof VALUE - 1);
  cs_error err = {0};
  assert_int_equal(cs_vault_open(s, 1, &err), CS_OK);
  assert_int_equal(cs_vault_put(s, one, &err), CS_OK);
  free(one);
}

static const char *header(cs_swap *w, const char *value, cs_buf *out) {
  cs_buf_clear(out);
  assert_int_equal(cs_swap_header(w, (cs_span){BYTES("x-key")},
                                  (cs_span){value, strlen(value)}, out),
                   CS_OK);
  return cs_buf_text(out);
}

/* redteam: I02, I08 */
static void secrets_are_swapped_whole(void **state) {
  (void)state;
  cs_vault s;
  cs_name bound, other;
  cs_swap w;
  cs_buf out;
  make_secrets(&s);
  cs_buf_init(&out, 1 << 16);
  assert_null(cs_name_read("api.test", 8, &bound));
  assert_null(cs_name_read("other.test", 10, &other));
  cs_swap_init(&w, &s, &bound, true);
  assert_string_equal(header(&w, "Bearer " HELD, &out), "Bearer " VALUE);
  assert_string_equal(header(&w, HELD "," HELD, &out), VALUE "," VALUE);
  assert_int_equal(w.used, 3);
  assert_string_equal(header(&w, "x" HELD, &out), "x" HELD);
  assert_string_equal(header(&w, HELD "0", &out), HELD "0");
  assert_false(w.misused || w.plain);
  cs_swap_fini(&w);
  cs_swap_init(&w, &s, &bound, false); /* not verified, or plain HTTP */
  assert_string_equal(header(&w, HELD, &out), HELD);
  assert_true(w.misused);
  cs_swap_fini(&w);
  cs_swap_init(&w, &s, &other, true);
  assert_string_equal(header(&w, HELD, &out), HELD);
  assert_true(w.misused);
  cs_swap_fini(&w);
  s.at[0].nvalue = 0; /* revoked */
  cs_swap_init(&w, &s, &bound, true);
  assert_string_equal(header(&w, HELD, &out), HELD);
  assert_true(w.plain && !w.misused);
  cs_swap_fini(&w);
  cs_buf_fini(&out);
  cs_vault_close(&s);
}

/* redteam: I03 */
static void replies_are_scrubbed_wherever_they_are_cut(void **state) {
  (void)state;
  static const char text[] =
      "value-of-value-of-it value-of-it" VALUE " value-of-i";
  static const char want[] = "value-of-" HELD " " HELD HELD " value-of-i";
  cs_vault s;
  cs_name bound;
  make_secrets(&s);
  assert_null(cs_name_read("api.test", 8, &bound));
  for (size_t piece = 1; piece < sizeof text; piece++) {
    cs_scrub scrub;
    cs_buf out;
    cs_buf_init(&out, 1 << 16);
    cs_scrub_init(&scrub, &s, &bound);
    for (size_t at = 0; at < sizeof text - 1; at += piece) {
      size_t n = sizeof text - 1 - at < piece ? sizeof text - 1 - at : piece;
      assert_int_equal(cs_scrub_put(&scrub, text + at, n, false, &out), CS_OK);
      assert_null(strstr(cs_buf_text(&out), VALUE));
    }
    assert_int_equal(cs_scrub_put(&scrub, "", 0, true, &out), CS_OK);
    assert_string_equal(cs_buf_text(&out), want);
    cs_buf_fini(&out);
    cs_scrub_fini(&scrub);
  }
  cs_vault_close(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(http_requests),
      cmocka_unit_test(http_ambiguity_is_refused),
      cmocka_unit_test(http_heads_have_a_limit),
      cmocka_unit_test(http_replies),
      cmocka_unit_test(http_chunks),
      cmocka_unit_test(tls_greetings),
      cmocka_unit_test(dns_both_ends),
      cmocka_unit_test(dns_files),
      cmocka_unit_test(socks_requests),
      cmocka_unit_test(secrets_are_swapped_whole),
      cmocka_unit_test(replies_are_scrubbed_wherever_they_are_cut)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
