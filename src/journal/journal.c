/*
 * journal.c - the public side of journals: start, open, load, resume, replay.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "journal/keep.h"

#include "caisson/journal.h"
#include "caisson/session.h"

typedef struct doubt {
  uint64_t id;
  size_t record; /* its EVENT */
} doubt;

struct cs_journal {
  int fd; /* owned */
  cs_reader in;
  cs_code_head head;
  cs_buf first;           /* the body of the HEAD, which `head` points into */
  char *script, *library; /* owned */
  cs_journal_info info;
  doubt *doubts; /* owned: begun, no reply */
  size_t ndoubts, room;
  bool waits;      /* the last of them was not even answered PENDING */
  size_t from;     /* first record behind the snapshot that was loaded */
  cs_event ev;     /* of cs_journal_doubt */
  uint8_t key[64]; /* snapshots must be sealed with it */
  size_t key_len;  /* 0: they need not be */
};

void cs_journal_options_init(cs_journal_options *o) {
  *o = (cs_journal_options){.size = sizeof *o, .snapshot_ms = 5000};
}

static void copy_options(cs_journal_options *to,
                         const cs_journal_options *from) {
  cs_journal_options_init(to);
  if (from) memcpy(to, from, from->size < sizeof *to ? from->size : sizeof *to);
}

/* --- start --------------------------------------------------------------- */

static cs_keep *new_keep(cs_session *s, const cs_journal_options *o) {
  cs_keep *k = calloc(1, sizeof *k);
  if (!k) return NULL;
  k->s = s;
  k->log.fd = -1;
  copy_options(&k->o, o);
  if (k->o.seal_key && k->o.seal_key_len <= sizeof k->key) {
    memcpy(k->key, k->o.seal_key, k->o.seal_key_len);
    k->key_len = k->o.seal_key_len;
  }
  k->o.seal_key = NULL;
  cs_wire_init(&k->w, CS_RECORD_MAX);
  return k;
}

static void free_keep(cs_keep *k) {
  cs_log_fini(&k->log);
  cs_wire_fini(&k->w);
  explicit_bzero(k->key, sizeof k->key);
  free(k);
}

/* Everything that the first run depends on. */
static cs_status put_start(cs_keep *k, cs_error *err) {
  cs_wire_clear(&k->w);
  cs_code_put_head(&k->w, cs_tap_options(k->s), k->o.note, k->o.note_len);
  cs_status st = k->w.status;
  if (st == CS_OK)
    st = cs_log_put(&k->log, CS_RECORD_HEAD, k->w.data, k->w.len, NULL, 0);
  if (st == CS_OK && !cs_keep_put_state(k)) st = CS_EOS;
  if (st == CS_OK) st = cs_log_sync(&k->log);
  if (st == CS_OK) return st;
  return cs_error_set(err, st, "the journal cannot be written: %.120s",
                      k->why[0] ? k->why : cs_status_text(st));
}

cs_status cs_journal_start(cs_session *s, const char *path,
                           const cs_journal_options *o, cs_error *err) {
  if (cs_tap_get(s))
    return cs_error_set(err, CS_EINVAL, "the session has a journal already");
  if (!cs_tap_is_settled(s))
    return cs_error_set(err, CS_EINVAL,
                        "a journal starts between runs, not inside of one");
  cs_keep *k = new_keep(s, o);
  if (!k) return cs_error_set(err, CS_EOS, "no memory for a journal");
  cs_status st = cs_log_create(&k->log, path, err);
  if (st == CS_OK) {
    st = put_start(k, err);
    if (st != CS_OK) (void)!unlink(path);
  }
  if (st != CS_OK) {
    free_keep(k);
    return st;
  }
  cs_keep_attach(k);
  return CS_OK;
}

void cs_journal_stop(cs_session *s) {
  const cs_tap *tap = cs_tap_get(s);
  if (!tap) return;
  tap->close(tap->user);
  cs_tap_set(s, NULL);
}

