/*
 * caisson/check.h - checks: part 5 of caisson.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CAISSON_CHECK_H
#define CAISSON_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "caisson/depth.h"
#include "caisson/status.h"

/* === 5. Checks =========================================================== */

/*
 * Look at a program before it runs: which rules does it break?  Nothing is
 * executed, imported or read from disk.  This is advice for whoever wrote the
 * program, early and cheap; it is never a wall, because Python can hide what
 * it does from any reader.  docs/check.md has the profiles and the limits.
 *
 * A profile is a set of lists.  Each list of the options REPLACES the one of
 * the profile: NULL keeps the profile's, an empty one has no names.  A name on
 * a block list is refused whatever the allow list says.
 */

typedef struct cs_check_options {
  size_t size; /* of this struct */
  /* "default", "codeact-compat", "codeact-strict" or "none"; NULL: "default" */
  const char *profile;
  /* Names, the last one NULL; borrowed during cs_check. */
  const char *const *allow_imports, *const *block_imports;
  const char *const *allow_builtins, *const *block_builtins;
  const char *const *allow_attributes, *const *block_attributes;
  const char *const *allow_nodes, *const *block_nodes; /* as ast has them */
  const char *const *allow_os; /* attributes of the module os */
  uint64_t memory;             /* bytes the check may use (256 MiB) */
  uint32_t most;               /* findings that are kept (1000) */
  uint32_t code_bytes;         /* longest program (16 MiB) */
} cs_check_options;

typedef enum cs_check_verdict {
  CS_CHECK_PASSED = 0,  /* nothing was found */
  CS_CHECK_REFUSED = 1, /* a rule is broken */
  CS_CHECK_UNSURE = 2,  /* no rule is certainly broken, but one may be */
  CS_CHECK_INVALID = 3  /* the text is no Python: one finding, rule "syntax" */
} cs_check_verdict;

typedef struct cs_check_finding {
  const char *rule;    /* "syntax", "import", "builtin", "attribute", "node",
                          "format", "dynamic_import", "dynamic_attribute", ... */
  const char *name;    /* what it is about: a module, an attribute, ... */
  const char *message; /* one line */
  uint32_t line, column, end_line, end_column; /* from 1; columns are
                          characters, the end is after the last one */
  bool unsure;                                 /* "cannot tell" */
} cs_check_finding;

CS_API void cs_check_options_init(cs_check_options *o);
/* Check `code`; `o` may be NULL.  The report is the caller's.  CS_EINVAL: no
 * such profile, or a name no list can have; CS_ELIMIT: the program is too
 * large or too nested to be judged; CS_EOS: no memory. */
CS_API cs_status cs_check(const cs_check_options *o, const char *code,
                          size_t len, cs_check_report **out,
                          cs_error *err) CS_CHECK;
/* `r` may be NULL. */
CS_API void cs_check_free(cs_check_report *r);
CS_API cs_check_verdict cs_check_result(const cs_check_report *r);
/* Findings in the order of the text; borrowed until cs_check_free. */
CS_API size_t cs_check_count(const cs_check_report *r);
CS_API const cs_check_finding *cs_check_at(const cs_check_report *r, size_t i);
/* How many more there were than options.most. */
CS_API size_t cs_check_dropped(const cs_check_report *r);

/* --- depth "auto" -------------------------------------------------------- */

typedef struct cs_auto_options {
  size_t size;            /* of this struct */
  const char *no_process; /* why depth process cannot be had; NULL: it can */
  /* Is there a module of this name ("a.b") besides the engine's, in a file that
   * the program will see?  NULL: there is none. */
  bool (*has_module)(void *user, const char *name);
  void *user;
  bool mounted; /* files are mounted: a program may find modules there */
  /* Is there a module of this name that has native code, in such a file?  It
   * is run at depth process where that can be had.  NULL: there is none. */
  bool (*is_native)(void *user, const char *name);
} cs_auto_options;

typedef struct cs_auto_choice {
  cs_depth depth;   /* NONE: no depth can run it; the reason says why */
  uint32_t line;    /* what speaks against interp; 0: nothing does */
  char name[100];   /* the module or function it is about, or "" */
  char why[200];    /* "line 2 imports numpy (not an engine module)", or "" */
  bool needed;      /* interp cannot run it; else it might */
  bool invalid;     /* the text is no Python */
  char reason[400]; /* one line, for depth_reason */
} cs_auto_choice;

/* Decide from the text alone, before anything runs: `interp`, unless the
 * program imports modules that the engine does not have or needs processes or
 * threads.  What may work at interp, too (threads, imports the program can miss
 * or that cannot be told) goes to process only where that can be had.  A text
 * that is no Python goes to interp, which says so.  `o` may be NULL. */
CS_API cs_status cs_auto(const cs_auto_options *o, const char *code, size_t len,
                         cs_auto_choice *out) CS_CHECK;

#endif
