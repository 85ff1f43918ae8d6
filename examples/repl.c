/*
 * repl.c - one session, many snippets: what fails takes nothing with it.
 *
 * Reads snippets separated by empty lines from standard input.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <caisson.h>
#include <stdio.h>
#include <string.h>

static bool print(void *user, int stream, const char *text, size_t len) {
  (void)user;
  (void)stream;
  fwrite(text, 1, len, stdout);
  return true;
}

static void run(cs_session *s, const char *code, size_t len) {
  const cs_event *ev = cs_session_drive(s, code, len);
  if (ev->kind == CS_DONE && ev->has_value) {
    cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
    int64_t n;
    if (cs_wire_get_int(&in, &n))
      printf("= %lld\n", (long long)n);
    else if (!cs_wire_get_none(&in))
      printf("= a value of %zu bytes\n", ev->value_len);
  } else if (ev->kind == CS_RAISED && ev->error) {
    const cs_raised *x = ev->error;
    uint32_t line = x->nframes ? x->frames[x->nframes - 1].line : 0;
    printf("! %s in line %u: %s\n", x->type, line, x->message);
  } else if (ev->kind == CS_LIMIT) {
    printf("! limit: %s\n", ev->name);
  }
}

int main(void) {
  cs_host host = {.size = sizeof host, .output = print};
  cs_options options;
  cs_session *s;
  static char text[65536];
  char line[1024];
  size_t len = 0;
  cs_options_init(&options);
  options.host = &host;
  options.fuel = 1000000;
  if (cs_session_open(&options, &s, NULL) != CS_OK) return 1;
  while (fgets(line, sizeof line, stdin)) {
    size_t n = strlen(line);
    if (n > 1 && len + n < sizeof text) {
      memcpy(text + len, line, n);
      len += n;
      continue;
    }
    if (len) run(s, text, len);
    len = 0;
  }
  if (len) run(s, text, len);
  cs_session_close(s);
  return 0;
}
