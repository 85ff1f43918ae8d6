/*
 * report.h - what of a policy is enforced here, by what, and what is not.
 *
 * One word for every key and depth, made from what probes found on this host
 * (report_probes.h) and from nothing else:
 *
 *   enforced     the code cannot exceed it, and a probe saw it refused
 *   advisory     checked, measured or applied, but code can get around it
 *   unsupported  cannot be applied at this depth on this host
 *
 * A probe that was not made counts as failed.  A key that is requested and not
 * enforced keeps a sandbox from being made, unless the policy accepts it by
 * name (accept_unenforced); then it is missing in every result.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_REPORT_H
#define CS_POLICY_REPORT_H

#include "base/buf.h"
#include "base/depth.h"
#include "policy/policy.h"
#include "policy/report_probes.h"

/* A report is about a row of base/depths.def. */
typedef enum cs_report_depth {
#define DEPTH(id, depth, name, test, can) CS_REPORT_##id,
#include "base/depths.def"
#undef DEPTH
  CS_REPORT_DEPTHS
} cs_report_depth;

static inline const cs_depth_row *cs_report_row(cs_report_depth d) {
  return &cs_depth_rows[d];
}
static inline cs_report_depth cs_report_at(const cs_depth_row *row) {
  return (cs_report_depth)(row - cs_depth_rows);
}

/* As results have it; two rows may share one. */
const char *cs_report_depth_name(cs_report_depth d);

typedef enum cs_report_word {
  CS_REPORT_ENFORCED,
  CS_REPORT_ADVISORY,
  CS_REPORT_UNSUPPORTED
} cs_report_word;
const char *cs_report_word_name(cs_report_word w);

enum {                   /* cs_report_cell.by */
       CS_BY_KERNEL = 1, /* namespaces, mounts, resource limits */
       CS_BY_SECCOMP = 2,
       CS_BY_LANDLOCK = 4,
       CS_BY_CGROUP = 8,
       CS_BY_INTERPRETER = 16,
       CS_BY_PROXY = 32,
       CS_BY_SUPERVISOR = 64, /* the process that holds the session */
       CS_BY_ABSENT = 128     /* there is no such capability to restrict */
};
#define CS_BY_COUNT 8
/* Name of bit `i`: "kernel", ... */
const char *cs_report_by_name(int i);

/* The keys, in the order of every listing; append within a group only.
 * id, key, fields of the policy that it stands for */
