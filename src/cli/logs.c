/*
 * logs.c - caisson logs: what a run with a name has printed.
 *
 * Records are read in order from both files of the log.  On a terminal control
 * characters are made visible, elsewhere the bytes are as they came
 * (--raw-output: everywhere).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/named.h"
#include "cli/sink.h"
#include "cli/units.h"
#include "cli/verbs.h"
#include "serve/text.h"

typedef struct view {
  const cs_settings *s;
  int64_t since, until; /* ms */
  uint64_t after;       /* seq */
  json_t *records;      /* owned: not yet printed */
  cs_sink sink;
} view;

/* --- which records ------------------------------------------------------- */

/* "10m" ago, or a moment in UTC as far as it is written. */
static bool read_time(const char *text, int64_t *out) {
  static const char *const forms[] = {"%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M",
                                      "%Y-%m-%d"};
  double seconds;
  if (!strchr(text, '-') && cs_units_time(text, &seconds)) {
    *out = ((int64_t)time(NULL) - (int64_t)seconds) * 1000;
    return true;
  }
  for (size_t i = 0; i < 3; i++) {
    struct tm parts = {0};
    const char *end = strptime(text, forms[i], &parts);
    if (!end || (*end && strcmp(end, "Z") != 0)) continue;
    *out = (int64_t)timegm(&parts) * 1000;
    return true;
  }
  return false;
}

static int bad_time(const cs_settings *s, const char *text) {
  char what[120];
  snprintf(what, sizeof what, "'%.60s' is no time", text);
  return cs_cli_fail(s, what, "it cannot be read",
                     "write 10m for ten minutes ago, or 2026-01-31T12:00");
}

static int read_wishes(view *v) {
  const cs_settings *s = v->s;
  v->until = INT64_MAX;
  if (s->since && !read_time(s->since, &v->since)) return bad_time(s, s->since);
  if (s->until && !read_time(s->until, &v->until)) return bad_time(s, s->until);
  if (!s->cursor) return 0;
  char *end;
  v->after = strtoull(s->cursor + (s->cursor[0] == 'c'), &end, 10);
  if (s->cursor[0] == 'c' && s->cursor[1] && !*end) return 0;
  return cs_cli_fail(s, "bad cursor", "it is none of ours",
                     "take it from an earlier 'caisson logs --json'");
}

static const char *text_of(const json_t *o, const char *key) {
  const char *text = json_string_value(json_object_get(o, key));
  return text ? text : "";
}

static bool wants(const view *v, const json_t *o) {
  const cs_settings *s = v->s;
  int64_t t = json_integer_value(json_object_get(o, "t"));
  return t >= v->since && t <= v->until &&
         (!s->source || strcmp(text_of(o, "src"), s->source) == 0) &&
         (!s->exec_id || strcmp(text_of(o, "exec"), s->exec_id) == 0);
}

/* The bytes that were printed, in place of their base64; false: there are
 * none. */
static bool decode(const json_t *o, char **bytes, size_t *n) {
  const json_t *data = json_object_get(o, "data");
  const char *s = json_string_value(data);
  *n = json_string_length(data);
  *bytes = NULL;
  if (!s) return false;
  if (json_is_true(json_object_get(o, "b64")))
    *bytes = cs_text_unbase64(s, *n, n);
  else if ((*bytes = malloc(*n + 1)))
    memcpy(*bytes, s, *n);
  return *bytes != NULL;
}

/* --- reading ------------------------------------------------------------- */

static void take_line(view *v, const char *line, size_t n) {
  json_t *o = json_loadb(line, n, JSON_ALLOW_NUL, NULL);
  uint64_t seq = (uint64_t)json_integer_value(json_object_get(o, "seq"));
  if (o && seq > v->after) {
    v->after = seq;
    if (wants(v, o)) json_array_append(v->records, o);
  }
  json_decref(o);
}

/* A line that has no end yet is left for later. */
static void read_file(view *v, const char *name, const char *file) {
  char *line = NULL;
  size_t room = 0;
  FILE *f = cs_named_read(name, file);
  for (ssize_t n; f && (n = getline(&line, &room, f)) > 0;)
    if (line[n - 1] == '\n') take_line(v, line, (size_t)n);
  free(line);
  if (f) fclose(f);
}

