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
#include "cli/state.h"
#include "serve/text.h"

struct cs_named {
  char name[64], exec[CS_AUDIT_ID];
  int lock, log; /* owned */
  size_t size;   /* of the log */
  uint64_t seq;
  bool removes; /* --rm */
  json_t *state;
};

static const char *const files[] = {"state.json", "log.jsonl", "log.jsonl.1",
                                    "lock"};

static bool save(const cs_named *n);

static int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* --- names --------------------------------------------------------------- */

bool cs_named_is_name(const char *name) {
  size_t n = strlen(name);
  return n > 0 && n < 64 && name[0] != '.' && name[0] != '-' &&
         strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_.-") == n;
}

bool cs_named_path(const char *name, const char *file, char out[PATH_MAX]) {
  char path[160];
  int n = snprintf(path, sizeof path, "sandboxes/%.64s%s%.32s", name,
                   file[0] ? "/" : "", file);
  if (n <= 0 || (size_t)n >= sizeof path || !cs_state_path(path, out))
    return false;
  /* One list of names: what is no run may be a sandbox. */
  char run[PATH_MAX];
  snprintf(path, sizeof path, "sandboxes/%.64s", name);
  if (cs_state_path(path, run) && access(run, F_OK) != 0)
    (void)cs_sandboxed_path(name, file, out);
  return true;
}

/* --- looking ------------------------------------------------------------- */

static bool is_held(const char *name) {
  char path[PATH_MAX];
  CS_AUTO_FD
  int fd =
      cs_named_path(name, "lock", path) ? open(path, O_RDWR | O_CLOEXEC) : -1;
  return fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0;
}

json_t *cs_named_look(const char *name) {
  char path[PATH_MAX];
  json_t *sandbox = cs_sandboxed_look(name);
  if (sandbox) return sandbox;
  json_t *state = cs_named_path(name, "state.json", path)
                      ? json_load_file(path, JSON_REJECT_DUPLICATES, NULL)
                      : NULL;
  if (!state) return NULL;
  const char *status = is_held(name)                        ? "running"
                       : json_object_get(state, "ended_ms") ? "stopped"
                                                            : "crashed";
  json_object_set_new(state, "status", json_string(status));
  return state;
}

void cs_named_mark(const char *name, int code) {
  char path[PATH_MAX];
  cs_named n = {.lock = -1, .log = -1};
  if (!cs_named_path(name, "lock", path)) return;
  CS_AUTO_FD
  int lock = open(path, O_RDWR | O_CLOEXEC);
  if (lock < 0 || flock(lock, LOCK_EX | LOCK_NB) != 0) return;
  snprintf(n.name, sizeof n.name, "%s", name);
  n.state = cs_named_path(name, "state.json", path)
                ? json_load_file(path, JSON_REJECT_DUPLICATES, NULL)
                : NULL;
  if (n.state && !json_object_get(n.state, "ended_ms")) {
    json_object_set_new(n.state, "exit_code", json_integer(code));
    json_object_set_new(n.state, "ended_ms", json_integer(now_ms()));
    (void)!save(&n);
  }
  json_decref(n.state);
}

bool cs_named_remove(const char *name) {
  char path[PATH_MAX];
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    if (cs_named_path(name, files[i], path)) (void)!unlink(path);
  return cs_named_path(name, "", path) && rmdir(path) == 0;
}

/* --- beginning ----------------------------------------------------------- */

/* Written beside it, then put in its place: readers see one or the other. */
static bool save(const cs_named *n) {
  char path[PATH_MAX], new[PATH_MAX];
  if (!cs_named_path(n->name, "state.json", path) ||
      !cs_named_path(n->name, "state.new", new))
    return false;
  return json_dump_file(n->state, new, JSON_COMPACT) == 0 &&
         rename(new, path) == 0;
}

static int open_file(const cs_named *n, const char *file, int flags) {
  char path[PATH_MAX];
  return cs_named_path(n->name, file, path)
             ? open(path, flags | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)
             : -1;
}

static bool make_place(const cs_named *n) {
  char path[PATH_MAX];
  if (!cs_state_path("sandboxes", path)) return false;
  if (mkdir(path, 0700) != 0 && errno != EEXIST) return false;
  return cs_named_path(n->name, "", path) &&
         (mkdir(path, 0700) == 0 || errno == EEXIST);
}

/* The number of the last record; 0: there is none. */
static uint64_t last_number(const cs_named *n, const char *file) {
  char path[PATH_MAX], *line = NULL;
  size_t room = 0;
  uint64_t last = 0;
  FILE *f = cs_named_path(n->name, file, path) ? fopen(path, "re") : NULL;
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
  if (n->lock >= 0) close(n->lock);
  if (n->log >= 0) close(n->log);
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
  if (!cs_named_is_name(s->name))
    return refuse(s, NULL, "it has other characters, or too many",
                  "use up to 63 of a-z, 0-9, '-', '_' and '.'");
  cs_named *n = calloc(1, sizeof *n);
  if (!n) return refuse(s, NULL, "no memory", "close programs");
  *n = (cs_named){.lock = -1, .log = -1, .removes = s->remove};
  snprintf(n->name, sizeof n->name, "%s", s->name);
  if (cs_sandboxed_is(n->name))
    return refuse(s, n, "a sandbox has that name",
                  "see 'caisson ps --all', or use another name");
  if (!make_place(n) || (n->lock = open_file(n, "lock", O_RDWR)) < 0)
    return refuse(s, n, strerror(errno), "see that ~/.local/state is yours");
  if (flock(n->lock, LOCK_EX | LOCK_NB) != 0)
    return refuse(s, n, "something of that name is running",
                  "see 'caisson ps', or use another name");
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
  char now[PATH_MAX], old[PATH_MAX];
  if (!cs_named_path(n->name, "log.jsonl", now) ||
      !cs_named_path(n->name, "log.jsonl.1", old))
    return;
  bool loses = access(old, F_OK) == 0;
  if (rename(now, old) != 0) return;
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
  if (n->removes) (void)!cs_named_remove(n->name);
  free_named(n);
}
