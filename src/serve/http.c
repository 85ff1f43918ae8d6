/*
 * http.c - streamable HTTP.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/error.h"
#include "serve/mcp.h"

cs_status cs_mcp_http(const cs_mcp_config *c, cs_error *err) {
  (void)c;
  return cs_error_set(err, CS_EINVAL, "HTTP is not there yet");
}
