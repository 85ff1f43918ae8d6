/*
 * name.h - identifiers of one compilation as small integers.
 *
 * Every identifier is interned once, so that later passes compare and index
 * by `cs_name` and never look at bytes.  Ids are dense: 0 stands for "none",
 * keywords come first, then the well-known names, then the program's own in
 * order of first appearance.  A pass that needs per-name data allocates an
 * array of `table.n` entries.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_LANG_NAME_H
#define CS_LANG_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/scratch.h"

typedef uint32_t cs_name;

#define CS_NAME_NONE 0u

/* Hard keywords, in the order of their token kinds (token.h). */
#define CS_KEYWORD_LIST(X) \
  X(FALSE, "False")        \
  X(NONE, "None")          \
  X(TRUE, "True")          \
  X(AND, "and")            \
  X(AS, "as")              \
  X(ASSERT, "assert")      \
  X(ASYNC, "async")        \
  X(AWAIT, "await")        \
  X(BREAK, "break")        \
  X(CLASS, "class")        \
  X(CONTINUE, "continue")  \
  X(DEF, "def")            \
  X(DEL, "del")            \
  X(ELIF, "elif")          \
  X(ELSE, "else")          \
  X(EXCEPT, "except")      \
  X(FINALLY, "finally")    \
  X(FOR, "for")            \
  X(FROM, "from")          \
  X(GLOBAL, "global")      \
  X(IF, "if")              \
  X(IMPORT, "import")      \
  X(IN, "in")              \
  X(IS, "is")              \
  X(LAMBDA, "lambda")      \
  X(NONLOCAL, "nonlocal")  \
  X(NOT, "not")            \
  X(OR, "or")              \
  X(PASS, "pass")          \
  X(RAISE, "raise")        \
  X(RETURN, "return")      \
  X(TRY, "try")            \
  X(WHILE, "while")        \
  X(WITH, "with")          \
  X(YIELD, "yield")

/* Names a pass asks for by id: CS_NAME_<tag>. */
#define CS_WELL_KNOWN_LIST(X)              \
  X(MATCH, "match")                        \
  X(CASE, "case")                          \
  X(TYPE, "type")                          \
  X(UNDERSCORE, "_")                       \
  X(PRINT, "print")                        \
  X(EXEC, "exec")                          \
  X(SUPER, "super")                        \
  X(DUNDER_CLASS, "__class__")             \
  X(DUNDER_CLASSDICT, "__classdict__")     \
  X(DUNDER_CLASSCELL, "__classcell__")     \
  X(DUNDER_DEBUG, "__debug__")             \
  X(DUNDER_DOC, "__doc__")                 \
  X(DUNDER_MODULE, "__module__")           \
  X(DUNDER_QUALNAME, "__qualname__")       \
  X(DUNDER_ANNOTATIONS, "__annotations__") \
  X(DUNDER_NAME, "__name__")               \
  X(DUNDER_INIT, "__init__")               \
  X(DUNDER_FUTURE, "__future__")           \
  X(DUNDER_TYPE_PARAMS, "__type_params__") \
  X(ANNOTATIONS, "annotations")            \
  X(SELF, "self")                          \
  X(RANGE, "range")                        \
  X(LEN, "len")                            \
  X(LOCALS, "locals")                      \
  X(EVAL, "eval")                          \
  X(VARS, "vars")                          \
  X(DIR, "dir")                            \
  X(STAR, "*")                             \
  X(ISINSTANCE, "isinstance")              \
  X(DOT_ZERO, ".0")                        \
  X(LAMBDA_NAME, "<lambda>")               \
  X(GENEXPR_NAME, "<genexpr>")             \
  X(LISTCOMP_NAME, "<listcomp>")           \
  X(SETCOMP_NAME, "<setcomp>")             \
  X(DICTCOMP_NAME, "<dictcomp>")           \
  X(MODULE_NAME, "<module>")

enum cs_fixed_name {
  CS_NAME_ZERO = 0,
#define X(tag, text) CS_NAME_KW_##tag,
  CS_KEYWORD_LIST(X)
#undef X
#define X(tag, text) CS_NAME_##tag,
      CS_WELL_KNOWN_LIST(X)
#undef X
          CS_NAME_FIXED_COUNT
};

typedef struct cs_name_entry {
  const char *bytes; /* borrowed: source text, scratch or static          */
  uint64_t head;     /* first eight bytes, zero-padded                    */
  uint32_t len;      /* UTF-8, NFKC-normalised when not ASCII             */
  uint32_t hash;
  bool ascii;
} cs_name_entry;

typedef struct cs_name_table {
  cs_scratch *scratch;    /* borrowed                                     */
  cs_name_entry *entries; /* [n], entry 0 is the empty name               */
  uint32_t *slots;        /* open addressing, 0 = empty                   */
  uint32_t n, cap, mask;
} cs_name_table;

/* The table as it starts, made by tools/gen/gen_names.py from the lists above.
 */
#define CS_NAME_SEED_SLOTS 512
extern const cs_name_entry cs_name_seed[CS_NAME_FIXED_COUNT];
extern const uint32_t cs_name_seed_slots[CS_NAME_SEED_SLOTS];

/* Prepare the table with its fixed names.  False at the scratch limit. */
bool cs_name_init(cs_name_table *t, cs_scratch *scratch);

/* The id of `bytes`; the bytes are borrowed, not copied.  CS_NAME_NONE at the
 * scratch limit. */
cs_name cs_name_put(cs_name_table *t, const char *bytes, size_t len);

/* The same when at least 8 readable bytes follow the name. */
cs_name cs_name_put_padded(cs_name_table *t, const char *bytes, size_t len);

/* The entry of a valid id.  Borrowed until the next cs_name_put. */
static inline const cs_name_entry *cs_name_at(const cs_name_table *t,
                                              cs_name name) {
  return &t->entries[name];
}

/* The name a private identifier `__x` gets inside class `cls`: `_cls__x`.
 * Other names, and any name when `cls` is CS_NAME_NONE, come back unchanged.
 * CS_NAME_NONE at the scratch limit. */
cs_name cs_name_mangle(cs_name_table *t, cs_name cls, cs_name name);

#endif