/* --- reading: what is in it ---------------------------------------------- */

static cs_status add_doubt(cs_journal *j, uint64_t id, size_t record) {
  if (j->ndoubts == j->room) {
    size_t room = j->room ? 2 * j->room : 16;
    doubt *more = realloc(j->doubts, room * sizeof *more);
    if (!more) return CS_EOS;
    j->doubts = more;
    j->room = room;
  }
  j->doubts[j->ndoubts++] = (doubt){.id = id, .record = record};
  j->waits = true;
  return CS_OK;
}

static void drop_doubt(cs_journal *j, uint64_t id) {
  for (size_t i = 0; i < j->ndoubts; i++) {
    if (j->doubts[i].id != id) continue;
    memmove(&j->doubts[i], &j->doubts[i + 1],
            (j->ndoubts - i - 1) * sizeof *j->doubts);
    j->ndoubts--;
    return;
  }
}

/* cs_host.wait answers with a LIST of TUPLEs (id, ok, value). */
static void drop_listed(cs_journal *j, const void *value, size_t len) {
  cs_wire_in in = cs_wire_read(value, len);
  uint32_t n, parts;
  int64_t id;
  if (!cs_wire_get_seq(&in, &n)) return;
  for (uint32_t i = 0; i < n; i++) {
    cs_wire_in item = in;
    if (cs_wire_get_seq(&item, &parts) && cs_wire_get_int(&item, &id))
      drop_doubt(j, (uint64_t)id);
    if (cs_wire_skip(&in) != CS_OK) return;
  }
}

static bool note_reply(cs_journal *j, const cs_record *rec) {
  cs_reply r;
  bool good = cs_code_get_reply(rec, &r);
  bool waits = j->waits;
  j->waits = false;
  if (good && waits && r.kind != CS_REPLY_PENDING && j->ndoubts > 0) {
    j->ndoubts--; /* the call that the last event was */
  } else if (good && !waits) {
    if (r.kind == CS_REPLY_VALUE) drop_listed(j, r.value, r.len);
    for (size_t i = 0; i < r.nsettled; i++) drop_doubt(j, r.settled[i].id);
  }
  free((void *)(uintptr_t)r.settled);
  return good;
}

static bool note_event(cs_journal *j, const cs_record *rec, size_t i) {
  cs_event ev;
  if (!cs_code_get_event(rec, &ev)) return false;
  j->info.finished = rec->kind == CS_RECORD_END && ev.kind != CS_CRASHED;
  if (ev.kind != CS_CALL) return true;
  j->info.calls++;
  return add_doubt(j, ev.id, i) == CS_OK;
}

/* A call that nobody waits for any more is in nobody's doubt. */
static void give_up(cs_journal *j) {
  if (j->waits && j->ndoubts > 0) j->ndoubts--;
  j->waits = false;
}

static bool note_record(cs_journal *j, const cs_record *rec, size_t i) {
  cs_tap_act act;
  char *name, *doc;
  bool good;
  switch (rec->kind) {
    case CS_RECORD_HEAD: return i == 0;
    case CS_RECORD_RUN:
      j->info.runs++;
      j->info.finished = false;
      give_up(j);
      return true;
    case CS_RECORD_EVENT:
    case CS_RECORD_END: return note_event(j, rec, i);
    case CS_RECORD_REPLY: return note_reply(j, rec);
    case CS_RECORD_ACT:
      good = cs_code_get_act(rec, &act, &name, &doc);
      if (good && act.kind == CS_TAP_ABANDON) {
        give_up(j);
        j->info.finished = true;
      }
      if (good && act.kind == CS_TAP_RESTART) j->ndoubts = 0;
      free(name);
      free(doc);
      return good;
    case CS_RECORD_OUTPUT: return rec->len > 0;
    case CS_RECORD_STATE:
    case CS_RECORD_INTENT:
    case CS_RECORD_ANSWER:
    case CS_RECORD_RESUMED: break;
  }
  return true;
}

