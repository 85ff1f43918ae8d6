/*
 * fuzz_egress_socks.c - any bytes as what a SOCKS client says.
 *
 * What must hold: a request that is read is within its bytes and names a valid
 * host or an address; no shorter begin of it is read.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "egress/socks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool ok) {
  if (!ok) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  size_t used, again;
  cs_name name;
  uint16_t port;
  cs_socks_state st = cs_socks_greeting(data, size, &used);
  must(used <= size);
  if (st == CS_SOCKS_DONE)
    must(cs_socks_greeting(data, used - 1, &again) == CS_SOCKS_MORE);
  st = cs_socks_request(data, size, &used, &name, &port);
  must(used <= size && used <= CS_SOCKS_MAX);
  if (st != CS_SOCKS_DONE) return 0;
  must(name.len > 0 && strlen(name.text) == name.len);
  must(cs_socks_request(data, used - 1, &again, &name, &port) == CS_SOCKS_MORE);
  return 0;
}
