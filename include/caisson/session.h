/*
 * caisson/session.h - sessions: part 3 of caisson.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CAISSON_SESSION_H
#define CAISSON_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "caisson/files.h"
#include "caisson/pool.h"
#include "caisson/status.h"
#include "caisson/values.h"

/* === 3. Sessions ========================================================= */

/* --- events: why cs_session_run and cs_session_resume return ------------- */

typedef enum cs_event_kind {
  CS_CALL = 1,   /* the program called a tool, or a method of a host object:
                    reply VALUE, RAISE or PENDING */
  CS_OS = 2,     /* it needs the outside world (docs/os-calls.md): reply VALUE,
                    RAISE or UNHANDLED */
  CS_NAME = 3,   /* it read a name that is not defined (only with
                    CS_ASK_NAMES), or a lazy attribute of a host object: reply
                    VALUE, FUNCTION, RAISE or UNHANDLED */
  CS_WAIT = 4,   /* everything that can run waits for pending calls: reply
                    SETTLE with any of them */
  CS_OUTPUT = 5, /* text was printed (only without an output callback):
                    cs_session_resume(s, NULL) */
  CS_DONE = 6,   /* finished; the value of the last expression, if any */
  CS_RAISED = 7, /* an exception was not caught; a MemoryError that the
                    program raised itself is one */
  CS_LIMIT = 8,  /* a limit ended the run, or cs_session_cancel did; "memory":
                    the MemoryError of the limit was not caught */
  CS_CRASHED = 9 /* what runs the program died; the session is gone */
} cs_event_kind;

typedef struct cs_frame_info {
  const char *file;      /* borrowed, NUL-terminated */
  const char *function;  /* NULL at module level */
  const char *source;    /* the line of text, "" when unknown */
  uint32_t line, column; /* from 1; 0 when unknown */
  uint32_t end_line, end_column;
} cs_frame_info;

/* One exception.  `next` is the one that caused it or that was being handled
 * when it was raised. */
typedef struct cs_raised {
  const char *type;    /* class name: "ValueError" */
  const char *message; /* str() of it */
  size_t message_len;
  const cs_frame_info *frames; /* outermost call first */
  size_t nframes;
  const struct cs_raised *next;
  bool is_cause; /* `next` is its cause ("raise ... from"), not its context */
  const void *value; /* EXCEPTION (values.h), of classes of the library that
                        hosts may have too; else NULL */
  size_t value_len;
} cs_raised;

typedef struct cs_event {
  cs_event_kind kind;
  uint64_t id;     /* CALL, OS, NAME: number of the request */
  uint64_t object; /* CALL, NAME: the host object it is about, or 0 */
  /* CALL: tool or method; OS: function; NAME: the name; LIMIT: "time", "wall",
   * "cpu", "fuel", "memory", "output", "calls", "suspensions", "futures",
   * "sleep", "source", "message", "cancelled", "journal", "audit" */
  const char *name;
  size_t name_len;
  const uint8_t *args; /* CALL, OS: two values, a TUPLE and a DICT */
  size_t args_len;
  bool has_value;       /* DONE: the last statement was an expression */
  const uint8_t *value; /* DONE: its value, one value */
  size_t value_len;
  const char *text; /* OUTPUT: what was printed; RAISED: the traceback as
                       CPython prints it; LIMIT: a sentence */
  size_t text_len;
  int stream;              /* OUTPUT: 1 stdout, 2 stderr */
  const uint64_t *pending; /* WAIT: numbers of the calls that are pending */
  size_t npending;
  double timeout; /* WAIT: seconds after which the program wants to go on
                     (reply SETTLE with nothing); negative: never */
  const cs_raised *error; /* RAISED */
  int exit_code;          /* RAISED by SystemExit: the status; else -1 */
  int signal;             /* CRASHED: signal or 0 */
  bool invalid;           /* RAISED: the text is no program, nothing ran */
  bool lost;              /* CRASHED: the connection to a remote worker is */
} cs_event;

/* --- replies ------------------------------------------------------------- */

