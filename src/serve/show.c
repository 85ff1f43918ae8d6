/*
 * show.c - displays as image content and embedded resources.
 *
 * Types and bytes are the program's.  Only types of this table are passed on,
 * so a program cannot put a type of its own into a message of ours.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/show.h"

#include <stdio.h>
#include <string.h>

#include "base/wire.h"
#include "serve/text.h"

#define TEXT_MOST ((size_t)256 << 10) /* bytes of one embedded text */

typedef struct shown_type {
  const char *mime;
  bool is_picture;
} shown_type;

/* The best form first. */
static const shown_type types[] = {
    {"image/png", true},         {"image/jpeg", true},
    {"image/gif", true},         {"image/webp", true},
    {"image/svg+xml", false},    {"text/html", false},
    {"text/markdown", false},    {"text/latex", false},
    {"application/json", false}, {"text/plain", false},
};

#define NTYPES (sizeof types / sizeof *types)

typedef struct form {
  const char *data;
  size_t len;
  bool is_text;
} form;

static bool read_form(cs_wire_in *in, form *f) {
  cs_wire_in look = *in;
  const void *bytes;
  f->is_text = cs_wire_get_str(&look, &f->data, &f->len);
  if (!f->is_text) {
    look = *in;
    if (!cs_wire_get_bytes(&look, &bytes, &f->len)) return false;
    f->data = bytes;
  }
  *in = look;
  return true;
}

/* The best form of a display; NULL: none that a client would know. */
static const shown_type *best_form(const void *bytes, size_t len, form *out) {
  cs_wire_in in = cs_wire_read(bytes, len);
  uint32_t n;
  size_t best = NTYPES;
  if (!cs_wire_get_dict(&in, &n)) return NULL;
  for (uint32_t i = 0; i < n; i++) {
    const char *mime;
    size_t mime_len, k = 0;
    form f;
    if (!cs_wire_get_str(&in, &mime, &mime_len) || !read_form(&in, &f))
      return NULL;
    while (k < best && (strlen(types[k].mime) != mime_len ||
                        memcmp(types[k].mime, mime, mime_len) != 0))
      k++;
    if (k == best || types[k].is_picture == f.is_text) continue;
    best = k;
    *out = f;
  }
  return best < NTYPES ? &types[best] : NULL;
}

static json_t *picture(const shown_type *t, const form *f) {
  return json_pack("{s:s, s:o, s:s}", "type", "image", "data",
                   cs_text_base64(f->data, f->len), "mimeType", t->mime);
}

static json_t *embedded(const cs_job *j, size_t i, const shown_type *t,
                        const form *f) {
  char uri[160];
  snprintf(uri, sizeof uri, "caisson://display/%s/%zu", j->run_id, i + 1);
  json_t *text = cs_text_json(f->data, cs_text_cut(f->data, f->len, TEXT_MOST));
  return json_pack("{s:s, s:{s:s, s:s, s:o}}", "type", "resource", "resource",
                   "uri", uri, "mimeType", t->mime, "text", text);
}

void cs_show_displays(const cs_session *s, const cs_job *j, json_t *object,
                      json_t *blocks) {
  uint64_t cut;
  size_t n = cs_session_displays(s, &cut);
  json_t *list = json_array();
  for (size_t i = 0; i < n; i++) {
    size_t len;
    form f = {0};
    const void *bytes = cs_session_display(s, i, &len);
    const shown_type *t = best_form(bytes, len, &f);
    if (!t) {
      cut++;
      continue;
    }
    json_array_append_new(
        blocks, t->is_picture ? picture(t, &f) : embedded(j, i, t, &f));
    json_array_append_new(list, json_pack("{s:s, s:I}", "mime", t->mime,
                                          "bytes", (json_int_t)f.len));
  }
  (void)json_object_set_new_nocheck(object, "displays", list);
  if (cut)
    (void)json_object_set_new_nocheck(object, "displays_cut",
                                      json_integer((json_int_t)cut));
}
