/*
 * worker.c - caisson worker: engines of this machine for hosts elsewhere.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/tokens.h"
#include "cli/verbs.h"

#include "remote/lend.h"

#include "caisson/session.h"

int cs_cli_worker(const cs_settings *s) {
  cs_lend_config c;
  cs_tokens tokens;
  cs_error err = {0};
  cs_lend_config_init(&c);
  c.version = cs_version();
  c.listen = s->listen ? s->listen : "127.0.0.1:8932";
  if (s->most) c.most = s->most < UINT16_MAX ? (uint32_t)s->most : UINT16_MAX;
  if (s->worker_memory) c.memory = s->worker_memory;
  if (s->session_time > 0) c.idle_ms = (uint64_t)(s->session_time * 1000);
  if (s->timeout_given && s->timeout > 0)
    c.turn_ms = (uint64_t)(s->timeout * 1000);
  int code = cs_tokens_load(s, "CAISSON_WORKER_TOKEN", &tokens);
  if (!code) {
    c.tokens = tokens.at;
    c.ntokens = tokens.n;
    if (cs_lend_serve(&c, &err) != CS_OK)
      code = cs_cli_fail(s, "cannot serve", err.text,
                         "see 'caisson help worker' and 'caisson doctor'");
  }
  cs_tokens_fini(&tokens);
  return code;
}