typedef enum cs_reply_kind {
  CS_REPLY_VALUE = 1,     /* `value`: one value */
  CS_REPLY_RAISE = 2,     /* `value`: one EXCEPTION, raised where the program
                             waits; unknown types become RuntimeError */
  CS_REPLY_PENDING = 3,   /* CALL: the program gets a future; the result comes
                             with a SETTLE, under the event's id */
  CS_REPLY_UNHANDLED = 4, /* OS: the documented error; NAME: NameError or
                             AttributeError; CALL: NameError */
  CS_REPLY_FUNCTION = 5,  /* NAME: it is a tool; calling it is a CALL */
  CS_REPLY_SETTLE = 6     /* WAIT: `settled` */
} cs_reply_kind;

typedef struct cs_settled {
  uint64_t id;
  bool raised; /* `value` is an EXCEPTION */
  const void *value;
  size_t len;
} cs_settled;

typedef struct cs_reply {
  cs_reply_kind kind;
  const void *value; /* borrowed for the call */
  size_t len;
  const cs_settled *settled;
  size_t nsettled;
} cs_reply;

/* --- the host ------------------------------------------------------------ */

/* Functions that cs_session_drive calls for events, and that print output as
 * it is produced.  All may be NULL.  They must not use the session except for
 * cs_session_cancel.  `reply` is an empty message: write one value and return
 * the kind of the reply. */
typedef struct cs_host {
  size_t size; /* sizeof(cs_host) */
  void *user;  /* first argument of every function */
  /* Text as it is printed.  False cancels the run. */
  bool (*output)(void *user, int stream, const char *text, size_t len);
  cs_reply_kind (*call)(void *user, const cs_event *ev, cs_wire *reply);
  cs_reply_kind (*os)(void *user, const cs_event *ev, cs_wire *reply);
  cs_reply_kind (*name)(void *user, const cs_event *ev, cs_wire *reply);
  /* Settle at least one pending call: write a LIST of TUPLEs (id, ok, value)
   * and return CS_REPLY_VALUE.  Anything else ends the run with RAISED. */
  cs_reply_kind (*wait)(void *user, const cs_event *ev, cs_wire *reply);
  /* The program runs or sleeps for longer than a tenth of a millisecond: told
   * once, and again after every event, in the thread that runs it. */
  void (*busy)(void *user);
  /* Answers a call of a tool on the spot, in the thread that runs the program:
   * a VALUE or RAISE with its value in `reply`; anything else: the call is an
   * event as without this function.  `args` as in cs_event; `name` has no NUL.
   * Asked only in this process, and not if the session is recorded or has a
   * policy; the time that it takes is not the program's. */
  cs_reply_kind (*quick)(void *user, const char *name, size_t name_len,
                         const void *args, size_t args_len, cs_wire *reply);
} cs_host;

/* --- options ------------------------------------------------------------- */

/* cs_options.flags */
enum {
  /* Undefined names are events. */
  CS_ASK_NAMES = 1,
  /* OBJECTs that leave have a number (id), and one that comes back with it
   * is the very same instance; they stay alive until the session restarts. */
  CS_KEEP_OBJECTS = 2,
  /* No run follows the first: at its end exit functions (atexit) and
   * finalisers are called. */
  CS_ONE_RUN = 4,
  /* A run is one statement typed at a prompt: the values of expressions
   * are printed (sys.displayhook). */
  CS_INTERACTIVE = 8,
  /* DONE has no value: nobody wants to know it. */
  CS_NO_VALUE = 16,
  /* Also what mounts, clocks, entropy and environment would answer is an
   * OS event, for a host that records: cs_session_own_reply. */
  CS_TELL_OS = 32,
  /* With a clock: sleeping is an event, for a host that has better things
   * to do than to wait (time.sleep, asyncio.sleep, asyncio.idle in
   * docs/os-calls.md). */
  CS_ASK_SLEEPS = 64,
  /* Paths outside of the mounts are events; handles from CS_HOST_HANDLE on
   * belong to the host. */
  CS_ASK_FILES = 128,
  /* Files are asked for by whole operations, "Path.exists" and "open",
   * unless a mount has them; and no run knows the path of the host's
   * current directory. */
  CS_WHOLE_FILES = 256,
  /* The memory limit ends a run: MemoryError cannot be caught. */
  CS_MEMORY_ENDS = 512,
  /* cs_session_load: this is the only session that goes on from these
   * bytes. Otherwise it may have forks, and random numbers whose seed came
   * from the host are seeded again; a seed of the program's own or of
   * CS_OS_SEEDED is kept. */
  CS_SAME_LIFE = 1024,
  /* `return x` outside of functions ends the run with the value x; a
   * program in a jail always may. */
  CS_TOP_RETURN = 2048,
  /* In a jail: cs_session_close returns when every process is gone;
   * otherwise they are killed, and their end is not waited for. */
  CS_WAIT_END = 4096,
  /* The host asks somebody before it answers a CALL of a tool that
   * tools.approve of the policy names; without this, and with approver:
   * none, such calls are refused. */
  CS_ASKS_APPROVAL = 8192,
  /* Annotations are kept as text, as with from __future__ import
   * annotations: names in them need not exist. */
  CS_LATE_ANNOTATIONS = 16384,
  /* Depth check: programs are judged by cs_session_check and never run. */
  CS_ONLY_CHECK = 32768
};

