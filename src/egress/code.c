/*
 * code.c - the table of refusals.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "egress/code.h"

#include <assert.h>

static const struct {
  const char *word, *text;
  int status;
} codes[] = {
#define X(name, word, status, text) {word, text, status},
    CS_EGRESS_CODES(X)
#undef X
};

const char *cs_egress_code_word(cs_egress_code code) {
  assert(code < CS_EGRESS_CODE_COUNT);
  return codes[code].word;
}

const char *cs_egress_code_text(cs_egress_code code) {
  assert(code < CS_EGRESS_CODE_COUNT);
  return codes[code].text;
}

int cs_egress_code_status(cs_egress_code code) {
  assert(code < CS_EGRESS_CODE_COUNT);
  return codes[code].status;
}
