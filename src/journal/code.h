/*
 * code.h - what records say: events, replies, answers and acts as bytes.
 *
 * Bodies are values of base/wire.h.  Writing cannot fail but for memory;
 * reading takes any bytes, since a chain that fits proves only that one hand
 * wrote all of it.  What is read is borrowed from the record.
 *
 *   HEAD    (version, library, note, (flags, os, seed, clock, script,
 *           limits...))
 *   INTENT  (name, digest of the arguments)
 *   ANSWER  (name, digest, raised, time); the reply
 *   EVENT   (kind, id, object, name, arguments, pending ids, timeout)
 *   REPLY   (kind, value, [(id, raised, value), ...])
 *   END     (kind, name, text, has a value, value, exit code)
 *   ACT     (kind, name, has data, data, doc, flags)
 *   RESUMED (time,)
 *   OUTPUT  one byte for the stream, then the text; RUN, STATE: bytes
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JOURNAL_CODE_H
#define CS_JOURNAL_CODE_H

#include "base/wire.h"
#include "journal/record.h"
#include "session/tap.h"

#define CS_CODE_VERSION 1
#define CS_CODE_DIGEST  16

typedef struct cs_code_head {
  const char *library; /* borrowed, not terminated */
  size_t library_len;
  const void *note;
  size_t note_len;
  cs_options o; /* script_name is not terminated: */
  size_t script_len;
} cs_code_head;

typedef struct cs_code_answer {
  const char *name;
  size_t name_len;
  const void *digest; /* CS_CODE_DIGEST bytes */
  bool raised;
  int64_t now;
  const uint8_t *reply;
  size_t reply_len;
} cs_code_answer;

void cs_code_put_head(cs_wire *w, const cs_options *o, const void *note,
                      size_t note_len);
bool cs_code_get_head(const cs_record *rec, cs_code_head *out);

void cs_code_put_intent(cs_wire *w, const cs_tap_request *r);
void cs_code_put_answer(cs_wire *w, const cs_tap_request *r, bool raised,
                        int64_t now);
/* Of an INTENT (without reply) or an ANSWER. */
bool cs_code_get_answer(const cs_record *rec, cs_code_answer *out);
/* Is it about this request? */
bool cs_code_is_about(const cs_code_answer *a, const cs_tap_request *r);

/* CALL, OS, NAME, WAIT as EVENT; the others as END. */
void cs_code_put_event(cs_wire *w, const cs_event *ev);
/* `pending` is not filled in. */
bool cs_code_get_event(const cs_record *rec, cs_event *out);

void cs_code_put_reply(cs_wire *w, const cs_reply *r);
/* `out->settled` is owned: free it. */
bool cs_code_get_reply(const cs_record *rec, cs_reply *out);

void cs_code_put_act(cs_wire *w, const cs_tap_act *a);
/* Names are terminated copies: `*name` and `*doc` are owned. */
bool cs_code_get_act(const cs_record *rec, cs_tap_act *out, char **name,
                     char **doc);

#endif
