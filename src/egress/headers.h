/*
 * headers.h - which headers cross, and the heads that are written.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_HEADERS_H
#define CS_EGRESS_HEADERS_H

#include "egress/gate.h"

/* The head of a request for the server, from what was understood; the line
 * that ends it and the framing of a body that is collected are missing.  Sets
 * c->swap. */
cs_status cs_headers_request(cs_conn *c, const cs_http_head *h,
                             const char *path, cs_span query);
/* How the body comes, and the end of the head. */
cs_status cs_headers_frame(cs_buf *out, cs_http_frame frame, uint64_t length);

/* The head of a reply for the guest. */
cs_status cs_headers_reply(cs_conn *c, const cs_http_head *h);

#endif
