/*
 * args.c - arguments of tools.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/args.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/weaken.h"
#include "serve/text.h"

/* --- schema -------------------------------------------------------------- */

static json_t *words_of(const char *choices) {
  json_t *list = json_array();
  for (const char *p = choices; *p; p += strspn(p, " ")) {
    size_t n = strcspn(p, " ");
    json_array_append_new(list, json_stringn(p, n));
    p += n;
  }
  return list;
}

static json_t *schema_of(const cs_arg *a) {
  switch (a->kind) {
    case CS_ARG_TEXT:
      return json_pack("{s:s, s:s}", "type", "string", "description", a->about);
    case CS_ARG_BOOL:
      return json_pack("{s:s, s:s}", "type", "boolean", "description",
                       a->about);
    case CS_ARG_INT:
      return json_pack("{s:s, s:I, s:I, s:s}", "type", "integer", "minimum",
                       (json_int_t)a->least, "maximum", (json_int_t)a->most,
                       "description", a->about);
    case CS_ARG_OBJECT:
      return json_pack("{s:s, s:s}", "type", "object", "description", a->about);
    case CS_ARG_WORDS:
      return json_pack("{s:s, s:{s:s}, s:s}", "type", "array", "items", "type",
                       "string", "description", a->about);
    case CS_ARG_FILES:
      return json_pack(
          "{s:s, s:{s:s, s:{s:{s:s}, s:{s:s}, s:{s:s}}, s:[s], s:b}, s:s}",
          "type", "array", "items", "type", "object", "properties", "path",
          "type", "string", "text", "type", "string", "base64", "type",
          "string", "required", "path", "additionalProperties", 0,
          "description", a->about);
    case CS_ARG_ENUM:
      return json_pack("{s:s, s:o, s:s}", "type", "string", "enum",
                       words_of(a->choices), "description", a->about);
  }
  return NULL;
}

json_t *cs_args_schema(const cs_arg *args) {
  json_t *properties = json_object(), *required = json_array();
  for (const cs_arg *a = args; a->name; a++) {
    json_object_set_new(properties, a->name, schema_of(a));
    if (a->required) json_array_append_new(required, json_string(a->name));
  }
  if (json_array_size(required) == 0) {
    json_decref(required);
    required = NULL;
  }
  return json_pack("{s:s, s:s, s:o, s:o*, s:b}", "$schema",
                   "https://json-schema.org/draft/2020-12/schema", "type",
                   "object", "properties", properties, "required", required,
                   "additionalProperties", 0);
}

/* --- check --------------------------------------------------------------- */

static bool is_text(const json_t *v) {
  return json_is_string(v) &&
         strlen(json_string_value(v)) == json_string_length(v);
}

static bool is_choice(const char *choices, const json_t *v) {
  if (!is_text(v)) return false;
  json_t *list = words_of(choices), *one;
  size_t i;
  bool found = false;
  json_array_foreach(list, i, one) found |= json_equal(one, v);
  json_decref(list);
  return found;
}

static bool is_file(const json_t *f) {
  const json_t *text = json_object_get(f, "text");
  const json_t *base64 = json_object_get(f, "base64");
  if (!is_text(json_object_get(f, "path")) || json_object_size(f) != 2)
    return false;
  return text ? json_is_string(text) : json_is_string(base64);
}

static bool all(const json_t *list, bool (*fits)(const json_t *)) {
  const json_t *v;
  size_t i;
  if (!json_is_array(list)) return false;
  json_array_foreach(list, i, v) if (!fits(v)) return false;
  return true;
}

/* What the argument should be; NULL: it is. */
static const char *wrong(const cs_arg *a, const json_t *v, char room[160]) {
  int64_t i = json_integer_value(v);
  switch (a->kind) {
    case CS_ARG_TEXT: return json_is_string(v) ? NULL : "a string";
    case CS_ARG_BOOL: return json_is_boolean(v) ? NULL : "true or false";
    case CS_ARG_OBJECT: return json_is_object(v) ? NULL : "an object";
    case CS_ARG_WORDS: return all(v, is_text) ? NULL : "a list of strings";
    case CS_ARG_FILES:
      return all(v, is_file)
                 ? NULL
                 : "a list of objects with path and either text or base64";
    case CS_ARG_INT:
      if (json_is_integer(v) && i >= a->least && i <= a->most) return NULL;
      snprintf(room, 160, "an integer from %" PRId64 " to %" PRId64, a->least,
               a->most);
      return room;
    case CS_ARG_ENUM:
      if (is_choice(a->choices, v)) return NULL;
      snprintf(room, 160, "one of: %.140s", a->choices);
      return room;
  }
  return NULL;
}

static const cs_arg *find(const cs_arg *args, const char *name) {
  for (const cs_arg *a = args; a->name; a++)
    if (strcmp(a->name, name) == 0) return a;
  return NULL;
}

static void list_names(const cs_arg *args, char *out, size_t room) {
  size_t at = 0;
  out[0] = '\0';
  for (const cs_arg *a = args; a->name && at < room; a++)
    at +=
        (size_t)snprintf(out + at, room - at, "%s%s", at ? ", " : "", a->name);
}

bool cs_args_check(const cs_arg *args, const json_t *given,
                   char why[CS_ARGS_WHY]) {
  char room[160], names[160], quoted[512];
  const char *name;
  json_t *v;
  for (const cs_arg *a = args; a->name; a++)
    if (a->required && !json_object_get(given, a->name)) {
      snprintf(why, CS_ARGS_WHY, "The argument %s is missing.", a->name);
      return false;
    }
  json_object_foreach((json_t *)(uintptr_t)given, name, v) {
    const cs_arg *a = find(args, name);
    const char *want = a ? wrong(a, v, room) : NULL;
    if (a && !want) continue;
    if (!a && cs_weaken("L06")) continue; /* redteam: L06 */
    cs_text_quote(name, cs_text_cut(name, strlen(name), 60), quoted);
    list_names(args, names, sizeof names);
    if (a)
      snprintf(why, CS_ARGS_WHY, "The argument %s must be %s.", a->name, want);
    else
      snprintf(why, CS_ARGS_WHY,
               "There is no argument %.120s. Arguments: %.150s.", quoted,
               names);
    return false;
  }
  return true;
}

const char *cs_args_text(const json_t *given, const char *name) {
  const json_t *v = json_object_get(given, name);
  return is_text(v) ? json_string_value(v) : NULL;
}

int64_t cs_args_int(const json_t *given, const char *name, int64_t absent) {
  const json_t *v = json_object_get(given, name);
  return v ? json_integer_value(v) : absent;
}

bool cs_args_bool(const json_t *given, const char *name) {
  return json_is_true(json_object_get(given, name));
}
