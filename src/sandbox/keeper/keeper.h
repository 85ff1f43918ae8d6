/*
 * keeper.h - the process that keeps one sandbox.
 *
 * It is the parent of the sandbox's process 1 and owns its timers, control
 * group, log and socket.  It depends on nobody: whoever created the sandbox may
 * be gone.  It is part of the jail's static helper, so that it costs a few
 * hundred KiB, and it never runs a byte of a guest.
 *
 * One thread, one loop (loop.c).  Nothing in it waits for a client or a
 * program: every descriptor is polled, and what cannot be written now waits in
 * a buffer of bounded size.
 *
 * In the sandbox's directory the keeper holds `lock` and writes `state.json`,
 * `log.jsonl` and `execs/`.  When it dies without a word the lock is free while
 * the state says "running": the sandbox has crashed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SANDBOX_KEEPER_KEEPER_H
#define CS_SANDBOX_KEEPER_KEEPER_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "audit/audit.h"
#include "audit/secret.h"
#include "base/buf.h"
#include "base/refusal.h"
#include "egress/message.h"
#include "egress/permit.h"
#include "jail/jail.h"
#include "sandbox/workgrant.h"

/* What a keeper is called by who starts it. */
#define CS_KEEPER_NAME "caisson-keeper"

/* Descriptors that a keeper finds. */
enum {
  CS_KEEPER_FD_BOX = 3,     /* the sandbox's directory */
  CS_KEEPER_FD_LEASE = 4,   /* who created it: the report goes there */
  CS_KEEPER_FD_TREE = 5,    /* the tree of the image, or /dev/null */
  CS_KEEPER_FD_WORK = 6,    /* the workspace, or /dev/null */
  CS_KEEPER_FD_CONTROL = 7, /* of the egress process, or /dev/null */
  CS_KEEPER_FD_POST = 8,    /* its listeners are sent there, or /dev/null */
  CS_KEEPER_FD_IMAGE = 9, /* keeps the tree as long as we live, or /dev/null */
  CS_KEEPER_FD_SECRETS = 10 /* values for the environment, or /dev/null */
};

#define CS_KEEPER_EXECS   64 /* in all states */
#define CS_KEEPER_CLIENTS 64

typedef struct cs_keeper cs_keeper;
typedef struct cs_boxexec cs_boxexec;
typedef struct cs_client cs_client;

/* --- log.c: the JSON Lines of a sandbox ----------------------------------- */

typedef struct cs_boxlog {
  int dir, fd;         /* dir borrowed, fd owned */
  uint64_t size, most; /* of one of the two files */
  uint64_t seq, dropped;
} cs_boxlog;

bool cs_boxlog_open(cs_boxlog *l, int dir, uint64_t most);
void cs_boxlog_put(cs_boxlog *l, const char *exec, const char *source,
                   const char *bytes, size_t n);
void cs_boxlog_close(cs_boxlog *l);

/* --- exec.c: one command ---------------------------------------------------
 */

typedef enum cs_boxexec_stage {
  CS_BOXEXEC_STARTING, /* its walls are being raised */
  CS_BOXEXEC_RUNNING,
  CS_BOXEXEC_ENDED, /* the program is gone, its pipes may not be empty */
  CS_BOXEXEC_SEALED /* the result is known; what it left may still print */
} cs_boxexec_stage;

typedef enum cs_boxexec_sort {
  CS_BOXEXEC_COMMAND,
  CS_BOXEXEC_PROBE, /* nothing but its walls, which are looked at */
  CS_BOXEXEC_READ,  /* a file operation whose output goes to the client */
  CS_BOXEXEC_LOOK,  /* one whose output becomes the answer */
  CS_BOXEXEC_WATCH  /* one whose output becomes events */
} cs_boxexec_sort;

struct cs_boxexec {
  char id[33];
  cs_boxexec_stage stage;
  cs_boxexec_sort sort;
  cs_client *client; /* borrowed; NULL: nobody waits */
  int socket, go;    /* owned */
  int out[2], in;    /* owned; out[0] and in are one terminal with `tty` */
  bool tty, detached, killed, input_ended;
  uint64_t cap[2], bytes[2], passed[2];
  cs_buf kept[2];    /* LOOK, detached */
  cs_buf typed;      /* for stdin, not written yet */
  cs_buf held[2];    /* may be the begin of a secret: not written down yet */
  uint64_t filed[2]; /* bytes in the files of a detached exec */
  uint64_t start_ms, deadline_ms, seal_ms, kill_ms;
  uint64_t wall_ms; /* of the deadline */
  uint64_t ooms, pid_hits;
  uint64_t logged;
  int status, leftover;
  bool has_status;
  uint64_t user_us, system_us, peak_kib;
  cs_exec_end_id forced; /* why we ended it; EXITED: it ended itself */
  const char *limit;     /* LIMIT: which one */
  char problem[200];     /* it never began */
  int no_exec;           /* errno of execve; 0 */
  json_t *denials;       /* owned; NULL: none */
  json_t *result;        /* owned; once sealed */
};