static cs_status read_head(cs_journal *j, cs_error *err) {
  cs_record rec;
  cs_status st = cs_reader_get(&j->in, 0, &rec);
  if (st == CS_OK) st = cs_buf_put(&j->first, rec.body, rec.len);
  if (st != CS_OK) return cs_error_set(err, st, "cannot read the journal");
  rec.body = (const uint8_t *)j->first.data;
  if (!cs_code_get_head(&rec, &j->head))
    return cs_error_set(err, CS_ECORRUPT,
                        "the journal has a form that this version does not "
                        "know");
  j->script = strndup(j->head.o.script_name, j->head.script_len);
  j->library = strndup(j->head.library, j->head.library_len);
  if (!j->script || !j->library) return cs_error_set(err, CS_EOS, "no memory");
  j->head.o.script_name = j->script;
  return CS_OK;
}

static cs_status read_all(cs_journal *j, cs_error *err) {
  cs_status st = cs_reader_open(&j->in, j->fd, err);
  if (st == CS_OK) st = read_head(j, err);
  for (size_t i = 0; st == CS_OK && i < j->in.n; i++) {
    cs_record rec;
    if (j->in.index[i].kind == CS_RECORD_STATE) continue;
    st = cs_reader_get(&j->in, i, &rec);
    if (st != CS_OK) return cs_error_set(err, st, "cannot read the journal");
    if (!note_record(j, &rec, i))
      return cs_error_set(err, CS_ECORRUPT,
                          "record %zu of the journal makes no sense", i);
  }
  j->info.records = j->in.n;
  j->info.cut = j->in.size - j->in.good;
  j->info.doubts = j->ndoubts;
  return st;
}

cs_status cs_journal_open(const char *path, cs_journal **out, cs_error *err) {
  cs_journal *j = calloc(1, sizeof *j);
  if (!j) return cs_error_set(err, CS_EOS, "no memory");
  cs_buf_init(&j->first, CS_RECORD_MAX);
  j->fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (j->fd < 0) j->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  cs_status st = CS_OK;
  if (j->fd < 0)
    st = cs_error_os(err, "cannot open '%.120s'", path);
  else if (flock(j->fd, LOCK_SH | LOCK_NB) != 0)
    st = cs_error_set(err, CS_EOS,
                      "a running process writes '%.100s': wait "
                      "until it ends",
                      path);
  if (st == CS_OK) st = read_all(j, err);
  if (st != CS_OK) {
    cs_journal_close(j);
    return st;
  }
  *out = j;
  return CS_OK;
}

void cs_journal_close(cs_journal *j) {
  if (!j) return;
  if (j->fd >= 0) close(j->fd);
  cs_reader_fini(&j->in);
  cs_buf_fini(&j->first);
  free(j->script);
  free(j->library);
  free(j->doubts);
  free(j);
}

void cs_journal_facts(const cs_journal *j, cs_journal_info *out) {
  *out = j->info;
  out->note = j->head.note;
  out->note_len = j->head.note_len;
  out->library = j->library;
}

const cs_event *cs_journal_doubt(cs_journal *j, size_t i) {
  cs_record rec;
  if (i >= j->ndoubts ||
      cs_reader_get(&j->in, j->doubts[i].record, &rec) != CS_OK ||
      !cs_code_get_event(&rec, &j->ev))
    return NULL;
  return &j->ev;
}

uint64_t cs_journal_count(cs_journal *j, cs_event_kind kind, const char *name) {
  uint64_t n = 0;
  cs_record rec;
  cs_event ev;
  size_t len = strlen(name);
  for (size_t i = 0; i + 1 < j->in.n; i++) {
    if (j->in.index[i].kind != CS_RECORD_EVENT ||
        cs_reader_get(&j->in, i, &rec) != CS_OK ||
        !cs_code_get_event(&rec, &ev))
      continue;
    if (ev.kind != kind || ev.name_len != len ||
        memcmp(ev.name, name, len) != 0)
      continue;
    size_t next = i + 1; /* a snapshot may stand between */
    if (j->in.index[next].kind == CS_RECORD_STATE && next + 1 < j->in.n) next++;
    n += j->in.index[next].kind == CS_RECORD_REPLY;
  }
  return n;
}