/* The first handle of a file that is the host's (CS_ASK_FILES). */
#define CS_HOST_HANDLE 1048576

/* Where the answers to CS_OS come from before an event is made of them.  What
 * none of the chosen ones answers becomes an event, and without a reply the
 * error that docs/os-calls.md states. */
enum {                        /* cs_options.os */
       CS_OS_CLOCK = 1,       /* the host's clocks; sleeping really waits */
       CS_OS_FIXED_CLOCK = 2, /* starts at `clock_ns`; only sleeping moves it */
       CS_OS_ENTROPY = 4,     /* the host's random numbers */
       CS_OS_SEEDED = 8,      /* a stream that `seed` determines */
       CS_OS_MEMORY = 16,     /* files in memory: cs_session_put_file */
       CS_OS_ENVIRON = 32,    /* the environment of cs_session_put_env */
       CS_OS_MONOTONIC = 64,  /* as CLOCK, but nobody learns what day it is */
       CS_OS_NO_CPU = 128     /* time.process_time() is always 0 */
};

/* Worker processes: with them a program runs in a process of its own that has
 * no files, no descriptors, no environment and a handful of system calls
 * (seccomp, Landlock, resource limits).  If it dies the event is CRASHED and
 * nothing else happens; the next session gets another worker.  Shared by any
 * number of threads.
 *
 * A worker is the program `path`, an absolute path; its main() begins with
 *   if (cs_workers_called(argc, argv)) return cs_workers_main(argc, argv);
 * as that of the caisson command does.  NULL: this very program.
 *
 * With `dial` they are elsewhere, at a server ('caisson worker'): only the
 * engine is there, and what it asks for is answered here as ever.  `dial` makes
 * a connection for one session: a connected socket on which a WebSocket
 * handshake with the protocol CS_REMOTE_PROTOCOL is over and no byte after it
 * was read; it is taken.  -1 with `err`: there is none.  Any thread may call
 * it.  A connection that ends is CRASHED with `lost`. */
#define CS_REMOTE_PROTOCOL "caisson.worker.1"
typedef struct cs_workers_options {
  size_t size; /* cs_workers_options_init sets it and the defaults */
  const char *path;
  uint32_t ahead;   /* idle workers kept ready; 1 */
  uint32_t most;    /* sessions at one time; 16 */
  uint32_t uses;    /* sessions before a worker is replaced; 1 000 */
  uint64_t memory;  /* ceiling of a worker's writable memory; 3.5 GiB */
  uint64_t wait_ms; /* how long to wait when all are busy; 10 000 */
  int (*dial)(void *user, cs_error *err); /* NULL: they are here */
  void *dial_user;
} cs_workers_options;
CS_API void cs_workers_options_init(cs_workers_options *o);
CS_API cs_status cs_workers_new(const cs_workers_options *o, cs_workers **out,
                                cs_error *err) CS_CHECK;
/* After the last session that uses them was closed. */
CS_API void cs_workers_free(cs_workers *w);
/* Start the idle ones now instead of with the first session. */
CS_API void cs_workers_warm(cs_workers *w);
CS_API bool cs_workers_called(int argc, char *const *argv);
CS_API int cs_workers_main(int argc, char *const *argv);

