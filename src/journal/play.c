/*
 * play.c - the playing half of a session's journal.
 *
 * The program runs again and every question it asks is answered from the
 * records.  Since nothing else decides what it does, it comes to the same
 * place; where it does not, something was not the same, and that is told with
 * the number of the record instead of guessed around.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "journal/keep.h"
#include "session/inside.h"

#include "caisson/journal.h"

#define SHOWN 60 /* bytes of a text in a message */

/* --- ends ---------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static bool differs(cs_keep *k,
                                                          const char *format,
                                                          ...) {
  char text[300];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  k->state = CS_KEEP_DIFFERS;
  k->differs_at = k->next;
  snprintf(k->name, sizeof k->name, "journal");
  snprintf(k->why, sizeof k->why, "record %llu of the journal differs: %s",
           (unsigned long long)k->next, text);
  return false;
}

/* The last record is behind us: write from here on.  False: we must not, or
 * cannot. */
static bool go_live(cs_keep *k) {
  int64_t now = cs_tap_now();
  snprintf(k->name, sizeof k->name, "journal");
  if (k->offline) {
    k->state = CS_KEEP_IS_OVER;
    snprintf(k->why, sizeof k->why,
             "the journal ends here: the run was not finished");
    return false;
  }
  int fd = dup(k->fd);
  cs_error err = {.text = "no descriptor is left"};
  if (fd < 0 || cs_log_continue(&k->log, fd, k->in->good, k->in->n,
                                k->in->chain, &err) != CS_OK) {
    k->state = CS_KEEP_IS_BROKEN;
    snprintf(k->why, sizeof k->why, "%s", err.text);
    return false;
  }
  k->state = CS_KEEP_WRITES;
  cs_tap_forget_time(k->s);
  cs_wire_clear(&k->w);
  cs_wire_begin(&k->w, CS_WIRE_TUPLE, 1);
  cs_wire_int(&k->w, now);
  if (cs_log_put(&k->log, CS_RECORD_RESUMED, k->w.data, k->w.len, NULL, 0) ==
      CS_OK)
    return true;
  k->state = CS_KEEP_IS_BROKEN;
  snprintf(k->why, sizeof k->why, "%s", k->log.broken.text);
  return false;
}

/* --- the next record ----------------------------------------------------- */

/* A run that died goes on when it is resumed. */
static bool is_crash(cs_keep *k, size_t i) {
  cs_record rec;
  cs_event ev;
  return cs_reader_get(k->in, i, &rec) == CS_OK &&
         cs_code_get_event(&rec, &ev) && ev.kind == CS_CRASHED;
}

bool cs_play_peek(cs_keep *k, cs_record *rec) {
  for (; k->next < k->in->n; k->next++) {
    cs_record_kind kind = k->in->index[k->next].kind;
    if (kind == CS_RECORD_STATE || kind == CS_RECORD_RESUMED) continue;
    if (kind == CS_RECORD_END && !k->offline && is_crash(k, k->next)) continue;
    if (cs_reader_get(k->in, k->next, rec) == CS_OK) return true;
    return differs(k, "it cannot be read any more");
  }
  return false;
}

/* What the record is about, for a message. */
static const char *describe(const cs_record *rec, char out[SHOWN + 40]) {
  cs_event ev;
  cs_code_answer a;
  bool asks = rec->kind == CS_RECORD_ANSWER || rec->kind == CS_RECORD_INTENT;
  if (asks && cs_code_get_answer(rec, &a))
    snprintf(out, SHOWN + 40, "the request %.*s",
             (int)(a.name_len < SHOWN ? a.name_len : SHOWN), a.name);
  else if (rec->kind == CS_RECORD_EVENT && cs_code_get_event(rec, &ev))
    snprintf(out, SHOWN + 40, "%s %.*s",
             ev.kind == CS_CALL ? "a call of" : "an event about",
             (int)(ev.name_len < SHOWN ? ev.name_len : SHOWN), ev.name);
  else if (rec->kind == CS_RECORD_OUTPUT)
    snprintf(out, SHOWN + 40, "output '%.*s'",
             (int)(rec->len < SHOWN ? rec->len - 1 : SHOWN - 1),
             (const char *)rec->body + 1);
  else if (rec->kind == CS_RECORD_END)
    snprintf(out, SHOWN + 40, "the end of the run");
  else
    snprintf(out, SHOWN + 40, "%s", cs_record_name(rec->kind));
  return out;
}

/* Was the run ended from outside where this record stands?  Then it ends
 * there again, wherever the program is by now. */
