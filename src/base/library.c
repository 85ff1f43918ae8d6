/*
 * library.c - dlopen and dlsym with errors that say what to install.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/library.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

cs_status cs_library_open(const char *file, const char *package, void **library,
                          cs_error *err) {
  *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (*library) return CS_OK;
  return cs_error_set(err, CS_EOS,
                      "the library %s is not installed (Debian package: %s)",
                      file, package);
}

bool cs_library_find(void *library, const char *name, void *to) {
  void *at = dlsym(library, name);
  memcpy(to, &at, sizeof at); /* POSIX: functions and data have one size */
  return at != NULL;
}

void cs_library_close(void *library) {
  if (library) (void)dlclose(library);
}

cs_status cs_library_lacks(const char *file, cs_error *err) {
  return cs_error_set(err, CS_EOS,
                      "the library %s is too old: it lacks a function that "
                      "caisson calls",
                      file);
}
