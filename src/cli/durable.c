/*
 * durable.c - --journal, and what resume and replay share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/durable.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/options.h"
#include "cli/outcome.h"
#include "cli/result.h"

#include "caisson/journal.h"
#include "caisson/session.h"

#define NOTE_MAX  (UINT32_C(16) << 20)
#define WORDS_MAX 65536

/* --- the note: (1, directory, [word, ...]) ------------------------------- */

static void put_note(cs_wire *w, const cs_settings *s, const char *dir) {
  cs_wire_begin(w, CS_WIRE_TUPLE, 3);
  cs_wire_int(w, 1);
  cs_wire_bytes(w, dir, strlen(dir));
  cs_wire_begin(w, CS_WIRE_LIST, (size_t)s->nwords);
  for (int i = 0; i < s->nwords; i++)
    cs_wire_bytes(w, s->words[i], strlen(s->words[i]));
}

static bool get_word(cs_wire_in *in, char **out) {
  const void *p;
  size_t n;
  if (!cs_wire_get_bytes(in, &p, &n) || memchr(p, 0, n)) return false;
  *out = strndup(p, n);
  return *out != NULL;
}

static bool get_note(cs_durable *d, int *argc) {
  cs_wire_in in = cs_wire_read(d->info.note, d->info.note_len);
  uint32_t n;
  int64_t version;
  if (!cs_wire_get_seq(&in, &n) || n != 3 || !cs_wire_get_int(&in, &version) ||
      version != 1 || !get_word(&in, &d->dir) || !cs_wire_get_seq(&in, &n) ||
      n == 0 || n > WORDS_MAX)
    return false;
  d->argv = calloc((size_t)n + 1, sizeof *d->argv);
  d->words = malloc(d->info.note_len + n); /* all of them, each with a NUL */
  if (!d->argv || !d->words) return false;
  char *to = d->words;
  for (uint32_t i = 0; i < n; i++) {
    const void *p;
    size_t len;
    if (!cs_wire_get_bytes(&in, &p, &len) || memchr(p, 0, len)) return false;
    d->argv[i] = to;
    memcpy(to, p, len);
    to[len] = '\0';
    to += len + 1;
  }
  *argc = (int)n;
  return in.at == in.end;
}

/* --- beginning ----------------------------------------------------------- */

int cs_durable_seal(const cs_settings *s, cs_journal_options *o,
                    cs_sealkey *key) {
  bool known;
  int code = s->no_seal ? 0 : cs_sealkey_get(s, true, key, &known);
  if (code || s->no_seal) return code;
  o->seal_key = key->bytes;
  o->seal_key_len = sizeof key->bytes;
  return 0;
}

int cs_durable_start(cs_guest *g) {
  const cs_settings *s = g->settings;
  cs_journal_options o;
  cs_error err = {0};
  cs_wire w;
  CS_AUTO_FREE
  char *dir = getcwd(NULL, 0);
  if (s->repeat > 1)
    return cs_cli_fail(s, "cannot keep a journal", "it holds one run",
                       "leave --repeat out");
  cs_wire_init(&w, NOTE_MAX);
  put_note(&w, s, dir ? dir : "/");
  cs_journal_options_init(&o);
  o.note = w.data;
  o.note_len = w.len;
  cs_sealkey key;
  int code = cs_durable_seal(s, &o, &key);
  cs_status st = w.status;
  if (st == CS_OK && !code)
    st = cs_journal_start(g->session, s->journal, &o, &err);
  explicit_bzero(&key, sizeof key);
  cs_wire_fini(&w);
  if (code || st == CS_OK) return code;
  return cs_cli_fail(s, "cannot keep a journal",
                     err.text[0] ? err.text : "no memory",
                     err.os == EEXIST ? "use 'caisson resume', or another name"
                                      : "check the path");
}

/* --- coming back --------------------------------------------------------- */

