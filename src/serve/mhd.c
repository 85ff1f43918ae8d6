/*
 * mhd.c - libmicrohttpd, loaded when somebody wants to serve HTTP.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/mhd.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

#define NAME "libmicrohttpd.so.12"

static bool find(void *library, const char *name, void *to) {
  void *at = dlsym(library, name);
  memcpy(to, &at, sizeof at); /* functions and data have one size here */
  return at != NULL;
}

cs_status cs_mhd_load(cs_mhd *m, cs_error *err) {
  *m = (cs_mhd){.library = dlopen(NAME, RTLD_NOW | RTLD_LOCAL)};
  if (!m->library)
    return cs_error_set(err, CS_EOS,
                        "there is no " NAME
                        " here: install the "
                        "package libmicrohttpd12");
  bool all = true;
#define X(name) all &= find(m->library, "MHD_" #name, &m->name);
  CS_MHD_LIST(X)
#undef X
  if (all) return CS_OK;
  return cs_error_set(err, CS_EOS, NAME " lacks a function");
}
