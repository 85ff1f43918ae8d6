/*
 * choose.h - which depth can run a program and hold its policy.
 *
 * Decided once, before anything runs: the cheapest depth that the policy
 * allows, that this host has, that can run the text, and at which every
 * requested key is enforced or accepted.  Never `check`, never a weaker wall
 * than the policy names.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_ENFORCE_CHOOSE_H
#define CS_ENFORCE_CHOOSE_H

#include "policy/report.h"

typedef struct cs_choice {
  cs_report_depth depth; /* CS_REPORT_DEPTHS: none of them */
  char reason[200];      /* why this one, in one line */
  /* Of the depths that were refused: the first reason. */
  char refused[CS_REPORT_DEPTHS][160];
} cs_choice;

/* What a text needs; NULL: nothing that the engine lacks. */
typedef struct cs_choose_need {
  bool invalid;  /* it is no Python */
  bool prefers;  /* the engine may do, where there is nothing else */
  char why[160]; /* what speaks against the engine; "": nothing */
} cs_choose_need;

/* Read the needs off a text; CS_EOS, CS_ELIMIT: cannot tell. */
cs_status cs_choose_look(const char *code, size_t len,
                         cs_choose_need *out) CS_MUST_CHECK;

/* `probes` must have been made for the depths of interest; `given` as for a
 * report. */
void cs_choose_depth(const cs_policy *policy, const cs_probes *probes,
                     const cs_report_given *given, const cs_choose_need *need,
                     cs_choice *out);

#endif