static void read_all(view *v) {
  read_file(v, v->s->argv[0], "log.jsonl.1");
  read_file(v, v->s->argv[0], "log.jsonl");
}

/* --- printing ------------------------------------------------------------ */

/* Drop what is before the last `most` lines; a line without an end is one. */
static void keep_tail(json_t *records, uint64_t most) {
  uint64_t left = most;
  bool first = true;
  for (size_t i = json_array_size(records); i-- > 0;) {
    json_t *o = json_array_get(records, i);
    json_t *data = json_object_get(o, "data");
    const char *s = json_string_value(data);
    size_t n = json_string_length(data), at = n;
    if (json_is_true(json_object_get(o, "b64"))) continue; /* no lines */
    if (first && n > 0 && s[n - 1] == '\n') at--; /* the end of the last one */
    if (n > 0) first = false;
    while (left > 0 && at > 0)
      if (s[--at] == '\n' && --left == 0) at++;
    if (left > 0) continue; /* all of it */
    if (most == 0) at = n;
    json_object_set_new(o, "data", json_stringn(s + at, n - at));
    while (i-- > 0) json_array_remove(records, 0);
    return;
  }
}

static void print_records(view *v) {
  json_t *o;
  size_t i;
  json_array_foreach(v->records, i, o) {
    char *bytes;
    size_t n;
    if (v->s->stream_json) {
      char *text = json_dumps(o, JSON_COMPACT | JSON_ENSURE_ASCII);
      if (text) puts(text);
      free(text);
      continue;
    }
    if (decode(o, &bytes, &n))
      cs_sink_put(&v->sink, strcmp(text_of(o, "src"), "stderr") == 0 ? 2 : 1,
                  bytes, n);
    free(bytes);
  }
  fflush(stdout);
  json_array_clear(v->records);
}

static void print_object(view *v) {
  char cursor[32];
  snprintf(cursor, sizeof cursor, "c%llu", (unsigned long long)v->after);
  json_t *o =
      json_pack("{s:s, s:s, s:s, s:O}", "schema", "caisson.logs/1", "name",
                v->s->argv[0], "cursor", cursor, "records", v->records);
  char *text = json_dumps(o, JSON_COMPACT | JSON_ENSURE_ASCII);
  if (text) puts(text);
  free(text);
  json_decref(o);
}

static bool runs(const char *name) {
  json_t *o = cs_named_look(name);
  bool yes = o && strcmp(text_of(o, "status"), "running") == 0;
  json_decref(o);
  return yes;
}

/* What was written between the last look and the end is there afterwards. */
static void follow(view *v) {
  bool more = true;
  while (more && !v->sink.lost) {
    more = runs(v->s->argv[0]);
    if (more) usleep(200000);
    read_all(v);
    print_records(v);
  }
}

int cs_cli_logs(const cs_settings *s) {
  view v = {.s = s};
  if (s->argc != 1)
    return cs_cli_fail(s, "no log", "one NAME is needed",
                       "see 'caisson ps --all'");
  json_t *known = cs_named_look(s->argv[0]);
  json_decref(known);
  if (!known)
    return cs_cli_fail(s, "no log", "no run or sandbox has that name",
                       "start it with --name; see 'caisson ps --all'");
  bool object = s->json && !s->stream_json;
  if (object && s->follow)
    return cs_cli_fail(s, "no log", "--json is one object, which has an end",
                       "use --stream-json with --follow");
  int code = read_wishes(&v);
  if (code) return code;
  v.records = json_array();
  cs_sink_init(&v.sink, false, s->raw_output);
  read_all(&v);
  if (s->count_given) keep_tail(v.records, s->count);
  if (object)
    print_object(&v);
  else
    print_records(&v);
  if (s->follow) follow(&v);
  code = cs_sink_code(&v.sink, 0);
  cs_sink_fini(&v.sink);
  json_decref(v.records);
  return code;
}
