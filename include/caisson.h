/*
 * caisson.h - run Python that somebody else wrote, and stay in control.
 *
 * This file is the manual of libcaisson.  It has seven parts: statuses and
 * errors, values, sessions, journals, checks, audit, policies.  Small programs
 * that use it are in examples/.
 *
 *   cs_options o;
 *   cs_options_init(&o);
 *   cs_session *s;
 *   cs_session_open(&o, &s, NULL);
 *   const cs_event *ev = cs_session_run(s, "6 * 7", 5);
 *   if (ev->kind == CS_DONE && ev->has_value) ... ev->value, a cs_wire message
 *   cs_session_close(s);
 *
 * A session is one sandbox: a Python interpreter with no access to anything.
 * What its program needs from outside arrives as an EVENT; the host answers
 * with a REPLY and the program goes on.  Between an event and its reply a
 * session is plain data: it can be dumped, forked, kept for days, or dropped.
 *
 * Rules that hold everywhere:
 *   - a session is used by one thread at a time, except cs_session_cancel;
 *     any number of sessions run in any number of threads; the library has no
 *     global state and installs no signal handler.  It starts threads, which
 *     take no signals, in two places: an audit log has one that writes, and
 *     asking what a host enforces has some, which are gone when it returns;
 *   - functions that can fail return cs_status; what they give through a
 *     pointer is untouched on failure;
 *   - "borrowed" pointers belong to the session and stay valid until the next
 *     call on it; nobody frees them;
 *   - every limit has a finite default, and reaching one leaves the session
 *     usable;
 *   - text is UTF-8, lengths are bytes.
 *
 * Stability: everything in this file.  Structs that the caller fills start
 * with their size, so later versions can add fields; structs that the library
 * fills grow at the end only.  Link with -lcaisson (pkg-config caisson).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CAISSON_VALUES_H
#define CAISSON_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CS_API   __attribute__((visibility("default")))
#define CS_CHECK __attribute__((warn_unused_result))

/* === 1. Statuses and errors ============================================== */

#ifndef CS_BASE_STATUS_H /* inside the library the list is longer */
typedef enum cs_status {
  CS_OK = 0,
  CS_ELIMIT = 1,   /* a limit was reached */
  CS_EOS = 2,      /* the operating system refused: memory, files */
  CS_EINVAL = 3,   /* an argument or a call that makes no sense here */
  CS_ECORRUPT = 4, /* bytes that are not what they should be */
  CS_ESYNTAX = 5   /* source text is not valid Python */
} cs_status;
#endif

/* What went wrong, in the caller's storage; may be NULL wherever asked for. */
#ifndef CS_BASE_ERROR_H
#define CS_BASE_ERROR_H
typedef struct cs_error {
  cs_status code;
  int os; /* errno, or 0 */
  char text[200];
} cs_error;
#endif

/* === 2. Values =========================================================== */

/*
 * Python values cross the border as bytes in one encoding ("wire", described in
 * docs/wire-format.md): arguments, results, inputs, replies.  A writer builds a
 * message value by value; a reader walks one.
 *
 *   cs_wire w;
 *   cs_wire_init(&w, 1 << 20);
 *   cs_wire_begin(&w, CS_WIRE_LIST, 2);      [1, "two"]
 *   cs_wire_int(&w, 1);
 *   cs_wire_text(&w, "two");
 *   if (w.status == CS_OK) use(w.data, w.len);
 *   cs_wire_fini(&w);
 *
 *   cs_wire_in in = cs_wire_read(bytes, n);
 *   uint32_t count;
 *   if (cs_wire_get_seq(&in, &count)) for (...) cs_wire_get_int(&in, &number);
 *
 * The first problem of a writer sticks in `status` and later calls do nothing,
 * so a whole message needs one check.  A reader takes any bytes: it never looks
 * behind the end, every text it hands out is valid, every count is backed by
 * as many bytes.
 *
 * What crosses how: None, bool, int of any size, float, complex, str, bytes,
 * bytearray, list, tuple, dict (in order), set, frozenset, range, slice,
 * Ellipsis, date, time, datetime, timedelta, timezone, ZoneInfo, POSIX paths,
 * UUID, Decimal and Fraction cross exactly.  Subclasses of these cross as the
 * base type.  Exceptions cross by type name, text and arguments; dataclasses,
 * named tuples, enum members and other instances as OBJECT with a type name
 * and fields; classes, functions and modules by name; objects of the host as
 * HOST with a number of the host's choice.  A container inside itself leaves
 * as CYCLE, what has no data form as TEXT (type and repr).  On the way in there
 * are no cycles, and CYCLE, DEEP and TEXT are refused.
 */

