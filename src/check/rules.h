/*
 * rules.h - what a check looks for: a profile, changed by the caller's lists.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CHECK_RULES_H
#define CS_CHECK_RULES_H

#include "check/report.h"

/* Lists of names; X(field).  The order is that of cs_check_options. */
#define CS_RULES_LISTS(X) \
  X(allow_imports)        \
  X(block_imports)        \
  X(allow_builtins)       \
  X(block_builtins)       \
  X(allow_attributes)     \
  X(block_attributes)     \
  X(allow_nodes)          \
  X(block_nodes)          \
  X(allow_os)

/* cs_profile.flags */
enum {
  CS_RULES_CALLS = 1,  /* builtins are judged where they are called by name,
                          attributes and os.x as they are written */
  CS_RULES_FLOW = 2,   /* values are followed: builtins and members of modules
                          are judged wherever they are reached */
  CS_RULES_CLOSED = 4, /* the closing rules of codeact-strict; what cannot be
                          told is refused */
  CS_RULES_RETURN = 8  /* return is allowed outside of functions */
};

/* Names separated by spaces; NULL: there is no such rule. */
typedef struct cs_profile {
  const char *name;
  uint32_t flags;
#define X(field) const char *field;
  CS_RULES_LISTS(X)
#undef X
  const char *call_dunders; /* dunder methods that may be called */
  const char *members;      /* dotted names that are refused: os.system */
} cs_profile;

/* One list as it is in force: from the profile or from the caller. */
typedef struct cs_rules_list {
  const char *words;        /* separated by spaces, or NULL */
  const char *const *items; /* the caller's, or NULL */
} cs_rules_list;

typedef struct cs_rules {
  const cs_profile *profile;
  uint32_t flags;
#define X(field) cs_rules_list field;
  CS_RULES_LISTS(X)
#undef X
  /* Instead of lists of imports: is there such a module?  NULL: no such rule.
   * A missing one that the program is prepared to miss is "cannot tell". */
  bool (*has_module)(void *user, const char *name);
  void *user;
} cs_rules;

/* What depth `interp` cannot do; for `auto`. */
extern const cs_profile cs_rules_needs;

/* Names of all built-ins of Python 3.11, separated by spaces. */
extern const char cs_rules_builtins[];

/* Take the profile of `o` and the lists that replace parts of it.  CS_EINVAL:
 * there is no such profile. */
cs_status cs_rules_take(cs_rules *r, const cs_check_options *o,
                        cs_error *err) CS_MUST_CHECK;

static inline bool cs_rules_has(const cs_rules_list *l) {
  return l->words || l->items;
}

/* Step through a list: `*at` starts at 0.  False at the end. */
bool cs_rules_next(const cs_rules_list *l, size_t *at, const char **word,
                   size_t *len);

#endif
