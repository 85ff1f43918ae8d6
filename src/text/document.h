/*
 * document.h - a JSON document of somebody else, read into one array of nodes.
 *
 * Strict RFC 8259: UTF-8, no trailing bytes, at most CS_DOCUMENT_DEPTH levels.
 * A key that occurs twice is an error, because two readers could choose
 * different ones; so is a NUL in a text.  The reader does not recurse.
 *
 * A node is named by its index; 0 is the document, CS_DOCUMENT_NONE is "not
 * there", which every function accepts.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_TEXT_DOCUMENT_H
#define CS_TEXT_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"

#define CS_DOCUMENT_NONE  UINT32_MAX
#define CS_DOCUMENT_DEPTH 32
#define CS_DOCUMENT_NODES 262144

typedef enum cs_document_kind {
  CS_DOCUMENT_NULL,
  CS_DOCUMENT_BOOL,
  CS_DOCUMENT_NUMBER,
  CS_DOCUMENT_TEXT,
  CS_DOCUMENT_LIST,
  CS_DOCUMENT_MAP
} cs_document_kind;

typedef struct cs_document_node {
  cs_document_kind kind;
  uint32_t next;     /* sibling */
  uint32_t child;    /* LIST, MAP: the first one */
  uint32_t count;    /* LIST, MAP: how many */
  uint32_t key_hash; /* in a map */
  bool truth;
  const char *key;  /* in a map; borrowed from `texts` */
  const char *text; /* TEXT; NUMBER: its digits */
} cs_document_node;

typedef struct cs_document {
  cs_document_node *nodes; /* owned */
  uint32_t n, room;
  char *texts; /* owned: every key and text, each with a NUL */
  size_t used;
} cs_document;

/* Read `n` bytes.  CS_ECORRUPT: not JSON as above; CS_ELIMIT: too many nodes.
 * After a failure there is nothing to free. */
cs_status cs_document_parse(cs_document *d, const char *bytes, size_t n,
                            cs_error *err) CS_MUST_CHECK;
void cs_document_fini(cs_document *d); /* may be zeroed */

/* The member `key` of a map. */
uint32_t cs_document_get(const cs_document *d, uint32_t map, const char *key);
/* First child and next sibling. */
uint32_t cs_document_first(const cs_document *d, uint32_t node);
uint32_t cs_document_next(const cs_document *d, uint32_t node);
/* Is it there and of that kind? */
bool cs_document_is(const cs_document *d, uint32_t node, cs_document_kind kind);
/* The text of the member `key`, NULL if it is none. */
const char *cs_document_text(const cs_document *d, uint32_t map,
                             const char *key);
/* A whole number of at most 2^53 - 1 without sign. */
bool cs_document_size(const cs_document *d, uint32_t map, const char *key,
                      uint64_t *out);

/* Append `text` with quotes, escaped. */
cs_status cs_document_quote(cs_buf *out, const char *text) CS_MUST_CHECK;

#endif