/* Start what a request asks for.  NULL with a code and a text: it is refused.
 */
cs_boxexec *cs_boxexec_start(cs_keeper *k, cs_client *client,
                             const json_t *request, cs_boxexec_sort sort,
                             const char **code, cs_error *err);
void cs_boxexec_kill(cs_keeper *k, cs_boxexec *x, cs_exec_end_id why,
                     const char *limit);
void cs_boxexec_signal(cs_boxexec *x, unsigned char what);
void cs_boxexec_input(cs_boxexec *x, const char *data, size_t n);
void cs_boxexec_resize(cs_boxexec *x, unsigned rows, unsigned columns);
/* Something can be read: from its socket, stream 0 or 1; written to stdin. */
void cs_boxexec_hear(cs_keeper *k, cs_boxexec *x);
void cs_boxexec_read(cs_keeper *k, cs_boxexec *x, int stream);
void cs_boxexec_feed(cs_boxexec *x);
/* Deadlines; true: it can be forgotten. */
bool cs_boxexec_tick(cs_keeper *k, cs_boxexec *x, uint64_t now);
void cs_boxexec_free(cs_boxexec *x);

/* --- client.c: connections ------------------------------------------------ */

struct cs_client {
  int fd; /* owned */
  cs_buf in, out;
  size_t sent;
  cs_boxexec *exec; /* borrowed: what it started or attached to */
  bool ending;      /* once everything is written */
  bool waits;       /* for the end of the exec only */
  bool leases;      /* the sandbox ends with it */
  bool stopping;    /* told when the sandbox has ended */
  bool watches;     /* told what the egress process decides */
};

void cs_client_hear(cs_keeper *k, cs_client *c);
void cs_client_flush(cs_client *c);
/* Bytes that wait for it. */
size_t cs_client_backlog(const cs_client *c);
void cs_client_send(cs_client *c, char kind, const void *data, size_t n);
void cs_client_event(cs_client *c, json_t *event);   /* taken */
void cs_client_result(cs_client *c, json_t *result); /* taken */
void cs_client_fail(cs_client *c, const char *code, const char *text);
void cs_client_free(cs_keeper *k, cs_client *c);

/* --- files.c: what file operations print, as JSON ---------------------------
 */

/* Arguments for the helper, NULL-terminated, in `argv` (8 of them); false: the
 * request is no good. */
bool cs_boxfiles_words(const json_t *request, const char *argv[8],
                       char room[96], cs_boxexec_sort *sort);
/* The entries in what it printed; owned. */
json_t *cs_boxfiles_entries(const char *bytes, size_t n);
json_t *cs_boxfiles_error(int number);
/* Whole events at the start of `kept`: sent and removed. */
void cs_boxfiles_events(cs_client *c, cs_buf *kept);

/* --- boxdisk.c: the cap of layers on disk -----------------------------------
 */

/* Bytes of what was written; 0 for a layer in memory. */
uint64_t cs_boxdisk_used(const cs_keeper *k);
/* Does something run that could write? */
bool cs_boxdisk_is_due(const cs_keeper *k);
/* Count, if it is time, and end what has written too much. */
void cs_boxdisk_look(cs_keeper *k, uint64_t now);

/* --- boxway.c: the way out -------------------------------------------------
 */

#define CS_BOXWAY_FILES 2

typedef struct cs_boxway {
  int control; /* owned; -1: none, or it is gone */
  bool has, lost, talks;
  cs_jail_file files[CS_BOXWAY_FILES]; /* borrowed from the spec */
  size_t nfiles;
  uint16_t ports[CS_JAIL_PORTS];
  size_t nports;
  cs_egress_counts counts;
  cs_permits permits; /* of rules with `approve` */
} cs_boxway;

