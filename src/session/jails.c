/*
 * jails.c - the public face of jails.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/jails.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "jail/probe.h"
#include "session/session_in.h"

struct cs_jails {
  cs_jail_kit kit;
  char *python; /* owned; NULL: the system's */
  cs_jails_options o;
};

void cs_jails_options_init(cs_jails_options *o) {
  cs_jail_spec s;
  cs_jail_spec_init(&s);
  *o = (cs_jails_options){.size = sizeof *o,
                          .processes = s.limits.processes,
                          .files = s.limits.files,
                          .tmp = s.limits.tmp,
                          .file_size = s.limits.file_size};
}

/* Fail where it can be said, not with the first program. */
static cs_status look(cs_jails *j, cs_error *err) {
  cs_jail_fact facts[CS_JAIL_FACTS];
  (void)cs_jail_probe(&j->kit, facts);
  for (int i = 0; i < CS_JAIL_FACTS; i++) {
    bool accepted = j->o.flags & CS_JAILS_NO_LANDLOCK &&
                    strcmp(facts[i].name, "landlock") == 0;
    if (facts[i].needed && !facts[i].holds && !accepted)
      return cs_error_set(err, CS_EOS, "this host cannot enforce '%s': %.140s",
                          facts[i].name, facts[i].text);
  }
  return CS_OK;
}

cs_status cs_jails_new(const cs_jails_options *o, cs_jails **out,
                       cs_error *err) {
  cs_jails *j = calloc(1, sizeof *j);
  if (!j) return cs_error_set(err, CS_EOS, "no memory");
  j->kit.helper = -1;
  cs_jails_options_init(&j->o);
  if (o) memcpy(&j->o, o, o->size < sizeof j->o ? o->size : sizeof j->o);
  if (j->o.python) j->python = strdup(j->o.python);
  j->o.python = NULL;
  cs_status st = CS_OK;
  if (j->python && j->python[0] != '/')
    st = cs_error_set(err, CS_EINVAL, "'%.80s' is no absolute path", j->python);
  if (st == CS_OK) st = cs_jail_kit_open(&j->kit, err);
  if (st == CS_OK) st = look(j, err);
  if (st != CS_OK) {
    cs_jails_free(j);
    return st;
  }
  *out = j;
  return CS_OK;
}

void cs_jails_free(cs_jails *j) {
  if (!j) return;
  cs_jail_kit_close(&j->kit);
  free(j->python);
  free(j);
}

cs_status cs_jails_take(cs_jails *j, cs_runner_spec *spec, size_t message,
                        cs_runner *out, cs_error *err) {
  cs_jail_limits *l = &spec->jail.limits;
  spec->python = j->python;
  l->processes = j->o.processes;
  l->files = j->o.files;
  l->tmp = j->o.tmp;
  l->file_size = j->o.file_size;
  if (j->o.flags & CS_JAILS_NO_LANDLOCK)
    spec->jail.flags |= CS_JAIL_NO_LANDLOCK;
  if (j->o.flags & CS_JAILS_LOOPBACK) spec->jail.flags |= CS_JAIL_LOOPBACK;
  return cs_runner_open(&j->kit, spec, message, out, err);
}
