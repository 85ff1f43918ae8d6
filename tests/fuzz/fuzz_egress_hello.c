/*
 * fuzz_egress_hello.c - any bytes as the first message of a TLS client.
 *
 * What must hold: once a greeting is whole, more bytes do not change what it
 * says, and fewer never make it whole.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "egress/hello.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool ok) {
  if (!ok) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  cs_hello whole, part;
  cs_hello_state last = cs_hello_read(data, size, &whole);
  size_t step = size / 16 + 1;
  for (size_t n = 0; n < size; n += step) {
    cs_hello_state st = cs_hello_read(data, n, &part);
    if (st == CS_HELLO_MORE) continue;
    must(st == last || st == CS_HELLO_BAD);
    if (st == CS_HELLO_DONE)
      must(part.has_sni == whole.has_sni && part.ech == whole.ech &&
           cs_name_equal(&part.sni, &whole.sni));
  }
  if (last == CS_HELLO_DONE && whole.has_sni)
    must(whole.sni.len > 0 && whole.sni.address.family == 0);
  return 0;
}
