/*
 * boxwork.c - diff, commit and discard with the name of a sandbox.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/boxwork.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/sandboxed.h"
#include "cli/verbs.h"

bool cs_boxwork_is(const cs_settings *s) {
  return s->argc > 0 && access(s->argv[0], F_OK) != 0 &&
         cs_sandboxed_is(s->argv[0]);
}

static json_t *request_of(const cs_settings *s, const char *op) {
  return json_pack("{s:s, s:s}", "op", op, "name", s->argv[0]);
}

static void print_object(const json_t *o) {
  char *text = json_dumps(o, JSON_COMPACT);
  if (text) puts(text);
  free(text);
}

/* One line for each change; control characters of a name are made visible. */
static void print_changes(const json_t *list) {
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *o = json_array_get(list, i);
    const char *change = json_string_value(json_object_get(o, "change"));
    const char *path = json_string_value(json_object_get(o, "path"));
    if (!path) path = json_string_value(json_object_get(o, "path_hex"));
    char mark = !change || *change == 'm' ? 'M' : *change == 'a' ? 'A' : 'D';
    printf("%c ", mark);
    for (const char *p = path ? path : ""; *p; p++)
      if ((unsigned char)*p < 32 || *p == 127)
        printf("\\x%02x", (unsigned char)*p);
      else
        putchar(*p);
    putchar('\n');
  }
}

/* The reply is printed as it is, or its list of changes. */
static int finish(const cs_settings *s, json_t *request, const char *list) {
  int code = 0;
  json_t *reply = cs_sandboxed_call(s, request, NULL, &code);
  if (!reply) return code;
  if (s->json)
    print_object(reply);
  else if (list && !s->quiet)
    print_changes(json_object_get(reply, list));
  json_decref(reply);
  return 0;
}

int cs_boxwork_diff(const cs_settings *s) {
  if (s->argc != 1)
    return cs_cli_fail(s, "no list of changes", "one NAME is needed",
                       "see 'caisson ps --all'");
  return finish(s, request_of(s, "diff"), "changes");
}

int cs_boxwork_commit(const cs_settings *s) {
  if (s->image) {
    json_t *q = request_of(s, "image");
    json_object_set_new(q, "image", json_string(s->image));
    return finish(s, q, NULL);
  }
  json_t *q = request_of(s, "commit");
  json_t *paths = s->argc > 1 ? json_array() : NULL;
  for (int i = 1; i < s->argc; i++)
    json_array_append_new(paths, json_string(s->argv[i]));
  if (paths) json_object_set_new(q, "paths", paths);
  return finish(s, q, "committed");
}

int cs_boxwork_discard(const cs_settings *s) {
  if (s->argc != 1)
    return cs_cli_fail(s, "nothing discarded", "one NAME is needed",
                       "see 'caisson diff NAME'");
  return finish(s, request_of(s, "discard"), NULL);
}
