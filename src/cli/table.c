/*
 * table.c - the table of options: one row each, for every verb.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/options.h"

const char *const cs_group_names[CS_GROUPS] = {
    [CS_GROUP_MAIN] = "options",
    [CS_GROUP_GRANT] = "what the program is given",
    [CS_GROUP_LIMIT] = "limits",
    [CS_GROUP_PLACE] = "where it runs",
    [CS_GROUP_RECORD] = "records",
    [CS_GROUP_OUTPUT] = "output"};

/* Sets of verbs. */
#define PROMPTS  (CS_FOR(REPL) | CS_FOR(SHELL))
#define CHANGES  (CS_FOR(DIFF) | CS_FOR(COMMIT) | CS_FOR(DISCARD))
#define SNAPSHOT (CS_FOR(DUMP) | CS_FOR(LOAD) | CS_FOR(FORK))
#define CODE     (CS_FOR(RUN) | PROMPTS | SNAPSHOT)
#define JAILED   (CS_FOR(EXEC) | CS_FOR(RUN) | PROMPTS)
#define ANY      (CODE | CS_FOR(EXEC))
#define NAMED    (CS_FOR(RUN) | CS_FOR(EXEC) | CS_FOR(SHELL))
#define SERVED   (ANY | CS_FOR(MCP) | MADE)
#define MADE     CS_FOR(CREATE)
#define PLAYED   (CS_FOR(RESUME) | CS_FOR(REPLAY))
#define LOOKS    CS_FOR(EXPLAIN)
#define RULED                                                          \
  (SERVED | CHANGES | CS_FOR(DOCTOR) | CS_FOR(EXPLAIN) | CS_FOR(WHY) | \
   CS_FOR(IMAGE_PULL))
#define IMAGES                                                         \
  (CS_FOR(IMAGE_LS) | CS_FOR(IMAGE_PULL) | CS_FOR(IMAGE_LOAD) |        \
   CS_FOR(IMAGE_IMPORT) | CS_FOR(IMAGE_SAVE) | CS_FOR(IMAGE_INSPECT) | \
   CS_FOR(IMAGE_RM) | CS_FOR(IMAGE_PRUNE) | CS_FOR(IMAGE_VERIFY))
#define ALL    (~UINT64_C(0))
#define LISTED (CS_FOR(AUDIT_SHOW) | CS_FOR(AUDIT_TAIL) | CS_FOR(AUDIT_EXPORT))
#define AUDITS (LISTED | CS_FOR(AUDIT_VERIFY))
#define PROSE                                                       \
  (CS_FOR(POLICY_SCHEMA) | PROMPTS | CS_FOR(MCP) | CS_FOR(WORKER) | \
   CS_FOR(DEMO))

/* Rows: letter, name, [value,] group, help, verbs, field of cs_settings. */
#define ROW(l, n, k, v, g, h, s, f)                            \
  {                                                            \
    .letter = l, .name = n, .kind = CS_OPTION_##k, .value = v, \
    .group = CS_GROUP_##g, .help = h, .verbs = s,              \
    .field = offsetof(cs_settings, f)                          \
  }
#define FLAG(l, n, g, h, s, f)      ROW(l, n, FLAG, NULL, g, h, s, f)
#define TEXT(l, n, v, g, h, s, f)   ROW(l, n, TEXT, v, g, h, s, f)
#define CHOICE(l, n, v, g, h, s, f) ROW(l, n, CHOICE, v, g, h, s, f)
#define SIZE(l, n, v, g, h, s, f)   ROW(l, n, SIZE, v, g, h, s, f)
#define COUNT(l, n, v, g, h, s, f)  ROW(l, n, COUNT, v, g, h, s, f)
#define TIME(l, n, v, g, h, s, f)   ROW(l, n, TIME, v, g, h, s, f)
#define WORDS(l, n, v, g, h, s, f)  ROW(l, n, WORDS, v, g, h, s, f)

