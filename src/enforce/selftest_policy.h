/*
 * selftest_policy.h - what a session does itself under a policy, tried.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_ENFORCE_SELFTEST_POLICY_H
#define CS_ENFORCE_SELFTEST_POLICY_H

#include "enforce/selftest.h"

/* Bits that hold.  `faults`: bits of trials whose policy refuses nothing.
 * `*failed`: the first that does not hold, if it is NULL before. */
uint64_t cs_selftest_policies(cs_pool *pool, uint64_t faults,
                              const char **failed);

#endif
