/*
 * session_in.h - a session as its own files see it.
 *
 * One engine, what the host said about it, and the event of the last stop.
 * Buffers are kept and reused: a host call allocates nothing once they have
 * grown to their size.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SESSION_SESSION_IN_H
#define CS_SESSION_SESSION_IN_H

#include <assert.h>
#include <stdatomic.h>

#include "base/buf.h"
#include "base/limit.h"
#include "base/os_call.h"
#include "base/wire.h"
#include "depth/engine_ops.h"
#include "policy/fault.h"
#include "policy/policy.h"
#include "py/engine.h"
#include "vfs/change.h"
#include "vfs/scan.h"
#include "vfs/vfs.h"

#include "caisson/session.h"

#include "session/phase.h"
#include "session/tap.h"

#define CS_SECRETS_MOST 64 /* that a session binds: those of a vault */

typedef struct cs_tool { /* all owned; for restarts and stubs */
  char *name, *signature, *doc;
  uint32_t flags;
} cs_tool;

typedef struct cs_word_list { /* all owned */
  char **at;
  size_t n;
} cs_word_list;

typedef struct cs_denials cs_denials;   /* denial.c */
typedef struct cs_displays cs_displays; /* display.c */

typedef struct cs_env {
  char *name, *value; /* owned */
} cs_env;

typedef struct cs_cpu_reading { /* of processor time: cputime.c */
  int64_t who;                  /* the thread or worker; 0: none was measured */
  uint64_t cpu;                 /* nanoseconds of its clock then */
  uint64_t ran;                 /* and of the session's running time */
  uint64_t told;
} cs_cpu_reading;

struct cs_session {
  cs_port port; /* what runs the program */
  cs_options o;
  cs_host host;
  char *script;   /* owned; o.script_name */
  cs_phase phase; /* changed by cs_session_move only */
  bool parked;    /* its engine is */
  cs_event last;  /* ENDS*: what is told when the files are written */
  cs_stop next;   /* TELLS, ENDS_TELLS: the stop that is still to be told */
  cs_event ev;
  cs_buf name;      /* ev.name, with a NUL */
  cs_oscall oscall; /* what it says, if it is a request to the system */
  cs_wire args, value, reply;
  bool args_read;    /* `args` are those of the request already */
  cs_buf text;       /* ev.text where it is composed here */
  cs_buf fault;      /* memory of ev.error */
  uint64_t *pending; /* owned; ev.pending */
  size_t pending_room;
  atomic_bool cancelled;
  bool late;        /* poll saw the deadline pass */
  bool told_busy;   /* cs_host.busy was called in this stretch */
  uint64_t started; /* when the run began, for its policy and its record */
  uint64_t turn_start, turn_end;
  uint64_t run_ns;    /* time spent running in this run */
  uint64_t before_ns; /* and in the runs before it */
  cs_cpu_reading cpu; /* the last one */
  uint64_t calls, suspensions, sleep_ns;
  uint64_t wake_ns;    /* when the sleep that the host was asked for ends */
  uint64_t skipped_ns; /* sleeps that the host cut short */
  int64_t clock_ns;    /* of the clock that only sleeping moves */
  uint64_t drawn;      /* blocks taken from the seeded stream */
  cs_vfs *files;       /* owned; NULL: no mounts */
  char *cwd;           /* owned; CS_WHOLE_FILES: current directory; NULL: "/" */
  bool tell_files; /* whole operations are events even if a mount has them */
  cs_buf saved;    /* state of the files from a snapshot, until it is used */
  cs_tool *tools;
  size_t ntools;
  cs_env *env;
  size_t nenv;
  cs_scan scan; /* of writable mounts of a jail, when the run began */
  cs_word_list argv, path;    /* sys.argv, sys.path; for restarts */
  struct cs_trail *trail;     /* owned; NULL: neither audit nor names */
  cs_policy *policy;          /* owned copy; NULL: none (policed.h) */
  struct cs_objects *objects; /* owned; what it denies of the mounts; NULL */
  char policy_hash[72];
  uint64_t wall_end;     /* when the run must be over */
  uint64_t calls_before; /* calls of earlier runs */
  uint64_t told[2];      /* output of this run, by stream */
  cs_raised refused;     /* ev.error of a program that a rule refuses */
  cs_frame_info refused_at;
  struct cs_denials *denials;   /* owned; NULL: nothing was refused yet */
  struct cs_enforced *enforced; /* owned; NULL: nobody asked yet */
  cs_displays *displays; /* owned; NULL: nothing was shown yet (display.h) */
  char *secrets[CS_SECRETS_MOST + 1]; /* owned; bound, NULL-terminated */
  struct cs_web *web; /* owned; NULL: no request went out yet (web.h) */
  bool tapped;        /* `tap` listens */
  uint32_t traced;    /* CS_TRACE_*: see trace.h */
  cs_tap tap;
};