static bool ends_here(cs_keep *k, const cs_record *rec) {
  cs_event ev;
  if (rec->kind != CS_RECORD_END || !cs_code_get_event(rec, &ev)) return false;
  if (ev.kind == CS_CRASHED && k->offline) {
    snprintf(k->name, sizeof k->name, "crashed");
  } else if (ev.kind == CS_LIMIT &&
             (cs_limit_of(&ev) == CS_BY_LIMIT_TIME ||
              cs_limit_of(&ev) == CS_BY_LIMIT_CANCELLED)) {
    snprintf(k->name, sizeof k->name, "%.*s", (int)ev.name_len, ev.name);
  } else {
    return false;
  }
  k->state = CS_KEEP_ENDS;
  snprintf(k->why, sizeof k->why, "%.*s",
           (int)(ev.text_len < 300 ? ev.text_len : 300), ev.text);
  return true;
}

int cs_play_poll(cs_keep *k) {
  cs_record rec;
  if (k->state == CS_KEEP_ENDS) return 1;
  if (k->state != CS_KEEP_PLAYS) return 1;
  if (k->next < k->in->n && k->in->index[k->next].kind != CS_RECORD_END)
    return 0;
  if (cs_play_peek(k, &rec)) return ends_here(k, &rec);
  if (k->state != CS_KEEP_PLAYS) return 1;
  return go_live(k) ? -1 : 1; /* computing goes on behind the last record */
}

/* --- what the program does ----------------------------------------------- */

/* How much of the text is in the OUTPUT record `rec`, from k->told on. */
static bool match(cs_keep *k, const cs_record *rec, int stream,
                  const char *text, size_t len, size_t *same) {
  char what[SHOWN + 40];
  if (rec->kind != CS_RECORD_OUTPUT || rec->len < 1 ||
      rec->body[0] != (uint8_t)stream)
    return differs(k, "the program printed '%.*s', the journal has %s",
                   (int)(len < SHOWN ? len : SHOWN), text, describe(rec, what));
  size_t left = rec->len - 1 - k->told;
  const char *then = (const char *)rec->body + 1 + k->told;
  *same = len < left ? len : left;
  if (memcmp(then, text, *same) == 0) return true;
  return differs(k, "the program printed '%.*s', then it was '%.*s'",
                 (int)(*same < SHOWN ? *same : SHOWN), text,
                 (int)(*same < SHOWN ? *same : SHOWN), then);
}

bool cs_play_output(cs_keep *k, int stream, const char *text, size_t len,
                    size_t *skip) {
  cs_record rec;
  size_t at = 0, same = 0;
  while (at < len && cs_play_peek(k, &rec)) {
    if (ends_here(k, &rec)) return false;
    if (!match(k, &rec, stream, text + at, len - at, &same)) return false;
    at += same;
    k->told += same;
    if (k->told < rec.len - 1) break;
    k->told = 0;
    k->next++;
  }
  if (k->state != CS_KEEP_PLAYS) return false;
  if (k->o.flags & CS_JOURNAL_NEW_OUTPUT) *skip = at;
  if (at == len) return true;
  return go_live(k) && cs_keep_output(k, stream, text + at, len - at);
}

/* All output that the journal has must have come before anything else. */
static bool is_printed(cs_keep *k) {
  if (k->told == 0) return true;
  k->told = 0;
  return differs(k, "the program printed less than then");
}

static cs_tap_choice refuse_doubt(cs_keep *k, const cs_tap_request *r,
                                  cs_wire *reply) {
  if (!go_live(k)) return CS_TAP_END;
  cs_wire_clear(reply);
  cs_wire_oserror(reply, EIO,
                  "in doubt: the run was interrupted while the host's files "
                  "were changed",
                  NULL, 0);
  return cs_keep_answered(k, r, true, reply) ? CS_TAP_RAISE : CS_TAP_END;
}

/* There is no answer to this request; `intended`: it was begun. */
static cs_tap_choice ask_now(cs_keep *k, const cs_tap_request *r, bool intended,
                             cs_wire *reply) {
  bool again = true;
  if (k->state != CS_KEEP_PLAYS) return CS_TAP_END;
  if (intended && !k->offline && cs_tap_reaches_host(k->s, r, &again) && !again)
    return refuse_doubt(k, r, reply);
  return go_live(k) && cs_keep_ask(k, r) ? CS_TAP_LIVE : CS_TAP_END;
}