/* Jails: with them a program is run by a real CPython, in a process of its own
 * with its own namespaces, root directory and /tmp, no network, no capability,
 * a system call filter, Landlock and resource limits.  It may start other
 * programs inside.  Mounts are real ones, at the same paths; clocks, random
 * numbers and what else would be a CS_OS event are the kernel's.  `await` of
 * any tool works, and call_tool(name, **arguments) reaches tools by name.
 *
 * A limit or an abandoned run ends the process: the session stays usable, the
 * program's names are gone.  Such sessions cannot be dumped or forked.  Works
 * for root and ordinary users; cs_jails_new says what the host lacks. */
enum {                           /* cs_jails_options.flags */
       CS_JAILS_NO_LANDLOCK = 1, /* accepted: a kernel without Landlock */
       CS_JAILS_LOOPBACK = 2, /* a network with 127.0.0.1 in it, nothing else */
       CS_JAILS_NO_SPAWN = 4, /* programs start no process and execute no other
                                 file; threads are fine */
       CS_JAILS_NO_UNIX = 8, /* no socket(AF_UNIX); pairs of streams are fine */
       CS_JAILS_SOFT_SHARE = 16 /* accepted: where no group limits processors,
                                   do without `share` */
};
typedef struct cs_jails_options {
  size_t size;        /* cs_jails_options_init sets it and the defaults */
  const char *python; /* the interpreter, an absolute path, also of a virtual
                         environment; NULL: /usr/bin/python3 */
  uint32_t flags;
  uint32_t processes; /* and threads; 64 */
  uint32_t files;     /* open descriptors per process; 256 */
  uint64_t tmp;       /* bytes in /tmp; 64 MiB */
  uint64_t file_size; /* bytes of one file; 64 MiB */
  uint32_t ahead;     /* > 0: an interpreter is started once and forked into a
                         fresh jail for every session, and this many are kept
                         ready (at most 16) for sessions without mounts; 0 */
  const char *const *preload; /* with `ahead`: modules imported before, a list
                         with NULL at its end; they are trusted */
  uint32_t cpus;  /* processors that all processes of a jail run on; 0: all */
  uint32_t share; /* of them, in thousandths of one: needs a control group that
                     limits processors, else no session opens; 0: all */
  const char *egress; /* a program that calls cs_workers_main, for policies with
                         egress.allow; NULL: this very program */
} cs_jails_options;
CS_API void cs_jails_options_init(cs_jails_options *o);
CS_API cs_status cs_jails_new(const cs_jails_options *o, cs_jails **out,
                              cs_error *err) CS_CHECK;
/* After the last session that uses them was closed. */
CS_API void cs_jails_free(cs_jails *j);
/* Start the interpreter that is forked now instead of with the first session;
 * says what is wrong with it. */
CS_API cs_status cs_jails_warm(cs_jails *j, cs_error *err) CS_CHECK;

typedef struct cs_options {
  size_t size; /* sizeof(cs_options); cs_options_init sets it */
  uint32_t flags;
  uint32_t os;
  const char *script_name; /* file name in tracebacks; "main.py" */
  const cs_host *host;     /* copied; NULL: events only */
  /* limits of one run */
  uint64_t time_ms;  /* running, not waiting for the host; 10 000 */
  uint64_t fuel;     /* instructions; 10^10 */
  uint64_t output;   /* bytes; 64 MiB */
  uint64_t sleep_ms; /* time spent in sleep(); 60 000 */
  /* limits of the session */
  uint64_t memory;      /* bytes; 256 MiB */
  uint32_t recursion;   /* nested calls; 1 000 */
  uint64_t source;      /* bytes of source text; 4 MiB */
  uint64_t calls;       /* CALL events; 10 000 */
  uint64_t suspensions; /* events that need a reply; 100 000 */
  uint64_t futures;     /* pending calls at one time; 1 000 */
  uint64_t message;     /* bytes of one request, reply or result; 256 MiB */
  /* see `os` */
  int64_t clock_ns; /* since 1970 */
  uint64_t seed;
  cs_pool *pool;           /* NULL: memory of its own */
  cs_workers *workers;     /* NULL: the program runs in this process */
  uint64_t turn_ms;        /* running between two replies; 0: no such limit */
  uint64_t total_ms;       /* running in all runs together; 0: likewise */
  uint64_t clock_step_ns;  /* FIXED_CLOCK: every look at it moves it; 0 */
  cs_jails *jails;         /* CPython in a jail instead of our engine */
  cs_audit *audit;         /* what happens is recorded there; NULL: nowhere */
  const cs_policy *policy; /* copied; NULL: none.  cs_policy_apply sets it */
  const char *egress; /* a program that calls cs_workers_main, for requests of
                         programs in the engine under a policy with
                         egress.allow; borrowed as long as the session; NULL:
                         that of the workers, or this very program */
  const char *approvals; /* a directory of `caisson approve`, for hosts that a
                            policy wants agreed to (egress.allow with
                            `approve`); borrowed as long as the session; NULL:
                            nobody is asked, and such requests are refused */
} cs_options;

