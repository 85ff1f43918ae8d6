/*
 * job.h - what a session does in a thread without Python, and who is told.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PYTHON_JOB_H
#define CS_PYTHON_JOB_H

#include "session.h"
#include "threads.h"

typedef struct cs_py_mail cs_py_mail;

typedef struct cs_py_tool {
  const char *name, *signature, *schema, *doc;
  unsigned flags;
} cs_py_tool;

enum { CS_JOB_OPEN = 1, CS_JOB_RUN = 2, CS_JOB_RESUME = 4, CS_JOB_CLOSE = 8 };

/* Owned by its session from begin to end; texts are borrowed from `held`. */
typedef struct cs_py_job {
  cs_job base;
  struct cs_py_job *next, **at; /* in a list of its mail */
  cs_py_mail *mail;             /* borrowed: it waits before it goes */
  cs_py_session *session;       /* strong references, as the next two */
  PyObject *token, *held;
  int what;
  bool cancel; /* came while it was opened */
  cs_options options;
  cs_host host;
  cs_py_tool *tools; /* owned */
  size_t ntools;
  const char *code;
  size_t len;
  cs_reply reply;
  cs_settled *settled; /* owned */
  cs_status st;
  cs_error err;
  const cs_event *ev;
} cs_py_job;

/* --- mail.c -------------------------------------------------------------- */

extern PyType_Spec cs_mail_spec;

/* Have the job done, then told; false with an exception. */
bool cs_mail_send(cs_py_mail *mail, cs_py_job *job);
/* From the thread: the session is there, and may have been cancelled. */
void cs_mail_opened(cs_py_job *job, cs_session *s);
/* From the thread: the session is not there any more. */
cs_session *cs_mail_closing(cs_py_job *job);
/* From the thread: it is done, and nothing of it may be used any more. */
void cs_mail_told(cs_py_job *job);
/* Cancel what the job does. */
void cs_mail_cancel(cs_py_job *job);

/* --- job.c --------------------------------------------------------------- */

/* What became of it, and its end: (token, good, value or exception). */
PyObject *cs_job_end(cs_py_job *job);

#endif
