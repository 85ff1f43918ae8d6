/*
 * engine.h - the interpreter as the rest of the project sees it.
 *
 * An engine is one session: its arena, its globals, its limits.  Running code
 * returns a stop; whatever the program needs from outside is a request that
 * the caller answers before running on.  One engine is used by one thread at
 * a time; there is no global state.
 *
 *   cs_engine *e;
 *   cs_engine_new(&limits, &e);
 *   cs_stop stop = cs_engine_start(e, text, len, "snippet.py", 0);
 *   while (stop == CS_STOP_CALL) { ... cs_engine_reply(...); stop = cs_run(e);
 * } cs_engine_free(e);
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_ENGINE_H
#define CS_PY_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/wire.h"
#include "py/snap/pool.h"

typedef struct cs_engine cs_engine;

typedef enum cs_stop {                 /* why a run returned */
                       CS_STOP_DONE,   /* finished */
                       CS_STOP_RAISED, /* an exception was not caught */
                       CS_STOP_CALL,   /* a request must be answered */
                       CS_STOP_WAIT,   /* every task waits for pending calls */
                       CS_STOP_FLUSH, /* output is waiting: take it, then run on
                                       */
                       CS_STOP_LIMIT, /* fuel, time or output ended the run */
                       CS_STOP_FAILED /* the engine itself failed:
                                         cs_engine_status */
} cs_stop;

typedef struct cs_limits {
  uint64_t memory;    /* bytes handed out by the arena */
  uint64_t fuel;      /* instructions per run */
  uint64_t output;    /* bytes of output per run */
  uint32_t recursion; /* frames */
  uint64_t source;    /* bytes of source text */
  uint64_t compile;   /* bytes of scratch memory for one compilation */
  uint64_t hash_key;  /* nobody who gives the program data may know it: see
                         py/heap/flood.h; snapshots have their own */
} cs_limits;

/* Finite defaults: 256 MiB, 10^10 instructions, 64 MiB of output, 1000 frames,
 * 4 MiB of source. */
void cs_limits_default(cs_limits *limits);

/* What a run used so far. */
typedef struct cs_usage {
  uint64_t fuel;
  uint64_t memory_peak;
  uint64_t memory_live;
  uint64_t output;
  uint64_t collections;
  uint64_t memory_hits, recursion_hits; /* errors of these two limits */
} cs_usage;

enum {                      /* cs_engine_start */
       CS_START_RESULT = 1, /* keep the value of the last expression */
       CS_START_INTERACTIVE =
           2, /* one statement; values go to sys.displayhook */
       CS_START_RETURN =
           4,            /* `return` outside of functions ends with a value */
       CS_START_LATE = 8 /* annotations are kept as text */
};

/* A fresh session with memory of its own.  CS_EOS: no memory; CS_ELIMIT: the
 * limit is too small for any session; CS_ECORRUPT: the image is bad. */
cs_status cs_engine_new(const cs_limits *limits, cs_engine **out) CS_MUST_CHECK;
/* The same with a slot of `pool`, which it holds: about a microsecond when one
 * is idle.  Pools: see py/snap/pool.h. */
cs_status cs_engine_new_in(cs_pool *pool, const cs_limits *limits,
                           cs_engine **out) CS_MUST_CHECK;
void cs_engine_free(cs_engine *e);
/* Throw the session's state away and start over, keeping its memory. */
cs_status cs_engine_reset(cs_engine *e) CS_MUST_CHECK;

/* Compile and start `text` in __main__; runs until the first stop.  Fuel and
 * output limits start anew. */
cs_stop cs_engine_start(cs_engine *e, const char *text, size_t len,
                        const char *filename, uint32_t flags);
/* Compile only: CS_OK, or CS_ESYNTAX with the exception set. */
cs_status cs_engine_compile(cs_engine *e, const char *text, size_t len,
                            const char *filename, uint32_t flags) CS_MUST_CHECK;
/* Run what was compiled last. */
cs_stop cs_engine_exec(cs_engine *e);
/* After a run that ended: write out what its files still buffer and, if it is
 * the `last` one of the session, call its exit functions.  Errors go to the
 * guest's stderr.  Stops like any run; cs_engine_error and the rest still tell
 * of the run before. */