const cs_option cs_option_table[] = {
    /* --- main ------------------------------------------------------------ */
    TEXT('c', NULL, "CODE", MAIN, "the program, as text",
         CS_FOR(RUN) | SNAPSHOT, code),
    TEXT('c', NULL, "SCRIPT", MAIN, "run this with /bin/sh in a jail",
         CS_FOR(SHELL), code),
    TEXT(0, "shell", "SCRIPT", MAIN, "run this with /bin/sh", CS_FOR(EXEC),
         shell),
    FLAG('a', "all", MAIN, "also what has ended", CS_FOR(PS), all),
    COUNT('n', "tail", "N", MAIN, "only the last N lines", CS_FOR(LOGS), count),
    FLAG('f', "follow", MAIN, "go on until it ends", CS_FOR(LOGS), follow),
    TEXT(0, "since", "TIME", MAIN, "only from 10m ago or 2026-01-31T12:00 on",
         CS_FOR(LOGS), since),
    TEXT(0, "until", "TIME", MAIN, "only up to then", CS_FOR(LOGS), until),
    CHOICE(0, "source", "stdout|stderr|pty|system", MAIN, "only from there",
           CS_FOR(LOGS), source),
    TEXT(0, "exec", "ID", MAIN, "only of the run with this id", CS_FOR(LOGS),
         exec_id),
    TEXT(0, "cursor", "CURSOR", MAIN, "only behind this record", CS_FOR(LOGS),
         cursor),
    TEXT(0, "name", "NAME", MAIN, "a name for 'caisson ps' and 'caisson logs'",
         NAMED, name),
    TEXT(0, "name", "NAME", MAIN, "a name, instead of the operand", MADE, name),
    TEXT(0, "image", "REF", MAIN, "its root file system (rootfs:host)", MADE,
         image),
    WORDS(0, "label", "KEY=VALUE", MAIN, "a label for lists and records", MADE,
          labels),
    FLAG(0, "replace", MAIN, "remove a sandbox of that name first", MADE,
         replace),
    FLAG(0, "read-only", MAIN, "the root cannot be written", MADE, read_only),
    TEXT('u', "user", "UID", MAIN, "number of its user (0; rootfs:host: 1000)",
         MADE, user),
    TIME(0, "idle", "TIME", LIMIT, "stopped when nobody uses it (15m)", MADE,
         idle),
    TIME(0, "lifetime", "TIME", LIMIT, "stopped after that time (4h)", MADE,
         lifetime),
    SIZE('m', "memory", "SIZE", LIMIT, "memory of all its processes (512m)",
         MADE, box_memory),
    TEXT(0, "cpus", "N", LIMIT, "processors, or a part of one (1)", MADE, cpus),
    SIZE(0, "disk", "SIZE", LIMIT, "what its layer may hold (1g)", MADE, disk),
    COUNT(0, "pids-limit", "N", LIMIT, "processes and threads (256)", MADE,
          processes),
    TEXT(0, "name", "NAME[:TAG]", MAIN, "the name that the image gets",
         CS_FOR(IMAGE_LOAD), name),
    TEXT('o', "output", "FILE", MAIN, "where the archive is written (stdout)",
         CS_FOR(IMAGE_SAVE), output),
    FLAG(0, "insecure", MAIN, "plain HTTP, for a registry on this machine",
         CS_FOR(IMAGE_PULL), insecure),
    TEXT(0, "ca-file", "FILE", MAIN,
         "certificates to trust, instead of the system's", CS_FOR(IMAGE_PULL),
         ca_file),
    FLAG('d', "detach", MAIN, "go on in the background; needs --name", NAMED,
         detach),
    TIME(0, "stop-timeout", "TIME", MAIN, "killed if it takes longer (10s)",
         CS_FOR(STOP), stop_timeout),
    FLAG(0, "rm", MAIN, "forget the name at the end", NAMED, remove),
    FLAG(0, "deny", MAIN, "refuse it", CS_FOR(APPROVE), deny),
    TEXT('o', "output", "FILE", MAIN,
         "where the state of the session is written",
         SNAPSHOT | CS_FOR(COMMIT) | CS_FOR(DISCARD), output),
    TEXT(0, "at", "NAME", MAIN, "stop when the program calls this function",
         CS_FOR(DUMP) | CS_FOR(LOAD), at),
    WORDS(0, "reply", "JSON", MAIN,
          "answer to the call it waits with (again: each twin)",
          CS_FOR(LOAD) | CS_FOR(FORK), replies),
    COUNT('n', "count", "N", MAIN, "how many twins (1)", CS_FOR(FORK), count),
    FLAG(0, "retry-in-doubt", MAIN, "make a call again that may have been made",
         CS_FOR(RESUME), retry_in_doubt),
    TEXT(0, "profile", "default|codeact-compat|codeact-strict|none", MAIN,
         "rules to judge by", CS_FOR(CHECK), rules),
    WORDS(0, "allow-import", "A,B", MAIN,
          "modules that may be imported, no others", CS_FOR(CHECK),
          allow_imports),
    WORDS(0, "block-import", "A,B", MAIN, "modules that may not be imported",
          CS_FOR(CHECK), block_imports),
    WORDS(0, "allow-builtin", "A,B", MAIN,
          "built-ins that may be used, no others", CS_FOR(CHECK),
          allow_builtins),
    WORDS(0, "block-builtin", "A,B", MAIN, "built-ins that may not be used",
          CS_FOR(CHECK), block_builtins),
    WORDS(0, "allow-attribute", "A,B", MAIN,
          "names __x__ that may be read, no others", CS_FOR(CHECK),
          allow_attributes),
    WORDS(0, "block-attribute", "A,B", MAIN,
          "attributes that may not be read: f_back, os.system", CS_FOR(CHECK),
          block_attributes),
    WORDS(0, "allow-node", "A,B", MAIN,
          "kinds of syntax that may occur, no others", CS_FOR(CHECK),
          allow_nodes),
    WORDS(0, "block-node", "A,B", MAIN,
          "kinds of syntax that may not occur: Lambda", CS_FOR(CHECK),
          block_nodes),
    WORDS(0, "allow-os", "A,B", MAIN,
          "attributes of os that may be read, no others", CS_FOR(CHECK),
          allow_os),
    TEXT(0, "http", "ADDR:PORT", MAIN,
         "serve HTTP there instead of stdin and stdout", CS_FOR(MCP), http),
    TEXT(0, "listen", "ADDR:PORT", MAIN, "where hosts connect (127.0.0.1:8932)",
         CS_FOR(WORKER), listen),
    TEXT(0, "token-file", "FILE", MAIN,
         "lines NAME TOKEN: who may use it over HTTP",
         CS_FOR(MCP) | CS_FOR(WORKER), token_file),
    COUNT(0, "max", "N", MAIN, "connections at one time (16)", CS_FOR(WORKER),
          most),
    WORDS(0, "origin", "ORIGIN", MAIN,
          "web pages of this origin may use it over HTTP", CS_FOR(MCP),
          origins),
    TIME(0, "session-time", "TIME", MAIN,
         "how long an unused session lives (30m)", CS_FOR(MCP), session_time),
    TIME(0, "session-time", "TIME", MAIN,
         "how long an unused connection lives (1h)", CS_FOR(WORKER),
         session_time),
    TEXT(0, "tool-name", "NAME", MAIN, "list run_code under this name",
         CS_FOR(MCP), tool_name),
    TEXT(0, "list-alias", "NAME", MAIN, "list run_code under this name, too",
         CS_FOR(MCP), list_alias),
    TEXT(0, "policy", "FILE", MAIN,
         "the policy, instead of the user's own file", RULED, policy),
    CHOICE(0, "profile", "default|strict|agent|mellea-unsafe", MAIN,
           "a built-in policy", RULED | CS_FOR(POLICY_INIT), profile),
    TEXT(0, "code", "FILE", MAIN, "choose a depth for this program",
         CS_FOR(EXPLAIN), code_file),
    TEXT(0, "path", "PATH", MAIN, "a path, as the program sees it", CS_FOR(WHY),
         path_asked),
    CHOICE(0, "op", "read|write", MAIN, "what is done with it (read)",
           CS_FOR(WHY), op),
    TEXT(0, "host", "NAME[:PORT]", MAIN, "a connection (443)", CS_FOR(WHY),
         host_asked),
    TEXT(0, "tool", "NAME", MAIN, "a call of a host function", CS_FOR(WHY),
         tool_asked),
    TEXT(0, "import", "NAME", MAIN, "a module", CS_FOR(WHY), import_asked),
    TEXT(0, "env", "NAME", MAIN, "a variable of the environment", CS_FOR(WHY),
         env_asked),
    TEXT(0, "image", "REF", MAIN, "an image", CS_FOR(WHY), image_asked),
    FLAG(0, "report", MAIN, "all depths in one table", CS_FOR(EXPLAIN), report),
    FLAG(0, "origin", MAIN, "where each value was set", CS_FOR(EXPLAIN),
         origin),
    FLAG(0, "fresh", MAIN, "try everything again",
         CS_FOR(DOCTOR) | CS_FOR(EXPLAIN), fresh),
    FLAG(0, "slow", MAIN, "also try what takes seconds", CS_FOR(DOCTOR), slow),
    COUNT('n', "count", "N", MAIN, "only the last N records",
          CS_FOR(AUDIT_SHOW) | CS_FOR(AUDIT_TAIL), count),
    FLAG('f', "follow", MAIN, "go on as records are written",
         CS_FOR(AUDIT_TAIL), follow),
    TEXT(0, "run", "ID", MAIN, "only records of this run", LISTED, run_id),
    TEXT(0, "session", "ID", MAIN, "only records of this session", LISTED,
         session_id),
    TEXT(0, "kind", "KIND", MAIN,
         "only these: run.end, or all that begin with run.", LISTED,
         record_kind),
    TEXT(0, "since", "TIME", MAIN,
         "only from 2026-01-31 or 2026-01-31T12:00 on, UTC", LISTED, since),
    FLAG(0, "denied", MAIN, "only what was refused", LISTED, denied),
    CHOICE(0, "format", "jsonl|json|csv", MAIN, "as what (jsonl)",
           CS_FOR(AUDIT_EXPORT), format),
    TEXT(0, "expect", "SEQ:HASH", MAIN,
         "this record must be there: finds a cut end", CS_FOR(AUDIT_VERIFY),
         expect),
    TEXT(0, "key", "HEX", MAIN, "public key that checkpoints must have", AUDITS,
         audit_key),
    FLAG('h', "help", MAIN, "print this text", ALL, help),

    /* --- what the program is given --------------------------------------- */
    WORDS('v', "mount", "SRC:DST[:MODE]", GRANT,
          "show a directory: ro (default), overlay, rw", SERVED | CHANGES,
          mounts),
    TEXT(0, "workspace", "DIR[:MODE]", GRANT, "DIR at /workspace, as overlay",
         SERVED | CHANGES, workspace),
    WORDS(0, "tmpfs", "DST[,limit=SIZE]", GRANT, "an empty directory in memory",
          SERVED | CHANGES, tmpfs),
    TEXT('w', "workdir", "DST", GRANT, "start in this directory (/)", SERVED,
         workdir),
    WORDS(0, "path", "DST", GRANT, "import modules from this mounted directory",
          CODE, path),
    WORDS('e', NULL, "NAME[=VAL]", GRANT,
          "environment variable; without VAL its value here", SERVED, env),
    WORDS(0, "env-file", "FILE", GRANT, "lines NAME=VAL", SERVED, env_files),
    WORDS(0, "tool", "NAME=COMMAND", GRANT,
          "function answered by a program, JSON by line", CODE | CS_FOR(MCP),
          tools),
    WORDS(0, "call", "NAME=COMMAND", GRANT,
          "function that runs a program for each call", CODE | CS_FOR(MCP),
          calls),
    FLAG('i', "interactive", GRANT, "let the program read our stdin",
         CS_FOR(RUN) | CS_FOR(EXEC) | SNAPSHOT, input),
    FLAG('t', "tty", GRANT,
         "give the program a terminal of its own; reads ours",
         CS_FOR(EXEC) | CS_FOR(SHELL), tty),
    TEXT(0, "stdin", "FILE", GRANT, "what the program reads as stdin",
         CS_FOR(RUN) | CS_FOR(EXEC), stdin_file),
    COUNT(0, "seed", "N", GRANT, "random numbers that this determines",
          CODE | CS_FOR(MCP), seed),
    FLAG(0, "deterministic", GRANT,
         "seed 0 if none is given, and a clock of its own", CODE | CS_FOR(MCP),
         deterministic),

    /* --- limits ---------------------------------------------------------- */
    TIME(0, "timeout", "TIME", LIMIT,
         "wall-clock deadline: 500ms, 30s, 5m (10m)", SERVED | PLAYED, timeout),
    TIME(0, "timeout", "TIME", LIMIT, "computing without asking the host (1h)",
         CS_FOR(WORKER), timeout),
    SIZE('m', "memory", "SIZE", LIMIT, "memory a worker may use (3.5g)",
         CS_FOR(WORKER), worker_memory),
    SIZE('m', "memory", "SIZE", LIMIT, "memory the program may use (256m)",
         SERVED | CS_FOR(INSPECT), limits.memory),
    COUNT(0, "fuel", "N", LIMIT, "instructions it may execute (10g)",
          CODE | CS_FOR(MCP), limits.fuel),
    SIZE(0, "max-output", "SIZE", LIMIT, "output it may produce (64m)", SERVED,
         limits.output),
    COUNT(0, "processes", "N", LIMIT,
          "processes and threads it may have in a jail (64)",
          JAILED | CS_FOR(MCP), processes),
    TIME(0, "cpu-time", "TIME", LIMIT,
         "processor time of all processes together", CS_FOR(EXEC), cpu),

    /* --- where it runs --------------------------------------------------- */
    TEXT(0, "depth", "auto|interp|process|check", PLACE,
         "how deep the program is walled in", CODE | LOOKS | CS_FOR(MCP),
         depth),
    FLAG(0, "in-process", PLACE,
         "run in this process, not in a locked-down worker",
         CODE | LOOKS | CS_FOR(MCP) | PLAYED | CS_FOR(INSPECT), in_process),
    TEXT(0, "python", "FILE", PLACE,
         "interpreter of depth process (/usr/bin/python3)",
         CS_FOR(RUN) | PROMPTS | CS_FOR(MCP) | LOOKS | CS_FOR(DOCTOR), python),
    FLAG(0, "loopback", PLACE,
         "in a jail: a network with 127.0.0.1, nothing else", JAILED, loopback),
    FLAG(0, "no-spawn", PLACE, "in a jail: no other process, no other program",
         JAILED, no_spawn),
    FLAG(0, "no-unix-sockets", PLACE, "in a jail: no unix sockets", JAILED,
         no_unix),
    WORDS(0, "secret", "NAME", PLACE,
          "in a jail: bind this secret of the policy", CS_FOR(EXEC), secrets),
    WORDS(0, "accept", "landlock", PLACE,
          "go on although the host lacks this wall", JAILED | CS_FOR(MCP),
          accept),

    /* --- records --------------------------------------------------------- */
    TEXT(0, "audit", "FILE", RECORD,
         "the audit log; off (the user's, see audit verify)",
         SERVED | PLAYED | AUDITS | CHANGES, audit),
    FLAG(0, "no-audit", RECORD, "record nothing", SERVED | PLAYED, no_audit),
    CHOICE(0, "audit-code", "hash|full", RECORD,
           "how code and arguments are recorded", SERVED, audit_code),
    CHOICE(0, "audit-sync", "batch|always", RECORD,
           "how soon records are on the disk", SERVED, audit_sync),
    TEXT(0, "journal", "FILE", RECORD, "record the run, for resume and replay",
         CS_FOR(RUN), journal),

    /* --- output ---------------------------------------------------------- */
    FLAG(0, "json", OUTPUT, "print one JSON object instead of text",
         ALL & ~PROSE, json),
    FLAG(0, "stream-json", OUTPUT,
         "print events as they happen, as JSON by line",
         (CODE & ~PROMPTS) | CS_FOR(LOGS), stream_json),
    FLAG(0, "fail-on-deny", OUTPUT, "exit code 126 when anything was refused",
         CODE & ~PROMPTS, fail_on_deny),
    COUNT(0, "status-fd", "N", OUTPUT,
          "write how it ended to this descriptor, as JSON",
          (ANY & ~PROMPTS) | PLAYED, status_fd),
    CHOICE(0, "stats", "json", OUTPUT,
           "times and instructions as the last line of stderr", CS_FOR(RUN),
           stats),
    COUNT(0, "repeat", "N", OUTPUT,
          "run N times in fresh sessions, for --stats", CS_FOR(RUN), repeat),
    FLAG(0, "new-output", OUTPUT, "do not show again what was shown before",
         CS_FOR(RESUME), new_output),
    CHOICE(0, "color", "auto|always|never", OUTPUT, "colour our own words", ALL,
           color),
    CHOICE(0, "progress", "auto|plain|json|none", OUTPUT,
           "how long work is told of on stderr", AUDITS | SNAPSHOT | IMAGES,
           progress),
    FLAG(0, "raw-output", OUTPUT,
         "do not filter control sequences on a terminal",
         ANY | PLAYED | CS_FOR(LOGS), raw_output),
    FLAG('q', "quiet", OUTPUT, "no messages of our own",
         ANY | CHANGES | PLAYED | CS_FOR(CHECK) | CS_FOR(AUDIT_VERIFY) |
             CS_FOR(PS) | CS_FOR(LOGS) | CS_FOR(RM) | CS_FOR(STATS) |
             CS_FOR(STOP) | CS_FOR(KILL) | CS_FOR(APPROVE) | IMAGES,
         quiet),

    /* --- test builds: not listed ----------------------------------------- */
    WORDS(0, "weaken", "WALL", MAIN, NULL, CS_FOR(EXEC), weaken),
    FLAG(0, "torture-gc", MAIN, NULL, CS_FOR(RUN), torture_gc),
    COUNT(0, "torture-retry", "N", MAIN, NULL, CS_FOR(RUN), torture_retry),
    COUNT(0, "torture-alloc", "N", MAIN, NULL, CS_FOR(RUN), torture_alloc),
    COUNT(0, "torture-snap", "N", MAIN, NULL, CS_FOR(RUN), torture_snap),
    {0}};
