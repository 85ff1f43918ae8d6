/*
 * fuzz_egress_dns.c - any bytes as a DNS query of a sandbox, and as an answer
 * of the host's resolver.
 *
 * What must hold: a query that is read is answered within the size of a
 * message, and our own reader accepts that answer; an answer to another
 * question gives no address.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "egress/dns.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool ok) {
  if (!ok) abort();
}

static void check_question(const uint8_t *data, size_t size) {
  uint8_t out[CS_DNS_MAX];
  cs_dns_question q;
  cs_dns_addresses found = {.n = 0};
  cs_address a = {.family = 4, .bytes = {198, 18, 1, 0}};
  if (!cs_dns_read_question(data, size, &q)) return;
  must(q.end <= size);
  size_t n = cs_dns_answer(data, &q, true, &a, out);
  must(n <= CS_DNS_MAX && n == q.end + 16);
  if (q.good && q.type == CS_DNS_A && !q.name.address.family)
    must(cs_dns_read_answer(out, n, &q.name, q.type, q.id, &found) ==
             CS_DNS_FOUND &&
         found.n == 1);
  must(cs_dns_answer(data, &q, false, NULL, out) == q.end);
}

static void check_answer(const uint8_t *data, size_t size) {
  cs_name name;
  cs_dns_addresses found = {.n = 0};
  uint16_t id = (uint16_t)(size >= 2 ? data[0] << 8 | data[1] : 0);
  must(cs_name_read("api.test", 8, &name) == NULL);
  (void)cs_dns_read_answer(data, size, &name, CS_DNS_A, id, &found);
  (void)cs_dns_read_answer(data, size, &name, CS_DNS_AAAA, id, &found);
  must(found.n <= 2 * CS_DNS_ADDRESSES);
  size_t before = found.n;
  must(cs_dns_read_answer(data, size, &name, CS_DNS_A, (uint16_t)(id + 1),
                          &found) == CS_DNS_IGNORE &&
       found.n == before);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  check_question(data, size);
  check_answer(data, size);
  return 0;
}