/* Defaults: nothing granted, every limit finite. */
CS_API void cs_options_init(cs_options *o);

/* --- life ---------------------------------------------------------------- */

CS_API cs_status cs_session_open(const cs_options *o, cs_session **out,
                                 cs_error *err) CS_CHECK;
CS_API void cs_session_close(cs_session *s);
/* Throw the program's state away; options, tools, files and environment stay,
 * budgets start anew. */
CS_API cs_status cs_session_restart(cs_session *s) CS_CHECK;

/* Compile and run `code` in the session's __main__, where everything that ran
 * before left its names.  `await` is allowed at top level.  The event is
 * borrowed until the next call on the session.  A run that waits for a reply
 * is given up: its names stay. */
CS_API const cs_event *cs_session_run(cs_session *s, const char *code,
                                      size_t len);
/* Answer the event and go on.  NULL goes on after OUTPUT, and stands for
 * UNHANDLED elsewhere.  A reply that does not fit the event raises RuntimeError
 * in the program; one that is no value at all, ValueError. */
CS_API const cs_event *cs_session_resume(cs_session *s, const cs_reply *reply);
/* The event that waits for a reply, or the one that ended the last run. */
CS_API const cs_event *cs_session_event(const cs_session *s);
/* Where in the program the event that waits for a reply comes from; borrowed.
 * False: nothing waits. */
CS_API bool cs_session_where(cs_session *s, cs_frame_info *out);
/* Run and answer every event with the functions of cs_host until the run
 * ends: DONE, RAISED, LIMIT or CRASHED. */
CS_API const cs_event *cs_session_drive(cs_session *s, const char *code,
                                        size_t len);
/* The same from where the session stands: after a load, or after some events
 * were answered by hand. */
CS_API const cs_event *cs_session_go_on(cs_session *s);
/* Give up the run that waits for a reply, and a cancellation meant for it. */
CS_API void cs_session_abandon(cs_session *s);
/* From any thread: end the current run, or the next one if none is running,
 * with LIMIT "cancelled", within a few milliseconds of computing. */
CS_API void cs_session_cancel(cs_session *s);
/* With CS_TELL_OS: what the session itself answers to the OS event that waits.
 * Appends the value and returns the kind of the reply to pass to
 * cs_session_resume; UNHANDLED: it knows no answer. */
CS_API cs_reply_kind cs_session_own_reply(cs_session *s, cs_wire *out);
/* Append repr() of the value of the run that is DONE, a text; CS_EINVAL: there
 * is none, or repr() failed. */
CS_API cs_status cs_session_repr(cs_session *s, cs_wire *out) CS_CHECK;
/* Is `text`, typed so far, a statement that needs more lines?  A compound
 * statement ends with an empty line. */
CS_API bool cs_session_incomplete(cs_session *s, const char *text, size_t len);
/* Judge only: parse, and ask the static rules of the policy.  CS_ESYNTAX: the
 * event says what is wrong and where; CS_ELIMIT: it says which limit of text or
 * memory was reached. */
CS_API cs_status cs_session_check(cs_session *s, const char *code, size_t len,
                                  const cs_event **ev) CS_CHECK;

/* --- what the program finds ---------------------------------------------- */

