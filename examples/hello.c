/*
 * hello.c - run a snippet and read its value.
 *
 *   cc hello.c $(pkg-config --cflags --libs caisson)
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <caisson.h>
#include <stdio.h>
#include <string.h>

static bool print(void *user, int stream, const char *text, size_t len) {
  (void)user;
  fwrite(text, 1, len, stream == 2 ? stderr : stdout);
  return true;
}

int main(void) {
  static const char code[] =
      "words = 'the quick brown fox'.split()\n"
      "print('counting', len(words), 'words')\n"
      "{w: len(w) for w in words}\n";
  cs_host host = {.size = sizeof host, .output = print};
  cs_options options;
  cs_session *s;
  cs_error err;
  cs_options_init(&options);
  options.host = &host;
  if (cs_session_open(&options, &s, &err) != CS_OK) {
    fprintf(stderr, "%s\n", err.text);
    return 1;
  }
  const cs_event *ev = cs_session_run(s, code, strlen(code));
  if (ev->kind != CS_DONE) {
    fprintf(stderr, "%.*s\n", (int)ev->text_len, ev->text);
    cs_session_close(s);
    return 1;
  }
  cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
  uint32_t pairs;
  if (cs_wire_get_dict(&in, &pairs)) {
    for (uint32_t i = 0; i < pairs; i++) {
      const char *word;
      size_t len;
      int64_t n;
      if (!cs_wire_get_str(&in, &word, &len) || !cs_wire_get_int(&in, &n))
        break;
      printf("%.*s: %lld\n", (int)len, word, (long long)n);
    }
  }
  cs_session_close(s);
  return 0;
}