cs_stop cs_engine_finish(cs_engine *e, bool last);
/* Parse and resolve names, compile and run nothing: CS_OK, or CS_ESYNTAX with
 * the text in cs_engine_error. */
cs_status cs_engine_check(cs_engine *e, const char *text, size_t len,
                          const char *filename) CS_MUST_CHECK;
/* sys.argv, before the first run.  CS_EINVAL: not UTF-8. */
cs_status cs_engine_set_argv(cs_engine *e, size_t n,
                             const char *const *argv) CS_MUST_CHECK;
/* sys.path, before the first run: directories of the guest's files from which
 * modules are imported. */
cs_status cs_engine_set_path(cs_engine *e, size_t n,
                             const char *const *path) CS_MUST_CHECK;
/* Go on after a stop other than DONE, RAISED, FAILED. */
cs_stop cs_run(cs_engine *e);
/* Give up the suspended or stopped run; globals stay as they are. */
void cs_engine_abandon(cs_engine *e);
/* Ask a running engine (in another thread) to stop at the next slice. */
void cs_engine_interrupt(cs_engine *e, bool on);

/* Pending output.  Borrowed until the next run; taking it empties the outbox.
 * `*kind` is 1 for stdout, 2 for stderr. */
const char *cs_engine_output(cs_engine *e, size_t *len, int *kind);
/* After RAISED: the traceback as CPython prints it; borrowed until the next
 * start.  After LIMIT: which limit. */
const char *cs_engine_error(cs_engine *e, size_t *len);
/* After RAISED, append it as data: a LIST of the exception and those that it
 * came from, each a TUPLE (type name, str(), frames, next is the cause); a
 * frame is a TUPLE (file, function or None, source line, line, column, end
 * line, end column), numbers from 1. */
cs_status cs_engine_error_wire(cs_engine *e, cs_wire *w) CS_MUST_CHECK;
/* While a request waits, append the place in the program that made it: one
 * such TUPLE.  CS_EINVAL: nothing waits. */
cs_status cs_engine_where(cs_engine *e, cs_wire *w) CS_MUST_CHECK;
/* After RAISED: name of the exception's class; exit status for SystemExit
 * (-1 otherwise). */
const char *cs_engine_error_type(cs_engine *e);
/* Is it a MemoryError that the limit caused, not one the program made? */
bool cs_engine_error_limit(const cs_engine *e);
int cs_engine_exit_code(cs_engine *e);
/* repr() of the last expression's value; NULL if there is none.  Borrowed. */
const char *cs_engine_result(cs_engine *e, size_t *len);
cs_usage cs_engine_usage(const cs_engine *e);

/* --- requests: after CS_STOP_CALL and CS_STOP_WAIT ----------------------- */

typedef enum cs_ask {
  CS_ASK_NONE,
  CS_ASK_CALL, /* a host function */
  CS_ASK_OS,   /* a function of the operating system: "time.time_ns" */
  CS_ASK_NAME, /* a name that is not defined */
  CS_ASK_WAIT  /* every task waits */
} cs_ask;

/* What the program asks for; the name is borrowed until the reply. */
const char *cs_engine_ask(cs_engine *e, cs_ask *kind, size_t *len);
/* Argument `i` of the request; false: absent or of another type. */
bool cs_engine_ask_int(cs_engine *e, uint32_t i, int64_t *out);
/* Number of the request: grows by one with every answer. */
uint64_t cs_engine_ask_id(const cs_engine *e);
/* The host object that a method call or an attribute belongs to; 0: none. */
uint64_t cs_engine_ask_object(const cs_engine *e);
/* Append the arguments: a TUPLE, then a DICT (base/wire.h).  CS_ELIMIT: more
 * than the message may hold. */
cs_status cs_engine_ask_wire(cs_engine *e, cs_wire *w) CS_MUST_CHECK;
/* Answer, then cs_run.  CS_EINVAL: a text is not UTF-8, nothing changed.
 * CS_THROW: nothing in the guest caught what the reply raised; cs_run reports
 * it. */