#define CS_WIRE_DEPTH 1000                  /* containers in containers */
#define CS_WIRE_MAX   (UINT32_C(256) << 20) /* bytes of one message */

/* name, number, bytes of fixed data.  Numbers are append-only. */
#define CS_WIRE_LIST(X)                                                    \
  X(NONE, 0, 0)                                                            \
  X(FALSE, 1, 0)                                                           \
  X(TRUE, 2, 0)                                                            \
  X(ELLIPSIS, 3, 0)                                                        \
  X(NOTIMPL, 4, 0)                                                         \
  X(INT, 5, 8)    /* 64 bits, signed */                                    \
  X(BIGINT, 6, 5) /* sign byte, u32 length; magnitude bytes */             \
  X(FLOAT, 7, 8)                                                           \
  X(COMPLEX, 8, 16)                                                        \
  X(STR, 9, 4)    /* u32 length; UTF-8, lone surrogates as 3 bytes */      \
  X(BYTES, 10, 4) /* u32 length; bytes */                                  \
  X(BYTEARRAY, 11, 4)                                                      \
  X(LIST, 12, 4) /* u32 n; n values */                                     \
  X(TUPLE, 13, 4)                                                          \
  X(SET, 14, 4)                                                            \
  X(FROZENSET, 15, 4)                                                      \
  X(DICT, 16, 4)       /* u32 n; n times key, value */                     \
  X(RANGE, 17, 0)      /* start, stop, step */                             \
  X(SLICE, 18, 0)      /* start, stop, step */                             \
  X(DATE, 19, 4)       /* u16 year, u8 month, u8 day */                    \
  X(TIME, 20, 8)       /* u8 hour, minute, second, fold, u32 us; tzinfo */ \
  X(DATETIME, 21, 12)  /* as DATE and TIME; tzinfo */                      \
  X(TIMEDELTA, 22, 12) /* i32 days, seconds, microseconds */               \
  X(TIMEZONE, 23, 0)   /* timedelta, name or None */                       \
  X(ZONE, 24, 0)       /* key: zoneinfo */                                 \
  X(PATH, 25, 4)       /* as STR: a POSIX path */                          \
  X(UUID, 26, 16)                                                          \
  X(DECIMAL, 27, 2)   /* u8 sign, u8 kind; coefficient, exponent */        \
  X(FRACTION, 28, 0)  /* numerator, denominator */                         \
  X(EXCEPTION, 29, 0) /* type name, text of str(), tuple of arguments */   \
  X(OBJECT, 30, 13)   /* u8 CS_WIRE_IS_*, u64 id, u32 n; name, n pairs */  \
  X(NAMED, 31, 1)     /* u8 CS_WIRE_NAMES_*; name */                       \
  X(HOST, 32, 13)     /* u8 flags, u64 id, u32 n; type name, methods, lazy \
                         attributes, n pairs */                            \
  X(CYCLE, 33, 1)     /* tag of the container that contains itself */      \
  X(DEEP, 34, 0)      /* nested deeper than CS_WIRE_DEPTH */               \
  X(TEXT, 35, 0)      /* type name, repr(): nothing else crosses */

typedef enum cs_wire_tag {
#define X(name, number, fixed) CS_WIRE_##name = number,
  CS_WIRE_LIST(X)
#undef X
      CS_WIRE_COUNT
} cs_wire_tag;

enum { /* OBJECT: what kind of instance */
       CS_WIRE_IS_INSTANCE,
       CS_WIRE_IS_DATACLASS,
       CS_WIRE_IS_NAMEDTUPLE,
       CS_WIRE_IS_ENUM,  /* fields: name, value */
       CS_WIRE_IS_FROZEN /* dataclass that cannot change */
};
enum {                         /* NAMED: what the name is a name of */
       CS_WIRE_NAMES_TYPE,     /* builtins or module.Class */
       CS_WIRE_NAMES_FUNCTION, /* of the guest; on the way in: a host tool */
       CS_WIRE_NAMES_MODULE
};
enum {                          /* HOST: flags */
       CS_WIRE_HOST_FROZEN = 1, /* attributes cannot be set */
       CS_WIRE_HOST_CALL = 2    /* calling it reaches the host (a class) */
};
enum { /* DECIMAL: kind */
       CS_WIRE_FINITE,
       CS_WIRE_INFINITE,
       CS_WIRE_NAN,
       CS_WIRE_SNAN
};

/* --- writing ------------------------------------------------------------- */