/* --- going on ------------------------------------------------------------ */

void cs_journal_session(const cs_journal *j, cs_options *o) {
  const cs_options *then = &j->head.o;
  cs_options mine = *then;
  mine.host = o->host;
  mine.pool = o->pool;
  mine.workers = o->workers;
  *o = mine;
}

cs_status cs_journal_set_key(cs_journal *j, const void *key, size_t len) {
  if (key && (len < 16 || len > sizeof j->key)) return CS_EINVAL;
  if (key) memcpy(j->key, key, len);
  j->key_len = key ? len : 0;
  return CS_OK;
}

/* The snapshot in a record, whose seal is looked at if there is a key. */
static cs_status open_state(const cs_journal *j, const cs_record *rec,
                            const void **bytes, size_t *n, cs_error *err) {
  enum { FRONT = 48 }; /* see session/seal.c */
  *bytes = rec->body;
  *n = rec->len;
  if (j->key_len) {
    if (cs_unseal(j->key, j->key_len, rec->body, rec->len, bytes, n) == CS_OK)
      return CS_OK;
    return cs_error_set(err, CS_ECORRUPT,
                        "the snapshot in the journal is not sealed with this "
                        "key, or was changed");
  }
  if (rec->len >= FRONT && memcmp(rec->body, "CAISSEAL", 8) == 0) {
    *bytes = (const char *)rec->body + FRONT;
    *n = rec->len - FRONT;
  }
  return CS_OK;
}

cs_status cs_journal_load(cs_journal *j, const cs_options *o, int which,
                          cs_session **out, cs_error *err) {
  size_t at = j->in.n;
  for (size_t i = 0; i < j->in.n; i++) {
    if (j->in.index[i].kind != CS_RECORD_STATE) continue;
    at = i;
    if (which == CS_JOURNAL_FIRST) break;
  }
  cs_record rec;
  if (at == j->in.n)
    return cs_error_set(err, CS_ECORRUPT, "the journal has no snapshot");
  cs_status st = cs_reader_get(&j->in, at, &rec);
  if (st != CS_OK) return cs_error_set(err, st, "cannot read the journal");
  cs_options same;
  cs_options_init(&same);
  memcpy(&same, o, o->size < sizeof same ? o->size : sizeof same);
  same.size = sizeof same;
  same.flags |= CS_SAME_LIFE; /* the records tell what it drew */
  const void *bytes;
  size_t n;
  st = open_state(j, &rec, &bytes, &n, err);
  if (st == CS_OK) st = cs_session_load(&same, bytes, n, out, err);
  if (st == CS_OK) j->from = at + 1;
  return st;
}

static cs_keep *play(cs_journal *j, cs_session *s, const cs_journal_options *o,
                     cs_error *err) {
  if (cs_tap_get(s) || j->from == 0) {
    (void)cs_error_set(err, CS_EINVAL,
                       "only a session from cs_journal_load can be played");
    return NULL;
  }
  cs_keep *k = new_keep(s, o);
  if (!k) {
    (void)cs_error_set(err, CS_EOS, "no memory for a journal");
    return NULL;
  }
  k->state = CS_KEEP_PLAYS;
  k->in = &j->in;
  k->fd = j->fd;
  k->next = j->from;
  j->from = 0;
  cs_keep_attach(k);
  return k;
}

