/*
 * policy_box.h - policies in the tests of narrowing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_TESTS_POLICY_BOX_H
#define CS_TESTS_POLICY_BOX_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "policy/load.h"
#include "policy/narrow.h"

/* "version: 1" and `body`. */
static cs_policy *policy_of(const char *body, const char *name,
                            cs_policy_level level) {
  static char text[1 << 16];
  cs_policy *p = NULL;
  cs_policy_fault f;
  int n = snprintf(text, sizeof text, "version: 1\n%s\n", body);
  if (cs_load_text(text, (size_t)n, name, level, &p, &f) != CS_OK)
    fail_msg("%s\n%s", f.text, text);
  return p;
}

#endif
