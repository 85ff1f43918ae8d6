/*
 * status.c - texts of the status list.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/status.h"

const char *cs_status_text(cs_status status) {
  switch (status) {
#define X(name, number, text) \
  case name: return text;
    CS_STATUS_LIST(X)
#undef X
  }
  return "unknown status";
}
