/*
 * about.c - what the server tells a model about itself.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/about.h"

#include <string.h>

char *cs_about_make(cs_server *s) {
  (void)s;
  return strdup("Runs Python and returns the value of the last expression and "
                "what was printed.");
}
