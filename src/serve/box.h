/*
 * box.h - a session behind a session_id.
 *
 * A box belongs to the caller that made it: for everybody else its id does not
 * exist.  One call uses it at a time; others wait for their turn.  It is not
 * tied to any connection and goes away when nobody has used it for a while, or
 * when its caller needs room for a newer one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_BOX_H
#define CS_SERVE_BOX_H

#include "base/wire.h"
#include "serve/capture.h"
#include "serve/server.h"

typedef struct cs_box {
  struct cs_box *next; /* the server's lock, as far as `doomed` */
  char id[CS_TEXT_ID];
  const cs_caller *owner;
  uint64_t used_ms; /* when it was given back */
  bool busy;
  bool doomed;            /* to be closed as soon as it is free */
  bool process;           /* in a jail */
  cs_terms *terms;        /* used */
  cs_session *session;    /* owned; used by whoever has the box */
  cs_capture *out;        /* borrowed: both streams of the run; or NULL */
  struct cs_job *job;     /* borrowed: whose run it is; or NULL */
  void *tools;            /* owned: functions of the host; or NULL */
  char token[CS_TEXT_ID]; /* of a call that was refused; or "" */
  uint64_t runs;
  cs_wire code; /* owned, if `ncode`: programs that ran in the engine: move.h */
  size_t ncode;
  bool moved; /* it keeps the name that its caller knows */
} cs_box;

/* What every session here is opened with. */
void cs_box_options(const cs_server *s, const cs_terms *t, bool process,
                    cs_options *o);

/* A new one under these terms, in use.  `bytes`: a snapshot to start from, or
 * NULL. */
cs_status cs_box_open(cs_server *s, cs_terms *t, const cs_caller *owner,
                      bool process, const void *bytes, size_t n, cs_box **out,
                      cs_error *err) CS_MUST_CHECK;
/* For a box in use: another session in its place.  `b->session` and `b->tools`
 * are the caller's to keep before, and to close or put back afterwards. */
cs_status cs_box_reopen(cs_server *s, cs_box *b, bool process,
                        cs_error *err) CS_MUST_CHECK;
/* After a failure: close what is there, and have these again. */
void cs_box_restore(cs_box *b, bool process, cs_session *session, void *tools);
/* After a success: close these. */
void cs_box_close_old(cs_box *b, cs_session *session, void *tools);
/* The box of that name once it is free; NULL: this caller has none, or `job`
 * was ended meanwhile. */
cs_box *cs_box_take(cs_server *s, const cs_caller *owner, const char *id,
                    const struct cs_job *job);
/* Done with it. */
void cs_box_give(cs_server *s, cs_box *b);
/* Close it now, or as soon as it is free.  False: there is none. */
bool cs_box_drop(cs_server *s, const cs_caller *owner, const char *id);
/* Close those that nobody has used for long; with the lock held.  Returns
 * them for cs_box_free, outside of the lock. */
cs_box *cs_box_expired(cs_server *s, uint64_t now);
void cs_box_free(cs_server *s, cs_box *list);
void cs_box_drop_all(cs_server *s);

#endif