/* Put it into the jail's spec. */
cs_status cs_boxway_set(cs_keeper *k, cs_error *err) CS_MUST_CHECK;
const json_t *cs_boxway_env(const cs_keeper *k);
/* Take what the egress process says, without waiting. */
void cs_boxway_hear(cs_keeper *k);
const cs_egress_counts *cs_boxway_counts(cs_keeper *k);
void cs_boxway_watch(cs_keeper *k, cs_client *c);
void cs_boxway_talk(cs_keeper *k);
/* Questions to the owner that are open go. */
void cs_boxway_close(cs_keeper *k);
/* Other rules from now on, also after a restart. */
void cs_boxway_keep(cs_keeper *k, cs_client *c, json_t *network);
void cs_boxway_give(cs_keeper *k, cs_client *c);

/* --- boxenv.c: secrets that programs see themselves ------------------------
 */

typedef struct cs_boxenv {
  char *text; /* owned, locked: name, variable, value of each, with NULs */
  size_t len;
  cs_secrets secrets; /* the same, to be taken out of what is written down */
} cs_boxenv;

typedef struct cs_boxenv_entry {
  const char *name, *variable, *value; /* borrowed */
} cs_boxenv_entry;

/* Take what the creator handed over. */
cs_status cs_boxenv_read(cs_keeper *k, cs_error *err) CS_MUST_CHECK;
/* The entry at `*at`, which is 0 at first; false: there is none. */
bool cs_boxenv_next(const cs_boxenv *e, size_t *at, cs_boxenv_entry *out);
/* Append a stream's bytes to `out`, with [secret:NAME] for every value.  What
 * may be the begin of one waits in `held`, unless these are the last bytes. */
cs_status cs_boxenv_hide(const cs_boxenv *e, cs_buf *held, const char *bytes,
                         size_t n, bool last, cs_buf *out) CS_MUST_CHECK;
void cs_boxenv_close(cs_keeper *k);

/* --- keeper.c ---------------------------------------------------------------
 */

struct cs_keeper {
  json_t *spec; /* owned */
  int box;      /* owned */
  int lease;    /* owned; -1: nobody's */
  int listener;
  int lock;
  const char *name, *id; /* borrowed from the spec */
  cs_jail_kit kit;
  cs_jail_spec jail_spec;
  cs_jail_root root;
  cs_jail_mount work[1 + CS_WORKGRANT_MAX]; /* all of it, then its parts */
  cs_jail_cover *covers;                    /* owned */
  cs_jail jail;
  cs_boxway way;
  cs_boxenv env;
  cs_boxlog log;
  cs_audit *audit;
  cs_client *clients[CS_KEEPER_CLIENTS];
  cs_boxexec *execs[CS_KEEPER_EXECS];
  uint64_t started_ms, touched_ms, stop_ms;
  uint64_t disk_ms, disk_used, disk_files; /* when to count next; 0: first */
  uint64_t idle_ms, lifetime_ms, grace_ms, freeze_ms;
  uint64_t exec_wall_ms, exec_wall_max_ms, log_bytes;
  unsigned max_execs;
  bool ephemeral, stopping, frozen, over;
  bool mover_started;
  pid_t mover;     /* moves process 1 into its control groups */
  const char *end; /* why it is over: "stopped", "crashed" */
  cs_box_end why;
  uint64_t execs_total[CS_EXEC_ENDS];
  uint64_t limit_hits[3];
};

uint64_t cs_keeper_now(void);  /* ms, counts while the machine sleeps */
uint64_t cs_keeper_wall(void); /* ms since 1970 */
void cs_keeper_touch(cs_keeper *k);
void cs_keeper_stop(cs_keeper *k, cs_box_end why);
void cs_keeper_kill(cs_keeper *k, cs_box_end why);
json_t *cs_keeper_inspect(cs_keeper *k);
json_t *cs_keeper_metrics(cs_keeper *k);
bool cs_keeper_save(cs_keeper *k, const char *status);
/* Write a record; false: it could not be written and must be. */
bool cs_keeper_record(cs_keeper *k, const char *kind, const char *exec,
                      const char *reason, const cs_audit_item *data,
                      size_t ndata);
uint64_t cs_keeper_ooms(const cs_keeper *k);
uint64_t cs_keeper_pid_hits(const cs_keeper *k);

/* loop.c: until the sandbox is over. */
void cs_keeper_loop(cs_keeper *k);

/* make.c: the jail of the spec. */
cs_status cs_keeper_make(cs_keeper *k, cs_error *err) CS_MUST_CHECK;
/* Move it into its control groups, without waiting. */
void cs_keeper_confine(cs_keeper *k);

#endif
