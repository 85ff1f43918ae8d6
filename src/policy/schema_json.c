/*
 * schema_json.c - the schema of policies as a JSON Schema (draft 2020-12).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy/schema_json.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "policy/canon.h"
#include "policy/scalar.h"

/* A writer whose first failure sticks. */
typedef struct cs_printer {
  cs_buf *out;
  cs_status status;
} cs_printer;

static void put(cs_printer *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void put(cs_printer *w, const char *format, ...) {
  char text[512];
  va_list ap;
  va_start(ap, format);
  vsnprintf(text, sizeof text, format, ap);
  va_end(ap);
  if (w->status == CS_OK) w->status = cs_buf_put_text(w->out, text);
}

static void put_text(cs_printer *w, const char *text) {
  if (w->status == CS_OK) w->status = cs_canon_text(text, w->out);
}

/* --- types --------------------------------------------------------------- */

static void put_words(cs_printer *w, const char *words) {
  cs_word_walk walk = {.at = words};
  const char *word;
  bool first = true;
  put(w, "\"enum\":[");
  while ((word = cs_schema_next_word(&walk))) {
    if (!first) put(w, ",");
    put_text(w, word);
    first = false;
  }
  put(w, "]");
}

static void put_units(cs_printer *w, const cs_pfield *f, const char *units) {
  put(w,
      "\"anyOf\":[{\"type\":\"integer\",\"minimum\":%" PRIu64
      ",\"maximum\":%" PRIu64
      "},{\"type\":\"string\",\"pattern\":\"^(0|[1-9][0-9]*)(%s)$\"}]",
      f->least, f->most, units);
}

static void put_type(cs_printer *w, const cs_pfield *f);

static void put_fields(cs_printer *w, const cs_pshape *s) {
  put(w,
      "{\"type\":\"object\",\"additionalProperties\":false,"
      "\"properties\":{");
  for (size_t i = 0; i < s->nfields; i++) {
    if (i) put(w, ",");
    put_text(w, s->fields[i].key);
    put(w, ":{\"description\":");
    put_text(w, s->fields[i].meaning);
    put(w, ",");
    put_type(w, &s->fields[i]);
    put(w, "}");
  }
  put(w, "}}");
}

/* One entry of a list or map. */
static void put_entry(cs_printer *w, const cs_pfield *f) {
  const cs_pshape *s = f->shape;
  if (!s) {
    put(w, "{\"type\":\"string\"");
    if (f->words) put(w, ","), put_words(w, f->words);
    put(w, "}");
    return;
  }
  if (s->text_only) {
    put(w, "{");
    put_type(w, &s->fields[0]);
    put(w, "}");
    return;
  }
  if (s->text_field >= 0) put(w, "{\"anyOf\":[{\"type\":\"string\"},");
  put_fields(w, s);
  if (s->text_field >= 0) put(w, "]}");
}

static void put_list(cs_printer *w, const cs_pfield *f) {
  put(w, "\"type\":\"array\",\"maxItems\":%" PRIu64 ",\"items\":", f->most);
  put_entry(w, f);
}

static void put_type(cs_printer *w, const cs_pfield *f) {
  switch (f->type) {
    case CS_TYPE_BOOL: put(w, "\"type\":\"boolean\""); return;
    case CS_TYPE_COUNT:
      put(w,
          "\"type\":\"integer\",\"minimum\":%" PRIu64 ",\"maximum\":%" PRIu64,
          f->least, f->most);
      return;
    case CS_TYPE_SIZE: put_units(w, f, "KiB|MiB|GiB|TiB"); return;
    case CS_TYPE_TIME: put_units(w, f, "ms|s|m|h"); return;
    case CS_TYPE_CPUS:
      put(w, "\"type\":\"number\",\"minimum\":0.001,\"maximum\":64");
      return;
    case CS_TYPE_WORD: put_words(w, f->words); return;
    case CS_TYPE_TEXT:
      put(w, "\"type\":\"string\",\"maxLength\":%" PRIu64, f->most);
      return;
    case CS_TYPE_LIST: put_list(w, f); return;
    case CS_TYPE_MAP:
      put(w,
          "\"type\":\"object\",\"maxProperties\":%" PRIu64
          ",\"additionalProperties\":",
          f->most);
      put_entry(w, f);
      return;
    case CS_TYPE_SPAWN:
      put(w, "\"anyOf\":[{\"type\":\"boolean\"},{");
      put_list(w, f);
      put(w, "}]");
      return;
  }
}

/* --- fields -------------------------------------------------------------- */

static void put_default_list(cs_printer *w, const cs_pfield *f) {
  put(w, f->type == CS_TYPE_MAP ? "{" : "[");
  for (size_t i = 0; f->list && f->list[i]; i++) {
    if (i) put(w, ",");
    put_text(w, f->list[i]);
  }
  put(w, f->type == CS_TYPE_MAP ? "}" : "]");
}

static void put_default(cs_printer *w, const cs_pfield *f) {
  char number[32];
  if (f->absent) return;
  put(w, ",\"default\":");
  switch (f->type) {
    case CS_TYPE_SPAWN:
    case CS_TYPE_BOOL: put(w, f->number ? "true" : "false"); return;
    case CS_TYPE_WORD:
    case CS_TYPE_TEXT: put_text(w, f->text); return;
    case CS_TYPE_LIST:
    case CS_TYPE_MAP: put_default_list(w, f); return;
    case CS_TYPE_CPUS:
      cs_scalar_print(f->type, f->number, number);
      put(w, "%s", number);
      return;
    case CS_TYPE_COUNT:
    case CS_TYPE_SIZE:
    case CS_TYPE_TIME: put(w, "%" PRIu64, f->number); return;
  }
}

static bool is_number(const cs_pfield *f) {
  return f->type == CS_TYPE_COUNT || f->type == CS_TYPE_SIZE ||
         f->type == CS_TYPE_TIME || f->type == CS_TYPE_CPUS;
}

static void put_extra(cs_printer *w, const cs_pfield *f) {
  static const char *const meets[] = {
      [CS_MEET_NUMBER] = "less",
      [CS_MEET_PERMIT] = "false",
      [CS_MEET_GUARD] = "true",
      [CS_MEET_ALLOW] = "covered entries",
      [CS_MEET_DENY] = "more entries",
      [CS_MEET_SUBSET] = "fewer entries",
      [CS_MEET_ORDER] = "an earlier word",
      [CS_MEET_SOURCE] = "none, a fixed value",
      [CS_MEET_DEPTH] = "a stronger wall",
      [CS_MEET_SPAWN] = "false, fewer programs",
      [CS_MEET_SECRETS] = "fewer names, hosts, sites",
      [CS_MEET_SAME] = "nothing",
      [CS_MEET_FREE] = "anything"};
  char most[32];
  put(w, ",\"x-caisson\":{\"key\":");
  put_text(w, f->key);
  put(w, ",\"marks\":\"%s%s%s\",\"narrower\":",
      f->marks & CS_MARK_ALWAYS ? "A" : "",
      f->marks & CS_MARK_ENGINE ? "i" : "",
      f->marks & CS_MARK_OWNER ? "o" : "");
  put_text(w, meets[f->meet]);
  if (is_number(f)) {
    cs_scalar_print(f->type, f->most, most);
    put(w, ",\"max\":\"%s\"", most);
    cs_scalar_print(f->type, f->number, most);
    if (!f->absent) put(w, ",\"shown\":\"%s\"", most);
  } else if (f->most > 1) {
    put(w, ",\"max\":\"%" PRIu64 "\"", f->most);
  }
  put(w, "}");
}

static void put_field(cs_printer *w, const cs_pfield *f, const char *name) {
  put_text(w, name);
  put(w, ":{\"description\":");
  put_text(w, f->meaning);
  put(w, ",");
  put_type(w, f);
  put_default(w, f);
  put_extra(w, f);
  put(w, "}");
}

/* --- the whole ----------------------------------------------------------- */

static size_t section_of(const char *key) {
  const char *dot = strchr(key, '.');
  return dot ? (size_t)(dot - key) : 0;
}

/* Fields of one section stand next to each other in fields.h. */
static void put_all(cs_printer *w) {
  const char *open = "";
  for (int id = 0; id < CS_POLICY_FIELDS; id++) {
    const char *key = cs_schema[id].key;
    size_t n = section_of(key), old = section_of(open);
    bool same = n && n == old && strncmp(open, key, n) == 0;
    if (old && !same) put(w, "}}");
    if (id) put(w, ",\n");
    if (n && !same)
      put(w,
          "\"%.*s\":{\"type\":\"object\",\"additionalProperties\":false,"
          "\"properties\":{\n",
          (int)n, key);
    put_field(w, &cs_schema[id], key + (n ? n + 1 : 0));
    open = key;
  }
  if (section_of(open)) put(w, "}}");
}

cs_status cs_schema_json_print(cs_buf *out) {
  cs_printer w = {.out = out};
  put(&w,
      "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\n"
      "\"$id\":\"caisson.policy/1\",\n\"title\":\"Caisson policy\",\n"
      "\"type\":\"object\",\"additionalProperties\":false,"
      "\"required\":[\"version\"],\n\"properties\":{\n");
  put_all(&w);
  put(&w, "}}\n");
  return w.status;
}