typedef struct cs_wire {
  uint8_t *data; /* owned if `grows` */
  size_t len;
  size_t room;
  size_t max; /* len never passes it */
  bool grows;
  cs_status status; /* CS_OK, CS_ELIMIT: too large, CS_EOS: no memory,
                       CS_EINVAL: a text that is no text */
} cs_wire;

/* A message that grows up to `max` bytes; allocates nothing yet. */
CS_API void cs_wire_init(cs_wire *w, size_t max);
/* A message in the caller's memory. */
CS_API void cs_wire_init_fixed(cs_wire *w, void *memory, size_t size);
CS_API void cs_wire_fini(cs_wire *w);
/* Start over; memory is kept. */
CS_API void cs_wire_clear(cs_wire *w);

CS_API void cs_wire_none(cs_wire *w);
CS_API void cs_wire_bool(cs_wire *w, bool v);
CS_API void cs_wire_int(cs_wire *w, int64_t v);
CS_API void cs_wire_uint(cs_wire *w, uint64_t v);
/* An int of any size: `n` bytes of magnitude, least significant first. */
CS_API void cs_wire_bigint(cs_wire *w, bool negative, const void *magnitude,
                           size_t n);
CS_API void cs_wire_float(cs_wire *w, double v);
CS_API void cs_wire_complex(cs_wire *w, double re, double im);
/* Text; CS_EINVAL if it is not UTF-8 (lone surrogates are allowed). */
CS_API void cs_wire_str(cs_wire *w, const char *s, size_t n);
CS_API void cs_wire_text(cs_wire *w, const char *s);
CS_API void cs_wire_path(cs_wire *w, const char *s, size_t n);
CS_API void cs_wire_bytes(cs_wire *w, const void *data, size_t n);
/* Room for `n` bytes that the caller fills in; NULL on failure. */
CS_API uint8_t *cs_wire_bytes_room(cs_wire *w, cs_wire_tag tag, size_t n);
/* Head of LIST, TUPLE, SET, FROZENSET (n values follow) or DICT (n pairs). */
CS_API void cs_wire_begin(cs_wire *w, cs_wire_tag tag, size_t n);
/* The same with a count to be told later: gives a mark for cs_wire_end. */
CS_API size_t cs_wire_open(cs_wire *w, cs_wire_tag tag);
CS_API void cs_wire_end(cs_wire *w, size_t mark, size_t n);
/* Heads without or with small fixed data; their parts follow as values. */
CS_API void cs_wire_tagged(cs_wire *w, cs_wire_tag tag);
CS_API void cs_wire_tagged1(cs_wire *w, cs_wire_tag tag, uint8_t detail);
CS_API void cs_wire_date(cs_wire *w, int year, int month, int day);
/* Followed by the time zone: None, TIMEZONE or ZONE. */
CS_API void cs_wire_time(cs_wire *w, int hour, int minute, int second, int us,
                         int fold);
CS_API void cs_wire_datetime(cs_wire *w, const int date[3], const int time[5]);
CS_API void cs_wire_timedelta(cs_wire *w, int days, int seconds, int us);
CS_API void cs_wire_uuid(cs_wire *w, const uint8_t id[16]);
/* Followed by coefficient and exponent. */
CS_API void cs_wire_decimal(cs_wire *w, bool negative, int kind);
/* OBJECT or HOST; then the parts that CS_WIRE_LIST names. */
CS_API void cs_wire_object(cs_wire *w, cs_wire_tag tag, uint8_t detail,
                           uint64_t id, size_t n);
/* A whole exception with one argument, the text. */
CS_API void cs_wire_exception(cs_wire *w, const char *type, const char *text);
/* OSError: arguments (code, text) or (code, text, filename). */
CS_API void cs_wire_oserror(cs_wire *w, int code, const char *text,
                            const char *filename, size_t n);
/* Bytes that are a message already. */
CS_API void cs_wire_append(cs_wire *w, const void *message, size_t n);

/* --- reading ------------------------------------------------------------- */

typedef struct cs_wire_in {
  const uint8_t *at, *end; /* borrowed */
} cs_wire_in;

typedef struct cs_wire_item {
  cs_wire_tag tag;
  uint32_t count;   /* as written: items, pairs of a DICT or of fields */
  uint64_t parts;   /* values that follow and belong to this one */
  int64_t i;        /* INT */
  double f, g;      /* FLOAT; COMPLEX */
  const char *data; /* STR, PATH, BYTES, BYTEARRAY, BIGINT, UUID */
  uint32_t len;
  bool negative;  /* BIGINT, DECIMAL */
  uint8_t detail; /* OBJECT, NAMED, HOST, CYCLE, DECIMAL */
  uint64_t id;    /* OBJECT, HOST */
  int date[3];    /* year, month, day; TIMEDELTA: days, seconds, us */
  int time[5];    /* hour, minute, second, microsecond, fold */
} cs_wire_item;

