/*
 * flow.h - where values go: one analysis of one text.
 *
 * Every expression, variable and attribute name has facts (facts.h).  Passes
 * over the nodes, children first, let the facts grow along assignments, calls,
 * returns, containers and attributes until nothing changes.  The order of
 * statements does not count, and an attribute is one place whatever object it
 * belongs to: cheap, and rather too suspicious than too trusting.
 *
 * Invariant: facts never shrink; so the number of passes that change something
 * is finite, and it is capped (CS_FLOW_PASSES): beyond that the answer is
 * "cannot tell".
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CHECK_FLOW_H
#define CS_CHECK_FLOW_H

#include "check/checker.h"
#include "check/facts.h"

#define CS_FLOW_PASSES 60
#define CS_FLOW_STRING 256 /* longer strings are not followed */
#define CS_FLOW_VAGUE  8   /* more vague findings help nobody */

/* Paths with a meaning of their own when they are called or indexed. */
#define CS_FLOW_SPECIALS(X)                   \
  X(GETATTR, "builtins.getattr")              \
  X(HASATTR, "builtins.hasattr")              \
  X(SETATTR, "builtins.setattr")              \
  X(DELATTR, "builtins.delattr")              \
  X(IMPORT, "builtins.__import__")            \
  X(IMPORTLIB_IMPORT, "importlib.__import__") \
  X(IMPORT_MODULE, "importlib.import_module") \
  X(GLOBALS, "builtins.globals")              \
  X(LOCALS, "builtins.locals")                \
  X(VARS, "builtins.vars")                    \
  X(EVAL, "builtins.eval")                    \
  X(EXEC, "builtins.exec")                    \
  X(COMPILE, "builtins.compile")              \
  X(TIMEIT, "timeit.timeit")                  \
  X(TIMEIT_REPEAT, "timeit.repeat")           \
  X(TIMEIT_TIMER, "timeit.Timer")             \
  X(PROFILE_RUN, "cProfile.run")              \
  X(PROFILE_RUN_PY, "profile.run")            \
  X(PROFILE_CTX, "cProfile.runctx")           \
  X(PROFILE_CTX_PY, "profile.runctx")         \
  X(FORWARD_REF, "typing.ForwardRef")         \
  X(ATTRGETTER, "operator.attrgetter")        \
  X(METHODCALLER, "operator.methodcaller")    \
  X(STR, "builtins.str")                      \
  X(SYS_MODULES, "sys.modules")               \
  X(NAMESPACE, "builtins.globals.()") /* its result */

typedef enum cs_flow_special {
#define X(tag, text) CS_FLOW_##tag,
  CS_FLOW_SPECIALS(X)
#undef X
      CS_FLOW_SPECIAL_COUNT
} cs_flow_special;

/* What is known of a global name. */
typedef struct cs_flow_global {
  cs_known known;
  uint32_t from;    /* certainly bound behind this node; NONE: nowhere */
  bool bound, gone; /* bound somewhere; deleted somewhere */
} cs_flow_global;

/* Things that are one place for the whole program. */
typedef struct cs_flow_pools {
  cs_known escaped;  /* given to code that we do not see */
  cs_known operands; /* of operators and subscripts: dunder methods get them */
  cs_known dunders;  /* what dunder methods return */
  cs_known raised;
  cs_known sent;      /* into generators */
  cs_known any_field; /* set to attributes whose names we do not know */
  cs_known returns;   /* by any function */
} cs_flow_pools;

#define CS_FLOW_STARS 8

typedef struct cs_flow {
  cs_checker *c;
  const cs_flat *flat;
  cs_paths paths;
  cs_known *nodes;         /* by index */
  uint32_t *within;        /* index of the enclosing function, or NONE */
  bool *escapes;           /* by index: a function given to unseen code */
  cs_flow_global *globals; /* by name */
  cs_known *fields;        /* attributes by name */
  cs_known *locals;        /* by symbol slot */
  uint32_t n_names, n_locals;
  cs_flow_pools pool;
  cs_atom special[CS_FLOW_SPECIAL_COUNT];
  cs_atom builtins, sys;       /* modules */
  cs_atom star[CS_FLOW_STARS]; /* from m import * */
  unsigned n_star;
  unsigned n_vague; /* findings that only follow from others */
  bool changed;     /* in this pass */
  bool failed;      /* no memory */
  bool wild;        /* some call is of too many functions to tell them apart */
  bool settled;     /* what nobody has bound so far can be anything */
  bool telling;     /* the last pass: findings are made */
} cs_flow;

/* Follow values and judge what is reached.  CS_ELIMIT: no memory. */
cs_status cs_flow_check(cs_checker *c) CS_MUST_CHECK;

