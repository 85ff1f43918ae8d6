/*
 * save.c - snapshots as files: writing them, and saying what is in one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/save.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/json.h"
#include "cli/sealkey.h"
#include "digest/digest.h"
#include "text/wire_json.h"

#define FILES_MAX 100 /* named in a description */

/* --- writing ------------------------------------------------------------- */

static void hash(const void *bytes, size_t n, char out[65]) {
  uint8_t sum[32];
  cs_digest_of(CS_DIGEST_SHA256, bytes, n, sum);
  for (int i = 0; i < 32; i++) snprintf(out + 2 * i, 3, "%02x", sum[i]);
}

static int write_all(int fd, const char *bytes, size_t n) {
  while (n > 0) {
    ssize_t done = write(fd, bytes, n);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return -1;
    bytes += done;
    n -= (size_t)done;
  }
  return 0;
}

/* Through a file beside it, so that nobody ever sees half of it. */
static int write_file(const char *path, const char *bytes, size_t n) {
  char beside[4200];
  if (snprintf(beside, sizeof beside, "%s.XXXXXX", path) >=
      (int)sizeof beside) {
    errno = ENAMETOOLONG;
    return -1;
  }
  CS_AUTO_FD
  int fd = mkostemp(beside, O_CLOEXEC);
  if (fd < 0) return -1;
  if (write_all(fd, bytes, n) == 0 && fsync(fd) == 0 &&
      rename(beside, path) == 0)
    return 0;
  int e = errno;
  (void)unlink(beside);
  errno = e;
  return -1;
}

static int cannot_dump(const cs_guest *g, cs_status st) {
  const char *why = cs_status_text(st);
  if (st == CS_ELIMIT || st == CS_EOS)
    why = cs_depth_is_worker(g->place.row)
              ? "it is larger than the 256 MiB that a worker gives"
              : "no memory for it";
  return cs_cli_fail(g->settings, "cannot make the snapshot", why,
                     cs_depth_is_worker(g->place.row) ? "try --in-process"
                                                      : "close other programs");
}

/* Seal `*bytes`, which are replaced, with the user's key. */
static int seal(const cs_settings *s, void **bytes, size_t *n) {
  cs_sealkey key;
  bool known;
  void *sealed;
  size_t len;
  int code = s->no_seal ? 0 : cs_sealkey_get(s, true, &key, &known);
  if (code || s->no_seal) return code;
  cs_status st =
      cs_seal(key.bytes, sizeof key.bytes, *bytes, *n, &sealed, &len);
  explicit_bzero(&key, sizeof key);
  if (st != CS_OK)
    return cs_cli_fail(s, "cannot seal the snapshot", cs_status_text(st),
                       "close other programs");
  free(*bytes);
  *bytes = sealed;
  *n = len;
  return 0;
}

int cs_save_session(cs_guest *g, const char *path, cs_saved *out) {
  void *bytes = NULL;
  size_t n = 0;
  cs_status st = cs_session_dump(g->session, &bytes, &n);
  if (st != CS_OK) return cannot_dump(g, st);
  int code = seal(g->settings, &bytes, &n);
  if (code) {
    free(bytes);
    return code;
  }
  int failed = strcmp(path, "-") == 0 ? write_all(STDOUT_FILENO, bytes, n)
                                      : write_file(path, bytes, n);
  int e = errno;
  *out = (cs_saved){.path = path, .bytes = n};
  hash(bytes, n, out->sha256);
  free(bytes);
  if (!failed) return 0;
  char what[200];
  snprintf(what, sizeof what, "cannot write '%.150s'", path);
  return cs_cli_fail(g->settings, what, strerror(e), "name another file");
}

void cs_save_tell(const cs_saved *saved, const cs_event *ev) {
  if (!saved->path)
    fputs("caisson: no snapshot was written: the program failed; see above\n",
          stderr);
  else if (ev->kind == CS_CALL)
    fprintf(stderr,
            "caisson: wrote %zu bytes to %s; the program waits for an "
            "answer to %s()\n",
            saved->bytes, saved->path, ev->name);
  else
    fprintf(stderr, "caisson: wrote %zu bytes to %s\n", saved->bytes,
            saved->path);
}

void cs_save_number(const char *pattern, uint64_t i, char *out, size_t room) {
  const char *mark = strchr(pattern, '%');
  if (!mark)
    snprintf(out, room, "%s", pattern);
  else
    snprintf(out, room, "%.*s%" PRIu64 "%s", (int)(mark - pattern), pattern, i,
             mark + 1);
}

/* --- describing ---------------------------------------------------------- */

typedef struct listing {
  cs_json *j;
  size_t n;
} listing;

static const char *const changes[] = {"created", "modified", "removed",
                                      "moved"};

static int put_change(void *with, const cs_change *c) {
  listing *l = with;
  if (l->n++ >= FILES_MAX) return 0;
  if (!l->j) {
    printf("%-12s%s %s\n", l->n == 1 ? "files" : "", changes[c->kind], c->path);
    return 0;
  }
  cs_json_key(l->j, NULL);
  cs_json_open(l->j, '{');
  cs_json_text(l->j, "path", c->path);
  cs_json_text(l->j, "change", changes[c->kind]);
  if (c->kind != CS_CHANGE_REMOVED) cs_json_int(l->j, "size", (int64_t)c->size);
  cs_json_close(l->j, '}');
  return 0;
}