static inline cs_wire_in cs_wire_read(const void *bytes, size_t n) {
  cs_wire_in in;
  in.at = (const uint8_t *)bytes;
  in.end = in.at + n;
  return in;
}
/* The next head.  CS_ECORRUPT: these bytes are no value; CS_EINVAL: there is
 * nothing left. */
CS_API cs_status cs_wire_next(cs_wire_in *in, cs_wire_item *item) CS_CHECK;
/* Step over one whole value. */
CS_API cs_status cs_wire_skip(cs_wire_in *in) CS_CHECK;
/* Are these bytes exactly `n` values, not too deep? */
CS_API cs_status cs_wire_check(const void *bytes, size_t len,
                               uint32_t n) CS_CHECK;

/* Shortcuts for a reader that knows what it wants; they advance on success and
 * return false, without moving, when something else is there. */
CS_API bool cs_wire_get_none(cs_wire_in *in);
CS_API bool cs_wire_get_bool(cs_wire_in *in, bool *v);
CS_API bool cs_wire_get_int(cs_wire_in *in, int64_t *v);
/* Also takes an INT. */
CS_API bool cs_wire_get_float(cs_wire_in *in, double *v);
/* STR or PATH */
CS_API bool cs_wire_get_str(cs_wire_in *in, const char **s, size_t *n);
/* BYTES or BYTEARRAY */
CS_API bool cs_wire_get_bytes(cs_wire_in *in, const void **data, size_t *n);
/* LIST or TUPLE, SET or FROZENSET, DICT: items or pairs that follow */
CS_API bool cs_wire_get_seq(cs_wire_in *in, uint32_t *n);
CS_API bool cs_wire_get_dict(cs_wire_in *in, uint32_t *n);
#ifdef __cplusplus
}
#endif

#endif /* CAISSON_VALUES_H */

#if !defined(CAISSON_H) && !defined(CAISSON_VALUES_ONLY)
#define CAISSON_H

#ifdef __cplusplus
extern "C" {
#endif

/* === 3. Sessions ========================================================= */

typedef struct cs_session cs_session;

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
   * bytes. Otherwise it may have twins, and random numbers whose seed came
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

/* Memory for many sessions: with one, opening a session takes a microsecond
 * instead of milliseconds.  Shared by any number of sessions and threads.
 * cs_pool_new makes `slots` places at once and keeps that many for reuse; more
 * are made when needed.  It may be freed before the sessions that use it. */
#ifndef CS_PY_SNAP_POOL_H
typedef struct cs_pool cs_pool;
CS_API cs_status cs_pool_new(uint32_t slots, cs_pool **out) CS_CHECK;
/* Keep up to so many for reuse from now on; none is made or dropped now. */
CS_API void cs_pool_keep(cs_pool *p, uint32_t slots);
/* Remember up to so many programs: a session that has just begun and runs one
 * of them for the third time skips the compiler, and nothing else changes.
 * Their text stays in the memory of this process as long as the pool. */
CS_API void cs_pool_remember(cs_pool *p, uint32_t programs);
CS_API void cs_pool_free(cs_pool *p);
#endif

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
 * handshake with the protocol CS_REMOTE_PROTOCOL is over and no byte behind it
 * was read; it is taken.  -1 with `err`: there is none.  Any thread may call
 * it.  A connection that ends is CRASHED with `lost`. */
#define CS_REMOTE_PROTOCOL "caisson.worker.1"
typedef struct cs_workers cs_workers;
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
#ifndef CS_SESSION_JAILS_H
typedef struct cs_jails cs_jails;
#endif
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
} cs_jails_options;
CS_API void cs_jails_options_init(cs_jails_options *o);
CS_API cs_status cs_jails_new(const cs_jails_options *o, cs_jails **out,
                              cs_error *err) CS_CHECK;
/* After the last session that uses them was closed. */
CS_API void cs_jails_free(cs_jails *j);
/* Start the interpreter that is forked now instead of with the first session;
 * says what is wrong with it. */
CS_API cs_status cs_jails_warm(cs_jails *j, cs_error *err) CS_CHECK;