cs_status cs_engine_reply_int(cs_engine *e, int64_t n) CS_MUST_CHECK;
/* A bytes answer that the caller writes straight into the guest's memory: take
 * room for at most `n` bytes, fill it, tell how many there were.  NULL: the
 * guest has no such room, which is its MemoryError; the request is answered. */
void *cs_engine_reply_room(cs_engine *e, size_t n);
cs_status cs_engine_reply_filled(cs_engine *e, size_t got) CS_MUST_CHECK;
cs_status cs_engine_reply_oserror(cs_engine *e, int code,
                                  const char *text) CS_MUST_CHECK;

/* Answer with one value, or raise one EXCEPTION at the call site.  The bytes
 * may come from anywhere.  CS_ECORRUPT: they are no value (nothing changed);
 * CS_EINVAL: nothing waits, or no exception.  A value that has no counterpart
 * in the guest raises TypeError or ValueError there. */
cs_status cs_engine_reply_wire(cs_engine *e, const void *bytes,
                               size_t n) CS_MUST_CHECK;
cs_status cs_engine_reply_raise(cs_engine *e, const void *bytes,
                                size_t n) CS_MUST_CHECK;

/* The open call is settled later: the program gets a future, and its number is
 * among the pending ones until a reply to WAIT, a LIST of TUPLEs (number, ok,
 * value), names it. */
cs_status cs_engine_reply_pending(cs_engine *e) CS_MUST_CHECK;
/* The open name does not exist: NameError or AttributeError. */
cs_status cs_engine_reply_undefined(cs_engine *e) CS_MUST_CHECK;
/* Numbers of the pending calls, oldest first; the count may pass `max`. */
size_t cs_engine_pending(cs_engine *e, uint64_t *ids, size_t max);
/* WAIT: seconds after which the program wants to go on; negative: never. */
double cs_engine_ask_timeout(const cs_engine *e);

/* Raise at the call site; unknown type names become RuntimeError. */
cs_status cs_engine_reply_error(cs_engine *e, const char *type,
                                const char *message) CS_MUST_CHECK;
/* Define `name` in __main__: calling it stops with CS_STOP_CALL. */
cs_status cs_engine_add_host(cs_engine *e, const char *name) CS_MUST_CHECK;
enum { CS_ENGINE_TOOL_ASYNC = 1 }; /* a call gives something to await */
/* The same with a signature ("(a, *, b=1)" or NULL) that calls must fit, and a
 * docstring.  Only between runs.  CS_ESYNTAX: not a signature, see
 * cs_engine_error; CS_EINVAL: not a name; CS_ELIMIT: no room. */
cs_status cs_engine_add_tool(cs_engine *e, const char *name,
                             const char *signature, const char *doc,
                             uint32_t flags) CS_MUST_CHECK;
/* Give every instance that leaves a number, and keep it, so that an OBJECT with
 * that number means the same instance when it comes back.  Off forgets them. */
void cs_engine_keep_objects(cs_engine *e, bool on);
/* Make requests of names that are not defined in __main__. */
void cs_engine_ask_names(cs_engine *e, bool on);
/* The memory limit ends a run: no handler and no finally is entered. */
void cs_engine_memory_ends(cs_engine *e, bool on);
/* Ask `poll` at every slice of a run (about 30 000 instructions): true ends it
 * as an interrupt does.  For deadlines; NULL for none. */
void cs_engine_on_poll(cs_engine *e, bool (*poll)(void *arg), void *arg);
/* Ask `now` at every call of a host function: it may give a reply on the spot,
 * and the run goes on without a stop.  NULL for none. */
typedef enum cs_now {
  CS_NOW_STOP,  /* no reply was given: CS_STOP_CALL as without it */
  CS_NOW_GO_ON, /* one was given */
  CS_NOW_PAUSE  /* one was given, and CS_STOP_FLUSH comes first */
} cs_now;
void cs_engine_on_call(cs_engine *e, cs_now (*now)(void *arg), void *arg);
/* Ask `clock` at every request of the operating system while no output waits:
 * true is a reading in nanoseconds, the reply.  What it costs the program and
 * what happens next are as with a stop and cs_engine_reply_int.  NULL for none.
 */