/* The event of a journal that cannot go on, also between runs. */
static const cs_event *give_reason(cs_keep *k) {
  const cs_event *ev = cs_session_event(k->s);
  bool told = ev->kind == CS_LIMIT && ev->name_len == 7 &&
              memcmp(ev->name, "journal", 7) == 0;
  if (told) return ev;
  return ev->kind < CS_DONE ? cs_session_resume(k->s, NULL)
                            : cs_session_run(k->s, "", 0);
}

static void put_doubt(cs_wire *w, const char *name, size_t n) {
  char text[200];
  snprintf(text, sizeof text,
           "the call of '%.*s' is in doubt: the run was interrupted before its "
           "result was recorded, so it may or may not have happened",
           (int)(n < 60 ? n : 60), name);
  cs_wire_clear(w);
  cs_wire_exception(w, "RuntimeError", text);
}

/* Calls that were pending and are asked for by the WAIT that stands open. */
static const cs_event *settle_doubts(cs_journal *j, cs_keep *k, cs_wire *w) {
  const cs_event *ev = cs_session_event(k->s);
  cs_settled *list = calloc(j->ndoubts + 1, sizeof *list);
  size_t n = 0;
  cs_wire_clear(w);
  put_doubt(w, "a pending call", 14);
  for (size_t i = 0; list && i < j->ndoubts; i++)
    for (size_t p = 0; p < ev->npending; p++)
      if (ev->pending[p] == j->doubts[i].id)
        list[n++] = (cs_settled){.id = ev->pending[p],
                                 .raised = true,
                                 .value = w->data,
                                 .len = w->len};
  cs_reply r = {.kind = CS_REPLY_SETTLE, .settled = list, .nsettled = n};
  if (n > 0) ev = cs_session_resume(k->s, &r);
  free(list);
  return ev;
}

/* The rule: what may have happened is not done again behind anybody's back. */
static const cs_event *raise_doubt(cs_journal *j, cs_keep *k) {
  const cs_event *ev = cs_session_event(k->s);
  cs_wire w;
  cs_wire_init(&w, 4096);
  if (ev->kind == CS_CALL && !k->fresh) {
    put_doubt(&w, ev->name, ev->name_len);
    ev = cs_session_resume(
        k->s,
        &(cs_reply){.kind = CS_REPLY_RAISE, .value = w.data, .len = w.len});
  }
  if (ev->kind == CS_WAIT && j->ndoubts > 0) ev = settle_doubts(j, k, &w);
  cs_wire_fini(&w);
  return ev;
}

const cs_event *cs_journal_resume(cs_journal *j, cs_session *s,
                                  const cs_journal_options *o, cs_error *err) {
  cs_keep *k = play(j, s, o, err);
  if (!k) return NULL;
  const cs_event *ev = cs_play_all(k);
  if (k->state != CS_KEEP_WRITES)
    ev = give_reason(k);
  else if (!(k->o.flags & CS_JOURNAL_ASK))
    ev = raise_doubt(j, k);
  k->in = NULL; /* never needed again */
  return ev;
}

const cs_event *cs_journal_replay(cs_journal *j, cs_session *s,
                                  cs_journal_difference *d) {
  *d = (cs_journal_difference){0};
  cs_keep *k = play(j, s, NULL, NULL);
  if (!k) {
    d->differs = true;
    snprintf(d->text, sizeof d->text, "the session is not one to be played");
    return cs_session_event(s);
  }
  k->offline = true;
  const cs_event *ev = cs_play_all(k);
  if (k->state == CS_KEEP_DIFFERS) {
    *d = (cs_journal_difference){.differs = true, .record = k->differs_at};
    snprintf(d->text, sizeof d->text, "%s", k->why);
    ev = give_reason(k);
  } else if (!j->info.finished && ev->kind < CS_DONE) {
    k->state = CS_KEEP_IS_OVER;
    snprintf(k->name, sizeof k->name, "journal");
    snprintf(k->why, sizeof k->why,
             "the journal ends here: the run was not finished");
    ev = give_reason(k);
  }
  k->in = NULL;
  return ev;
}
