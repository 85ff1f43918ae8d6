/*
 * re_build.h - from pattern text to compiled code in one step.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_RE_BUILD_H
#define CS_PY_MOD_RE_BUILD_H

#include "base/scratch.h"
#include "base/status.h"
#include "py/mod/re_error.h"
#include "py/mod/re_match.h"

/* The variant to use for a pattern and a subject. */
static inline cs_re_variant cs_re_build_variant(bool bytes, bool ascii) {
  return bytes ? CS_RE_OVER_BYTES : ascii ? CS_RE_OVER_ASCII : CS_RE_OVER_TEXT;
}

/* Parse, print and compile the `n` bytes of `pattern`.  `flags` may be those
 * given to re.compile or Pattern.flags.  `scratch` holds the tree on the way
 * and can be reset afterwards.  Fails like the three steps do. */
cs_status cs_re_build_code(cs_scratch *scratch, cs_re_memory *memory,
                           const uint8_t *pattern, size_t n, uint32_t flags,
                           cs_re_variant variant, cs_re_code *out,
                           cs_re_error *err) CS_MUST_CHECK;

#endif