/* The arguments of a call as JSON, or "" where they have no such form. */
static void print_arguments(const cs_event *ev, cs_buf *out, bool keywords) {
  cs_wire_in in = cs_wire_read(ev->args, ev->args_len);
  cs_buf_init(out, 1u << 20);
  if (!ev->args_len || (keywords && cs_wire_skip(&in) != CS_OK) ||
      cs_wire_json_print(&in, out) != CS_OK)
    cs_buf_clear(out);
}

static const char *state_of(const cs_event *ev) {
  switch ((int)ev->kind) {
    case CS_CALL: return "call";
    case CS_OS: return "os";
    case CS_NAME: return "name";
    case CS_WAIT: return "wait";
    default: return "idle";
  }
}

static void put_waiting(cs_json *j, cs_guest *g, const cs_event *ev) {
  static const char *const keys[] = {"args", "kwargs"};
  cs_frame_info at;
  cs_json_key(j, "waits_for");
  cs_json_open(j, '{');
  cs_json_text(j, "kind", state_of(ev));
  if (ev->name) cs_json_text(j, "name", ev->name);
  for (int i = 0; ev->kind != CS_WAIT && i < 2; i++) {
    cs_buf text;
    print_arguments(ev, &text, i == 1);
    if (text.len) cs_json_raw(j, keys[i], text.data, text.len);
    cs_buf_fini(&text);
  }
  if (ev->kind == CS_WAIT) cs_json_int(j, "calls", (int64_t)ev->npending);
  if (cs_session_where(g->session, &at)) {
    cs_json_text(j, "file", at.file);
    cs_json_int(j, "line", at.line);
    if (at.function) cs_json_text(j, "function", at.function);
  }
  cs_json_close(j, '}');
}

/* The Python stubs of the session's tools; borrowed from `w`. */
static const char *stubs(cs_guest *g, cs_wire *w, size_t *n) {
  const char *text;
  cs_wire_init(w, 1u << 20);
  if (cs_session_stubs(g->session, w) != CS_OK) return NULL;
  cs_wire_in in = cs_wire_read(w->data, w->len);
  return cs_wire_get_str(&in, &text, n) && *n ? text : NULL;
}

static int describe_json(cs_guest *g, const char *path, const char *sum,
                         size_t len) {
  const cs_event *ev = cs_session_event(g->session);
  cs_json j;
  cs_wire w;
  cs_used u;
  size_t n;
  cs_session_used(g->session, &u);
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.snapshot/1");
  cs_json_text(&j, "path", path);
  cs_json_int(&j, "bytes", (int64_t)len);
  cs_json_text(&j, "sha256", sum);
  bool idle = strcmp(state_of(ev), "idle") == 0;
  cs_json_text(&j, "state", idle ? "idle" : "suspended");
  if (!idle) put_waiting(&j, g, ev);
  cs_json_int(&j, "memory_bytes", (int64_t)u.memory_live);
  cs_json_int(&j, "host_calls", (int64_t)u.calls);
  const char *text = stubs(g, &w, &n);
  if (text) cs_json_bytes(&j, "tools", text, n);
  cs_wire_fini(&w);
  listing l = {.j = &j};
  cs_json_key(&j, "files");
  cs_json_open(&j, '[');
  bool known = cs_session_changes(g->session, put_change, &l) == CS_OK;
  cs_json_close(&j, ']');
  if (!known) cs_json_bool(&j, "files_need_mounts", true);
  cs_json_close(&j, '}');
  cs_json_print(&j);
  return 0;
}

static void print_waiting(cs_guest *g, const cs_event *ev) {
  cs_frame_info at;
  cs_buf args;
  print_arguments(ev, &args, false);
  if (ev->kind == CS_WAIT)
    printf("%-12swaits for %zu open calls\n", "state", ev->npending);
  else
    printf("%-12swaits for an answer to %s, arguments %s\n", "state", ev->name,
           args.len ? cs_buf_text(&args) : "without a JSON form");
  cs_buf_fini(&args);
  if (cs_session_where(g->session, &at))
    printf("%-12s%s, line %u%s%s\n", "at", at.file, at.line,
           at.function ? ", in " : "", at.function ? at.function : "");
}

static int describe_text(cs_guest *g, const char *path, const char *sum,
                         size_t len) {
  const cs_event *ev = cs_session_event(g->session);
  cs_wire w;
  cs_used u;
  size_t n;
  listing l = {0};
  cs_session_used(g->session, &u);
  printf("%-12s%s, %zu bytes\n%-12s%s\n", "snapshot", path, len, "sha256", sum);
  if (strcmp(state_of(ev), "idle") == 0)
    printf("%-12sbetween two runs\n", "state");
  else
    print_waiting(g, ev);
  printf("%-12s%" PRIu64 " bytes of objects\n%-12s%" PRIu64 " made so far\n",
         "memory", u.memory_live, "calls", u.calls);
  const char *text = stubs(g, &w, &n);
  if (text) printf("tools\n%.*s\n", (int)n, text);
  cs_wire_fini(&w);
  if (cs_session_changes(g->session, put_change, &l) != CS_OK)
    printf("%-12sin overlays that are not mounted here\n", "files");
  else if (l.n > FILES_MAX)
    printf("%-12s... and %zu more\n", "", l.n - FILES_MAX);
  return 0;
}

int cs_save_describe(cs_guest *g, const char *path, const void *bytes,
                     size_t len) {
  char sum[65];
  hash(bytes, len, sum);
  return g->settings->json ? describe_json(g, path, sum, len)
                           : describe_text(g, path, sum, len);
}
