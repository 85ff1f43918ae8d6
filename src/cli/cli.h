/*
 * cli.h - the verbs of the caisson command and what they share.
 *
 * Every verb is one row of the table in main.c and one function here.  Options
 * are rows of the table in options.c; parsing, --help and shell completion all
 * read those two tables, so they cannot disagree.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_CLI_H
#define CS_CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "py/engine.h"

enum { /* exit codes of our own; the guest's pass through */
  CS_EXIT_RAISED = 1,
  CS_EXIT_DEADLINE = 124,
  CS_EXIT_OURS = 125,
  CS_EXIT_CANCEL = 130,
  CS_EXIT_LIMIT = 137
};

#define CS_NO_SEED UINT64_MAX

typedef struct cs_verb cs_verb;

/* Values of an option that may be given more than once; borrowed. */
#define CS_WORDS_MAX 64
typedef struct cs_words {
  size_t n;
  const char *at[CS_WORDS_MAX];
} cs_words;

/* What the command line said. */
typedef struct cs_settings {
  const cs_verb *verb;
  int argc; /* operands: target and guest arguments */
  char **argv;
  const char *code, *stats, *workspace, *workdir, *stdin_file, *depth;
  const char *journal;
  const char *const *words; /* of the command line, as they were given */
  int nwords;
  cs_words mounts, tmpfs, path, env, env_files, tools, calls;
  cs_limits limits;
  double timeout; /* seconds; 0 = none */
  uint64_t repeat, torture_alloc, torture_retry, torture_snap;
  bool help, json, quiet, input, raw_output, torture_gc, deterministic;
  bool in_process, retry_in_doubt, new_output, timeout_given;
  /* snapshot */
  const char *output, *at;
  cs_words replies;
  uint64_t count;
  /* exec and depth process */
  const char *shell, *python;
  cs_words accept, weaken;
  uint64_t processes;
  double cpu; /* seconds */
  bool loopback;
  uint64_t seed; /* CS_NO_SEED: the host's entropy */
} cs_settings;

enum { /* cs_verb.bit: which options apply */
  CS_VERB_RUN = 1,
  CS_VERB_CHECK = 2,
  CS_VERB_REPL = 4,
  CS_VERB_VERSION = 8,
  CS_VERB_HELP = 16,
  CS_VERB_COMPLETION = 32,
  CS_VERB_DUMP = 1 << 8,
  CS_VERB_LOAD = 1 << 9,
  CS_VERB_FORK = 1 << 10,
  CS_VERB_INSPECT = 1 << 11,
  CS_VERB_EXEC = 1 << 16,
  CS_VERB_DOCTOR = 1 << 17,
  CS_VERB_RESUME = 1 << 20,
  CS_VERB_REPLAY = 1 << 21
};

struct cs_verb {
  const char *name;  /* may have two words */
  const char *alias; /* NULL: none */
  uint32_t bit;
  bool guest_args; /* what follows the first operand belongs to the guest */
  const char *operands;
  const char *purpose;
  const char *example[2];
  int (*main)(const cs_settings *s);
};

/* All verbs; the last one has no name. */
extern const cs_verb cs_verbs[];
/* The verb called `name`, or `name second` if `second` is not NULL; NULL: there
 * is none. */
const cs_verb *cs_verb_find(const char *name, const char *second);

/* Revision of the source, "unknown" outside a repository. */
extern const char cs_commit[];

int cs_cli_run(const cs_settings *s);
int cs_cli_check(const cs_settings *s);
int cs_cli_repl(const cs_settings *s);
int cs_cli_dump(const cs_settings *s);
int cs_cli_load(const cs_settings *s);
int cs_cli_fork(const cs_settings *s);
int cs_cli_inspect(const cs_settings *s);
int cs_cli_exec(const cs_settings *s);
int cs_cli_doctor(const cs_settings *s);
int cs_cli_resume(const cs_settings *s);
int cs_cli_replay(const cs_settings *s);
int cs_cli_version(const cs_settings *s);
int cs_cli_help(const cs_settings *s);
int cs_cli_completion(const cs_settings *s);
/* What `--help` prints. */
void cs_help_verb(const cs_verb *v);

/* "caisson: WHAT: WHY; TODO" on stderr; with --json also the result object
 * that says so.  Returns CS_EXIT_OURS. */
int cs_cli_fail(const cs_settings *s, const char *what, const char *why,
                const char *todo);

#endif
