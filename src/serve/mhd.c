/*
 * mhd.c - libmicrohttpd, loaded when somebody wants to serve HTTP.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/mhd.h"

#include "base/library.h"

#define NAME "libmicrohttpd.so.12"

cs_status cs_mhd_load(cs_mhd *m, cs_error *err) {
  *m = (cs_mhd){.library = NULL};
  cs_status st = cs_library_open(NAME, "libmicrohttpd12", &m->library, err);
  if (st != CS_OK) return st;
  bool all = true;
#define X(name) \
  all = all && cs_library_find(m->library, "MHD_" #name, &m->name);
  CS_MHD_LIST(X)
#undef X
  return all ? CS_OK : cs_library_lacks(NAME, err);
}
