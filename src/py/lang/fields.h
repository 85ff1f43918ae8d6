/*
 * fields.h - what each kind of node consists of, as data.
 *
 * Whoever walks over a whole tree (the ast module, the checker) reads this
 * table instead of having a switch over every kind.  The order is that of
 * `_fields` in CPython's ast.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_LANG_FIELDS_H
#define CS_PY_LANG_FIELDS_H

#include "py/lang/ast.h"

typedef enum cs_field_what {
  CS_FIELD_END,
  CS_FIELD_NODE,   /* cs_node *, may be NULL                             */
  CS_FIELD_LIST,   /* cs_node_list, items may be NULL                    */
  CS_FIELD_NAME,   /* the name in the head                               */
  CS_FIELD_OP,     /* the operator in the head                           */
  CS_FIELD_CTX,    /* load, store or delete, in the head                 */
  CS_FIELD_FLAG,   /* 1 if the flag `at` is set in the head, else 0      */
  CS_FIELD_ABSENT, /* None: a field that we do not keep (type comments)  */
  CS_FIELD_KIND,   /* "u" if a string constant was written u""           */
  CS_FIELD_OTHER   /* one of a kind: see `other` in tree.c               */
} cs_field_what;

typedef struct cs_field {
  uint8_t what; /* cs_field_what                                  */
  uint8_t at;   /* NODE, LIST: offset in the node; FLAG: the flag */
} cs_field;

/* The fields of `kind`; the last one is CS_FIELD_END. */
const cs_field *cs_fields_of(cs_node_kind kind);

/* The type parameters of a function or class, which 3.11 does not list among
 * the fields; NULL for other nodes. */
const cs_node_list *cs_fields_type_params(const cs_node *n);

/* The node, the list of a field of `n`. */
static inline cs_node *cs_field_node(const cs_node *n, cs_field f) {
  return *(cs_node *const *)(const void *)((const char *)n + f.at);
}

static inline const cs_node_list *cs_field_list(const cs_node *n, cs_field f) {
  return (const cs_node_list *)(const void *)((const char *)n + f.at);
}

#endif