/* --- between the files of the analysis ----------------------------------- */

static inline cs_known *cs_flow_node(const cs_flow *f, const cs_node *n) {
  uint32_t i = cs_flat_find(f->flat, n);
  return i == CS_FLAT_NONE ? NULL : &f->nodes[i];
}

/* Let facts grow and note that they did. */
static inline void cs_flow_join(cs_flow *f, cs_known *to,
                                const cs_known *from) {
  if (to) f->changed |= cs_known_join(to, from);
}

/* What a value is or holds, as one set of facts. */
cs_facts cs_flow_all(const cs_known *k);

/* The variable of a symbol; NULL: none. */
cs_known *cs_flow_var(cs_flow *f, cs_symbol *s);
/* Is it a global name? */
bool cs_flow_is_global(const cs_symbol *s);
/* The place of an attribute; NULL: of a name that nobody writes. */
cs_known *cs_flow_field(cs_flow *f, cs_name name);

/* The dotted text of `a`, or of its member `last` if that is not NONE; long
 * names are cut.  Returns its length. */
#define CS_PATH_TEXT 400
size_t cs_flow_text(const cs_flow *f, cs_atom a, cs_name last,
                    char out[CS_PATH_TEXT]);
/* The attribute `name` of what `parent` names. */
cs_atom cs_flow_member(cs_flow *f, cs_atom parent, cs_name name);
/* The module called `name`, which may be dotted. */
cs_atom cs_flow_module(cs_flow *f, cs_name name);
/* Which special path it is; CS_FLOW_SPECIAL_COUNT: none. */
cs_flow_special cs_flow_special_of(const cs_flow *f, cs_atom a);

/* What a function of the program returns. */
cs_known cs_flow_result(const cs_flow *f, cs_atom function);

/* An entry of a dictionary of names (m.__dict__, globals(), sys.modules);
 * false: `a` is no such thing.  `key` NONE asks only that. */
bool cs_flow_look_up(cs_flow *f, cs_atom a, cs_name key, cs_known *out);

/* What is stored in a container belongs to whatever the container is in. */
void cs_flow_hold(cs_flow *f, const cs_node *base, const cs_facts *what);

/* Bind what `v` says to a target: name, attribute, subscript, tuple. */
void cs_flow_bind(cs_flow *f, cs_node *target, const cs_known *v);
/* Statements and other parts that bind names. */
void cs_flow_statement(cs_flow *f, uint32_t i, cs_node *n);

/* The facts of an expression. */
void cs_flow_eval(cs_flow *f, uint32_t i, cs_node *n, cs_known *out);
/* The attribute `name` of a value. */
void cs_flow_attribute(cs_flow *f, const cs_known *base, cs_name name,
                       cs_known *out);
/* A call (flow_call.c), and a call with one argument: a decorator. */
void cs_flow_call(cs_flow *f, cs_node *n, cs_known *out);
void cs_flow_decorate(cs_flow *f, const cs_known *callee, const cs_known *arg,
                      cs_known *out);

/* Judging (flow_tell.c); only when `telling`. */
/* What `a` names is reached at `n`; true: it is refused. */
bool cs_flow_tell_path(cs_flow *f, const cs_node *n, cs_atom a);
void cs_flow_tell_name(cs_flow *f, uint32_t i, const cs_node *n,
                       const cs_known *k);
void cs_flow_tell_attribute(cs_flow *f, const cs_node *n, const cs_known *base);
void cs_flow_tell_import(cs_flow *f, const cs_node *n, const cs_node *alias);
/* A module asked for by name at run time; NONE: cannot tell which. */
void cs_flow_tell_dynamic(cs_flow *f, const cs_node *n, cs_name module);
/* An attribute read by name at run time, as if it were written; NONE: cannot
 * tell which. */
void cs_flow_tell_getattr(cs_flow *f, const cs_node *n, const cs_known *base,
                          cs_name name);
/* An entry of a dictionary of names; NONE: cannot tell which. */
void cs_flow_tell_entry(cs_flow *f, const cs_node *n, const cs_known *base,
                        cs_name key);
/* Code that is made at run time. */
void cs_flow_tell_code(cs_flow *f, const cs_node *n, const char *name);
/* A function such as getattr in the hands of code we do not see. */
void cs_flow_tell_loose(cs_flow *f, const cs_node *n, cs_atom a);
/* A call of one of several things, not all of which we know. */
void cs_flow_tell_many(cs_flow *f, const cs_node *n);
/* format strings (format.c) */
void cs_format_tell(cs_flow *f, const cs_node *call);

#endif
