/*
 * fuzz_source.c - any bytes as source text: tokenizer, parser, scope pass.
 *
 * Nothing may crash, hang or read outside of its memory, and every failure
 * leaves a message.  The first byte chooses mode and flags.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdlib.h>

#include "base/scratch.h"
#include "py/lang/parse.h"
#include "py/lang/scope.h"

#define LIMIT ((size_t)16 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Every symbol must have a place to live. */
static void check_symbols(const cs_scope *s) {
  for (const cs_symbol *y = s->symbols; y; y = y->next) {
    if (y->home->access == CS_ACCESS_NONE) abort();
    bool closure = y->home->access == CS_ACCESS_FREE ||
                   y->home->access == CS_ACCESS_CLASS_FREE;
    if (closure && !y->home->outer) abort();
  }
}

static void check_scopes(const cs_scope *s) {
  for (;;) {
    check_symbols(s);
    if (s->first_child) {
      s = s->first_child;
      continue;
    }
    while (!s->sibling) {
      s = s->parent;
      if (!s) return;
    }
    s = s->sibling;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  cs_mode mode = (cs_mode)(data[0] & 3);
  cs_scratch scratch;
  cs_unit u;
  cs_scratch_init(&scratch, LIMIT);
  cs_status st = cs_unit_init(&u, &scratch, data[0] >> 2 & 15);
  if (st == CS_OK)
    st = cs_parse_module(&u, (const char *)data + 1, size - 1, mode);
  if (st == CS_OK) st = cs_scope_build(&u);
  if (st == CS_OK) check_scopes(u.top);
  if (st == CS_ESYNTAX && !u.failed) abort();
  if (st == CS_ESYNTAX && u.error.kind != CS_ERROR_MEMORY && !u.error.text[0])
    abort();
  cs_scratch_fini(&scratch);
  return 0;
}
