/*
 * library.h - shared libraries that are loaded by whoever needs them.
 *
 * The binary links only what every command uses.  libcurl, libarchive, OpenSSL
 * and their like cost milliseconds at start-up and belong to a few commands, so
 * those load them.  A layer lists the functions it calls once:
 *
 *   #define CS_PSL_LIST(X) X(psl_builtin) X(psl_is_public_suffix)
 *   typedef struct cs_psl {
 *     void *library;                       // owned: cs_library_close
 *   #define X(name) __typeof__(name) *name;
 *     CS_PSL_LIST(X)
 *   #undef X
 *   } cs_psl;
 *
 * and fills the struct with CS_LIBRARY_LOAD.  The package's header is needed to
 * build; the library itself only where it is used.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_LIBRARY_H
#define CS_BASE_LIBRARY_H

#include <stdbool.h>

#include "base/error.h"

/* Load the shared library `file` ("libpsl.so.5") into `*library`.  Fails with
 * CS_EOS and a text that names `package`, which would install it. */
cs_status cs_library_open(const char *file, const char *package, void **library,
                          cs_error *err) CS_MUST_CHECK;

/* Store the address of `name` in the function pointer that `to` points to;
 * false if the library has no such name. */
bool cs_library_find(void *library, const char *name, void *to);

/* Unload; NULL is allowed.  Every address found in it is invalid after this. */
void cs_library_close(void *library);

/* Report a library that lacks a function this layer calls (too old a version).
 */
cs_status cs_library_lacks(const char *file, cs_error *err);

/* Load `file` and fill every member that `LIST` names in `*table`; the member
 * `library` owns the handle.  A statement: `status` receives CS_OK or, with
 * nothing left loaded, the failure. */
#define CS_LIBRARY_LOAD(status, table, LIST, file, package, err)         \
  do {                                                                   \
    __typeof__(table) to_ = (table);                                     \
    (status) = cs_library_open((file), (package), &to_->library, (err)); \
    bool all_ = (status) == CS_OK;                                       \
    LIST(CS_LIBRARY_FIND)                                                \
    if ((status) == CS_OK && !all_) {                                    \
      cs_library_close(to_->library);                                    \
      to_->library = NULL;                                               \
      (status) = cs_library_lacks((file), (err));                        \
    }                                                                    \
  } while (0)

/* One step of CS_LIBRARY_LOAD; not for use elsewhere. */
#define CS_LIBRARY_FIND(name) \
  all_ = all_ && cs_library_find(to_->library, #name, &to_->name);

#endif