#define CS_REPORT_LIST(X)                                              \
  X(WALL, "limits.wall_ms", WALL_MS, NOTHING)                          \
  X(GUEST, "limits.guest_ms", GUEST_MS, NOTHING)                       \
  X(TURN, "limits.turn_ms", TURN_MS, NOTHING)                          \
  X(CPU, "limits.cpu_ms", CPU_MS, NOTHING)                             \
  X(GRACE, "limits.term_grace_ms", TERM_GRACE_MS, NOTHING)             \
  X(FUEL, "limits.fuel", FUEL, NOTHING)                                \
  X(MEMORY, "limits.memory_bytes", MEMORY_BYTES, NOTHING)              \
  X(HEAP, "limits.heap_bytes", HEAP_BYTES, NOTHING)                    \
  X(CPUS, "limits.cpus", CPUS, NOTHING)                                \
  X(PIDS, "limits.pids", PIDS, NOTHING)                                \
  X(FDS, "limits.fds", FDS, NOTHING)                                   \
  X(DISK, "limits.disk_bytes", DISK_BYTES, NOTHING)                    \
  X(INODES, "limits.disk_inodes", DISK_INODES, NOTHING)                \
  X(FILE, "limits.file_bytes", FILE_BYTES, NOTHING)                    \
  X(TMP, "limits.tmp_bytes", TMP_BYTES, NOTHING)                       \
  X(CODE, "limits.code_bytes", CODE_BYTES, NOTHING)                    \
  X(NESTING, "limits.nesting", NESTING, NOTHING)                       \
  X(STDOUT, "limits.stdout_bytes", STDOUT_BYTES, NOTHING)              \
  X(STDERR, "limits.stderr_bytes", STDERR_BYTES, NOTHING)              \
  X(OVERFLOW, "limits.output_overflow", OUTPUT_OVERFLOW, NOTHING)      \
  X(RESULT, "limits.result_bytes", RESULT_BYTES, NOTHING)              \
  X(RECURSION, "limits.recursion", RECURSION, NOTHING)                 \
  X(SUSPENSIONS, "limits.suspensions", SUSPENSIONS, NOTHING)           \
  X(CALLS, "limits.tool_calls", TOOL_CALLS, NOTHING)                   \
  X(CONCURRENCY, "limits.tool_concurrency", TOOL_CONCURRENCY, NOTHING) \
  X(HOST_CALL, "limits.host_call_ms", HOST_CALL_MS, NOTHING)           \
  X(SLEEP, "limits.sleep_ms", SLEEP_MS, NOTHING)                       \
  X(SLEEP_CALL, "limits.sleep_call_ms", SLEEP_CALL_MS, NOTHING)        \
  X(READ, "fs.read", FS_READ, NOTHING)                                 \
  X(WRITE, "fs.write", FS_WRITE, NOTHING)                              \
  X(MOUNTS, "fs.mounts", FS_MOUNTS, NOTHING)                           \
  X(WORKSPACE, "workspace", WORKSPACE_MODE, NOTHING)                   \
  X(DENY, "fs.deny", FS_DENY, NOTHING)                                 \
  X(PROTECT, "fs.protect", FS_PROTECT, NOTHING)                        \
  X(ROOT, "fs.root", FS_ROOT, NOTHING)                                 \
  X(SPAWN, "process.spawn", SPAWN, NOTHING)                            \
  X(UNIX_SOCKETS, "process.unix_sockets", UNIX_SOCKETS, NOTHING)               \
  X(TTY, "process.tty", TTY, NOTHING)                                  \
  X(CAPS, "process.caps", CAPS, NOTHING)                               \
  X(USER, "process.user", USER, NOTHING)                               \
  X(ENV, "env", ENV_PASS, ENV_SET)                                     \
  X(EGRESS, "egress.allow", EGRESS_ALLOW, EGRESS_DENY)                 \
  X(ADDRESSES, "egress.addresses", EGRESS_ALLOW, NOTHING)              \
  X(BUDGET, "egress.budget", EGRESS_MAX_OUT, EGRESS_MAX_IN)            \
  X(IDENTITY, "egress.host_identity", EGRESS_ALLOW, NOTHING)           \
  X(LISTEN, "net.listen", NET_LISTEN, NOTHING)                         \
  X(PLACEHOLDER, "secrets.placeholder", SECRETS, NOTHING)              \
  X(SECRET_ENV, "secrets.env", SECRETS, NOTHING)                       \
  X(IMAGES, "images.allow", IMAGES_ALLOW, NOTHING)                     \
  X(INSTALL, "packages.install", PACKAGES_INSTALL, NOTHING)            \
  X(PACKAGES, "packages.list", PACKAGES_LIST, NOTHING)                 \
  X(TOOLS, "tools.allow", TOOLS_ALLOW, NOTHING)                        \
  X(APPROVE, "tools.approve", TOOLS_APPROVE, APPROVER)                 \
  X(IMPORTS, "code.imports", IMPORTS_ALLOW, IMPORTS_DENY)              \
  X(BUILTINS, "code.builtins", BUILTINS_DENY, NOTHING)                 \
  X(RULES, "code.rules", CODE_RULES, NOTHING)                          \
  X(CLOCK, "clock", CLOCK, NOTHING)                                    \
  X(TIMEZONE, "timezone", TIMEZONE, NOTHING)                           \
  X(RANDOM, "random", RANDOM, NOTHING)                                 \
  X(ARTIFACTS, "artifacts", ARTIFACTS_EXPORT, NOTHING)                 \
  X(WORKER, "worker", WORKER, NOTHING)                                 \
  X(SANDBOX, "sandbox", NOTHING, NOTHING)                              \
  X(KILL_TREE, "kill_tree", NOTHING, NOTHING)                          \
  X(AUDIT, "audit", AUDIT_REQUIRED, NOTHING)

/* Fields that a key speaks for besides those: field, key.  Every field is in
 * one of the two lists, or says where programs run and what is read
 * (cs_report_key_of); so nothing that somebody sets is ignored. */
#define CS_REPORT_OTHERS(X)           \
  X(WORKSPACE_WRITE, WORKSPACE)       \
  X(WORKSPACE_DENY, WORKSPACE)        \
  X(PACKAGES_SOURCE, PACKAGES)        \
  X(PACKAGES_TIMEOUT, PACKAGES)       \
  X(EGRESS_MAX_REQUESTS, BUDGET)      \
  X(EGRESS_MAX_CONNECTIONS, BUDGET)   \
  X(EGRESS_SOCKS, EGRESS)             \
  X(EGRESS_ANY, EGRESS)               \
  X(EGRESS_CA_FILE, EGRESS)           \
  X(IMAGES_DEFAULT, IMAGES)           \
  X(IMAGES_PULL, IMAGES)              \
  X(IMAGES_DIGEST, IMAGES)            \
  X(IMAGES_ALIASES, IMAGES)           \
  X(IMAGES_REGISTRY, IMAGES)          \
  X(IMAGES_CA_FILE, IMAGES)           \
  X(EXEC_WALL_MS, SANDBOX)            \
  X(EXEC_WALL_MAX_MS, SANDBOX)        \
  X(IDLE_MS, SANDBOX)                 \
  X(MAX_LIFETIME_MS, SANDBOX)         \
  X(RETAIN_MS, SANDBOX)               \
  X(STOP_GRACE_MS, SANDBOX)           \
  X(MAX_LIVE, SANDBOX)                \
  X(MAX_LIVE_PER_OWNER, SANDBOX)      \
  X(MAX_EXECS, SANDBOX)               \
  X(LOG_BYTES, SANDBOX)               \
  X(REDACT_OUTPUT, SANDBOX)           \
  X(ARTIFACTS_ON, ARTIFACTS)          \
  X(ARTIFACTS_FILES, ARTIFACTS)       \
  X(ARTIFACTS_FILE_BYTES, ARTIFACTS)  \
  X(ARTIFACTS_TOTAL_BYTES, ARTIFACTS) \
  X(ARTIFACTS_DEPTH, ARTIFACTS)       \
  X(AUDIT_PATH, AUDIT)                \
  X(AUDIT_CODE, AUDIT)                \
  X(AUDIT_SYNC, AUDIT)                \
  X(AUDIT_TRACE, AUDIT)               \
  X(AUDIT_CHECKPOINT, AUDIT)

