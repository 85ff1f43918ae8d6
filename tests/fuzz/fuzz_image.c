/*
 * fuzz_image.c - references, manifests, indexes, configs, challenges: any bytes
 * are read or refused; an accepted reference is printed as it is read.
 *
 * The first byte below 16 chooses a seed that the rest alters (a recipe:
 * records of eight); any other input is the text itself.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image/login.h"
#include "image/oci.h"
#include "image/reference.h"
#include "text/document.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define HEX  "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define ROOM 4096

static const char *const seeds[] = {
    "python:3.11-slim",
    "reg.example:5000/team/app_x/y-z:1.2@sha256:" HEX,
    "localhost/a@sha256:" HEX,
    "docker-archive:/tmp/x.tar:latest",
    "{\"schemaVersion\":2,\"mediaType\":\"" CS_OCI_TYPE_MANIFEST
    "\",\"config\":{\"mediaType\":\"" CS_OCI_TYPE_CONFIG
    "\",\"digest\":\"sha256:" HEX
    "\",\"size\":9},\"layers\":[{\"mediaType\":\"" CS_OCI_TYPE_LAYER
    "+gzip\",\"digest\":\"sha256:" HEX "\",\"size\":12}]}",
    "{\"schemaVersion\":2,\"manifests\":[{\"mediaType\":\"" CS_OCI_TYPE_MANIFEST
    "\",\"digest\":\"sha256:" HEX
    "\",\"size\":9,\"platform\":{\"os\":\"linux\",\"architecture\":\"amd64\"},"
    "\"annotations\":{\"org.opencontainers.image.ref.name\":\"1\"}}]}",
    "{\"architecture\":\"amd64\",\"os\":\"linux\",\"config\":{\"Env\":[\"A=b\"]"
    ","
    "\"Cmd\":[\"x\"],\"User\":\"0:0\"},\"rootfs\":{\"type\":\"layers\","
    "\"diff_ids\":[\"sha256:" HEX "\"]}}",
    "Bearer realm=\"https://auth.example/token\",service=\"r\",scope=\"a:b:c\"",
    "{\"token\":\"abc\",\"expires_in\":300}",
    "[\"\\ud83d\\ude00\\u00e9\",{\"a\":[null,true,false,-1.5e+3]}]"};

static void must(int truth, const char *what) {
  if (truth) return;
  fprintf(stderr, "%s\n", what);
  abort();
}

/* Printed and read again it is the same. */
static void try_reference(const char *text) {
  cs_reference r, again;
  char one[CS_REFERENCE_MAX + 8], two[CS_REFERENCE_MAX + 8];
  if (cs_reference_parse(text, &r, NULL) != CS_OK ||
      r.kind != CS_REFERENCE_NAME)
    return;
  must(!strstr(text, "..") && !strchr(text, ' '), "a name that is none");
  cs_reference_print(&r, one);
  if (strlen(one) > CS_REFERENCE_MAX) return;
  must(cs_reference_parse(one, &again, NULL) == CS_OK, "not read again");
  cs_reference_print(&again, two);
  must(strcmp(one, two) == 0, "printed otherwise");
}

static void try_documents(const char *text, size_t n) {
  cs_oci_manifest m;
  cs_oci_config c;
  cs_oci_blob b;
  cs_oci_kind kind;
  if (cs_oci_manifest_parse(text, n, &m, NULL) == CS_OK) {
    must(m.count > 0 && m.count <= CS_OCI_LAYERS, "number of layers");
    for (size_t i = 0; i < m.count; i++)
      must(cs_reference_is_digest(m.layers[i].digest), "digest of a layer");
    must(cs_oci_index_choose(text, n, NULL, &b, NULL) != CS_OK,
         "both a manifest and an index");
    cs_oci_manifest_fini(&m);
  }
  if (cs_oci_index_choose(text, n, NULL, &b, NULL) == CS_OK)
    must(cs_reference_is_digest(b.digest), "digest of a manifest");
  if (cs_oci_config_parse(text, n, &c, NULL) == CS_OK) {
    must(c.count > 0 && c.run.env && c.run.user, "a config that lacks a part");
    cs_oci_config_fini(&c);
  }
  (void)!cs_oci_kind_of(text, n, &kind, NULL);
}

static void try_login(const char *text, size_t n) {
  cs_challenge c;
  char header[CS_LOGIN_MAX];
  if (cs_login_challenge(text, &c)) must(c.realm[0], "no realm");
  if (cs_login_token(text, n, header, NULL) == CS_OK)
    must(!strpbrk(header, "\r\n"), "two headers");
}

/* Records: where (2 bytes), what (1), byte (1), length (2), from (2). */
static size_t alter(char *text, size_t n, const uint8_t *p, size_t size) {
  for (; size >= 8; p += 8, size -= 8) {
    size_t at = (size_t)(p[0] | p[1] << 8) % (n + 1);
    size_t len = (size_t)(p[4] % 32),
           from = (size_t)(p[6] | p[7] << 8) % (n + 1);
    if (p[2] % 3 == 0 && at < n) text[at] = (char)p[3];
    if (p[2] % 3 == 1 && at + len <= n) {
      memmove(text + at, text + at + len, n - at - len);
      n -= len;
    }
    if (p[2] % 3 == 2 && from + len <= n && n + len < ROOM) {
      char copy[32];
      memcpy(copy, text + from, len);
      memmove(text + at + len, text + at, n - at);
      memcpy(text + at, copy, len);
      n += len;
    }
  }
  return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + ROOM + 1);
  size_t n = size;
  if (!text) return 0;
  if (size > 0 && data[0] < 16) {
    const char *seed = seeds[data[0] % (sizeof seeds / sizeof *seeds)];
    n = strlen(seed);
    memcpy(text, seed, n);
    n = alter(text, n, data + 1, size - 1);
  } else if (size > 0) {
    memcpy(text, data, size);
  }
  text[n] = '\0';
  try_reference(text);
  try_documents(text, n);
  try_login(text, n);
  free(text);
  return 0;
}
