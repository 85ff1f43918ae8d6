/*
 * secret.c - caisson secret refresh and revoke; caisson egress watch and
 * narrow.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "cli/plain.h"
#include "cli/sandboxed.h"
#include "cli/verbs.h"
#include "sandbox/frame.h"

#include "caisson/sandbox.h"

static int change(const cs_settings *s, const char *op) {
  int code = 0;
  if (s->argc != 2)
    return cs_cli_fail(s, "two names are needed", "a secret and a sandbox",
                       "write 'caisson secret revoke SECRET SANDBOX'");
  json_t *reply =
      cs_sandboxed_call(s,
                        json_pack("{s:s, s:s, s:s}", "op", op, "secret",
                                  s->argv[0], "name", s->argv[1]),
                        NULL, &code);
  if (reply && s->json) {
    char *text = json_dumps(reply, JSON_COMPACT);
    if (text) puts(text);
    free(text);
  }
  json_decref(reply);
  return code;
}

int cs_cli_secret_refresh(const cs_settings *s) {
  return change(s, "secret.refresh");
}

int cs_cli_secret_revoke(const cs_settings *s) {
  return change(s, "secret.revoke");
}

/* --- fewer hosts ---------------------------------------------------------- */

int cs_cli_egress_narrow(const cs_settings *s) {
  int code = 0;
  if (s->argc != 1 || !s->policy == !s->without.n)
    return cs_cli_fail(
        s, "nothing to narrow",
        "one sandbox is needed, and either --without or --policy",
        "write 'caisson egress narrow --without HOST SANDBOX'");
  json_t *q =
      json_pack("{s:s, s:s}", "op", "egress.narrow", "name", s->argv[0]);
  if (s->policy) json_object_set_new(q, "policy", json_string(s->policy));
  if (!s->policy) json_object_set_new(q, "deny", json_array());
  for (size_t i = 0; i < s->without.n; i++)
    json_array_append_new(json_object_get(q, "deny"),
                          json_string(s->without.at[i]));
  json_t *reply = cs_sandboxed_call(s, q, NULL, &code);
  if (reply && s->json) {
    char *text = json_dumps(reply, JSON_COMPACT);
    if (text) puts(text);
    free(text);
  }
  json_decref(reply);
  return code;
}

/* --- watch ---------------------------------------------------------------- */

static const char *text_of(const json_t *o, const char *key) {
  const char *text = json_string_value(json_object_get(o, key));
  return text ? text : "";
}

/* "deny  evil.test:443  not_allowed  GET  (default-deny)" */
static void print_event(const json_t *o) {
  const char *kind = text_of(o, "kind"), *code = text_of(o, "code");
  printf("%-6s ", kind);
  cs_plain_put(stdout, text_of(o, "object"));
  if (text_of(o, "method")[0]) printf("  %s", text_of(o, "method"));
  if (strcmp(kind, "close") == 0)
    printf("  %lld bytes in, %lld out",
           (long long)json_integer_value(json_object_get(o, "in")),
           (long long)json_integer_value(json_object_get(o, "out")));
  else if (strcmp(kind, "allow") != 0)
    printf("  %s", code);
  fputs("  (", stdout);
  cs_plain_put(stdout, text_of(o, "rule"));
  fputs(")", stdout);
  if (text_of(o, "remedy")[0]) {
    fputs("  to allow it: ", stdout);
    cs_plain_put(stdout, text_of(o, "remedy"));
  }
  fputs("\n", stdout);
}

/* One frame; false: there will be no more. */
static bool show(const cs_settings *s, const cs_frame *f, uint64_t *left,
                 int *code) {
  json_t *o = json_loadb(f->data, f->len, 0, NULL);
  const json_t *error = json_object_get(o, "error");
  bool more = f->kind == CS_FRAME_EVENT;
  if (error)
    *code = cs_cli_fail(s, "cannot watch", text_of(error, "message"),
                        "see 'caisson inspect'");
  else if (!more && !s->quiet)
    fputs("caisson: the egress process has ended\n", stderr);
  else if (s->json && more) {
    char *text = json_dumps(o, JSON_COMPACT);
    if (text) puts(text);
    free(text);
  } else if (more && json_object_get(o, "kind")) {
    print_event(o);
  }
  fflush(stdout);
  if (json_object_get(o, "kind") && *left && --*left == 0) more = false;
  json_decref(o);
  return more;
}

int cs_cli_egress_watch(const cs_settings *s) {
  cs_sandboxes *all = NULL;
  cs_error err = {0};
  cs_buf in;
  cs_frame f;
  static const char ask[] = "{\"op\": \"egress.watch\"}";
  uint64_t left = s->count_given ? s->count : 0; /* 0: until Ctrl-C */
  if (s->argc != 1)
    return cs_cli_fail(s, "nothing to watch", "no NAME was given",
                       "see 'caisson ps'");
  int code = cs_sandboxed_open(s, &all);
  if (code) return code;
  CS_AUTO_FD
  int fd = cs_sandbox_connect(all, s->argv[0], &err);
  cs_sandboxes_close(all);
  if (fd < 0 || !cs_frame_send(fd, CS_FRAME_REQUEST, ask, strlen(ask)))
    return cs_cli_fail(s, "cannot watch", err.text, "see 'caisson ps'");
  cs_buf_init(&in, CS_FRAME_MAX + 65536 + CS_FRAME_HEAD);
  while (cs_frame_receive(fd, &in, &f, &err) == CS_OK) {
    size_t used = (size_t)(f.data - in.data) + f.len;
    if (!show(s, &f, &left, &code)) break;
    memmove(in.data, in.data + used, in.len - used);
    in.len -= used;
  }
  cs_buf_fini(&in);
  return code;
}