typedef struct cs_audit cs_audit; /* part 6 */
#ifndef CS_POLICY_POLICY_H
typedef struct cs_policy cs_policy; /* part 7 */
#endif

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
#ifndef CS_VFS_VFS_H
typedef enum cs_mount_mode {
  CS_MOUNT_OVERLAY = 0, /* writes stay in memory */
  CS_MOUNT_RO = 1,
  CS_MOUNT_RW = 2,     /* writes go to the host */
  CS_MOUNT_SEALED = 3, /* as RO, but a write is a PermissionError */
  CS_MOUNT_STRICT = 4  /* or-ed to one of them: no link leads anywhere from an
                          overlay, none with an absolute target from the
                          others; roots of mounts stay; no protected names */
} cs_mount_mode;
#endif
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

/* --- what became of the files -------------------------------------------- */

#ifndef CS_VFS_CHANGE_H
typedef enum cs_change_kind {
  CS_CHANGE_ADDED,
  CS_CHANGE_MODIFIED,
  CS_CHANGE_REMOVED,
  CS_CHANGE_MOVED /* a directory with its contents; `from` says where it was */
} cs_change_kind;

typedef struct cs_change {
  cs_change_kind kind;
  const char *path; /* as the program sees it; borrowed during the call */
  const char *from; /* NULL unless moved */
  char type;        /* 'f' file, 'd' directory, 'l' link; '?' when it is gone */
  uint64_t size;
  uint8_t sha256[32]; /* artifacts that are files, if `hashed` */
  bool hashed;
} cs_change;

/* Called for each; a result other than 0 ends the listing. */
typedef int (*cs_change_each)(void *with, const cs_change *c);

typedef struct cs_artifact_caps {
  size_t files;        /* listed at most; 1 000 */
  uint64_t file_bytes; /* a larger file is listed without digest; 256 MiB */
  uint64_t all_bytes;  /* read for digests at most; 1 GiB */
} cs_artifact_caps;
#endif

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
/* An independent twin, which waits for the same reply. */
CS_API cs_status cs_session_fork(cs_session *s, cs_session **out) CS_CHECK;

/* Keep a session that will wait for a while as little as possible: a few KiB
 * instead of a place in a pool.  It stays what it is, and wakes by itself when
 * it is used.  In a worker nothing changes.  CS_EINVAL inside of OUTPUT. */
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
/* "0.1.0" */
CS_API const char *cs_version(void);

/* === 4. Journals ========================================================= */

/*
 * A journal is a file in which a session records what happens to it, so that
 * another process can go on when this one is killed, and anybody can see a
 * finished run again without the outside world.
 *
 *   cs_journal_start(s, "run.journal", NULL, &err);   before the first run
 *   cs_session_drive(s, code, len);                   as always
 *
 *   cs_journal_open("run.journal", &j, &err);         later, elsewhere
 *   cs_options_init(&o); cs_journal_session(j, &o);   o.host = ...
 *   cs_journal_load(j, &o, CS_JOURNAL_LAST, &s, &err);
 *   cs_session_mount(s, ...);                         the same mounts again
 *   ev = cs_journal_resume(j, s, NULL, &err);
 *
 * What is promised.  A call is in the file before the host sees its event, and
 * a reply before the program sees it: after `kill -9` at any moment a call
 * whose reply was given is never made again.  A call that was begun and whose
 * reply is not in the file is IN DOUBT: it may have happened.  Resuming raises
 * RuntimeError at such a call, unless CS_JOURNAL_ASK leaves it to the host.
 * Requests that only ask (CS_OS, CS_NAME) are simply asked again.  Changes to
 * writable mounts are made once; the last one, if in doubt, is repeated where
 * that changes nothing and raises OSError elsewhere.
 *
 * Everything that decides what a program does is recorded: code, inputs,
 * replies, and what the session answers itself (clocks, entropy, files), except
 * where a seed or a fixed clock determines it.  So the program comes to the
 * same place again; where it does not, the event is LIMIT "journal" with the
 * number of the record that differs.  Overlays and memory come back with it.  A
 * journal is played by the build that wrote it.
 *
 * The file is append-only and hash-chained (docs/journal-format.md): what
 * breaks off at its end is cut, what was changed in the middle is refused.  It
 * holds the program's data in the clear and belongs to its owner (mode 0600).
 */

typedef struct cs_journal cs_journal; /* one that is being read */

enum { /* cs_journal_options.sync: what is durable when the machine dies */
       CS_SYNC_CALLS = 0, /* calls, their replies and the ends of runs; the rest
                             follows with the next of them */
       CS_SYNC_ALWAYS = 1, /* everything that is visible outside */
       CS_SYNC_NEVER = 2   /* what the kernel wrote by then; a killed process
                              still loses nothing */
};
enum {                     /* cs_journal_options.flags */
       CS_JOURNAL_ASK = 1, /* resume: a call in doubt is an event again, and
                              answering it is the host's decision */
       CS_JOURNAL_NEW_OUTPUT = 2 /* resume: do not tell output again that the
                                    journal has */
};

