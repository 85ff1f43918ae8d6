/*
 * cli.h - what the verbs of the caisson command share.
 *
 * A verb is one row of verbs.c and one function, cs_cli_NAME; an option is one
 * row of table.c and one field of cs_settings.  Parsing, help, manual pages and
 * shell completion all read those two tables, so they cannot disagree.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_CLI_H
#define CS_CLI_CLI_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "py/engine.h"

enum { /* exit codes of our own; the guest's pass through */
       CS_EXIT_RAISED = 1,
       CS_EXIT_DEADLINE = 124,
       CS_EXIT_OURS = 125,
       CS_EXIT_DENIED = 126,
       CS_EXIT_CANCEL = 130,
       CS_EXIT_LIMIT = 137
};

#define CS_NO_SEED UINT64_MAX

/* Values of an option that may be given more than once; borrowed. */
#define CS_WORDS_MAX 64
typedef struct cs_words {
  size_t n;
  const char *at[CS_WORDS_MAX];
} cs_words;

/* What the command line said. */
typedef struct cs_settings {
  const struct cs_verb *verb;
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
  bool help, json, quiet, input, tty, raw_output, torture_gc, deterministic;
  bool no_seal, accept_unsealed; /* see sealkey.h */
  bool in_process, retry_in_doubt, new_output, timeout_given;
  /* snapshot */
  const char *output, *at;
  cs_words replies;
  uint64_t count;
  /* exec and depth process */
  const char *shell, *python;
  const char *displays;     /* a folder for what the program shows */
  const char *learn;        /* a file for the rules that a program needs */
  char python_at[PATH_MAX]; /* what `python` is, if it was relative */
  cs_words accept, weaken, secrets, allow_hosts, without;
  uint64_t processes;
  double cpu; /* seconds */
  bool loopback, no_spawn, no_unix;
  const char *color, *progress;
  bool stream_json, fail_on_deny;
  uint64_t status_fd; /* UINT64_MAX: none */
  /* audit */
  const char *audit, *audit_code, *audit_sync, *audit_key, *expect, *format;
  const char *run_id, *session_id, *record_kind, *since;
  const char *attack_groups, *attack_ids; /* redteam */
  bool attack_list;
  bool no_audit, audit_optional, denied, follow, count_given;
  /* check */
  const char *rules;      /* --profile */
  const char *no_process; /* why the policy keeps `auto` from it, or NULL */
  cs_words allow_imports, block_imports, allow_builtins, block_builtins;
  cs_words allow_attributes, block_attributes, allow_nodes, block_nodes;
  cs_words allow_os;
  /* mcp */
  const char *http, *token_file, *tool_name, *list_alias;
  cs_words origins;
  bool deny, for_session;
  /* worker */
  const char *listen;
  uint64_t most, worker_memory;
  /* named runs */
  const char *name, *until, *cursor, *source, *exec_id;
  bool remove, all, detach;
  double stop_timeout; /* seconds */
  /* sandboxes */
  const char *image, *user;
  cs_words labels;
  uint64_t disk, box_memory;
  double idle, lifetime; /* seconds */
  const char *cpus;
  bool replace, read_only;
  double session_time; /* seconds */
  /* images, environments */
  const char *ca_file, *requirements;
  bool insecure, pip;
  /* policy and what enforces it */
  const char *policy, *profile, *code_file;
  uint64_t given[4]; /* rows of the table of options that were there */
  bool report, origin, fresh, slow;
  const char *path_asked, *host_asked, *tool_asked, *import_asked, *env_asked;
  const char *image_asked, *op;
  uint64_t seed; /* CS_NO_SEED: the host's entropy */
} cs_settings;

/* Revision of the source, "unknown" outside a repository. */
extern const char cs_commit[];

/* "caisson: WHAT: WHY; TODO" on stderr (WHY may be NULL); with --json also the
 * result object that says so.  Returns CS_EXIT_OURS. */
int cs_cli_fail(const cs_settings *s, const char *what, const char *why,
                const char *todo);

#endif
