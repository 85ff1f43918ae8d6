/*
 * verbs.h - the verbs of the caisson command.
 *
 * To add one: a line in CS_VERB_LIST, a row in verbs.c, a file with
 * cs_cli_NAME, CS_FOR(NAME) in the options of table.c that it takes.  Help,
 * manual page and completion follow by themselves.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_VERBS_H
#define CS_CLI_VERBS_H

#include "cli/cli.h"

/* symbol, function cs_cli_*; at most 63 */
#define CS_VERB_LIST(X)             \
  X(RUN, run)                       \
  X(CHECK, check)                   \
  X(DIS, dis)                       \
  X(REPL, repl)                     \
  X(SHELL, shell)                   \
  X(DIFF, diff)                     \
  X(COMMIT, commit)                 \
  X(DISCARD, discard)               \
  X(EXEC, exec)                     \
  X(CREATE, create)                 \
  X(START, start)                   \
  X(BOX_INSPECT, box_inspect)       \
  X(BOX_FORK, box_fork)             \
  X(CP, cp)                         \
  X(EGRESS_WATCH, egress_watch)     \
  X(EGRESS_NARROW, egress_narrow)   \
  X(SECRET_REFRESH, secret_refresh) \
  X(SECRET_REVOKE, secret_revoke)   \
  X(PS, ps)                         \
  X(LOGS, logs)                     \
  X(RM, rm)                         \
  X(STATS, stats)                   \
  X(STOP, stop)                     \
  X(KILL, kill)                     \
  X(WAIT, wait)                     \
  X(DUMP, dump)                     \
  X(LOAD, load)                     \
  X(FORK, fork)                     \
  X(INSPECT, inspect)               \
  X(RESUME, resume)                 \
  X(REPLAY, replay)                 \
  X(MCP, mcp)                       \
  X(WORKER, worker)                 \
  X(APPROVE, approve)               \
  X(AUDIT_VERIFY, audit_verify)     \
  X(AUDIT_SHOW, audit_show)         \
  X(AUDIT_TAIL, audit_tail)         \
  X(AUDIT_EXPORT, audit_export)     \
  X(IMAGE_LS, image_ls)             \
  X(IMAGE_PULL, image_pull)         \
  X(IMAGE_LOAD, image_load)         \
  X(IMAGE_IMPORT, image_import)     \
  X(IMAGE_SAVE, image_save)         \
  X(IMAGE_INSPECT, image_inspect)   \
  X(IMAGE_RM, image_rm)             \
  X(IMAGE_PRUNE, image_prune)       \
  X(IMAGE_VERIFY, image_verify)     \
  X(ENV_CREATE, env_create)         \
  X(ENV_LS, env_ls)                 \
  X(ENV_RM, env_rm)                 \
  X(DOCTOR, doctor)                 \
  X(EXPLAIN, explain)               \
  X(WHY, why)                       \
  X(REDTEAM, redteam)               \
  X(POLICY_CHECK, policy_check)     \
  X(POLICY_DIFF, policy_diff)       \
  X(POLICY_INIT, policy_init)       \
  X(POLICY_SCHEMA, policy_schema)   \
  X(VERSION, version)               \
  X(COMPLETION, completion)         \
  X(MAN, man)                       \
  X(DEMO, demo)                     \
  X(HELP, help)

typedef enum cs_verb_id {
#define X(id, function) CS_VERB_##id,
  CS_VERB_LIST(X)
#undef X
} cs_verb_id;

#define X(id, function) int cs_cli_##function(const cs_settings *s);
CS_VERB_LIST(X)
#undef X

/* The verb as a member of a set of verbs: cs_option.verbs. */
#define CS_FOR(id) (UINT64_C(1) << CS_VERB_##id)

/* In such a set, beside EXEC or SHELL: the option also acts where the command
 * runs in a sandbox that exists, 'exec NAME -- PROGRAM'. */
#define CS_IN_BOX (UINT64_C(1) << 63)
_Static_assert(CS_VERB_HELP < 63, "the last bit is no verb");

typedef enum cs_verb_exit {                /* what its exit code says */
                            CS_VERB_PLAIN, /* 0, or 125 */
                            CS_VERB_GUEST, /* the program's own, or one of ours
                                            */
                            CS_VERB_ANSWER /* 0 yes, 1 no, 125 could not tell */
} cs_verb_exit;

typedef struct cs_example {
  const char *says, *command;
} cs_example;

typedef struct cs_verb {
  const char *name;  /* may have two words */
  const char *alias; /* NULL: none */
  cs_verb_id id;
  cs_verb_exit exit;
  bool guest_args;   /* what follows the first operand belongs to the guest */
  bool prints_text;  /* with --json it is the member `text` (caisson.text/1) */
  const char *group; /* heading in the list of verbs */
  const char *operands;
  const char *purpose; /* one line of at most 59 columns */
  const char *about;   /* paragraphs of lines up to 78 columns; NULL: none */
  const char *words;   /* operands to choose from, "bash zsh"; NULL: files */
  cs_example example[2];
  int (*main)(const cs_settings *s);
} cs_verb;

/* All verbs, those of one group and of one first word next to each other; the
 * last one has no name. */
extern const cs_verb cs_verbs[];

/* The verb called `name`, or `name second` if `second` is not NULL; NULL: there
 * is none. */
const cs_verb *cs_verb_find(const char *name, const char *second);

/* Names that are planned and not built: say so.  Returns the exit code, or 0 if
 * it is none of them. */
int cs_verb_planned(const cs_settings *s, const char *name);

#endif
