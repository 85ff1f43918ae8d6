/*
 * host.h - names of hosts in rules, and which of two rules is wider.
 *
 *   x       this name
 *   *.x     any depth below it, not itself
 *   **.x    both
 *   *       every name
 *
 * Rules are checked once, when a policy is read: lower case letters, digits,
 * '-' and '.', at least two labels unless the rule is the single label itself.
 * A wildcard matches no label that begins with "xn--".
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_HOST_H
#define CS_POLICY_HOST_H

#include <stdbool.h>
#include <stddef.h>

/* NULL, or what is wrong with this rule, for a message. */
const char *cs_host_check(const char *rule);
/* Does the rule match this name, which must be in the rules' spelling? */
bool cs_host_matches(const char *rule, const char *name);
/* Does `wide` match every name that `rule` matches? */
bool cs_host_covers(const char *wide, const char *rule);

#endif
