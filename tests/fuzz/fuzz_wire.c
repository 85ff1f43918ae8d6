/*
 * fuzz_wire.c - any bytes as a value: reader, guest values, and back.
 *
 * What the reader accepts must be readable to the end; what a session accepts
 * must leave it as bytes that the reader accepts; nothing may crash, and the
 * session must still compute afterwards.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/wire.h"
#include "py/engine.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static cs_engine *fresh(void) {
  cs_limits limits;
  cs_engine *e;
  cs_limits_default(&limits);
  limits.memory = 8 << 20;
  limits.fuel = 10000000;
  if (cs_engine_new(&limits, &e) != CS_OK) abort();
  return e;
}

static void come_back(cs_engine *e) {
  cs_wire w;
  cs_wire_init(&w, 64 << 20);
  cs_status st = cs_engine_get_global(e, "v", &w);
  if (st == CS_OK && cs_wire_check(w.data, w.len, 1) != CS_OK) abort();
  cs_wire_fini(&w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static cs_engine *e; /* a fuzzer is no library */
  static unsigned rounds;
  cs_wire_in in = cs_wire_read(data, size);
  bool valid = cs_wire_check(data, size, 1) == CS_OK;
  if (valid && (cs_wire_skip(&in) != CS_OK || in.at != in.end)) abort();
  if (!e) e = fresh();
  cs_status st = cs_engine_set_global(e, "v", data, size);
  if (st == CS_OK && !valid) abort();
  if (st == CS_OK) {
    come_back(e);
    cs_stop stop = cs_engine_start(e, "repr(v)", 7, "f.py", CS_START_RESULT);
    if (stop == CS_STOP_CALL) cs_engine_abandon(e);
  }
  if (++rounds % 1000 == 0) {
    if (cs_engine_start(e, "6 * 7", 5, "f.py", CS_START_RESULT) != CS_STOP_DONE)
      abort();
    if (cs_engine_reset(e) != CS_OK) abort();
  }
  return 0;
}
