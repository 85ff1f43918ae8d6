/*
 * boxsecret.c - change the way out of a running sandbox: a secret's value, or
 * fewer hosts.
 *
 * What changes goes from this process to the egress process, over the control
 * socket that the keeper lends: the keeper never has a value.  It keeps what
 * the rules are from now on, first, so that they hold after a restart, too.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "base/cleanup.h"
#include "egress/egress.h"
#include "policy/load.h"
#include "sandbox/boxnet.h"
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

/* --- the keeper ---------------------------------------------------------- */

/* What a change does once it has the control socket and the rules. */
typedef json_t *changer(int box, int control, const json_t *net,
                        const json_t *request);

static json_t *with_control(int box, changer *change_it,
                            const json_t *request) {
  cs_error err = {0};
  int passed = -1;
  CS_AUTO_FD
  int fd = cs_sandbox_dial(box);
  json_t *q = json_pack("{s:s}", "op", "egress.control"), *reply = NULL;
  json_t *r = fd >= 0 ? cs_frame_ask_fd(fd, q, &passed, &err) : NULL;
  CS_AUTO_FD
  int control = passed;
  if (fd < 0)
    reply = cs_sandbox_fault("state", "the sandbox does not run");
  else if (json_object_get(r, "error"))
    reply = json_incref(r);
  else if (control < 0)
    reply = cs_sandbox_fault("runtime_error", "%s", err.text);
  else
    reply = change_it(box, control, json_object_get(r, "network"), request);
  json_decref(q);
  json_decref(r);
  return reply;
}

static json_t *change_named(cs_sandboxes *s, const json_t *request,
                            changer *change_it) {
  cs_store_row row;
  json_t *reply = NULL;
  if (!cs_sandbox_find(s, request, &row, &reply)) return reply;
  CS_AUTO_FD
  int box = cs_home_open(s->home, row.id);
  return with_control(box, change_it, request);
}

/* --- secrets ------------------------------------------------------------- */

static json_t *change_secret(int control, const json_t *net,
                             const json_t *request, bool refresh) {
  const char *secret = json_string_value(json_object_get(request, "secret"));
  cs_error err = {0};
  if (!is_bound(net, secret))
    return cs_sandbox_fault("not_found",
                            "the sandbox has no secret '%.60s' bound", secret);
  if (change(control, net, secret, refresh, &err) != CS_OK)
    return cs_sandbox_fault("invalid", "%s", err.text);
  return json_pack("{s:b, s:s}", "ok", 1, "secret", secret);
}

static json_t *refresh_secret(int box, int control, const json_t *net,
                              const json_t *request) {
  (void)box;
  return change_secret(control, net, request, true);
}

static json_t *revoke_secret(int box, int control, const json_t *net,
                             const json_t *request) {
  (void)box;
  return change_secret(control, net, request, false);
}

json_t *cs_sandbox_secret(cs_sandboxes *s, const json_t *request,
                          bool refresh) {
  if (!json_string_value(json_object_get(request, "secret")))
    return cs_sandbox_fault("invalid", "which secret?");
  return change_named(s, request, refresh ? refresh_secret : revoke_secret);
}

/* --- rules --------------------------------------------------------------- */

/* The keeper writes them down. */
static json_t *keep_rules(int box, json_t *net) {
  cs_error err = {0};
  CS_AUTO_FD
  int fd = cs_sandbox_dial(box);
  json_t *q = json_pack("{s:s, s:O}", "op", "egress.rules", "network", net);
  json_t *r = fd >= 0 && q ? cs_frame_ask(fd, q, &err) : NULL;
  json_decref(q);
  return r ? r : cs_sandbox_fault("runtime_error", "%s", err.text);
}

static json_t *narrow(int box, int control, const json_t *net,
                      const json_t *request) {
  cs_error err = {0};
  json_t *less = NULL;
  cs_policy *rules = NULL;
  if (cs_boxnet_narrow(net, request, &less, &rules, &err) != CS_OK)
    return cs_sandbox_fault("invalid", "%s", err.text);
  json_t *reply = keep_rules(box, less);
  if (!json_object_get(reply, "error") &&
      cs_egress_restrict(control, rules, &err) != CS_OK) {
    json_decref(reply);
    reply = cs_sandbox_fault("runtime_error", "%s", err.text);
  }
  json_decref(less);
  cs_policy_free(rules);
  return reply;
}

json_t *cs_sandbox_narrow(cs_sandboxes *s, const json_t *request) {
  return change_named(s, request, narrow);
}