typedef enum cs_report_key {
#define X(id, key, a, b) CS_REPORT_KEY_##id,
  CS_REPORT_LIST(X)
#undef X
      CS_REPORT_KEYS
} cs_report_key;

const char *cs_report_key_name(cs_report_key k);
/* The key of this name, or CS_REPORT_KEYS. */
cs_report_key cs_report_find(const char *name);
/* The first key that speaks for a field; CS_REPORT_KEYS: it is one of those
 * that choose (version, name, extends, depth, depth_allow,
 * accept_unenforced). */
cs_report_key cs_report_key_of(cs_policy_field id);

typedef struct cs_report_cell {
  cs_report_word word;
  uint32_t by;     /* CS_BY_*; 0 where nothing does it */
  bool requested;  /* the policy asks for it at this depth */
  bool accepted;   /* and lives without it: accept_unenforced */
  const char *why; /* a detail, or why not; "" or borrowed from the probes */
} cs_report_cell;

/* What the host of a session brings along besides probes. */
typedef struct cs_report_given {
  bool asks;   /* it asks somebody before it answers a call of tools.approve */
  bool remote; /* the engine is at a server that nobody here can look at */
  bool log;    /* there is an audit log, and of it: */
  bool log_full, log_batch, log_optional; /* as opposed to what is stricter */
  const char *log_path;                   /* borrowed; NULL: not told */
} cs_report_given;

typedef struct cs_report {
  cs_report_depth depth;
  const cs_policy *policy; /* borrowed */
  const cs_probes *probes; /* borrowed */
  bool available;          /* there is such a depth here at all */
  cs_report_cell at[CS_REPORT_KEYS];
} cs_report;

/* Judge every key; cannot fail.  `policy` and `probes` must live as long;
 * `given` NULL: nothing. */
void cs_report_make(const cs_policy *policy, cs_report_depth depth,
                    const cs_probes *probes, const cs_report_given *given,
                    cs_report *out);

/* Is this key a gap that keeps a sandbox from being made? */
static inline bool cs_report_blocks(const cs_report_cell *c) {
  return c->requested && !c->accepted && c->word != CS_REPORT_ENFORCED;
}
/* How many do; requested in all. */
size_t cs_report_gaps(const cs_report *r, size_t *requested);
/* The first that does, or CS_REPORT_KEYS. */
cs_report_key cs_report_first_gap(const cs_report *r);

/* Can a program at this depth reach a host that egress.allow names? */
bool cs_report_connects(const cs_report *r);

/* CS_EINVAL with `enforcement_missing` and the line to add, unless nothing is
 * missing that was not accepted. */
cs_status cs_report_demand(const cs_report *r, cs_error *err) CS_MUST_CHECK;

/* Does the policy ask for this key at this depth? */
bool cs_report_is_requested(const cs_policy *p, cs_report_key k,
                            cs_report_depth d);

/* --- report_text.c ------------------------------------------------------- */

typedef struct cs_report_host { /* facts of the machine, for the reader */
  char kernel[68];
  char boot[40];
  const char *probed_at; /* RFC 3339; NULL: left out, as for the hash */
} cs_report_host;
void cs_report_host_look(cs_report_host *h);

/* caisson.enforcement/1, appended. */
cs_status cs_report_json(const cs_report *r, const cs_report_host *h,
                         cs_buf *out) CS_MUST_CHECK;
/* "sha256:..." of that without `probed_at`. */
#define CS_REPORT_HASH 72
cs_status cs_report_hash(const cs_report *r,
                         char out[CS_REPORT_HASH]) CS_MUST_CHECK;
/* "enforced kernel+landlock": at most 80 bytes. */
void cs_report_cell_text(const cs_report_cell *c, char out[80]);

#endif
