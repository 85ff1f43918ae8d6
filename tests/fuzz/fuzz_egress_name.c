/*
 * fuzz_egress_name.c - any bytes as the name of a host, and as a path.
 *
 * What must hold: a name that is read reads back as itself, has no byte that a
 * name lacks, and is judged the same with another case and a trailing dot; a
 * path in normal form is its own normal form and has no dot segment.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "egress/name.h"
#include "egress/path.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool ok) {
  if (!ok) abort();
}

static void check_name(const char *bytes, size_t n) {
  cs_name name, again;
  if (cs_name_read(bytes, n, &name)) return;
  must(name.len > 0 && name.len <= CS_NAME_MAX);
  must(strlen(name.text) == name.len);
  if (name.address.family == 6) return;
  must(strspn(name.text, "abcdefghijklmnopqrstuvwxyz0123456789.-") == name.len);
  must(!cs_name_read(name.text, name.len, &again));
  must(cs_name_equal(&name, &again) && again.labels == name.labels);
  char upper[CS_NAME_MAX + 2];
  for (size_t i = 0; i < name.len; i++)
    upper[i] = name.text[i] >= 'a' && name.text[i] <= 'z'
                   ? (char)(name.text[i] - 32)
                   : name.text[i];
  upper[name.len] = '.';
  must(!cs_name_read(upper, name.len + 1, &again));
  must(cs_name_equal(&name, &again));
}

static void check_authority(const char *bytes, size_t n) {
  cs_name name;
  uint16_t port = 443;
  if (!cs_name_authority(bytes, n, &name, &port)) must(port && name.len);
}

static void check_path(const char *bytes, size_t n) {
  char path[600], normal[600], again[600];
  if (n >= sizeof path) return;
  memcpy(path, bytes, n);
  path[n] = 0;
  if (!cs_path_is_valid(path) || !cs_path_normal(path, normal)) return;
  must(cs_path_is_valid(normal) && strlen(normal) <= strlen(path));
  must(!strstr(normal, "/../") && !strstr(normal, "//"));
  must(cs_path_normal(normal, again) && strcmp(normal, again) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *bytes = (const char *)data;
  check_name(bytes, size);
  check_authority(bytes, size);
  check_path(bytes, size);
  return 0;
}