typedef bool cs_engine_clock(void *arg, const char *name, size_t len,
                             int64_t *ns);
void cs_engine_on_clock(cs_engine *e, cs_engine_clock *clock, void *arg);
/* Has the program printed what nobody has taken yet? */
bool cs_engine_has_output(const cs_engine *e);
/* Append the value of a name in __main__; CS_EINVAL when there is none. */
cs_status cs_engine_get_global(cs_engine *e, const char *name,
                               cs_wire *w) CS_MUST_CHECK;
/* Define `name` in __main__ as this value.  Only between runs.  CS_ECORRUPT:
 * bytes are no value; CS_THROW: the guest refused it, see cs_engine_error. */
cs_status cs_engine_set_global(cs_engine *e, const char *name,
                               const void *bytes, size_t n) CS_MUST_CHECK;
/* Append the value of the last expression; CS_EINVAL when there is none. */
cs_status cs_engine_result_wire(cs_engine *e, cs_wire *w) CS_MUST_CHECK;

/* --- snapshots ----------------------------------------------------------- */

/* The stopped session as bytes (owned by the caller: free).  Equal states
 * give equal bytes. */
cs_status cs_engine_dump(cs_engine *e, void **out, size_t *len) CS_MUST_CHECK;
/* The same for bytes that leave this process: they hold no object that the
 * program has given up, such as a secret that it has deleted.  Costs a marking
 * of the heap; the session itself does not change. */
cs_status cs_engine_dump_tidy(cs_engine *e, void **out,
                              size_t *len) CS_MUST_CHECK;
/* A session from untrusted bytes: CS_ECORRUPT when they are not a valid state,
 * CS_EINVAL for another image or version, CS_ELIMIT over `limits`. */
cs_status cs_engine_load(const cs_limits *limits, const void *bytes, size_t n,
                         cs_engine **out) CS_MUST_CHECK;
cs_status cs_engine_load_in(cs_pool *pool, const cs_limits *limits,
                            const void *bytes, size_t n,
                            cs_engine **out) CS_MUST_CHECK;
/* This session begins anew and has twins: random numbers whose seed came from
 * the host are seeded again before the next one is drawn. */
void cs_engine_renew(cs_engine *e);
/* An independent twin of the stopped session, in the same pool. */
cs_status cs_engine_fork(cs_engine *e, cs_engine **out) CS_MUST_CHECK;
/* Keep a stopped session that will be idle as its dump and give its slot back
 * to the pool; its state stays the same.  While it is parked only usage, dump,
 * fork, park and free may be called, and what wakes it: start, compile, exec,
 * run, ask, output, reset, wake. */
cs_status cs_engine_park(cs_engine *e) CS_MUST_CHECK;
cs_status cs_engine_wake(cs_engine *e) CS_MUST_CHECK;
/* Tests and fuzzers: make the checksums of altered bytes right again. */
void cs_engine_fix_checks(void *bytes, size_t n);

/* --- helpers of an interactive host -------------------------------------- */

/* Is `text`, typed so far, a statement that needs more lines?  A compound
 * statement ends with an empty line. */
bool cs_engine_incomplete(cs_engine *e, const char *text, size_t len);

/* Test modes: 1 collects at every instruction; 2 lets the n-th allocation fail
 * for good, so that it becomes a MemoryError; 8 lets it fail once, so that the
 * instruction runs again after a collection; 16 dumps, loads and continues
 * after every n instructions and at every request. */
void cs_engine_torture(cs_engine *e, uint32_t mode, uint64_t n);

/* --- building the image (tools/mkimage) ---------------------------------- */

typedef struct cs_source_file {
  const char *name; /* module name: "collections.abc"; core files: ":core" */
  const char *path;
  const char *text;
  size_t len;
} cs_source_file;

/* Run the prelude and give the image's bytes, packed or as they are; borrowed
 * until free.  On failure cs_engine_error tells what went wrong. */
cs_status cs_engine_build(cs_engine **out, const cs_source_file *files,
                          size_t n, bool pack, const void **image,
                          size_t *len) CS_MUST_CHECK;

#endif
