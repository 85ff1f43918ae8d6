/*
 * boxsecret.c - give a secret of a running sandbox a new value, or none.
 *
 * The value goes from this process to the egress process, over the control
 * socket that the keeper lends: the keeper never has it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "base/cleanup.h"
#include "egress/egress.h"
#include "policy/load.h"
#include "sandbox/frame.h"
#include "sandbox/home.h"
#include "sandbox/sandbox.h"

static bool is_bound(const json_t *net, const char *secret) {
  const json_t *names = json_object_get(net, "secrets");
  for (size_t i = 0; i < json_array_size(names); i++)
    if (strcmp(json_string_value(json_array_get(names, i)), secret) == 0)
      return true;
  return false;
}

/* By the rules that the sandbox was made with. */
static cs_status change(int control, const json_t *net, const char *secret,
                        bool refresh, cs_error *err) {
  const char *text = json_string_value(json_object_get(net, "policy"));
  cs_policy_fault f = {0};
  cs_policy *p = NULL;
  if (refresh && (!text || cs_load_text(text, strlen(text), "the sandbox",
                                        CS_POLICY_OWNER, &p, &f) != CS_OK))
    return cs_error_set(err, CS_ECORRUPT, "the sandbox's rules: %.150s",
                        f.text);
  cs_status st = cs_egress_change(control, p, secret, err);
  cs_policy_free(p);
  return st;
}

static json_t *ask(int box, const char *secret, bool refresh) {
  cs_error err = {0};
  int passed = -1;
  CS_AUTO_FD
  int fd = cs_sandbox_dial(box);
  json_t *q = json_pack("{s:s}", "op", "egress.control"), *reply = NULL;
  json_t *r = fd >= 0 ? cs_frame_ask_fd(fd, q, &passed, &err) : NULL;
  CS_AUTO_FD
  int control = passed;
  const json_t *net = json_object_get(r, "network");
  if (fd < 0)
    reply = cs_sandbox_fault("state", "the sandbox does not run");
  else if (json_object_get(r, "error"))
    reply = json_incref(r);
  else if (control < 0)
    reply = cs_sandbox_fault("runtime_error", "%s", err.text);
  else if (!is_bound(net, secret))
    reply = cs_sandbox_fault("not_found",
                             "the sandbox has no secret '%.60s' bound", secret);
  else if (change(control, net, secret, refresh, &err) != CS_OK)
    reply = cs_sandbox_fault("invalid", "%s", err.text);
  else
    reply = json_pack("{s:b, s:s}", "ok", 1, "secret", secret);
  json_decref(q);
  json_decref(r);
  return reply;
}

json_t *cs_sandbox_secret(cs_sandboxes *s, const json_t *request,
                          bool refresh) {
  const char *secret = json_string_value(json_object_get(request, "secret"));
  cs_store_row row;
  json_t *reply = NULL;
  if (!secret) return cs_sandbox_fault("invalid", "which secret?");
  if (!cs_sandbox_find(s, request, &row, &reply)) return reply;
  CS_AUTO_FD
  int box = cs_home_open(s->home, row.id);
  return ask(box, secret, refresh);
}
