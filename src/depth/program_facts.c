/*
 * program_facts.c - what the last stop of a program was.
 *
 * Pointers reach into the runner's buffers and hold until the next turn.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "depth/program_in.h"

cs_begun cs_program_begun(const cs_program *p) {
  return (cs_begun){.invalid = p->invalid};
}

bool cs_program_incomplete(cs_program *p, const char *text, size_t len) {
  (void)p;
  (void)text;
  (void)len;
  return false;
}

const char *cs_program_output(cs_program *p, size_t *len, int *stream) {
  *len = p->output_len;
  *stream = p->stream;
  p->output_len = 0;
  return *len ? p->output : "";
}

const char *cs_program_error(cs_program *p, size_t *len) {
  *len = p->text_len;
  return p->text_len ? p->text : "";
}

const char *cs_program_error_type(cs_program *p) {
  return p->type;
}
bool cs_program_error_limit(cs_program *p) {
  return strcmp(p->type, "MemoryError") == 0;
}
int cs_program_exit_code(cs_program *p) {
  return p->exit_code;
}
uint64_t cs_program_ask_id(const cs_program *p) {
  return p->calls;
}
double cs_program_ask_timeout(const cs_program *p) {
  return p->timeout;
}

cs_status cs_program_error_wire(cs_program *p, cs_wire *w) {
  if (p->chain_len == 0) return CS_EINVAL;
  cs_wire_append(w, p->chain, p->chain_len);
  return w->status;
}

cs_status cs_program_result_wire(cs_program *p, cs_wire *w) {
  if (!p->has_result) return CS_EINVAL;
  cs_wire_append(w, p->result, p->result_len);
  return w->status;
}

cs_usage cs_program_usage(const cs_program *p) {
  return (cs_usage){.output = p->written};
}

const char *cs_program_ask(cs_program *p, cs_ask *kind, size_t *len) {
  *kind = p->kind;
  *len = p->kind == CS_ASK_CALL ? p->name_len : 0;
  return *len ? p->name : "";
}

cs_status cs_program_ask_wire(cs_program *p, cs_wire *w) {
  cs_wire_append(w, p->args, p->args_len);
  return w->status;
}

size_t cs_program_pending(cs_program *p, uint64_t *ids, size_t max) {
  for (size_t i = 0; i < p->npending && i < max; i++) ids[i] = p->pending[i];
  return p->npending;
}
