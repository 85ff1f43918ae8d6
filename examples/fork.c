/*
 * fork.c - stop a program in the middle, keep it as bytes, run it twice.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <caisson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cs_event *answer(cs_session *s, const char *choice) {
  cs_wire w;
  uint8_t memory[64];
  cs_wire_init_fixed(&w, memory, sizeof memory);
  cs_wire_text(&w, choice);
  return cs_session_resume(
      s, &(cs_reply){.kind = CS_REPLY_VALUE, .value = w.data, .len = w.len});
}

static void show(const char *title, const cs_event *ev) {
  cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
  const char *text;
  size_t len;
  if (ev->kind == CS_DONE && cs_wire_get_str(&in, &text, &len))
    printf("%s: %.*s\n", title, (int)len, text);
}

int main(void) {
  static const char code[] =
      "path = ['start']\n"
      "path.append(choose('left or right?'))\n"
      "' -> '.join(path)\n";
  cs_session *s, *twin, *later;
  void *bytes;
  size_t len;
  if (cs_session_open(NULL, &s, NULL) != CS_OK ||
      cs_session_add_tool(s, "choose", "(question: str) -> str", NULL, 0) !=
          CS_OK)
    return 1;
  const cs_event *ev = cs_session_run(s, code, strlen(code));
  if (ev->kind != CS_CALL) return 1;
  /* The program waits inside choose(). */
  if (cs_session_fork(s, &twin) != CS_OK ||
      cs_session_dump(s, &bytes, &len) != CS_OK)
    return 1;
  show("session", answer(s, "left"));
  show("twin", answer(twin, "right"));
  if (cs_session_load(NULL, bytes, len, &later, NULL) != CS_OK) return 1;
  printf("from %s bytes, waiting in %s()\n",
         len < 1000000 ? "fewer than a million" : "many",
         cs_session_event(later)->name);
  show("later", answer(later, "straight on"));
  free(bytes);
  cs_session_close(s);
  cs_session_close(twin);
  cs_session_close(later);
  return 0;
}