/* A name in __main__ with this value.  CS_ECORRUPT: bytes are no value;
 * CS_EINVAL: the name or the value cannot be; CS_ELIMIT: no room. */
CS_API cs_status cs_session_set(cs_session *s, const char *name,
                                const void *value, size_t len) CS_CHECK;
/* Append the value of a name in __main__; CS_EINVAL: there is none. */
CS_API cs_status cs_session_get(cs_session *s, const char *name,
                                cs_wire *out) CS_CHECK;

/* sys.argv and sys.path, before the first run; kept by cs_session_restart.
 * Modules are imported from the directories of sys.path that are mounted.
 * CS_EINVAL: not UTF-8. */
CS_API cs_status cs_session_set_argv(cs_session *s, size_t n,
                                     const char *const *argv) CS_CHECK;
CS_API cs_status cs_session_set_path(cs_session *s, size_t n,
                                     const char *const *path) CS_CHECK;

enum { CS_TOOL_ASYNC = 1 }; /* calling it gives something to await */

/* A tool: a function in __main__ whose calls are CALL events.  "shop.find" is
 * the function `find` of a module `shop`, which the program imports.
 *
 * `signature` is Python's: "(city: str, *, unit: str = 'C') -> dict", or NULL
 * for any arguments.  A call that does not fit it raises the TypeError that a
 * Python function would, and the host never sees it.  Annotations are for the
 * reader; they are not checked.
 *
 * The host may answer any call with a value, an exception or PENDING.  An
 * async tool always gives the program an awaitable; others give one for
 * PENDING, and `await tool()` works for all.  A future can be awaited any
 * number of times. */
CS_API cs_status cs_session_add_tool(cs_session *s, const char *name,
                                     const char *signature, const char *doc,
                                     uint32_t flags) CS_CHECK;
/* The same from a JSON schema of the parameters ({"type": "object",
 * "properties": ...}): every parameter can be given by keyword. */
CS_API cs_status cs_session_add_tool_schema(cs_session *s, const char *name,
                                            const char *schema, size_t len,
                                            const char *doc,
                                            uint32_t flags) CS_CHECK;
/* Append the Python stub of every tool, for a model's instructions: a text. */
CS_API cs_status cs_session_stubs(cs_session *s, cs_wire *out) CS_CHECK;

/* Hang a directory or file of the host into the tree that the program sees, at
 * the absolute path `at`; `host` NULL: files in memory only.  `limit` 0: the
 * default of 256 MiB.  Requests for files are answered from mounts before any
 * event is made of them; what is not mounted does not exist. */
CS_API cs_status cs_session_mount(cs_session *s, const char *host,
                                  const char *at, cs_mount_mode mode,
                                  uint64_t limit, cs_error *err) CS_CHECK;
/* More limits of the mount at `at`: bytes written in all (OSError beyond it),
 * bytes of content that an overlay holds (MemoryError); 0: none. */
CS_API cs_status cs_session_limit_mount(cs_session *s, const char *at,
                                        uint64_t written,
                                        uint64_t held) CS_CHECK;
/* Take all mounts away, with what overlays hold and files that are open. */
CS_API void cs_session_unmount(cs_session *s);
/* The name that later runs have in tracebacks; what ran before keeps its own.
 * CS_EINVAL: a run waits, or the name is empty. */
CS_API cs_status cs_session_rename(cs_session *s,
                                   const char *script_name) CS_CHECK;

/* The current directory of the program, an absolute path; it need not exist
 * (CS_WHOLE_FILES). */
CS_API cs_status cs_session_chdir(cs_session *s, const char *path) CS_CHECK;
/* With CS_WHOLE_FILES: also operations on files that a mount has are events,
 * until this is turned off; NotImplemented in reply leaves one to the mount. */
CS_API void cs_session_tell_files(cs_session *s, bool on);
/* Files and environment.  A NULL value removes.  Paths are absolute; outside
 * of mounts, CS_OS_MEMORY or the first file puts memory at "/". */
CS_API cs_status cs_session_put_file(cs_session *s, const char *path,
                                     const void *data, size_t len) CS_CHECK;
