/*
 * re_cache.h - compiled patterns of an engine, outside the arena.
 *
 * A Pattern object knows its text and flags only; the code for a kind of
 * subject is compiled on first use and found here afterwards.  Losing an
 * entry, or the whole cache after a load, changes nothing but time: the fuel
 * for finding code and for compiling it is the same.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_RE_CACHE_H
#define CS_PY_MOD_RE_CACHE_H

#include "base/scratch.h"
#include "py/heap/ctx.h"
#include "py/mod/re_error.h"
#include "py/mod/re_match.h"

typedef struct cs_re_cache cs_re_cache;

/* Code of the pattern (text, len) under `flags`; compiled if need be and
 * charged.  `h` is the hash of the text.  CS_THROW when it cannot be compiled.
 */
cs_status cs_re_cache_code(cs_ctx *ctx, const uint8_t *text, uint32_t len,
                           uint32_t h, uint32_t flags, cs_re_variant variant,
                           const cs_re_code **out) CS_MUST_CHECK;

/* Empty temporary memory for parsing; NULL without memory. */
cs_scratch *cs_re_cache_scratch(cs_ctx *ctx);

/* A match, paid for from the session's fuel.  CS_STOP when that ends or the
 * session is interrupted. */
cs_status cs_re_cache_run(cs_ctx *ctx, const cs_re_code *code,
                          const uint8_t *subject, size_t size, size_t start,
                          cs_re_how how, const size_t **ends) CS_MUST_CHECK;
/* The next match of an iteration; `*ends` NULL at the end. */
cs_status cs_re_cache_next(cs_ctx *ctx, const cs_re_code *code,
                           const uint8_t *subject, size_t size,
                           cs_re_scan *scan, const size_t **ends) CS_MUST_CHECK;

/* Give everything back: at the end of an engine.  `ctx` may have none. */
void cs_re_cache_free(cs_ctx *ctx);

#endif