static cs_tap_choice play_answer(cs_keep *k, const cs_tap_request *r,
                                 const cs_code_answer *a, cs_wire *reply) {
  cs_wire_clear(reply);
  cs_wire_append(reply, a->reply, a->reply_len);
  bool raised = a->raised;
  if (!k->offline &&
      cs_tap_redo(k->s, r, a->reply, a->reply_len, a->now) != CS_OK) {
    differs(k,
            "%.*s went well then and fails now: the mounted files are not "
            "what they were",
            (int)(r->name_len < SHOWN ? r->name_len : SHOWN), r->name);
    return CS_TAP_END;
  }
  k->next++;
  return raised ? CS_TAP_RAISE : CS_TAP_VALUE;
}

static bool is_sleep_limit(const cs_record *rec) {
  cs_event ev;
  return rec->kind == CS_RECORD_END && cs_code_get_event(rec, &ev) &&
         ev.kind == CS_LIMIT && ev.name_len == 5 &&
         memcmp(ev.name, "sleep", 5) == 0;
}

/* Is this INTENT or ANSWER about the request? */
static bool is_answer(cs_keep *k, const cs_record *rec, const cs_tap_request *r,
                      cs_code_answer *a) {
  char what[SHOWN + 40];
  bool asks = rec->kind == CS_RECORD_INTENT || rec->kind == CS_RECORD_ANSWER;
  if (asks && cs_code_get_answer(rec, a) && cs_code_is_about(a, r)) return true;
  return differs(k, "the program asks for %.*s, the journal has %s",
                 (int)(r->name_len < SHOWN ? r->name_len : SHOWN), r->name,
                 describe(rec, what));
}

cs_tap_choice cs_play_ask(cs_keep *k, const cs_tap_request *r, cs_wire *reply) {
  cs_record rec;
  cs_code_answer a;
  bool intended = false;
  if (!is_printed(k)) return CS_TAP_END;
  for (; cs_play_peek(k, &rec); k->next++, intended = true) {
    if (ends_here(k, &rec)) return CS_TAP_END;
    if (is_sleep_limit(&rec)) return CS_TAP_SLEEP;
    if (rec.kind == CS_RECORD_EVENT) return CS_TAP_EVENT; /* compared there */
    if (!is_answer(k, &rec, r, &a)) return CS_TAP_END;
    if (rec.kind == CS_RECORD_ANSWER) return play_answer(k, r, &a, reply);
  }
  return ask_now(k, r, intended, reply);
}

/* A cancellation of now is nothing that the journal could know. */
static bool is_cancelled(const cs_event *ev) {
  return cs_limit_of(ev) == CS_BY_LIMIT_CANCELLED;
}

bool cs_play_event(cs_keep *k, const cs_event *ev) {
  cs_record rec;
  char what[SHOWN + 40];
  if (k->state == CS_KEEP_ENDS) { /* as it ended then */
    k->state = CS_KEEP_PLAYS;
    k->told = 0;
    k->next++;
    return true;
  }
  if (!is_printed(k)) return false;
  if (!cs_play_peek(k, &rec)) {
    if (k->state != CS_KEEP_PLAYS || !go_live(k)) return false;
    return cs_keep_event(k, ev);
  }
  if (ends_here(k, &rec)) {
    k->state = CS_KEEP_PLAYS; /* the session tells why, and not us again */
    k->next++;
    return false;
  }
  cs_wire_clear(&k->w);
  cs_code_put_event(&k->w, ev);
  if (rec.len == k->w.len && k->w.status == CS_OK &&
      memcmp(rec.body, k->w.data, k->w.len) == 0) {
    k->fresh = false;
    k->next++;
    return true;
  }
  if (is_cancelled(ev)) return true;
  bool end = ev->kind >= CS_DONE;
  if (end && rec.kind == CS_RECORD_END)
    return differs(k, "the run ended otherwise: %.*s",
                   (int)(ev->text_len < 2 * SHOWN ? ev->text_len : 2 * SHOWN),
                   ev->text ? ev->text : "");
  return differs(k, "the program %s %.*s%s, the journal has %s",
                 end                   ? "ended"
                 : ev->kind == CS_CALL ? "calls"
                                       : "asks for",
                 (int)(ev->name_len < SHOWN ? ev->name_len : SHOWN),
                 ev->name ? ev->name : "",
                 rec.kind == CS_RECORD_EVENT ? " with other arguments" : "",
                 describe(&rec, what));
}

bool cs_play_reply(cs_keep *k, const cs_event *ev, const cs_reply *r) {
  cs_record rec;
  if (cs_play_peek(k, &rec)) { /* cs_play_all gave it */
    k->next++;
    return true;
  }
  return k->state == CS_KEEP_PLAYS && go_live(k) && cs_keep_reply(k, ev, r);
}

/* --- going through ------------------------------------------------------- */