/* Append the content as BYTES; CS_EINVAL when there is no such file. */
CS_API cs_status cs_session_get_file(cs_session *s, const char *path,
                                     cs_wire *out) CS_CHECK;
CS_API cs_status cs_session_put_env(cs_session *s, const char *name,
                                    const char *value) CS_CHECK;
/* Bind secrets of the policy (names, NULL-terminated, at most 64), once and
 * before the first run: programs find placeholders in their environment, and
 * the values replace them in requests to the secrets' hosts only. */
CS_API cs_status cs_session_bind(cs_session *s, const char *const *names,
                                 cs_error *err) CS_CHECK;

/* --- what the program showed --------------------------------------------- */

/* Pictures, tables, HTML: how many the last run (or the one that waits) showed,
 * at most 32 with 16 MiB; `*cut`, unless NULL: how many more were left out. */
CS_API size_t cs_session_displays(const cs_session *s, uint64_t *cut);
/* One of them: a DICT of MIME type to STR or BYTES, which the program chose;
 * borrowed until the next run.  NULL: there is none of this number. */
CS_API const void *cs_session_display(const cs_session *s, size_t i,
                                      size_t *len);

/* --- what became of the files -------------------------------------------- */

/* Artifacts: every file that the last run (or the one that waits) created,
 * changed or removed, in overlays, memory and writable mounts, sorted by path.
 * Links are listed as links and never followed.  `caps` NULL: the defaults;
 * `*cut` tells that a cap left something out.  CS_ELIMIT: `each` ended it. */
CS_API cs_status cs_session_artifacts(cs_session *s,
                                      const cs_artifact_caps *caps,
                                      cs_change_each each, void *with,
                                      bool *cut) CS_CHECK;
/* How all overlays differ from the host's directories now, over all runs. */
CS_API cs_status cs_session_changes(cs_session *s, cs_change_each each,
                                    void *with) CS_CHECK;
/* Write the overlay at `at` to its host directory and empty it; NULL: every
 * overlay that has one, each by itself.  CS_EINVAL: an entry is protected or a
 * link that leaves the mount; nothing of this overlay was written.  CS_EOS: the
 * host refused half-way; each file is complete or untouched, and committing
 * again goes on. */
CS_API cs_status cs_session_commit(cs_session *s, const char *at,
                                   cs_error *err) CS_CHECK;
/* Forget the changes of the overlay at `at`; NULL: of all of them.  Open files
 * keep their content. */
CS_API cs_status cs_session_discard(cs_session *s, const char *at,
                                    cs_error *err) CS_CHECK;

/* --- snapshots ----------------------------------------------------------- */

/* A session between runs or waiting for a reply, as bytes: free() them.  Equal
 * sessions give equal bytes. */
CS_API cs_status cs_session_dump(cs_session *s, void **out,
                                 size_t *len) CS_CHECK;
/* Bytes from anywhere: CS_ECORRUPT or CS_EINVAL for what this library did not
 * write or cannot read.  Options are given anew; tools are part of the bytes.
 * So is what the program changed in overlays and memory, with its open files:
 * mount the same places again before going on (memory at "/" comes by itself).
 * cs_session_event tells what the session waits for. */
CS_API cs_status cs_session_load(const cs_options *o, const void *bytes,
                                 size_t len, cs_session **out,
                                 cs_error *err) CS_CHECK;
/* Loading checks bytes from anywhere, and a forged program is still somebody
 * else's program.  A host that stores snapshots where others can write seals
 * them with a key of its own (16 to 64 bytes; one per tenant keeps tenants
 * apart): what was not sealed with it is refused, CS_ECORRUPT, before a byte of
 * it is understood.  cs_seal gives new bytes to free(); what cs_unseal gives
 * lies inside those it got. */
CS_API cs_status cs_seal(const void *key, size_t key_len, const void *bytes,
                         size_t len, void **out, size_t *out_len) CS_CHECK;
CS_API cs_status cs_unseal(const void *key, size_t key_len, const void *bytes,
                           size_t len, const void **inside,
                           size_t *inside_len) CS_CHECK;
/* An independent copy, which waits for the same reply. */
CS_API cs_status cs_session_fork(cs_session *s, cs_session **out) CS_CHECK;