/* Mounts and tools of the note are opened and started in our name. */
static int check_owner(const cs_settings *s, const char *path) {
  struct stat st;
  if (stat(path, &st) != 0 || (st.st_uid == geteuid() && !(st.st_mode & 022)))
    return 0; /* what cannot be opened is told later */
  return cs_cli_fail(s, "cannot resume this journal",
                     "others can write it, and it says what to mount and to "
                     "start",
                     "own it, and 'chmod go-w' it, if you trust it");
}

/* The settings of then, with what is said now on top. */
static void merge(cs_settings *then, const cs_settings *now) {
  then->json = now->json;
  then->quiet = now->quiet;
  then->status_fd = now->status_fd;
  then->raw_output = now->raw_output;
  then->in_process = now->in_process || then->in_process;
  then->retry_in_doubt = now->retry_in_doubt;
  then->no_seal = now->no_seal || then->no_seal;
  then->accept_unsealed = now->accept_unsealed;
  then->new_output = now->new_output;
  then->journal = now->argv[0];
  then->workdir = NULL; /* the snapshot knows where the program is */
  if (now->timeout_given) then->timeout = now->timeout;
}

/* Only snapshots that this user sealed, unless told otherwise. */
static int set_key(cs_durable *d, const cs_settings *s) {
  cs_sealkey key;
  bool known;
  if (s->accept_unsealed) return 0;
  int code = cs_sealkey_get(s, false, &key, &known);
  if (code) return code;
  if (known &&
      cs_journal_set_key(d->journal, key.bytes, sizeof key.bytes) == CS_OK) {
    explicit_bzero(&key, sizeof key);
    return 0;
  }
  return cs_cli_fail(s, "cannot use this journal",
                     "its snapshots are not sealed with your key",
                     "add --accept-unsealed if you trust where it comes from");
}

static int read_settings(cs_durable *d, const cs_settings *s) {
  int argc = 0;
  if (!get_note(d, &argc) || strcmp(d->argv[0], "run") != 0)
    return cs_cli_fail(s, "cannot use this journal",
                       "'caisson run' did not write it",
                       "use the program that did");
  cs_options_default(&d->settings);
  int code =
      cs_options_parse(cs_verb_find("run", NULL), argc, d->argv, &d->settings);
  if (!code) merge(&d->settings, s);
  return code;
}

int cs_durable_open(cs_durable *d, const cs_settings *s, bool trusted) {
  cs_error err = {0};
  *d = (cs_durable){0};
  if (s->argc != 1)
    return cs_cli_fail(s, "no journal to open",
                       s->argc ? "only one can be" : "no FILE was given",
                       "write the name that --journal had");
  int code = trusted ? check_owner(s, s->argv[0]) : 0;
  if (code) return code;
  if (cs_journal_open(s->argv[0], &d->journal, &err) != CS_OK)
    return cs_cli_fail(s, "cannot open the journal", err.text,
                       err.code == CS_ECORRUPT
                           ? "if it was cut off while it began, nothing was "
                             "done: run the program again"
                           : "check the path");
  cs_journal_facts(d->journal, &d->info);
  code = set_key(d, s);
  if (!code) code = read_settings(d, s);
  if (!code && d->info.runs == 0)
    code = cs_cli_fail(s, "nothing to resume", "the program had not begun",
                       "remove the journal and run it again");
  if (code) cs_durable_close(d);
  return code;
}

void cs_durable_close(cs_durable *d) {
  cs_journal_close(d->journal);
  free(d->argv);
  free(d->words);
  free(d->dir);
  *d = (cs_durable){0};
}

int cs_durable_report(cs_guest *g, const cs_event *ev) {
  cs_used u;
  cs_session_used(g->session, &u);
  cs_run_times t = {.run_us = (double)u.time_us, .total_us = (double)u.time_us};
  int code = g->settings->json ? cs_result_print(g, ev, &t, NULL)
                               : cs_outcome_report(g, ev);
  cs_stream_status(g->settings, cs_outcome_status(g, ev),
                   cs_outcome_reason(g, ev), code, NULL);
  return code;
}