static void play_run(cs_keep *k, const cs_record *rec) {
  CS_AUTO_FREE
  char *code = malloc((size_t)rec->len + 1);
  if (!code) {
    differs(k, "no memory for the program");
    return;
  }
  memcpy(code, rec->body, rec->len);
  k->next++;
  (void)cs_session_run(k->s, code, rec->len);
}

static void play_given(cs_keep *k, const cs_record *rec) {
  cs_reply r;
  cs_record mine = *rec;
  CS_AUTO_FREE
  uint8_t *copy = malloc((size_t)rec->len + 1);
  if (copy) {
    memcpy(copy, rec->body, rec->len);
    mine.body = copy; /* the reader's buffer is used again */
  }
  if (!copy || !cs_code_get_reply(&mine, &r)) {
    differs(k, "it is no reply");
    return;
  }
  size_t here = k->next;
  (void)cs_session_resume(k->s, &r);
  if (k->next == here && k->state == CS_KEEP_PLAYS)
    differs(k, "nothing waits for a reply");
  /* free() wants what calloc gave: the list is ours. */
  free((void *)(uintptr_t)r.settled);
}

#define WORDS 4096 /* of sys.argv or sys.path */

static cs_status set_words(cs_keep *k, const cs_tap_act *a) {
  const char *p = a->data, *end = p + a->len;
  size_t n = 0;
  if (a->len > 0 && end[-1] != '\0') return CS_EINVAL;
  CS_AUTO_FREE
  const char **word = calloc(WORDS, sizeof *word);
  if (!word) return CS_EOS;
  for (; p < end && n < WORDS; p += strlen(p) + 1) word[n++] = p;
  return a->kind == CS_TAP_ARGV ? cs_session_set_argv(k->s, n, word)
                                : cs_session_set_path(k->s, n, word);
}

static cs_status do_act(cs_keep *k, const cs_tap_act *a) {
  char *text;
  cs_status st;
  switch (a->kind) {
    case CS_TAP_SET:
      return a->name ? cs_session_set(k->s, a->name, a->data, a->len)
                     : CS_EINVAL;
    case CS_TAP_TOOL:
      text = a->has ? strndup(a->data, a->len) : NULL;
      if (!a->name || (a->has && !text)) return CS_EINVAL;
      st = cs_session_add_tool(k->s, a->name, text, a->doc, a->flags);
      free(text);
      return st;
    case CS_TAP_FILE:
      if (!a->name) return CS_EINVAL;
      (void)!cs_session_put_file(k->s, a->name, a->has ? a->data : NULL,
                                 a->len);
      return CS_OK;
    case CS_TAP_RESTART: return cs_session_restart(k->s);
    case CS_TAP_EMPTY:
      if (!k->offline) (void)!cs_session_discard(k->s, a->name, NULL);
      return CS_OK;
    case CS_TAP_ABANDON: cs_session_abandon(k->s); return CS_OK;
    case CS_TAP_ARGV:
    case CS_TAP_PATH: return set_words(k, a);
  }
  return CS_EINVAL;
}

static void play_act(cs_keep *k, const cs_record *rec) {
  cs_tap_act a;
  char *name, *doc;
  cs_record mine = *rec;
  CS_AUTO_FREE
  uint8_t *copy = malloc((size_t)rec->len + 1);
  bool ok = copy != NULL;
  if (ok) {
    memcpy(copy, rec->body, rec->len);
    mine.body = copy;
    ok = cs_code_get_act(&mine, &a, &name, &doc);
    k->next++;
    if (ok) ok = do_act(k, &a) == CS_OK;
    free(name);
    free(doc);
  }
  if (!ok) differs(k, "what the host did cannot be done again");
}

const cs_event *cs_play_all(cs_keep *k) {
  cs_record rec;
  char what[SHOWN + 40];
  while (k->state == CS_KEEP_PLAYS && cs_play_peek(k, &rec)) {
    if (rec.kind == CS_RECORD_RUN)
      play_run(k, &rec);
    else if (rec.kind == CS_RECORD_REPLY)
      play_given(k, &rec);
    else if (rec.kind == CS_RECORD_ACT)
      play_act(k, &rec);
    else
      differs(k, "the program did not do what was recorded: %s",
              describe(&rec, what));
    while (cs_session_event(k->s)->kind == CS_OUTPUT &&
           k->state == CS_KEEP_PLAYS)
      (void)cs_session_resume(k->s, NULL); /* it was told then */
  }
  if (k->state == CS_KEEP_PLAYS && !k->offline) (void)!go_live(k);
  return cs_session_event(k->s);
}
