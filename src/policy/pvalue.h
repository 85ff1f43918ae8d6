/*
 * pvalue.h - one value of a policy, with the place where it was written.
 *
 * Values are trees in one block of memory that dies with its policy; nothing
 * points out of it.  Texts are UTF-8 without NUL bytes, so they are C strings.
 * The entries of a list or map follow each other: `items[0..n)`; those of a
 * map have keys, sorted by nothing: the order is that of the file.
 *
 * An entry that has a shape (schema.h) is a MAP with exactly one item for each
 * field of the shape, in its order; NONE where a field is absent.  Entries of
 * shapes that only have a text form are that TEXT (or INT).  A path is a TEXT,
 * with * as a pattern; a MAP {path, literal} is a literal one with a star.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_PVALUE_H
#define CS_POLICY_PVALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/scratch.h"
#include "base/status.h"

typedef enum cs_pvalue_kind {
  CS_PV_NONE, /* absent */
  CS_PV_BOOL,
  CS_PV_INT,
  CS_PV_TEXT,
  CS_PV_LIST,
  CS_PV_MAP
} cs_pvalue_kind;

typedef struct cs_pvalue cs_pvalue;
struct cs_pvalue {
  uint8_t kind;                  /* a cs_pvalue_kind */
  bool plain;                    /* TEXT that was written without quotes */
  bool given;                    /* written by somebody: not a default */
  uint16_t source;               /* whose; index of the policy's sources */
  uint32_t base;                 /* entries with a path: beneath.h; 0: none */
  uint32_t line, column;         /* from 1; 0: built in */
  uint32_t key_line, key_column; /* in a map: of the key */
  uint64_t number;               /* BOOL, INT */
  const char *key;               /* in a map */
  const char *text;
  cs_pvalue *items;
  size_t n;
};

/* NULL, or a copy with a NUL behind it. */
char *cs_pvalue_text(cs_scratch *mem, const char *text, size_t n);
/* NULL, or `n` zeroed values. */
cs_pvalue *cs_pvalue_items(cs_scratch *mem, size_t n);
/* Copy a tree into other memory.  CS_EOS, CS_ELIMIT: no room. */
cs_status cs_pvalue_copy(cs_scratch *mem, const cs_pvalue *from,
                         cs_pvalue *to) CS_MUST_CHECK;
/* Do both mean the same?  Places do not count; maps have no order. */
bool cs_pvalue_equal(const cs_pvalue *a, const cs_pvalue *b);
/* The item of a map with this key, or NULL. */
const cs_pvalue *cs_pvalue_find(const cs_pvalue *map, const char *key);

#endif
