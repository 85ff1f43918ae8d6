/*
 * mhd.h - libmicrohttpd, loaded when somebody wants to serve HTTP.
 *
 * Linking it would make every start of the command load it and what it needs
 * (TLS, which we do not use): a dozen libraries.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_MHD_H
#define CS_SERVE_MHD_H

#include <microhttpd.h>

#include "base/error.h"

#define CS_MHD_LIST(X)             \
  X(start_daemon)                  \
  X(stop_daemon)                   \
  X(queue_response)                \
  X(create_response_from_buffer)   \
  X(create_response_from_callback) \
  X(add_response_header)           \
  X(destroy_response)              \
  X(get_connection_values)         \
  X(get_connection_info)

typedef struct cs_mhd {
  void *library;
#define X(name) __typeof__(&MHD_##name) name;
  CS_MHD_LIST(X)
#undef X
} cs_mhd;

/* Load it from the system's library directories; it is never unloaded. */
cs_status cs_mhd_load(cs_mhd *m, cs_error *err) CS_MUST_CHECK;

#endif
