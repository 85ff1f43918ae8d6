/*
 * start.h - how runners and zygotes come to life: a Python, our script, a
 * channel.
 *
 * The script is not read from the host's disk: it is part of the library and is
 * written into the jail's own memory.
 *
 * Three ways in: a runner of its own (cs_start_python), a zygote (the same with
 * other code), and a fork of a zygote, for which a plan is made and the first
 * byte verified.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_START_H
#define CS_JAIL_START_H

#include "jail/runner.h"

typedef struct cs_start {
  const char *python; /* NULL: /usr/bin/python3 */
  const char *code;   /* for python -c, after which the script is a module */
  int channel;        /* the program's descriptor 5, borrowed; -1: none */
  int stdio[3];       /* borrowed; -1: /dev/null */
  cs_jail_file extra; /* beside the script; at NULL: none */
} cs_start;

/* Start `code` in a jail as `spec` describes it. */
cs_status cs_start_python(const cs_jail_kit *kit, const cs_jail_spec *spec,
                          const cs_start *s, cs_jail *jail,
                          cs_error *err) CS_MUST_CHECK;

/* The plan of a jail that a zygote makes, as a memory file, and what belongs to
 * it; -1 with `err`. */
int cs_start_plan(const cs_runner_spec *spec, const cs_jail *zygote,
                  cs_jail_parcel *box, cs_error *err);

/* Wait for the first byte of a fork of a zygote: is it walled in as `spec`
 * says? See verify.h.  After a failure `r->greeted` tells whether there was
 * one. */
cs_status cs_start_verify(const cs_runner_spec *spec, cs_runner *r,
                          cs_error *err) CS_MUST_CHECK;

#endif
