/*
 * fields.h - every field of a policy, once.
 *
 * The parser, the defaults, the meet of two policies, the canonical form, the
 * JSON Schema, docs/policy.md and `caisson policy explain` all read this list
 * through schema.h: reading a field takes a row and nothing else.  What it
 * takes to enforce one is in docs/adding-a-policy-field.md.
 *
 * Columns: name in C, key, type, default, least, most, marks, meet, what its
 * texts look like (or its words, narrowest first), meaning.
 *   marks: A counts as requested always, I only the engine has it, O only the
 *     owner of the process may set it (no project file, no call)
 *   most: of a number; of a list or map: entries
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_FIELDS_H
#define CS_POLICY_FIELDS_H

#define CS_POLICY_GENERAL(X)                                                  \
  X(VERSION, "version", COUNT, NUM(1), 1, 1, 0, SAME, ANY(),                  \
    "number of this schema; required")                                        \
  X(NAME, "name", TEXT, ABSENT, 0, 64, 0, FREE, RULE(NAME),                   \
    "shown in denials and results")                                           \
  X(EXTENDS, "extends", TEXT, ABSENT, 0, 64, 0, FREE, RULE(FILE),             \
    "profile, or file of the same directory, that is merged in first")        \
  X(DEPTH, "depth", WORD, TXT("auto"), 0, 0, 0, DEPTH,                        \
    WORDS("auto|check|interp|process|image|vm"),                              \
    "where code runs; auto takes the cheapest that can hold the policy")      \
  X(DEPTH_ALLOW, "depth_allow", LIST, LST(depths), 0, 8, 0, SUBSET,           \
    WORDS("check|interp|process|image|vm"),                                   \
    "candidates of auto, and the ceiling for calls")                          \
  X(WORKER, "worker", BOOL, NUM(1), 0, 1, A, GUARD, ANY(),                    \
    "depth interp runs in a locked-down worker, not in the caller's process") \
  X(ACCEPT, "accept_unenforced", LIST, EMPTY, 0, 256, 0, SUBSET, RULE(KEY),   \
    "report keys that may be advisory or unsupported on this host")           \
  X(APPROVER, "approver", WORD, TXT("none"), 0, 0, 0, SOURCE,                 \
    WORDS("none|callback|cli"), "who is asked when a denial may be lifted")

#define CS_POLICY_LIMITS(X)                                                    \
  X(WALL_MS, "limits.wall_ms", TIME, NUM(120 * SEC), 1, DAY, A, NUMBER, ANY(), \
    "real time of a run, host calls included")                                 \
  X(GUEST_MS, "limits.guest_ms", TIME, NUM(30 * SEC), 1, DAY, 0, NUMBER,       \
    ANY(), "real time without waiting for host calls; compiling included")     \
  X(TURN_MS, "limits.turn_ms", TIME, NUM(30 * SEC), 1, DAY, I, NUMBER, ANY(),  \
    "guest time between two host round trips")                                 \
  X(CPU_MS, "limits.cpu_ms", TIME, NUM(60 * SEC), 1, DAY, 0, NUMBER, ANY(),    \
    "processor time of all threads and processes")                             \
  X(TERM_GRACE_MS, "limits.term_grace_ms", TIME, NUM(0), 0, 10 * SEC, 0,       \
    NUMBER, ANY(), "lead of SIGTERM before SIGKILL")                           \
  X(FUEL, "limits.fuel", COUNT, NUM(UINT64_C(20000000000)), 1,                 \
    UINT64_C(1) << 62, I, NUMBER, ANY(),                                       \
    "engine instructions; exact and deterministic")                            \
  X(MEMORY_BYTES, "limits.memory_bytes", SIZE, NUM(512 * MIB), 1, 64 * GIB, A, \
    NUMBER, ANY(), "everything the run uses; bounds the engine's heap too")    \
  X(HEAP_BYTES, "limits.heap_bytes", SIZE, NUM(256 * MIB), 1, 4 * GIB, I,      \
    NUMBER, ANY(), "heap of the engine")                                       \
  X(CPUS, "limits.cpus", CPUS, NUM(1000), 1, 64000, 0, NUMBER, ANY(),          \
    "processor bandwidth, in CPUs; stored as thousandths")                     \
  X(PIDS, "limits.pids", COUNT, NUM(128), 1, 4096, A, NUMBER, ANY(),           \
    "processes and threads")                                                   \
  X(FDS, "limits.fds", COUNT, NUM(1024), 1, 65536, 0, NUMBER, ANY(),           \
    "open files of each process; of the engine at most 64")                    \
  X(DISK_BYTES, "limits.disk_bytes", SIZE, NUM(GIB), 0, TIB, 0, NUMBER, ANY(), \
    "all writable layers and overlays together")                               \
  X(DISK_INODES, "limits.disk_inodes", COUNT, NUM(100000), 0, 100000000, 0,    \
    NUMBER, ANY(), "files in all of them")                                     \
  X(FILE_BYTES, "limits.file_bytes", SIZE, NUM(256 * MIB), 0, TIB, 0, NUMBER,  \
    ANY(), "largest file")                                                     \
  X(TMP_BYTES, "limits.tmp_bytes", SIZE, NUM(64 * MIB), 0, TIB, 0, NUMBER,     \
    ANY(), "content of /tmp")                                                  \
  X(CODE_BYTES, "limits.code_bytes", SIZE, NUM(256 * KIB), 1, 16 * MIB, 0,     \
    NUMBER, ANY(), "source text")                                              \
  X(NESTING, "limits.nesting", COUNT, NUM(200), 1, 1000, 0, NUMBER, ANY(),     \
    "depth of its syntax")                                                     \
  X(STDOUT_BYTES, "limits.stdout_bytes", SIZE, NUM(MIB), 0, 256 * MIB, A,      \
    NUMBER, ANY(), "bytes of stdout that are returned")                        \
  X(STDERR_BYTES, "limits.stderr_bytes", SIZE, NUM(MIB), 0, 256 * MIB, A,      \
    NUMBER, ANY(), "bytes of stderr that are returned")                        \
  X(OUTPUT_OVERFLOW, "limits.output_overflow", WORD, TXT("drop"), 0, 0, 0,     \
    ORDER, WORDS("kill|drop"), "what more output does")                        \
  X(RESULT_BYTES, "limits.result_bytes", SIZE, NUM(MIB), 0, 256 * MIB, 0,      \
    NUMBER, ANY(), "last value, and arguments and result of each tool call")   \
  X(RECURSION, "limits.recursion", COUNT, NUM(1000), 1, 100000, I, NUMBER,     \
    ANY(), "nested Python calls")                                              \
  X(SUSPENSIONS, "limits.suspensions", COUNT, NUM(1000), 0, 1000000, 0,        \
    NUMBER, ANY(), "host round trips of a session")                            \
  X(TOOL_CALLS, "limits.tool_calls", COUNT, NUM(100), 0, 100000, 0, NUMBER,    \
    ANY(), "host tools called in a run")                                       \
  X(TOOL_CONCURRENCY, "limits.tool_concurrency", COUNT, NUM(16), 0, 1024, 0,   \
    NUMBER, ANY(), "tool calls that are open at one time")                     \
  X(HOST_CALL_MS, "limits.host_call_ms", TIME, NUM(60 * SEC), 1, DAY, 0,       \
    NUMBER, ANY(), "one host call")                                            \
  X(SLEEP_MS, "limits.sleep_ms", TIME, NUM(30 * SEC), 0, DAY, I, NUMBER,       \
    ANY(), "all sleeping of a run")                                            \
  X(SLEEP_CALL_MS, "limits.sleep_call_ms", TIME, NUM(10 * SEC), 0, DAY, I,     \
    NUMBER, ANY(), "one sleep")

#define CS_POLICY_FILES(X)                                                  \
  X(FS_READ, "fs.read", LIST, EMPTY, 0, 1024, A, ALLOW, ITEMS(path),        \
    "host paths visible at the same place, read-only")                      \
  X(FS_WRITE, "fs.write", LIST, EMPTY, 0, 1024, A, ALLOW, ITEMS(path),      \
    "host paths visible at the same place, writable")                       \
  X(FS_MOUNTS, "fs.mounts", LIST, EMPTY, 0, 64, A, ALLOW, ITEMS(mount),     \
    "host directories and files at places of the sandbox")                  \
  X(FS_DENY, "fs.deny", LIST, EMPTY, 0, 1024, A, DENY, ITEMS(path),         \
    "never readable, whatever else matches")                                \
  X(FS_PROTECT, "fs.protect", LIST, LST(protect), 0, 1024, A, DENY,         \
    ITEMS(inner), "never writable in rw mounts, never committed")           \
  X(FS_ROOT, "fs.root", WORD, TXT("overlay"), 0, 0, 0, ORDER,               \
    WORDS("ro|overlay"), "root layer of depths process and image")          \
  X(WORKSPACE_MODE, "workspace.mode", WORD, TXT("overlay"), 0, 0, A, ORDER, \
    WORDS("none|ro|overlay|rw"), "how /workspace is mounted")               \
  X(WORKSPACE_WRITE, "workspace.write", LIST, LST(everything), 0, 1024, A,  \
    ALLOW, ITEMS(inner), "what may be written below /workspace")            \
  X(WORKSPACE_DENY, "workspace.deny", LIST, EMPTY, 0, 1024, A, DENY,        \
    ITEMS(inner), "what may not, whatever else matches")

#define CS_POLICY_PROCESS(X)                                                  \
  X(SPAWN, "process.spawn", SPAWN, NUM(0), 0, 256, A, SPAWN, ITEMS(program),  \
    "new processes: none, any, or exec of these files only")                  \
  X(UNIX_SOCKETS, "process.unix_sockets", BOOL, NUM(0), 0, 1, A, PERMIT,      \
    ANY(), "socket(AF_UNIX)")                                                 \
  X(TTY, "process.tty", BOOL, NUM(0), 0, 1, A, PERMIT, ANY(),                 \
    "a terminal of its own")                                                  \
  X(CAPS, "process.caps", LIST, EMPTY, 0, 7, A, SUBSET,                       \
    WORDS("CHOWN|DAC_OVERRIDE|FOWNER|SETUID|SETGID|KILL|NET_BIND_SERVICE"),   \
    "capabilities, in the sandbox's user namespace only")                     \
  X(USER, "process.user", COUNT, ABSENT, 0, 4294967294u, 0, SAME, ANY(),      \
    "uid inside; the image's user, else 1000")                                \
  X(ENV_PASS, "env.pass", LIST, EMPTY, 0, 256, A, ALLOW, ITEMS(variable),     \
    "names of variables copied from the host")                                \
  X(ENV_SET, "env.set", MAP, EMPTY, 0, 256, A, SUBSET, ITEMS(setting),        \
    "variables with these values")                                            \
  X(TOOLS_ALLOW, "tools.allow", LIST, ABSENT, 0, 1024, 0, ALLOW, ITEMS(tool), \
    "host functions that may be called; absent: all that are registered")     \
  X(TOOLS_APPROVE, "tools.approve", LIST, EMPTY, 0, 1024, 0, DENY,            \
    ITEMS(tool), "host functions that need approval")

#define CS_POLICY_CODE(X)                                                      \
  X(IMPORTS_ALLOW, "code.imports_allow", LIST, ABSENT, 0, 1024, 0, ALLOW,      \
    ITEMS(module), "modules that may be imported; absent: no rule")            \
  X(IMPORTS_DENY, "code.imports_deny", LIST, EMPTY, 0, 1024, 0, DENY,          \
    ITEMS(module), "modules that may not")                                     \
  X(BUILTINS_DENY, "code.builtins_deny", LIST, EMPTY, 0, 1024, 0, DENY,        \
    ITEMS(module), "built-in names that may not be used")                      \
  X(CODE_RULES, "code.rules", WORD, TXT("none"), 0, 0, 0, ORDER,               \
    WORDS("codeact-strict|codeact-compat|none"), "a set of static rules")      \
  X(PACKAGES_INSTALL, "packages.install", BOOL, NUM(0), 0, 1, 0, PERMIT,       \
    ANY(), "code may install packages")                                        \
  X(PACKAGES_LIST, "packages.list", LIST, EMPTY, 0, 256, 0, SUBSET,            \
    ITEMS(package), "installed before the run, into a private layer")          \
  X(PACKAGES_SOURCE, "packages.source", TEXT, ABSENT, 0, 4096, 0, SAME,        \
    RULE(ANY), "directory of wheels, or host of an index")                     \
  X(PACKAGES_TIMEOUT, "packages.timeout_ms", TIME, NUM(120 * SEC), 1, HOUR, 0, \
    NUMBER, ANY(), "time for installing")                                      \
  X(CLOCK, "clock", TEXT, TXT("real"), 0, 64, 0, SOURCE, RULE(CLOCK),          \
    "real, host (the program is asked), none, or a fixed RFC 3339 time")       \
  X(TIMEZONE, "timezone", TEXT, TXT("UTC"), 0, 64, 0, FREE, RULE(ZONE),        \
    "IANA name of the time zone")                                              \
  X(RANDOM, "random", TEXT, TXT("system"), 0, 64, 0, SOURCE, RULE(RANDOM),     \
    "system, host (the program is asked), none, or fixed:<n>")

#define CS_POLICY_NETWORK(X)                                                   \
  X(EGRESS_ALLOW, "egress.allow", LIST, EMPTY, 0, 1024, A, ALLOW,              \
    ITEMS(egress), "hosts that may be reached")                                \
  X(EGRESS_DENY, "egress.deny", LIST, EMPTY, 0, 1024, A, DENY,                 \
    ITEMS(egress_deny), "hosts that may not, whatever else matches")           \
  X(EGRESS_MAX_OUT, "egress.max_out", SIZE, NUM(64 * MIB), 0, TIB, 0, NUMBER,  \
    ANY(), "bytes sent")                                                       \
  X(EGRESS_MAX_IN, "egress.max_in", SIZE, NUM(GIB), 0, TIB, 0, NUMBER, ANY(),  \
    "bytes received")                                                          \
  X(EGRESS_MAX_REQUESTS, "egress.max_requests", COUNT, NUM(10000), 0,          \
    1000000000, 0, NUMBER, ANY(), "requests")                                  \
  X(EGRESS_MAX_CONNECTIONS, "egress.max_connections", COUNT, NUM(64), 0, 4096, \
    0, NUMBER, ANY(), "connections at one time")                               \
  X(EGRESS_SOCKS, "egress.socks", BOOL, NUM(0), 0, 1, 0, PERMIT, ANY(),        \
    "a SOCKS5 entry besides the HTTP proxy")                                   \
  X(EGRESS_ANY, "egress.dangerous_any", BOOL, NUM(0), 0, 1, O, PERMIT, ANY(),  \
    "allows the rule \"*\"")                                                   \
  X(EGRESS_CA_FILE, "egress.ca_file", TEXT, ABSENT, 0, 4096, 0, SAME,          \
    RULE(PATH), "certificates trusted upstream")                               \
  X(NET_LISTEN, "net.listen", LIST, EMPTY, 0, 16, A, ALLOW, ITEMS(listen),     \
    "ports published on the host's loopback")                                  \
  X(SECRETS, "secrets", MAP, EMPTY, 0, 64, A, SECRETS, ITEMS(secret),          \
    "secrets that a call may bind, by name")

#define CS_POLICY_SANDBOX(X)                                                   \
  X(IMAGES_ALLOW, "images.allow", LIST, EMPTY, 0, 1024, A, ALLOW,              \
    ITEMS(image), "images that may be used; empty: none")                      \
  X(IMAGES_PULL, "images.pull", WORD, TXT("missing"), 0, 0, A, ORDER,          \
    WORDS("never|missing|always"), "when they are fetched")                    \
  X(IMAGES_DIGEST, "images.require_digest", BOOL, NUM(0), 0, 1, A, GUARD,      \
    ANY(), "a reference must name a digest")                                   \
  X(IMAGES_ALIASES, "images.aliases", MAP, EMPTY, 0, 256, O, SUBSET,           \
    ITEMS(alias), "other places of images")                                    \
  X(IMAGES_DEFAULT, "images.default", TEXT, TXT("rootfs:host"), 0, 255, 0,     \
    SAME, RULE(ANY), "image of who names none")                                \
  X(IMAGES_REGISTRY, "images.default_registry", TEXT, ABSENT, 0, 255, 0, SAME, \
    RULE(ANY), "registry of references without one")                           \
  X(IMAGES_CA_FILE, "images.ca_file", TEXT, ABSENT, 0, 4096, 0, SAME,          \
    RULE(PATH), "certificates trusted for registries")                         \
  X(EXEC_WALL_MS, "sandbox.exec_wall_ms", TIME, NUM(120 * SEC), 1, DAY, 0,     \
    NUMBER, ANY(), "time of one exec, unless it asks for another")             \
  X(EXEC_WALL_MAX_MS, "sandbox.exec_wall_max_ms", TIME, NUM(1200 * SEC), 1,    \
    DAY, 0, NUMBER, ANY(), "what it may ask for")                              \
  X(IDLE_MS, "sandbox.idle_ms", TIME, NUM(15 * MIN), 1, 30 * DAY, 0, NUMBER,   \
    ANY(), "time without use before it is stopped")                            \
  X(MAX_LIFETIME_MS, "sandbox.max_lifetime_ms", TIME, NUM(4 * HOUR), 1,        \
    30 * DAY, 0, NUMBER, ANY(), "time before it is stopped anyway")            \
  X(RETAIN_MS, "sandbox.retain_stopped_ms", TIME, NUM(7 * DAY), 0, 30 * DAY,   \
    0, NUMBER, ANY(), "time a stopped one is kept")                            \
  X(STOP_GRACE_MS, "sandbox.stop_grace_ms", TIME, NUM(10 * SEC), 0, 30 * DAY,  \
    0, NUMBER, ANY(), "time it has for stopping")                              \
  X(MAX_LIVE, "sandbox.max_live", COUNT, NUM(16), 0, 4096, 0, NUMBER, ANY(),   \
    "sandboxes at one time")                                                   \
  X(MAX_LIVE_PER_OWNER, "sandbox.max_live_per_owner", COUNT, NUM(4), 0, 4096,  \
    0, NUMBER, ANY(), "and of one owner")                                      \
  X(MAX_EXECS, "sandbox.max_execs", COUNT, NUM(16), 0, 4096, 0, NUMBER, ANY(), \
    "execs at one time in one sandbox")                                        \
  X(LOG_BYTES, "sandbox.log_bytes", SIZE, NUM(16 * MIB), 0, GIB, 0, NUMBER,    \
    ANY(), "output kept of one sandbox")                                       \
  X(REDACT_OUTPUT, "sandbox.redact_output", BOOL, NUM(0), 0, 1, 0, GUARD,      \
    ANY(), "values of secrets are removed from results")

#define CS_POLICY_RECORDS(X)                                                   \
  X(ARTIFACTS_EXPORT, "artifacts.export", LIST, EMPTY, 0, 256, A, ALLOW,       \
    ITEMS(path), "files given to the caller if the run made or changed them")  \
  X(ARTIFACTS_ON, "artifacts.on", WORD, TXT("success"), 0, 0, 0, ORDER,        \
    WORDS("success|always"), "after which runs")                               \
  X(ARTIFACTS_FILES, "artifacts.max_files", COUNT, NUM(256), 0, 100000, 0,     \
    NUMBER, ANY(), "how many of them")                                         \
  X(ARTIFACTS_FILE_BYTES, "artifacts.max_file_bytes", SIZE, NUM(5 * MIB), 0,   \
    GIB, 0, NUMBER, ANY(), "the largest")                                      \
  X(ARTIFACTS_TOTAL_BYTES, "artifacts.max_total_bytes", SIZE, NUM(25 * MIB),   \
    0, 16 * GIB, 0, NUMBER, ANY(), "all together")                             \
  X(ARTIFACTS_DEPTH, "artifacts.max_depth", COUNT, NUM(32), 0, 256, 0, NUMBER, \
    ANY(), "directories in directories")                                       \
  X(AUDIT_PATH, "audit.path", TEXT, ABSENT, 0, 4096, 0, SAME, RULE(PATH),      \
    "directory of the log; the state directory")                               \
  X(AUDIT_REQUIRED, "audit.required", BOOL, NUM(1), 0, 1, 0, GUARD, ANY(),     \
    "nothing runs when it cannot be written")                                  \
  X(AUDIT_CODE, "audit.code", WORD, TXT("hash"), 0, 0, 0, ORDER,               \
    WORDS("full|hash"), "what it holds of the code")                           \
  X(AUDIT_SYNC, "audit.sync", WORD, TXT("batch"), 0, 0, 0, ORDER,              \
    WORDS("always|batch"), "when it is on disk: at once, or within 1 s")       \
  X(AUDIT_TRACE, "audit.trace_denials", BOOL, NUM(0), 0, 1, 0, GUARD, ANY(),   \
    "also record what the kernel refuses")                                     \
  X(AUDIT_CHECKPOINT, "audit.checkpoint_cmd", LIST, ABSENT, 0, 64, O, SAME,    \
    ITEMS(argument), "program and arguments that receive checkpoints")

#define CS_POLICY_FIELD_LIST(X) \
  CS_POLICY_GENERAL(X)          \
  CS_POLICY_LIMITS(X)           \
  CS_POLICY_FILES(X)            \
  CS_POLICY_PROCESS(X)          \
  CS_POLICY_CODE(X)             \
  CS_POLICY_NETWORK(X)          \
  CS_POLICY_SANDBOX(X)          \
  CS_POLICY_RECORDS(X)

/* What a report has besides the fields, or instead of a group of them. */
#define CS_POLICY_REPORT_LIST(X) \
  X("workspace")                 \
  X("env")                       \
  X("artifacts")                 \
  X("audit")                     \
  X("sandbox")                   \
  X("egress.addresses")          \
  X("egress.host_identity")      \
  X("egress.budget")             \
  X("secrets.placeholder")       \
  X("secrets.env")               \
  X("code.imports")              \
  X("code.builtins")             \
  X("kill_tree")

#endif
