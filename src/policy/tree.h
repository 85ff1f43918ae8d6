/*
 * tree.h - the events of a YAML or JSON reader become a tree.
 *
 * The tree knows nothing of the schema.  Scalars are TEXT: `plain` ones were
 * written without quotes and may turn out to be numbers or truth values.
 *
 * Guarantees: at most CS_TREE_DEPTH levels; keys are scalars, no key occurs
 * twice in a map; no text has a NUL byte.  The first fault stops everything.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_TREE_H
#define CS_POLICY_TREE_H

#include "policy/fault.h"
#include "policy/pvalue.h"

#define CS_TREE_DEPTH 16
#define CS_TREE_KEYS  1024 /* in one map */
#define CS_TREE_BYTES (UINT32_C(256) << 10)

typedef struct cs_tree_level {
  cs_pvalue self;   /* the list or map; its items are gathered below */
  cs_pvalue *items; /* owned */
  size_t n, room;
  const char *key; /* map: the key whose value comes next */
  cs_fault_place key_at;
} cs_tree_level;

typedef struct cs_tree {
  cs_scratch *mem;        /* borrowed: where the tree lives */
  const char *file;       /* borrowed: for faults */
  cs_policy_fault *fault; /* borrowed, may be NULL */
  uint16_t source;
  cs_tree_level level[CS_TREE_DEPTH];
  size_t depth;
  cs_pvalue root;
  bool has_root;
} cs_tree;

void cs_tree_init(cs_tree *t, cs_scratch *mem, const char *file,
                  uint16_t source, cs_policy_fault *fault);
/* What is not part of the tree yet is freed. */
void cs_tree_fini(cs_tree *t);

cs_status cs_tree_scalar(cs_tree *t, const char *text, size_t n, bool plain,
                         uint32_t line, uint32_t column) CS_MUST_CHECK;
cs_status cs_tree_open(cs_tree *t, cs_pvalue_kind kind, uint32_t line,
                       uint32_t column) CS_MUST_CHECK;
cs_status cs_tree_close(cs_tree *t) CS_MUST_CHECK;
/* A fault at a place of this file. */
cs_status cs_tree_fault(cs_tree *t, uint32_t line, uint32_t column,
                        const char *what);

/* Readers: one document into an empty tree. */
cs_status cs_yaml_read(cs_tree *t, const char *text, size_t n) CS_MUST_CHECK;
cs_status cs_json_read(cs_tree *t, const char *text, size_t n) CS_MUST_CHECK;

#endif
