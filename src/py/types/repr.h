/*
 * repr.h - the pieces that repr() and str() are made of.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_REPR_H
#define CS_PY_TYPES_REPR_H

#include "py/types/builder.h"

/* Append repr(v), containers included.  CS_SLOW: Python code is needed. */
cs_status cs_repr_put(cs_builder *b, cs_value v) CS_MUST_CHECK;
/* Append str(v); likewise. */
cs_status cs_repr_put_str(cs_builder *b, cs_value v) CS_MUST_CHECK;

/* Append the repr of a value without parts (repr_atom.c). */
cs_status cs_repr_atom(cs_builder *b, cs_value v) CS_MUST_CHECK;
/* module.qualname of a class; no prefix for built-ins. */
void cs_repr_type_name(cs_builder *b, cs_off type);
/* <module.Class object at 0x...> */
void cs_repr_object(cs_builder *b, cs_value v);

/* How special method `name` of the class of `v` is defined. */
typedef enum cs_repr_how {
  CS_REPR_DEFAULT, /* by object, or not at all */
  CS_REPR_EXC,     /* by a built-in exception  */
  CS_REPR_PAYLOAD, /* by the built-in type that a subclass extends */
  CS_REPR_OWN,     /* by the type of `v`, a built-in */
  CS_REPR_PYTHON   /* by something C code cannot follow */
} cs_repr_how;
cs_repr_how cs_repr_find(cs_ctx *ctx, cs_value v, cs_name_id name);

/* Is `v` being printed by the prelude further up? */
bool cs_repr_active(const cs_ctx *ctx, cs_value v);

/* Append str(exc) as the built-in class `owner` (0: the most specific one)
 * defines it (repr_exc.c).  `*rest` is a value whose str() is still to be
 * appended, or UNBOUND. */
cs_status cs_repr_exc_str(cs_builder *b, cs_value exc, cs_off owner,
                          cs_value *rest) CS_MUST_CHECK;

#endif
