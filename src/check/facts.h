/*
 * facts.h - what is known about a value, and the dotted names it may be.
 *
 * A value is described by a few dotted names it may be ("os", "os.path",
 * "builtins.eval"; paths), a few functions of the program, and one string.
 * `held` describes what a container, an instance or a closure may give back.
 *
 * When there is no room for a path, dull ones (no rule is about their module)
 * make place for others.  Facts grow, and there is little to grow: so passes
 * over a program end.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CHECK_FACTS_H
#define CS_CHECK_FACTS_H

#include "py/lang/name.h"

typedef uint32_t cs_atom; /* 0: none */

#define CS_FACTS_MOST   4
#define CS_ATOM_FUNC    (UINT32_C(1) << 31) /* with the index of its node */
#define CS_ATOM_DULL    (UINT32_C(1) << 30) /* of a path */
#define CS_ATOM_INDEX   (CS_ATOM_DULL - 1)
#define CS_FACTS_NO_STR UINT32_MAX /* no string, or several */

typedef struct cs_facts {
  cs_atom at[CS_FACTS_MOST]; /* paths */
  cs_atom fn[CS_FACTS_MOST]; /* functions and classes of the program */
  uint8_t n, n_fn;
  bool many;   /* there are more paths */
  bool lost;   /* there are more functions */
  bool dim;    /* there are more dull paths */
  cs_name str; /* the one string it is; NONE: nothing was seen yet */
} cs_facts;

typedef struct cs_known {
  cs_facts self, held;
} cs_known;

static inline bool cs_atom_is_path(cs_atom a) {
  return a && !(a & CS_ATOM_FUNC);
}

static inline uint32_t cs_atom_index(cs_atom a) {
  return a & CS_ATOM_INDEX;
}

/* Add an atom, a string, or all of `from`; true: something is new. */
bool cs_facts_add(cs_facts *f, cs_atom a);
bool cs_facts_add_str(cs_facts *f, cs_name str);
bool cs_facts_join(cs_facts *f, const cs_facts *from);
/* The same without the string. */
bool cs_facts_join_atoms(cs_facts *f, const cs_facts *from);
bool cs_known_join(cs_known *k, const cs_known *from);

/* --- paths --------------------------------------------------------------- */

#define CS_PATH_DEPTH 8 /* os.path.a.b: longer ones are not followed */

typedef struct cs_path {
  cs_atom parent; /* 0: a top-level module */
  cs_name name;
  uint8_t depth; /* of a top-level module 1 */
  bool dull;
} cs_path;

typedef struct cs_paths {
  cs_scratch *scratch; /* borrowed */
  cs_path *items;      /* [n]; 0 is none */
  uint32_t n, room;
  uint32_t *slots; /* (parent, name) -> atom */
  uint32_t mask;
  bool failed;
} cs_paths;

bool cs_paths_init(cs_paths *p, cs_scratch *scratch);

/* The path `parent`.`name`, parent 0 for a top-level module.  Find: 0 if it is
 * not there.  Put: `dull` counts when it is new; 0: too deep, or no memory. */
cs_atom cs_paths_find(const cs_paths *p, cs_atom parent, cs_name name);
cs_atom cs_paths_put(cs_paths *p, cs_atom parent, cs_name name, bool dull);

static inline const cs_path *cs_paths_at(const cs_paths *p, cs_atom a) {
  return &p->items[cs_atom_index(a)];
}

#endif
