/*
 * fuzz_json.c - any bytes as the JSON answer of a tool.
 *
 * What is accepted must be one valid value, and print as JSON that reads back
 * as the same value unless it holds an int that has no JSON form.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "text/wire_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool ok) {
  if (!ok) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  cs_wire w, again;
  cs_buf b;
  cs_wire_init(&w, 1 << 22);
  cs_wire_init(&again, 1 << 22);
  cs_buf_init(&b, 1 << 22);
  if (cs_wire_json_parse((const char *)data, size, &w) == CS_OK) {
    must(cs_wire_check(w.data, w.len, 1) == CS_OK);
    cs_wire_in in = cs_wire_read(w.data, w.len);
    if (cs_wire_json_print(&in, &b) == CS_OK) {
      must(cs_wire_json_parse(cs_buf_text(&b), b.len, &again) == CS_OK);
      must(again.len == w.len && memcmp(again.data, w.data, w.len) == 0);
    }
  }
  cs_wire_fini(&w);
  cs_wire_fini(&again);
  cs_buf_fini(&b);
  return 0;
}
