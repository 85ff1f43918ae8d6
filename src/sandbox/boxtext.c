/*
 * boxtext.c - the log of a sandbox as text, in any state.
 *
 * Records of stdout, stderr and terminals, in the order of their arrival.
 * Control characters are made visible unless the bytes are asked for as they
 * are: what a guest printed must not move the reader's cursor.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "base/utf8.h"
#include "sandbox/home.h"
#include "sandbox/sandbox.h"

#define TEXT_MAX ((size_t)2 << 30)

typedef struct text {
  cs_buf out;
  const char *exec, *source; /* NULL: all */
  bool cut;
} text;

/* --- bytes ---------------------------------------------------------------- */

static int digit(char c) {
  static const char all[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const char *at = c ? strchr(all, c) : NULL;
  return at ? (int)(at - all) : -1;
}

/* Into its own place: three bytes take four. */
static size_t decode(char *s, size_t n) {
  size_t out = 0;
  uint32_t bits = 0;
  int have = 0;
  for (size_t i = 0; i < n; i++) {
    int v = digit(s[i]);
    if (v < 0) break;
    bits = bits << 6 | (uint32_t)v;
    have += 6;
    if (have < 8) continue;
    have -= 8;
    s[out++] = (char)(bits >> have & 0xff);
  }
  return out;
}

/* --- what is shown -------------------------------------------------------- */

static cs_status put_character(cs_buf *out, const char *s, size_t n) {
  unsigned char c = (unsigned char)*s;
  /* U+0080 to U+009F move cursors, too. */
  bool control = n == 1 ? (c < 0x20 && c != '\n' && c != '\t') || c == 0x7f
                        : n == 2 && c == 0xc2 && (unsigned char)s[1] < 0xa0;
  if (control) return cs_buf_printf(out, "\\x%02x", (unsigned char)s[n - 1]);
  return cs_buf_put(out, s, n);
}

/* As text: U+FFFD for every byte that is not part of any. */
static cs_status render(const char *s, size_t n, bool raw, cs_buf *out) {
  cs_status st = CS_OK;
  for (size_t i = 0; st == CS_OK && i < n;) {
    uint32_t c;
    size_t k = cs_utf8_decode_check((const uint8_t *)s + i, n - i, false, &c);
    if (k == 0)
      st = cs_buf_put(out, "\xef\xbf\xbd", 3);
    else if (raw)
      st = cs_buf_put(out, s + i, k);
    else
      st = put_character(out, s + i, k);
    i += k ? k : 1;
  }
  return st;
}

/* --- records -------------------------------------------------------------- */

static bool is_wanted(const text *t, const json_t *o) {
  const char *source = json_string_value(json_object_get(o, "src"));
  const char *exec = json_string_value(json_object_get(o, "exec"));
  if (!source || strcmp(source, "system") == 0) return false;
  if (t->source && strcmp(source, t->source) != 0) return false;
  return !t->exec || (exec && strcmp(exec, t->exec) == 0);
}

static void take_record(text *t, const json_t *o) {
  json_t *data = json_object_get(o, "data");
  size_t n = json_string_length(data);
  if (!json_is_string(data) || !is_wanted(t, o)) return;
  CS_AUTO_FREE
  char *copy = malloc(n + 1);
  if (!copy) return;
  memcpy(copy, json_string_value(data), n);
  copy[n] = 0;
  if (json_is_true(json_object_get(o, "b64"))) n = decode(copy, n);
  if (cs_buf_put(&t->out, copy, n) != CS_OK) t->cut = true;
}

static void read_file(text *t, int box, const char *name) {
  int fd = openat(box, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  FILE *f = fd < 0 ? NULL : fdopen(fd, "r");
  char *line = NULL;
  size_t room = 0;
  for (ssize_t n; f && (n = getline(&line, &room, f)) > 0;) {
    if (line[n - 1] != '\n') break; /* it is being written */
    json_t *o = json_loadb(line, (size_t)n, JSON_ALLOW_NUL, NULL);
    if (o) take_record(t, o);
    json_decref(o);
  }
  free(line);
  if (f)
    fclose(f);
  else
    cs_cleanup_fd(&fd);
}

/* --- the reply ------------------------------------------------------------ */

/* Where the last `lines` lines begin; a line without an end is one. */
static size_t tail_of(const cs_buf *b, json_int_t lines) {
  size_t at = b->len;
  if (lines <= 0) return at;
  if (at > 0 && b->data[at - 1] == '\n') at--;
  while (at > 0)
    if (b->data[at - 1] == '\n' && --lines == 0)
      break;
    else
      at--;
  return at;
}

json_t *cs_sandbox_logs(cs_sandboxes *s, const json_t *request) {
  cs_store_row row;
  json_t *reply = NULL;
  const json_t *tail = json_object_get(request, "tail");
  if (!cs_sandbox_find(s, request, &row, &reply)) return reply;
  if (tail && (!json_is_integer(tail) || json_integer_value(tail) < 0))
    return cs_sandbox_fault("invalid", "tail is a number of lines");
  CS_AUTO_FD
  int box = cs_home_open(s->home, row.id);
  if (box < 0) return cs_sandbox_fault("state", "'%s' has no log", row.name);
  text t = {.exec = json_string_value(json_object_get(request, "exec_id")),
            .source = json_string_value(json_object_get(request, "source"))};
  cs_buf_init(&t.out, TEXT_MAX);
  read_file(&t, box, "log.jsonl.1");
  read_file(&t, box, "log.jsonl");
  size_t from = tail ? tail_of(&t.out, json_integer_value(tail)) : 0;
  bool raw = json_is_true(json_object_get(request, "raw"));
  cs_buf shown;
  cs_buf_init(&shown, TEXT_MAX);
  if (!t.cut)
    t.cut = render(cs_buf_text(&t.out) + from, t.out.len - from, raw, &shown) !=
            CS_OK;
  json_t *data = json_stringn(cs_buf_text(&shown), shown.len);
  cs_buf_fini(&shown);
  cs_buf_fini(&t.out);
  if (!data || t.cut) {
    json_decref(data);
    return cs_sandbox_fault("runtime_error", "no memory for the log");
  }
  return json_pack("{s:b, s:s, s:o}", "ok", 1, "name", row.name, "text", data);
}
