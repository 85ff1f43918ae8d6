/*
 * scope.h - which variable every name means.
 *
 * One pass over the tree makes a cs_scope for each region with names of its
 * own and a cs_symbol for each name in it; a second pass over the scopes
 * decides where each symbol lives.  Names that bind or read carry a pointer
 * to their symbol (NAME, ARG, FUNCTION_DEF, ALIAS, EXCEPT_HANDLER, ...), so the
 * emitter never looks a name up:
 *
 *   cs_symbol *s = cs_scope_home(node->sym);
 *   switch (s->access) { case CS_ACCESS_LOCAL: use register s->slot; ... }
 *
 * Comprehensions (list, set, dict; not generator expressions) are meant to be
 * inlined: their scope has no frame of its own (`frame` is the enclosing
 * scope that has one).  Symbols they bind are theirs; symbols they only use
 * have `home` in the frame scope.  Everything else has `home` == itself.
 *
 * Closures: a FREE or CLASS_FREE symbol gets its cell from `outer`, a symbol
 * of the creating frame or of a comprehension inlined there (already "home").
 * So making a function means: for each such symbol s of its scope, in order,
 * capture the cell of s->outer.  Intermediate scopes that only pass a cell on
 * have a FREE symbol for it; in a class which also binds that name it is a
 * second symbol with CS_SYM_PASS.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_LANG_SCOPE_H
#define CS_LANG_SCOPE_H

#include "py/lang/ast.h"
#include "py/lang/unit.h"

typedef enum cs_scope_kind {
  CS_SCOPE_MODULE,
  CS_SCOPE_CLASS,
  CS_SCOPE_FUNCTION,
  CS_SCOPE_LAMBDA,
  CS_SCOPE_GENEXPR,  /* own frame; first symbol is the parameter ".0"       */
  CS_SCOPE_LISTCOMP, /* inlined                                             */
  CS_SCOPE_SETCOMP,  /* inlined                                             */
  CS_SCOPE_DICTCOMP, /* inlined                                             */
  CS_SCOPE_TYPE_PARAMS, /* around a generic def/class/type; called at once  */
  CS_SCOPE_TYPE_VALUE   /* bound of a TypeVar, value of a type alias: lazy  */
} cs_scope_kind;

/* How generated code reaches a symbol. */
typedef enum cs_access {
  CS_ACCESS_NONE,  /* not resolved yet                                      */
  CS_ACCESS_LOCAL, /* register of the frame                                 */
  CS_ACCESS_CELL,  /* local of this scope that inner functions capture      */
  CS_ACCESS_FREE,  /* cell from the closure                                 */
  CS_ACCESS_CLASS_FREE, /* class body: namespace first, then closure cell   */
  CS_ACCESS_NAME,       /* module or class body: namespace, globals,
                           builtins; at module level namespace == globals
                           unless exec() was given separate locals          */
  CS_ACCESS_GLOBAL,     /* implicit: globals, then builtins             */
  CS_ACCESS_GLOBAL_EXPLICIT /* declared with `global` (or bound by := in a
                               comprehension at module level)               */
} cs_access;

/* cs_symbol.flags */
enum {
  CS_SYM_PARAM = 1,      /* parameter                                      */
  CS_SYM_ASSIGNED = 2,   /* bound here, not as a parameter or by import    */
  CS_SYM_USED = 4,       /* read here                                      */
  CS_SYM_ANNOTATED = 8,  /* x: T                                           */
  CS_SYM_DELETED = 16,   /* del x, or except ... as x                      */
  CS_SYM_IMPORTED = 32,  /* bound by import                                */
  CS_SYM_COMP_ITER = 64, /* target of a comprehension's for                */
  CS_SYM_WALRUS = 128,   /* assigned by := (here or in a comprehension)    */
  CS_SYM_GLOBAL = 256,   /* global x                                       */
  CS_SYM_NONLOCAL = 512, /* nonlocal x                                     */
  CS_SYM_TYPE_PARAM = 1024,
  CS_SYM_PASS = 2048,     /* only hands a cell on, see above                */
  CS_SYM_SELF_CELL = 4096 /* class: the implicit __class__ (CELL) or
                             __classdict__                                  */
};

typedef struct cs_scope cs_scope;
typedef struct cs_symbol cs_symbol;