/* Keep a session that will wait for a while as little as possible: a few KiB
 * instead of a place in a pool or a worker of its own.  It stays what it is, and
 * wakes by itself when it is used.  Nothing changes in a jail, in a worker of
 * another machine, or in any worker while its program waits for a reply.
 * CS_EINVAL inside of OUTPUT. */
CS_API cs_status cs_session_park(cs_session *s) CS_CHECK;

/* --- usage --------------------------------------------------------------- */

typedef struct cs_used { /* of the last run; memory and counts of the session */
  uint64_t fuel;
  uint64_t time_us;
  uint64_t output;
  uint64_t memory_live, memory_peak;
  uint64_t collections;
  uint64_t calls, suspensions;
  uint64_t sleep_us;
  uint64_t compile_us; /* part of time_us */
  uint64_t run_us;     /* executing, without the way to a worker and back */
} cs_used;

CS_API void cs_session_used(const cs_session *s, cs_used *out);
/* Names that nobody can guess: "ses_" and "run_" with 128 random bits in hex;
 * audit records have them.  Borrowed until the next run. */
CS_API const char *cs_session_id(cs_session *s);
CS_API const char *cs_session_run_id(cs_session *s);

/* --- what was refused ---------------------------------------------------- */

/* A refusal of the last run.  Texts are valid UTF-8 in one line; what the
 * program chose is escaped and cut. */
typedef struct cs_denial {
  const char *capability; /* "fs.read", "fs.write", "tool", "import", "clock",
                             "entropy", "process.spawn", "egress", "limit" */
  const char *code;       /* a word: "not_mounted", "read_only", ... */
  const char *object;     /* what was wanted: a path, a name, a policy key */
  const char *rule;       /* which rule refused it: "default-deny" */
  const char *reason;     /* for the model: one to three sentences */
  const char *remedy;     /* for the owner of the policy: what would allow it */
  uint64_t count;         /* how often */
} cs_denial;

/* All of the last run, at most 64; borrowed until the next call on the session.
 * Programs in a jail tell themselves what the kernel refused, and only if it
 * ended them; tools and limits are the host's own record. */
CS_API size_t cs_session_denials(cs_session *s, const cs_denial **out);

/* What stands around the session, as this host's probes found it
 * (docs/enforcement.md).  The first call in a process may take a moment. */
typedef struct cs_enforcement {
  bool full;                  /* everything that is asked for is enforced */
  const char *const *missing; /* keys of the policy that are not; borrowed */
  size_t nmissing;
  const char *hash; /* "sha256:..." of the whole report; borrowed */
} cs_enforcement;
CS_API cs_status cs_session_enforcement(cs_session *s,
                                        cs_enforcement *out) CS_CHECK;

/* A limit that was touched and did not end the run; at most CS_HITS_MOST. */
typedef struct cs_limit_hit {
  const char *key; /* of the policy: "limits.heap_bytes" */
  uint64_t configured, used;
  uint64_t count;
} cs_limit_hit;
#define CS_HITS_MOST 8
CS_API size_t cs_session_limit_hits(cs_session *s, const cs_limit_hit **out);
/* The key of a policy for the name of a LIMIT event; NULL: it has none. */
CS_API const char *cs_limit_key(const cs_session *s, const char *which);
/* --- policies ------------------------------------------------------------ */

/* Set the limits, clocks and random numbers of `o` to those of the policy, and
 * o->policy.  Set o->jails before, if it is to be one.  The caller may lower
 * what is set. */
CS_API void cs_policy_apply(const cs_policy *p, cs_options *o);
/* The same for jails: processes, descriptors, /tmp, size of a file. */
CS_API void cs_policy_apply_jails(const cs_policy *p, cs_jails_options *o);
/* The policy of a session, borrowed, and its hash; NULL: it has none. */
CS_API const cs_policy *cs_session_policy(const cs_session *s);
CS_API const char *cs_session_policy_hash(const cs_session *s);
/* Bytes of output of the last run that limits.stdout_bytes and .stderr_bytes
 * dropped. */
CS_API uint64_t cs_session_dropped(const cs_session *s);

/* "0.1.0" */
CS_API const char *cs_version(void);

#endif
