/*
 * json.c - writing one JSON document.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/json.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "text/wire_json.h"

#define LIMIT (SIZE_MAX / 4)

static void put(cs_json *j, const char *s, size_t n) {
  if (!j->failed && cs_buf_put(&j->out, s, n) != CS_OK) j->failed = true;
}

static void put_text(cs_json *j, const char *s) {
  put(j, s, strlen(s));
}

void cs_json_init(cs_json *j) {
  *j = (cs_json){.first = true};
  cs_buf_init(&j->out, LIMIT);
}

static void put_string(cs_json *j, const char *s, size_t n) {
  const uint8_t *u = (const uint8_t *)s;
  put_text(j, "\"");
  for (size_t i = 0; i < n;) {
    size_t run = cs_utf8_check(u + i, n - i, false, NULL);
    if (!j->failed && cs_wire_json_text(&j->out, s + i, run) != CS_OK)
      j->failed = true;
    i += run;
    if (i < n) { /* one byte that is no UTF-8 */
      put_text(j, "\xEF\xBF\xBD");
      i++;
    }
  }
  put_text(j, "\"");
}

void cs_json_key(cs_json *j, const char *key) {
  if (!j->first) put_text(j, ", ");
  j->first = false;
  if (!key) return;
  put_string(j, key, strlen(key));
  put_text(j, ": ");
}

void cs_json_open(cs_json *j, char bracket) {
  put(j, &bracket, 1);
  j->first = true;
}

void cs_json_close(cs_json *j, char bracket) {
  put(j, &bracket, 1);
  j->first = false;
}

void cs_json_bytes(cs_json *j, const char *key, const char *s, size_t n) {
  cs_json_key(j, key);
  put_string(j, s, n);
}

void cs_json_text(cs_json *j, const char *key, const char *text) {
  cs_json_bytes(j, key, text, strlen(text));
}

void cs_json_raw(cs_json *j, const char *key, const char *s, size_t n) {
  cs_json_key(j, key);
  put(j, s, n);
}

void cs_json_int(cs_json *j, const char *key, int64_t n) {
  char text[24];
  snprintf(text, sizeof text, "%lld", (long long)n);
  cs_json_key(j, key);
  put_text(j, text);
}

void cs_json_ms(cs_json *j, const char *key, double ms) {
  char text[48];
  snprintf(text, sizeof text, "%.3f", ms);
  cs_json_key(j, key);
  put_text(j, text);
}

void cs_json_bool(cs_json *j, const char *key, bool truth) {
  cs_json_key(j, key);
  put_text(j, truth ? "true" : "false");
}

void cs_json_null(cs_json *j, const char *key) {
  cs_json_key(j, key);
  put_text(j, "null");
}

void cs_json_print(cs_json *j) {
  if (j->failed)
    fputs("caisson: cannot print the result: no memory; ask for less output\n",
          stderr);
  else
    printf("%s\n", cs_buf_text(&j->out));
  fflush(stdout);
  cs_buf_fini(&j->out);
}
