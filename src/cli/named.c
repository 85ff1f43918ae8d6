/*
 * named.c - runs that have a name: what `ps` shows and `logs` reads.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/named.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "audit/audit.h"
#include "base/cleanup.h"
#include "cli/detach.h"
#include "cli/sandboxed.h"
#include "sandbox/boxfile.h"
#include "sandbox/home.h"
#include "sandbox/runrow.h"
#include "serve/text.h"

#include "caisson/sandbox.h"

struct cs_named {
  char name[CS_STORE_NAME], exec[CS_AUDIT_ID];
  cs_runrow row; /* owned */
  int log;       /* owned */
  size_t size;   /* of the log */
  uint64_t seq;
  bool removes; /* --rm */
  json_t *state;
};

static int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* --- files --------------------------------------------------------------- */

/* A name is looked up each time: what it stands for may change. */
FILE *cs_named_read(const char *name, const char *file) {
  CS_AUTO_FD
  int box = cs_runrow_open(name);
  int fd = box < 0 ? -1 : openat(box, file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  FILE *f = fd < 0 ? NULL : fdopen(fd, "r");
  if (!f && fd >= 0) close(fd);
  return f;
}

/* --- looking ------------------------------------------------------------- */

json_t *cs_named_look(const char *name) {
  return cs_sandboxed_look(name);
}

void cs_named_mark(const char *name, int code) {
  CS_AUTO_FD
  int box = cs_runrow_open(name);
  CS_AUTO_FD
  int lock =
      box < 0 ? -1 : openat(box, "lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (lock < 0 || flock(lock, LOCK_EX | LOCK_NB) != 0) return;
  json_t *state = cs_boxfile_read(box, "state.json");
  if (state && !json_object_get(state, "ended_ms")) {
    json_object_set_new(state, "exit_code", json_integer(code));
    json_object_set_new(state, "ended_ms", json_integer(now_ms()));
    (void)!cs_boxfile_write(box, "state.json", state);
  }
  json_decref(state);
}

bool cs_named_remove(const char *name) {
  cs_sandboxes *all = NULL;
  char *answer = NULL;
  json_t *q = json_pack("{s:s, s:s}", "op", "remove", "name", name);
  char *text = q ? json_dumps(q, JSON_COMPACT) : NULL;
  bool good = text && cs_sandboxes_open(NULL, &all, NULL) == CS_OK &&
              cs_sandbox_call(all, text, &answer, NULL, NULL) == CS_OK;
  json_t *reply = good ? json_loads(answer, 0, NULL) : NULL;
  good = json_is_true(json_object_get(reply, "ok"));
  json_decref(reply);
  json_decref(q);
  free(answer);
  free(text);
  cs_sandboxes_close(all);
  return good;
}

/* --- beginning ----------------------------------------------------------- */

static bool save(const cs_named *n) {
  return cs_boxfile_write(n->row.box, "state.json", n->state);
}

static int open_file(const cs_named *n, const char *file, int flags) {
  return openat(n->row.box, file, flags | O_CREAT | O_CLOEXEC | O_NOFOLLOW,
                0600);
}

/* The number of the last record; 0: there is none. */
static uint64_t last_number(const cs_named *n, const char *file) {
  char *line = NULL;
  size_t room = 0;
  uint64_t last = 0;
  FILE *f = cs_named_read(n->name, file);
  while (f && getline(&line, &room, f) > 0) {
    const char *seq = strstr(line, "\"seq\":"); /* before anything else */
    if (seq) last = strtoull(seq + 6, NULL, 10);
  }
  free(line);
  if (f) fclose(f);
  return last;
}

/* A log goes on where the last run of this name left it; what that did not
 * write to the end is a line of its own. */
static bool open_log(cs_named *n) {
  struct stat st;
  n->log = open_file(n, "log.jsonl", O_RDWR | O_APPEND);
  if (n->log < 0 || fstat(n->log, &st) != 0) return false;
  n->size = (size_t)st.st_size;
  n->seq = last_number(n, "log.jsonl");
  if (!n->seq) n->seq = last_number(n, "log.jsonl.1");
  char end = '\n';
  if (st.st_size > 0) (void)!pread(n->log, &end, 1, st.st_size - 1);
  return end == '\n' || write(n->log, "\n", 1) == 1;
}

static void free_named(cs_named *n) {
  cs_cleanup_fd(&n->row.lock);
  cs_cleanup_fd(&n->row.box);
  cs_cleanup_fd(&n->log);
  json_decref(n->state);
  free(n);
}

static int refuse(const cs_settings *s, cs_named *n, const char *why,
                  const char *todo) {
  char what[120];
  snprintf(what, sizeof what, "'%.64s' cannot be a name", s->name);
  if (n) free_named(n);
  return cs_cli_fail(s, what, why, todo);
}

int cs_named_open(const cs_settings *s, const char *depth, const char *what,
                  cs_named **out) {
  *out = NULL;
  if (!s->name) return 0;
  if (!cs_home_is_name(s->name))
    return refuse(s, NULL, "it has other characters, or too many",
                  "use up to 128 letters, digits, '-', '_' and '.', beginning "
                  "with a letter or digit");
  cs_error err = {0};
  cs_named *n = calloc(1, sizeof *n);
  if (!n) return refuse(s, NULL, "no memory", "close programs");
  *n = (cs_named){.row = {-1, -1}, .log = -1, .removes = s->remove};
  snprintf(n->name, sizeof n->name, "%s", s->name);
  if (cs_runrow_take(n->name, &n->row, &err) != CS_OK)
    return refuse(s, n, err.text,
                  "see 'caisson ps --all', or use another name");
  (void)cs_audit_new_id("exe_", n->exec);
  bool good = open_log(n);
  n->state = json_pack("{s:s, s:s, s:s, s:s, s:s, s:I, s:i}", "schema",
                       "caisson.sandbox/1", "name", n->name, "depth", depth,
                       "lang", what, "exec", n->exec, "created_ms",
                       (json_int_t)now_ms(), "pid", (int)getpid());
  if (!good || !n->state || !save(n))
    return refuse(s, n, "its files cannot be written",
                  "see that the disk is not full");
  cs_detach_ready(s);
  *out = n;
  return 0;
}

/* --- the log ------------------------------------------------------------- */

/* Bytes that are no UTF-8 are base64. */
static json_t *record(cs_named *n, const char *source, const char *bytes,
                      size_t len) {
  char cursor[32];
  json_t *data = json_stringn(bytes, len);
  bool b64 = !data;
  if (b64) data = cs_text_base64(bytes, len);
  snprintf(cursor, sizeof cursor, "c%" PRIu64, ++n->seq);
  return json_pack("{s:I, s:I, s:s, s:s, s:o, s:b, s:s}", "t",
                   (json_int_t)now_ms(), "seq", (json_int_t)n->seq, "exec",
                   n->exec, "src", source, "data", data, "b64", b64, "cursor",
                   cursor);
}

static void append(cs_named *n, const char *source, const char *bytes,
                   size_t len) {
  json_t *o = record(n, source, bytes, len);
  char *text = o ? json_dumps(o, JSON_COMPACT) : NULL;
  json_decref(o);
  if (!text) return;
  size_t size = strlen(text);
  text[size] = '\n'; /* in place of the NUL */
  if (write(n->log, text, size + 1) == (ssize_t)size + 1) n->size += size + 1;
  free(text);
}

/* The older half goes when both are full, and the log says so. */
static void rotate(cs_named *n) {
  static const char now[] = "log.jsonl", old[] = "log.jsonl.1";
  int box = n->row.box;
  bool loses = faccessat(box, old, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
  if (renameat(box, now, box, old) != 0) return;
  close(n->log);
  n->log = open_file(n, "log.jsonl", O_WRONLY | O_APPEND);
  n->size = 0;
  static const char said[] = "older output is not kept\n";
  if (loses) append(n, "system", said, sizeof said - 1);
}

void cs_named_put(cs_named *n, int kind, const char *bytes, size_t len) {
  const char *source = kind == 3 ? "pty" : kind == 2 ? "stderr" : "stdout";
  for (size_t part; n && len > 0; bytes += part, len -= part) {
    part = len < 65536 ? len : 65536;
    while (part < len && part > 65530 && ((uint8_t)bytes[part] & 0xC0) == 0x80)
      part--; /* not inside of a character */
    if (n->size >= CS_NAMED_LOG) rotate(n);
    if (n->log >= 0) append(n, source, bytes, part);
  }
}

void cs_named_close(cs_named *n, int code) {
  if (!n) return;
  json_object_set_new(n->state, "exit_code", json_integer(code));
  json_object_set_new(n->state, "ended_ms", json_integer(now_ms()));
  (void)!save(n);
  cs_cleanup_fd(&n->row.lock); /* from here on it has ended */
  n->row.lock = -1;
  if (n->removes) (void)!cs_named_remove(n->name);
  free_named(n);
}
