/*
 * display.c - keeping what a program shows.
 *
 * The bytes come from the program: types and lengths are checked here, and what
 * a host reads later is one valid wire dict of MIME type to str or bytes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/display.h"

#include <stdlib.h>
#include <string.h>

#define MOST       ((size_t)32)
#define BYTES_MOST ((size_t)16 << 20)
#define TYPES_MOST ((uint32_t)16)
#define TYPE_LEN   ((size_t)100)

struct cs_displays {
  cs_buf bytes;
  size_t ends[MOST]; /* of each display in `bytes` */
  size_t n;
  uint64_t cut; /* left out: too many or too large */
};

bool cs_display_is(const cs_session *s) {
  return s->name.len == sizeof CS_DISPLAY_CALL - 1 &&
         memcmp(s->name.data, CS_DISPLAY_CALL, s->name.len) == 0;
}

static bool is_mime(const char *text, size_t len) {
  return len > 2 && len <= TYPE_LEN && memchr(text, '/', len);
}

/* One dict of MIME type to str or bytes, and nothing after it. */
static bool read_bundle(cs_wire_in *in) {
  uint32_t n;
  if (!cs_wire_get_dict(in, &n) || n == 0 || n > TYPES_MOST) return false;
  for (uint32_t i = 0; i < n; i++) {
    const char *text;
    size_t len;
    if (!cs_wire_get_str(in, &text, &len) || !is_mime(text, len)) return false;
    const void *data;
    cs_wire_in look = *in;
    if (!cs_wire_get_str(&look, &text, &len)) {
      look = *in;
      if (!cs_wire_get_bytes(&look, &data, &len)) return false;
    }
    *in = look;
  }
  return true;
}

static cs_displays *open_displays(cs_session *s) {
  if (!s->displays) {
    s->displays = calloc(1, sizeof *s->displays);
    if (s->displays) cs_buf_init(&s->displays->bytes, BYTES_MOST);
  }
  return s->displays;
}

/* Without memory it is left out, as one that is too large is. */
static void keep_display(cs_session *s, const char *at, size_t len) {
  cs_displays *d = open_displays(s);
  if (!d) return;
  if (d->n == MOST || len > BYTES_MOST - d->bytes.len ||
      cs_buf_put(&d->bytes, at, len) != CS_OK)
    d->cut++;
  else
    d->ends[d->n++] = d->bytes.len;
}

void cs_display_take(cs_session *s) {
  cs_wire_in in = cs_wire_read(s->args.data, s->args.len);
  uint32_t n;
  if (!cs_wire_get_seq(&in, &n) || n != 1) {
    cs_session_refuse(s, "TypeError", "a display has one argument");
    return;
  }
  const char *begin = (const char *)in.at;
  if (!read_bundle(&in)) {
    cs_session_refuse(s, "TypeError",
                      "a display is a dict of MIME type to str or bytes");
    return;
  }
  keep_display(s, begin, (size_t)((const char *)in.at - begin));
  cs_wire_clear(&s->reply);
  cs_wire_none(&s->reply);
  cs_session_answer(s, false, s->reply.data, s->reply.len);
}

void cs_display_clear(cs_session *s) {
  if (!s->displays) return;
  cs_buf_clear(&s->displays->bytes);
  s->displays->n = 0;
  s->displays->cut = 0;
}

void cs_display_close(cs_session *s) {
  if (s->displays) cs_buf_fini(&s->displays->bytes);
  free(s->displays);
  s->displays = NULL;
}

size_t cs_session_displays(const cs_session *s, uint64_t *cut) {
  if (cut) *cut = s->displays ? s->displays->cut : 0;
  return s->displays ? s->displays->n : 0;
}

const void *cs_session_display(const cs_session *s, size_t i, size_t *len) {
  const cs_displays *d = s->displays;
  if (!d || i >= d->n) return NULL;
  size_t begin = i ? d->ends[i - 1] : 0;
  *len = d->ends[i] - begin;
  return d->bytes.data + begin;
}
