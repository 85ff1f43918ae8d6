/*
 * result.h - the result object caisson.result/1 of --json.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_RESULT_H
#define CS_CLI_RESULT_H

#include "cli/guest.h"
#include "cli/save.h"

typedef struct cs_run_times {
  double compile_us, run_us; /* best of all repetitions */
  double total_us;
  uint64_t cpu_ns;
  double began_us; /* of the run that is being measured */
  uint64_t began_cpu;
} cs_run_times;

/* Measure a run: around it. */
void cs_result_begin(const cs_guest *g, cs_run_times *t);
void cs_result_end(const cs_guest *g, cs_run_times *t);

/* Print the object for a run that ended or, in a snapshot, waits; `saved` is
 * the file its state went to, or NULL; returns the exit code. */
int cs_result_print(cs_guest *g, const cs_event *ev, const cs_run_times *times,
                    const cs_saved *saved);

#endif
