/*
 * json_scan.h - JSON text to values, without recursion.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_JSON_SCAN_H
#define CS_PY_MOD_JSON_SCAN_H

#include "py/heap/ctx.h"

/* Why a text is not JSON: CPython's words, and where. */
typedef struct cs_json_fault {
  const char *msg;
  uint32_t at; /* byte offset */
  bool twice;  /* no fault, but an object has a key that comes again */
} cs_json_fault;

/* The value at byte `*at` of {s, n}; `*at` moves behind it.  `ascii`: all of
 * it is.  `strict`: no control characters in strings.  CS_ESYNTAX with
 * `fault`. */
cs_status cs_json_scan(cs_ctx *ctx, const uint8_t *s, uint32_t n, bool ascii,
                       bool strict, uint32_t *at, cs_value *out,
                       cs_json_fault *fault) CS_MUST_CHECK;
/* The string whose contents start at `*at`, behind the quote. */
cs_status cs_json_scan_string(cs_ctx *ctx, const uint8_t *s, uint32_t n,
                              bool ascii, bool strict, uint32_t *at,
                              cs_value *out,
                              cs_json_fault *fault) CS_MUST_CHECK;
/* Behind white space. */
uint32_t cs_json_skip(const uint8_t *s, uint32_t n, uint32_t at);

#endif
