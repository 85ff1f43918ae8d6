/*
 * fuzz_policy.c - any bytes are a policy or are refused, and what is accepted
 * means the same when it is written and read again.
 *
 * Under libFuzzer the input is the text.  A recipe (a slice's input: one byte
 * 0..15, then records of eight) alters one of the seeds below instead: so even
 * short runs get past the first key.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "policy/canon.h"
#include "policy/load.h"
#include "policy/narrow.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const seeds[] = {
    "version: 1\nname: x\nlimits: {pids: 64, wall_ms: 5s, cpus: 1.5}\n",
    "version: 1\nextends: agent\nfs:\n  read: [/a, '/b/*', {path: '/c*', "
    "literal: true}]\n  mounts: [{host: /a, guest: /g, mode: rw}]\n"
    "  deny: ['/a/**/x']\n",
    "{\"version\":1,\"name\":\"\\ud83d\\ude00\\/\",\"env\":{\"set\":{\"A\":"
    "\"b\\n\"}},\"egress\":{\"allow\":[\"a.example\",{\"host\":\"*.b.example\""
    ",\"ports\":[80],\"proto\":\"http\"}]}}",
    "version: 1\negress: {allow: [a.example]}\nsecrets: {k: {from: 'env:K', "
    "hosts: [a.example], sites: [header]}}\nclock: 2030-01-01T00:00:00Z\n",
    "version: 1\nprocess: {spawn: [/bin/sh], caps: [KILL]}\nworkspace: {write: "
    "['out/**']}\ncode: {imports_allow: [math, os.path]}\n"};

static void must(int truth, const char *what) {
  if (truth) return;
  fprintf(stderr, "%s\n", what);
  abort();
}

/* Written and read again it has the same hash. */
static void write_and_read(const cs_policy *p) {
  cs_policy *again = NULL;
  char x[CS_POLICY_HASH], y[CS_POLICY_HASH];
  cs_buf json;
  cs_buf_init(&json, CS_POLICY_JSON_MAX);
  must(cs_canon_file(p, &json) == CS_OK, "cannot be written");
  if (json.len <= (256 << 10)) {
    must(cs_load_text(json.data, json.len, "again", CS_POLICY_OWNER, &again,
                      NULL) == CS_OK,
         "what was written is refused");
    must(cs_canon_hash(p, x) == CS_OK && cs_canon_hash(again, y) == CS_OK &&
             strcmp(x, y) == 0,
         "another hash");
  }
  cs_buf_fini(&json);
  cs_policy_free(again);
}

/* A policy is within itself, and its narrowing is within it. */
static void narrow(const cs_policy *p) {
  cs_policy *q = NULL;
  cs_policy_field id;
  cs_policy_fault f;
  must(cs_narrow_is_within(p, p, &id), "not within itself");
  if (cs_narrow_policy(p, p, CS_POLICY_PROJECT, &q, &f) == CS_OK)
    must(cs_narrow_is_within(p, q, &id), "a narrowing is wider");
  else
    must(f.code && f.text[0], "refused without a reason");
  cs_policy_free(q);
}

static void try_text(const char *text, size_t n) {
  cs_policy *p = NULL;
  cs_policy_fault f;
  if (cs_load_text(text, n, "fuzz", CS_POLICY_OWNER, &p, &f) != CS_OK) {
    must(f.code != NULL && f.text[0], "refused without a reason");
    return;
  }
  write_and_read(p);
  narrow(p);
  cs_policy_free(p);
}

/* Change, remove or repeat some bytes of a seed. */
static void try_recipe(const uint8_t *data, size_t size) {
  const char *seed = seeds[data[0] % (sizeof seeds / sizeof *seeds)];
  static const char odd[] = "{}[]:,'\"&*!|>%-#? \n\t\\u0~1e.-ab/";
  char text[4096];
  size_t n = strlen(seed);
  memcpy(text, seed, n);
  for (size_t i = 1; i + 8 <= size && n > 0; i += 8) {
    const uint8_t *r = data + i;
    size_t at = (r[0] | (size_t)r[1] << 8) % n;
    size_t len = r[3] % 8u < n - at ? r[3] % 8u : n - at;
    if (r[2] % 4 == 0) {
      text[at] = odd[r[4] % (sizeof odd - 1)];
    } else if (r[2] % 4 == 1) {
      memmove(text + at, text + at + len, n - at - len);
      n -= len;
    } else if (n + len < sizeof text) {
      memmove(text + at + len, text + at, n - at);
      n += len;
    }
    if (n && r[2] % 4 == 3) text[at < n ? at : n - 1] = (char)r[5];
  }
  try_text(text, n);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > 0 && size <= 129 && size % 8 == 1)
    try_recipe(data, size);
  else
    try_text((const char *)data, size);
  return 0;
}
