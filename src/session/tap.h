/*
 * tap.h - a listener at the border of a session: the journal.
 *
 * A tap hears everything that decides what a program does next (code, replies,
 * answers of the session itself, what the host sets up) and everything that
 * leaves it, before the other side does.  It may answer a request in the
 * session's place, keep text from being told twice, and end the run.  Without
 * one a session behaves the same.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SESSION_TAP_H
#define CS_SESSION_TAP_H

#include "base/wire.h"

#include "caisson/session.h"

/* What the session does with a request that it could answer itself. */
typedef enum cs_tap_choice {
  CS_TAP_LIVE,  /* answer it as always, then tell `answered` */
  CS_TAP_VALUE, /* `reply` holds the value */
  CS_TAP_RAISE, /* `reply` holds an exception */
  CS_TAP_EVENT, /* ask the host */
  CS_TAP_SLEEP, /* the limit of sleeping ended the run here */
  CS_TAP_END    /* end the run: see `why` */
} cs_tap_choice;

typedef struct cs_tap_request {
  const char *name; /* NUL-terminated */
  size_t name_len;
  const uint8_t *args; /* TUPLE, DICT */
  size_t args_len;
} cs_tap_request;

/* Things that a host does to a session between events. */
typedef enum cs_tap_setup {
  CS_TAP_SET,     /* name, value */
  CS_TAP_TOOL,    /* name, signature; doc; flags */
  CS_TAP_FILE,    /* path, content; `has` false: removed */
  CS_TAP_RESTART, /* - */
  CS_TAP_EMPTY,   /* mount point, or none for all: overlay is empty now */
  CS_TAP_ABANDON, /* - */
  CS_TAP_ARGV,    /* words of sys.argv, each with a NUL */
  CS_TAP_PATH     /* and of sys.path */
} cs_tap_setup;

typedef struct cs_tap_act {
  cs_tap_setup kind;
  const char *name; /* NULL: none */
  bool has;
  const void *data; /* `has`: value, signature or content */
  size_t len;
  const char *doc; /* NULL: none */
  uint32_t flags;
} cs_tap_act;

/* Functions that return false end the run: `why` says how. */
typedef struct cs_tap {
  void *user;
  bool (*run)(void *user, const char *code, size_t len);
  /* Text, before it is told; `*skip` bytes at its start have been told. */
  bool (*output)(void *user, int stream, const char *text, size_t len,
                 size_t *skip);
  cs_tap_choice (*ask)(void *user, const cs_tap_request *r, cs_wire *reply);
  bool (*answered)(void *user, const cs_tap_request *r, bool raised,
                   const cs_wire *reply);
  /* CALL, OS, NAME, WAIT before the host sees it; the event that ends a run. */
  bool (*event)(void *user, const cs_event *ev);
  bool (*reply)(void *user, const cs_event *ev, const cs_reply *r);
  void (*act)(void *user, const cs_tap_act *a);
  /* At every slice: 1 ends the run, 0 lets it run whatever the clock says, -1
   * leaves it to the session. */
  int (*poll)(void *user);
  /* Name and text of the LIMIT event that ends the run; borrowed. */
  const char *(*why)(void *user, const char **text);
  void (*close)(void *user);
} cs_tap;

/* Listen from now on; NULL: nobody does.  The one before is not closed. */
void cs_tap_set(cs_session *s, const cs_tap *tap);
const cs_tap *cs_tap_get(const cs_session *s);
/* What it was opened with; borrowed. */
const cs_options *cs_tap_options(const cs_session *s);

/* Is the answer to this request determined by the session's own state? */
bool cs_tap_is_pure(const cs_session *s, const cs_tap_request *r);
/* Would answering it change something on the host?  `*again`: doing it twice
 * is the same as doing it once. */
bool cs_tap_reaches_host(cs_session *s, const cs_tap_request *r, bool *again);
/* The request was answered with `reply` at the time `now`, by a session that
 * is gone: bring the files to the same state, touching nothing on the host.
 * CS_EINVAL: the host's files are not what they were. */
cs_status cs_tap_redo(cs_session *s, const cs_tap_request *r, const void *reply,
                      size_t len, int64_t now) CS_MUST_CHECK;
/* May the session be dumped now and go on from there? */
bool cs_tap_is_settled(const cs_session *s);
/* Nothing is remembered of the time that the program has used. */
void cs_tap_forget_time(cs_session *s);
int64_t cs_tap_now(void);

#endif