typedef struct cs_journal_options {
  size_t size; /* cs_journal_options_init sets it and the defaults */
  int sync;
  uint32_t flags;
  uint64_t snapshot_ms; /* running time between two snapshots in the file, from
                           which resuming starts; 5 000; 0: none */
  const void *note;     /* start: bytes of the host's choice, for whoever opens
                           the journal; NULL: none */
  size_t note_len;
} cs_journal_options;
CS_API void cs_journal_options_init(cs_journal_options *o);

/* Record from now on, in a new file.  The session stands between runs; what it
 * holds already is recorded as a snapshot.  When the file cannot be written any
 * more the run ends with LIMIT "journal". */
CS_API cs_status cs_journal_start(cs_session *s, const char *path,
                                  const cs_journal_options *o,
                                  cs_error *err) CS_CHECK;
/* Stop recording; closing the session does, too. */
CS_API void cs_journal_stop(cs_session *s);

/* Read and verify.  CS_ECORRUPT: not a journal, or changed; the text has the
 * number of the record.  CS_EOS: cannot be read, or a process writes it. */
CS_API cs_status cs_journal_open(const char *path, cs_journal **out,
                                 cs_error *err) CS_CHECK;
CS_API void cs_journal_close(cs_journal *j);

typedef struct cs_journal_info {
  uint64_t records, runs, calls;
  uint64_t cut;     /* bytes at the end that were no whole record */
  bool finished;    /* the last run has ended */
  size_t doubts;    /* calls in doubt */
  const void *note; /* borrowed from the journal */
  size_t note_len;
  const char *library; /* version that wrote it; borrowed */
} cs_journal_info;
CS_API void cs_journal_facts(const cs_journal *j, cs_journal_info *out);
/* A call in doubt, by number from 0, as the event that it was.  Borrowed until
 * the next call on the journal; NULL: there is no such one.  One that was
 * answered PENDING is named by later WAITs: the host settles it. */
CS_API const cs_event *cs_journal_doubt(cs_journal *j, size_t i);

/* How many events of this kind and name were replied to. */
CS_API uint64_t cs_journal_count(cs_journal *j, cs_event_kind kind,
                                 const char *name);

/* Set the options that decide what a program does as they were; script_name is
 * borrowed from the journal.  Host, pool and workers stay as they are. */
CS_API void cs_journal_session(const cs_journal *j, cs_options *o);

enum { CS_JOURNAL_LAST = 0, CS_JOURNAL_FIRST = 1 };
/* The session as a snapshot in the journal has it: the last one for resuming,
 * the first one for a replay. */
CS_API cs_status cs_journal_load(cs_journal *j, const cs_options *o, int which,
                                 cs_session **out, cs_error *err) CS_CHECK;

/* Play what was recorded behind the snapshot, then go on recording in the same
 * file.  Returns the event at which the session stands: one that waits for a
 * reply (go on with cs_session_go_on), or the end of the last run.  NULL: it
 * cannot begin.  The journal may be closed afterwards. */
CS_API const cs_event *cs_journal_resume(cs_journal *j, cs_session *s,
                                         const cs_journal_options *o,
                                         cs_error *err);

typedef struct cs_journal_difference {
  bool differs;
  uint64_t record;
  char text[400];
} cs_journal_difference;
/* Play the whole journal with a session from CS_JOURNAL_FIRST, offline: nothing
 * is asked, mounted or written; output goes to the host as it did.  Returns the
 * last event; `*d` has the first difference.  A journal that is not finished
 * ends with LIMIT "journal" and no difference. */
CS_API const cs_event *cs_journal_replay(cs_journal *j, cs_session *s,
                                         cs_journal_difference *d);

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
                          characters, the end is behind the last one */
  bool unsure;                                 /* "cannot tell" */
} cs_check_finding;

typedef struct cs_check_report cs_check_report;

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

/* Where programs run, from shallow to deep. */
typedef enum cs_depth {
  CS_DEPTH_NONE = -1,
  CS_DEPTH_CHECK = 0,  /* nothing runs */
  CS_DEPTH_INTERP = 1, /* our own engine */
  CS_DEPTH_PROCESS = 2 /* CPython in a jail */
} cs_depth;