struct cs_symbol {
  cs_name name;   /* already mangled                                        */
  uint16_t flags; /* CS_SYM_…                                               */
  uint8_t access; /* cs_access; read it from the home symbol                */
  uint8_t spare;  /* free for the emitter                                   */
  uint32_t slot;  /* free for the emitter; 0 after this pass                */
  uint32_t index; /* position in the scope's list                           */
  cs_scope *scope;   /* the scope that lists it                             */
  cs_symbol *home;   /* where it lives; itself except in comprehensions     */
  cs_symbol *outer;  /* FREE, CLASS_FREE: the cell's origin one frame out   */
  cs_symbol *next;   /* next in the scope, order of first appearance        */
  cs_symbol *shadow; /* used by the pass itself                             */
};

/* cs_scope.flags */
enum {
  CS_SCOPE_GENERATOR = 1,     /* yield, or a generator expression           */
  CS_SCOPE_COROUTINE = 2,     /* async def; or await inside a genexpr;
                                 module: top-level await was used           */
  CS_SCOPE_HAS_AWAIT = 4,     /* await, async for/with, async comprehension
                                 directly in this frame                     */
  CS_SCOPE_STAR_IMPORT = 8,   /* from m import *                            */
  CS_SCOPE_USES_SUPER = 16,   /* reads the name `super`                     */
  CS_SCOPE_USES_CLASS = 32,   /* reads `__class__` (also implied by super)  */
  CS_SCOPE_CLASS_CELL = 64,   /* class: methods need the __class__ cell     */
  CS_SCOPE_CLASSDICT = 128,   /* class: a type scope needs its namespace    */
  CS_SCOPE_NESTED = 256,      /* inside some function                       */
  CS_SCOPE_HAS_FREE = 512,    /* some symbol is FREE or CLASS_FREE          */
  CS_SCOPE_HAS_CELLS = 1024,  /* some own symbol is CELL                    */
  CS_SCOPE_SEES_CLASS = 2048, /* type scope directly inside a class: names
                                 not found go through __classdict__ first   */
  CS_SCOPE_VARARGS = 4096,    /* *args                                      */
  CS_SCOPE_VARKW = 8192,      /* **kwargs                                   */
  CS_SCOPE_CALLS_LOCALS = 16384,   /* reads locals, eval, exec, vars or dir   */
  CS_SCOPE_HAS_ANNOTATIONS = 32768 /* module, class: some x: T              */
};

struct cs_scope {
  uint8_t kind;     /* cs_scope_kind                                        */
  uint16_t depth;   /* 0 = module                                           */
  uint32_t flags;   /* CS_SCOPE_…                                           */
  cs_name name;     /* function or class name, "<lambda>", "<genexpr>" ...  */
  cs_name cls;      /* nearest enclosing class, for mangling; or NONE       */
  cs_node *node;    /* MODULE, FUNCTION_DEF, LAMBDA, LIST_COMP ...          */
  cs_scope *parent; /* NULL for the module                                  */
  cs_scope *frame;  /* itself, or the frame a comprehension is inlined into */
  const char *qualname; /* of frames: "C.f.<locals>.g"; not NUL-terminated  */
  uint32_t qualname_len;
  uint32_t n_posonly, n_args, n_kwonly; /* n_args without the posonly ones  */
  uint32_t n_symbols;
  cs_symbol *symbols; /* linked by `next`; parameters first, in the order of
                         co_varnames: positional, keyword-only, *, **       */
  cs_symbol *last;
  cs_scope *first_child, *last_child, *sibling;
  cs_symbol *class_cell; /* class: the implicit __class__, else NULL        */
  cs_symbol *classdict;  /* class: its namespace for type scopes, or NULL   */
};

/* Deepest nesting of expressions and statements in the tree; beyond it
 * CPython raises RecursionError, and so do we.  Later passes may recurse. */
#define CS_SCOPE_DEPTH 2990

/* Build the scopes of `u->root`, resolve all names and run the checks CPython
 * does after parsing ('return' outside function and the like).  Returns
 * CS_ESYNTAX with `u->error` filled, CS_ELIMIT if the scratch ran out. */
cs_status cs_scope_build(cs_unit *u) CS_MUST_CHECK;

/* The symbol that holds the storage of `s`. */
static inline cs_symbol *cs_scope_home(cs_symbol *s) {
  return s->home;
}

static inline bool cs_scope_is_inlined(const cs_scope *s) {
  return s->kind >= CS_SCOPE_LISTCOMP && s->kind <= CS_SCOPE_DICTCOMP;
}

/* The symbol of `name` listed in `s`, or NULL.  Linear: for tests and rare
 * questions, not for the emitter's main path. */
cs_symbol *cs_scope_find(const cs_scope *s, cs_name name);

#endif
