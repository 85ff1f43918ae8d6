/*
 * caisson.h - run Python that somebody else wrote, and stay in control.
 *
 * This is the manual of libcaisson.  It has eight parts: statuses and errors,
 * values, sessions, journals, checks, audit, policies.  Small programs that use
 * it are in examples/.
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
#ifndef CAISSON_H
#define CAISSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The parts, in the order of the manual.  The library's own headers include
 * them one by one: a public type has this one definition.  The installed
 * caisson.h is a single page, made of them by tools/build/mkheader.py. */
/* clang-format off */
#include "caisson/status.h"   /* 1: statuses, errors, handles */
#include "caisson/values.h"   /* 2: Python values as bytes */
#include "caisson/pool.h"     /* 3: memory for many sessions */
#include "caisson/files.h"    /* 3: mounts and changed files */
#include "caisson/session.h"  /* 3: sessions */
#include "caisson/journal.h"  /* 4: journals */
#include "caisson/depth.h"    /* 5: depths */
#include "caisson/check.h"    /* 5: checks */
#include "caisson/audit.h"    /* 6: audit */
#include "caisson/policy.h"   /* 7: policies */
#include "caisson/sandbox.h"  /* 8: named sandboxes */
/* clang-format on */

#ifdef __cplusplus
}
#endif

#endif