/* Move to another phase.  A move that the table does not have is a mistake of
 * ours; nothing runs in a session after it. */
static inline void cs_session_move(cs_session *s, cs_move move) {
  cs_phase to = cs_phase_after(s->phase, move);
  assert(to < CS_PHASES);
  s->phase = to < CS_PHASES ? to : CS_PHASE_GONE;
}

/* --- session.c ------------------------------------------------------------ */

/* cs_session_open with the operations of a depth; NULL: those that the options
 * ask for. */
cs_status cs_session_open_at(const cs_engine_ops *ops, const cs_options *o,
                             cs_session **out, cs_error *err) CS_MUST_CHECK;

/* --- run.c: the engine's stops become events ----------------------------- */

/* Run until something is to be told; fills s->ev. */
const cs_event *cs_session_advance(cs_session *s, cs_stop stop);
/* The event of a request that a loaded session waits with. */
void cs_session_reopen(cs_session *s);
/* Before an event is handed out: the tap hears it first. */
const cs_event *cs_session_tell(cs_session *s, const cs_event *ev);
/* The event of a run that the tap ends. */
const cs_event *cs_session_tap_end(cs_session *s);
/* The tap hears what the host does. */
void cs_session_act(cs_session *s, const cs_tap_act *a);
/* It cannot be woken: CRASHED. */
const cs_event *cs_session_lost(cs_session *s);
/* Begin to count time, and end it. */
void cs_session_tick(cs_session *s);
void cs_session_tock(cs_session *s);
/* Tell the host, once, that this stretch takes longer. */
void cs_session_busy(cs_session *s);
const cs_event *cs_session_limit(cs_session *s, cs_limit_id which,
                                 uint64_t most);

/* --- direct.c ------------------------------------------------------------ */

/* Answer the request in s->name and s->args if it is a large read that needs
 * no message; false: it is not. */
bool cs_session_read_direct(cs_session *s);

/* --- quick.c ------------------------------------------------------------- */

/* Before the engine runs: calls that cs_host.quick answers are no stops. */
void cs_quick_begin(cs_session *s);
/* The clocks of this machine that the program may read: depth/clocks.h. */
uint32_t cs_session_clocks(const cs_session *s);

/* --- cputime.c ----------------------------------------------------------- */

/* Nanoseconds of processor time so far. */
int64_t cs_session_cpu_time(cs_session *s);

/* --- park.c -------------------------------------------------------------- */

/* Before the engine is used.  CS_EOS, CS_ELIMIT: it stays parked. */
cs_status cs_session_wake(cs_session *s) CS_MUST_CHECK;

/* --- raised.c ------------------------------------------------------------ */

/* The engine's exception as ev.error; false without memory. */
bool cs_session_raised(cs_session *s);

/* --- os.c ---------------------------------------------------------------- */

typedef enum cs_os_outcome {
  CS_OS_OPEN,  /* not for us: an event */
  CS_OS_VALUE, /* s->reply is the value */
  CS_OS_RAISE, /* s->reply is an exception */
  CS_OS_LIMIT, /* the run ends: sleep */
  CS_OS_END    /* the run ends: the tap says why */
} cs_os_outcome;

/* Answer the request in s->name and s->args, if the options allow it. */
cs_os_outcome cs_session_os(cs_session *s);
/* Bring the files into the state of the snapshot, once the host has mounted
 * what it needs.  CS_EINVAL: an overlay is not mounted again. */
cs_status cs_session_settle_files(cs_session *s) CS_MUST_CHECK;
/* The host says that the event loop's wait is over: for the program it is. */
void cs_session_slept(cs_session *s);
/* Is this path in a mount, by its text? */
bool cs_session_covers(const cs_session *s, const char *path, size_t len);
/* What a request that nobody handled gets: fills s->reply. */
cs_os_outcome cs_session_os_default(cs_session *s);

/* --- changes.c ----------------------------------------------------------- */

/* A run begins: remember how the files are that it may change. */
void cs_session_watch_files(cs_session *s);
/* A jail is there: show what only it has. */
void cs_session_show_files(cs_session *s);

/* --- reply.c ------------------------------------------------------------- */

/* Hand s->reply or a plain error to the engine; the run can go on. */
void cs_session_answer(cs_session *s, bool raise, const void *bytes, size_t n);
void cs_session_refuse(cs_session *s, const char *type, const char *text);

/* --- tool.c -------------------------------------------------------------- */

cs_status cs_session_define(cs_session *s, const cs_tool *t) CS_MUST_CHECK;
cs_status cs_session_keep_tool(cs_session *s, const cs_tool *t) CS_MUST_CHECK;
void cs_session_drop_tools(cs_session *s);

uint64_t cs_session_now(void); /* monotonic ns */

#endif
