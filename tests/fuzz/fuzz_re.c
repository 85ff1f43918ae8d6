/*
 * fuzz_re.c - any bytes as pattern, subject and template.
 *
 * Input: one byte of options, then pattern, NUL, template, NUL, subject.
 * Nothing may crash, leak or run on; what is accepted must compile unless it
 * is too large, and results must lie inside the subject.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "py/mod/re_match.h"
#include "py/mod/re_parse.h"
#include "py/mod/re_template.h"

#define FUEL   20000
#define MEMORY (16 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct piece {
  const uint8_t *text;
  size_t size;
} piece;

static void *take(void *arg, size_t size) {
  (void)arg;
  return malloc(size);
}

static void give(void *arg, void *block) {
  (void)arg;
  free(block);
}

static void must(bool ok) {
  if (!ok) abort();
}

/* Cut the text up to the next NUL off the input. */
static piece cut(piece *input) {
  const uint8_t *nul =
      input->size > 0 ? memchr(input->text, 0, input->size) : NULL;
  size_t n = nul ? (size_t)(nul - input->text) : input->size;
  piece first = {input->text, n};
  size_t used = nul ? n + 1 : n;
  input->text += used;
  input->size -= used;
  return first;
}

static void scan(cs_re_runner *r, const cs_re_code *code, piece subject) {
  cs_re_meter meter = {.fuel = FUEL};
  cs_re_scan at = {0};
  while (cs_re_match_next(r, code, subject.text, subject.size, &at, &meter) ==
         CS_RE_MATCH) {
    for (uint32_t g = 0; g <= code->captures; g++) {
      size_t lo = r->ends[2 * g], hi = r->ends[2 * g + 1];
      must(lo == CS_RE_UNSET || (lo <= hi && hi <= subject.size));
    }
  }
}

static void match(cs_scratch *scratch, cs_re_tree *tree, cs_re_variant variant,
                  piece subject) {
  cs_re_memory memory = {.take = take, .give = give, .limit = MEMORY};
  cs_re_error err;
  cs_re_text text;
  cs_re_code code = {0};
  cs_re_runner runner = {0};
  if (cs_re_print(scratch, tree, variant, tree->op_count % 2 == 1, &text,
                  &err) == CS_OK &&
      cs_re_match_compile(&memory, &text, &code, &err) == CS_OK &&
      cs_re_match_init(&runner, &memory) == CS_OK)
    scan(&runner, &code, subject);
  cs_re_match_fini(&runner);
  cs_re_match_release(&code);
  must(memory.used == 0);
}

static void fuzz(cs_scratch *scratch, uint8_t options, piece pattern,
                 piece template_, piece subject) {
  bool bytes = (options & 1) != 0;
  uint32_t flags = options & (CS_RE_IGNORECASE | CS_RE_MULTILINE |
                              CS_RE_DOTALL | CS_RE_VERBOSE);
  cs_re_tree tree;
  cs_re_error err;
  if (!bytes) {
    pattern.size = cs_utf8_check(pattern.text, pattern.size, true, NULL);
    template_.size = cs_utf8_check(template_.text, template_.size, true, NULL);
    subject.size = cs_utf8_check(subject.text, subject.size, true, NULL);
  }
  if (cs_re_parse(scratch, pattern.text, pattern.size, bytes, flags, &tree,
                  &err) != CS_OK)
    return;
  cs_re_groups groups = {.pattern = pattern.text,
                         .names = tree.names,
                         .name_count = tree.name_count,
                         .captures = tree.captures};
  cs_re_template tpl;
  if (cs_re_template_parse(scratch, &groups, template_.text, template_.size,
                           bytes, &tpl, &err) == CS_OK)
    for (uint32_t i = 0; i < tpl.count; i++)
      must(tpl.pieces[i].group == CS_RE_NONE ||
           tpl.pieces[i].group <= tree.captures);
  match(scratch, &tree, bytes ? CS_RE_OVER_BYTES : CS_RE_OVER_TEXT, subject);
  if (!bytes && cs_utf8_is_ascii(subject.text, subject.size))
    match(scratch, &tree, CS_RE_OVER_ASCII, subject);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  cs_scratch scratch;
  if (size == 0) return 0;
  piece input = {data + 1, size - 1};
  piece pattern = cut(&input);
  piece template_ = cut(&input);
  cs_scratch_init(&scratch, MEMORY);
  fuzz(&scratch, data[0], pattern, template_, input);
  cs_scratch_fini(&scratch);
  return 0;
}