typedef struct cs_auto_options {
  size_t size;            /* of this struct */
  const char *no_process; /* why depth process cannot be had; NULL: it can */
  /* Is there a module of this name ("a.b") besides the engine's, in a file that
   * the program will see?  NULL: there is none. */
  bool (*has_module)(void *user, const char *name);
  void *user;
  bool mounted; /* files are mounted: a program may find modules there */
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

/* === 6. Audit ============================================================ */

/*
 * An audit log is a file of one JSON object per line about everything that
 * sessions do: runs, calls, files that were opened, refusals, limits,
 * snapshots, commits.  Each line has the hash of the one before it;
 * docs/audit-format.md has the bytes, `caisson audit` reads them.
 *
 *   cs_audit_options_init(&ao); ao.path = "audit.jsonl";
 *   cs_audit_open(&ao, &log, &err);
 *   o.audit = log;                      for any number of sessions
 *   ...
 *   cs_audit_close(log);                after the last of them
 *
 * What is promised.  A record that was acknowledged (cs_audit_put has returned,
 * a session has gone on) is not lost when the process is killed.  A run does
 * not start, and one that runs ends with LIMIT "audit", when its record cannot
 * be written, unless CS_AUDIT_OPTIONAL says otherwise.  Any number of threads
 * and processes of one user write the same log.  Code and arguments are
 * recorded as digests, values of secrets never.  A log that was opened before a
 * fork cannot be used in the child.
 */

enum {                    /* cs_audit_options.flags */
       CS_AUDIT_FULL = 1, /* code and arguments in the clear, not as digests */
       CS_AUDIT_OPTIONAL = 2 /* programs run also when it cannot be written */
};
enum {                     /* cs_audit_options.sync */
       CS_AUDIT_BATCH = 0, /* to the disk at most once a second */
       CS_AUDIT_ALWAYS = 1 /* before a record is acknowledged */
};

typedef struct cs_audit_options {
  size_t size;      /* cs_audit_options_init sets it and the defaults */
  const char *path; /* NULL: audit.jsonl in the user's state directory */
  uint32_t flags;
  int sync;
  const char *owner; /* who is responsible; NULL: the user's number */
  uint64_t rotate;   /* bytes after which another file begins; 64 MiB */
} cs_audit_options;

typedef struct cs_audit_item { /* of `data` */
  const char *key;
  const char *text; /* NULL: `number` */
  size_t len;
  int64_t number;
} cs_audit_item;

enum { /* cs_audit_record.has */
       CS_AUDIT_BYTES_IN = 1,
       CS_AUDIT_BYTES_OUT = 2,
       CS_AUDIT_EXIT_CODE = 4
};

/* Everything but `kind` may be absent: NULL, or not in `has`.  Texts may be any
 * bytes. */
typedef struct cs_audit_record {
  const char *kind; /* "run.start" */
  const char *session, *run, *sandbox, *tool_call;
  const char *depth, *decision, *capability, *rule, *mechanism, *reason;
  const char *object;
  size_t object_len;
  uint32_t has;
  int64_t bytes_in, bytes_out, exit_code;
  const cs_audit_item *data;
  size_t ndata;
} cs_audit_record;
CS_API void cs_audit_options_init(cs_audit_options *o);

/* CS_EOS: it cannot be written; CS_ECORRUPT: its end was changed; CS_EINVAL:
 * the file belongs to somebody else. */
CS_API cs_status cs_audit_open(const cs_audit_options *o, cs_audit **out,
                               cs_error *err) CS_CHECK;
/* After the last session that uses it was closed. */
CS_API void cs_audit_close(cs_audit *a);

/* Append a record of the host's own.  CS_EOS: it could not be written, and is
 * not in the log.  CS_EINVAL: a name in `data` is empty, longer than 48 bytes
 * or not of letters, digits and "_-./:"; of equal ones the first counts. */
CS_API cs_status cs_audit_put(cs_audit *a, const cs_audit_record *r,
                              cs_error *err) CS_CHECK;
/* Write what waits, to the log and to the disk. */
CS_API cs_status cs_audit_flush(cs_audit *a, cs_error *err) CS_CHECK;

/* From now on this value appears as [secret:NAME] in every record.  Values of
 * less than four bytes cannot be told from other text: CS_EINVAL.  Variables of
 * cs_session_put_env whose name speaks of a key, token, secret, password or
 * credential are hidden without being asked. */
CS_API cs_status cs_audit_secret(cs_audit *a, const char *name,
                                 const void *value, size_t len) CS_CHECK;
/* Hashes that every later record has; NULL: as it is. */
CS_API void cs_audit_policy(cs_audit *a, const char *policy_hash,
                            const char *report_hash);

/* === 7. Policies ========================================================= */

/*
 * A policy says what a program may do: files, network, processes, environment,
 * tools, limits.  One file (YAML or JSON, docs/policy.md) for every depth.
 *
 *   cs_policy *p;
 *   cs_policy_fault f;
 *   if (cs_policy_load("policy.yaml", CS_POLICY_OWNER, &p, &f)) puts(f.text);
 *   cs_options_init(&o);
 *   o.workers = workers;
 *   cs_policy_apply(p, &o);
 *   cs_session_open(&o, &s, &err);
 *
 * The session then has the mounts, variables, clocks and limits of the policy
 * and no others: options and cs_session_mount may ask for less, never for more
 * ("policy_widens").  A field that somebody set and that nothing enforces at
 * this depth keeps the session from opening ("enforcement_missing"), unless
 * accept_unenforced names it.  Snapshots carry their policy and are loaded only
 * under the same or a narrower one.
 *
 * Policies never change once they are made; any number of threads may use one.
 */

#ifndef CS_POLICY_POLICY_H
/* Who wrote it, from the most to the least trusted. */
typedef enum cs_policy_level {
  CS_POLICY_BUILTIN,
  CS_POLICY_SYSTEM,  /* the administrator's file */
  CS_POLICY_OWNER,   /* the owner of this process: user file, this program */
  CS_POLICY_PROJECT, /* file of a repository: only narrows */
  CS_POLICY_CALL     /* what an agent chose: only narrows */
} cs_policy_level;
#endif

#ifndef CS_POLICY_FAULT_H
/* Why a policy was refused, in the caller's storage. */
typedef struct cs_policy_fault {
  const char *code;      /* "policy_invalid", "policy_file", "policy_widens",
                            "no_memory"; NULL: none */
  char file[256];        /* cut at its beginning; "" without one */
  uint32_t line, column; /* from 1; 0: not from a place in a file */
  char key[128];         /* the field: "limits.pids" */
  char nearest[80];      /* policy_invalid: the valid spelling closest to it */
  char asked[160];       /* policy_widens: the value, as JSON, cut */
  char allowed[160];     /* and the one it may not exceed */
  char source[280];      /* and where that one was set */
  char text[1200];       /* all of this as one sentence */
} cs_policy_fault;
#endif

/* Read a policy.  A broken one is refused with file, line, column and the
 * nearest valid spelling; it never means "defaults".  A file must be regular,
 * no symbolic link, owned by root or the caller, writable by nobody else.
 * `name` stands for the file in messages.  `fault` may be NULL. */
CS_API cs_status cs_policy_load(const char *path, cs_policy_level level,
                                cs_policy **out,
                                cs_policy_fault *fault) CS_CHECK;
CS_API cs_status cs_policy_parse(const char *text, size_t len, const char *name,
                                 cs_policy_level level, cs_policy **out,
                                 cs_policy_fault *fault) CS_CHECK;
/* A built-in one: "default", "strict", "agent", "mellea-unsafe". */
CS_API cs_status cs_policy_profile(const char *name, cs_policy **out,
                                   cs_policy_fault *fault) CS_CHECK;
CS_API void cs_policy_free(cs_policy *p);

/* `by` over `above`: a new policy with the values of `by` where it sets them.
 * Level OWNER: `above` is the administrator's, and binds where it sets a value;
 * PROJECT, CALL: every value of `above` binds.  What is wider is refused with
 * code "policy_widens", never cut down. */
CS_API cs_status cs_policy_narrow(const cs_policy *above, const cs_policy *by,
                                  cs_policy_level level, cs_policy **out,
                                  cs_policy_fault *fault) CS_CHECK;
/* Is all of `b` within `a`?  The key of the first field that is not goes to
 * `*key`, static storage; NULL: none. */
CS_API bool cs_policy_within(const cs_policy *a, const cs_policy *b,
                             const char **key);

/* "sha256:" and 64 digits: equal for policies that mean the same. */
#define CS_POLICY_HASH 72
CS_API cs_status cs_policy_hash(const cs_policy *p,
                                char out[CS_POLICY_HASH]) CS_CHECK;
/* The whole policy, defaults included, as JSON that can be parsed again; free()
 * it.  NULL: no memory. */
CS_API char *cs_policy_json(const cs_policy *p);
/* Where the value of a field was set: "policy.yaml:3", "built-in"; free() it.
 * NULL: no such key, or no memory. */
CS_API char *cs_policy_origin_of(const cs_policy *p, const char *key);
/* The JSON Schema of policies; free() it.  NULL: no memory. */
CS_API char *cs_policy_schema(void);

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

#ifdef __cplusplus
}
#endif

#endif /* CAISSON_H */
