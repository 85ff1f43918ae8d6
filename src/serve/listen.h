/*
 * listen.h - who is told that the list of tools has changed.
 *
 * Legacy clients on stdio are told without having asked.  Modern ones ask with
 * subscriptions/listen, which stays open: the answer to it says that nothing
 * will follow.  Legacy HTTP has no stream that such a notice could take.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_LISTEN_H
#define CS_SERVE_LISTEN_H

#include "serve/proto.h"

#define CS_LISTENERS 8 /* of one caller */

/* The method subscriptions/listen. */
void cs_listen_take(cs_link *l, const cs_rpc_message *m);
/* A legacy link that is told unasked. */
void cs_listen_join(cs_link *l);
/* Tell all of them. */
void cs_listen_tell(cs_server *s);
/* End the one with this request id; those of this outlet; all. */
void cs_listen_cancel(cs_server *s, const cs_caller *c, const char *scope,
                      const json_t *id);
void cs_listen_leave(cs_server *s, const cs_outlet *o);
void cs_listen_end_all(cs_server *s);

#endif
