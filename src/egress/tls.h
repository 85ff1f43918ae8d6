/*
 * tls.h - OpenSSL, loaded at run time, and what we make of it.
 *
 * A cs_tls belongs to one egress process, that is to one sandbox: it has a
 * certificate authority of its own, whose key never leaves the process, and a
 * client side that verifies servers fully.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_TLS_H
#define CS_EGRESS_TLS_H

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "base/buf.h"
#include "base/error.h"
#include "egress/name.h"

#define CS_TLS_SSL(X)           \
  X(OPENSSL_init_ssl)           \
  X(SSL_CTX_new)                \
  X(SSL_CTX_free)               \
  X(TLS_server_method)          \
  X(TLS_client_method)          \
  X(SSL_CTX_ctrl)               \
  X(SSL_CTX_set_options)        \
  X(SSL_CTX_use_certificate)    \
  X(SSL_CTX_use_PrivateKey)     \
  X(SSL_CTX_set_alpn_select_cb) \
  X(SSL_CTX_set_verify)         \
  X(SSL_CTX_load_verify_file)   \
  X(SSL_new)                    \
  X(SSL_free)                   \
  X(SSL_set_fd)                 \
  X(SSL_ctrl)                   \
  X(SSL_set1_host)              \
  X(SSL_get0_param)             \
  X(SSL_set_alpn_protos)        \
  X(SSL_get0_alpn_selected)     \
  X(SSL_set_connect_state)      \
  X(SSL_set_accept_state)       \
  X(SSL_do_handshake)           \
  X(SSL_read)                   \
  X(SSL_write)                  \
  X(SSL_pending)                \
  X(SSL_get_error)              \
  X(SSL_shutdown)               \
  X(SSL_get_verify_result)      \
  X(SSL_get_rbio)               \
  X(SSL_get_wbio)               \
  X(SSL_get1_session)           \
  X(SSL_set_session)            \
  X(SSL_SESSION_free)

#define CS_TLS_CRYPTO(X)           \
  X(BIO_new)                       \
  X(BIO_s_mem)                     \
  X(BIO_free)                      \
  X(BIO_ctrl)                      \
  X(BIO_number_read)               \
  X(BIO_number_written)            \
  X(ERR_clear_error)               \
  X(EVP_PKEY_Q_keygen)             \
  X(EVP_PKEY_free)                 \
  X(EVP_sha256)                    \
  X(X509_new)                      \
  X(X509_free)                     \
  X(X509_set_version)              \
  X(X509_get_serialNumber)         \
  X(ASN1_INTEGER_set_uint64)       \
  X(X509_gmtime_adj)               \
  X(X509_getm_notBefore)           \
  X(X509_getm_notAfter)            \
  X(X509_get_subject_name)         \
  X(X509_NAME_add_entry_by_txt)    \
  X(X509_set_issuer_name)          \
  X(X509_set_pubkey)               \
  X(X509V3_set_ctx)                \
  X(X509V3_EXT_conf_nid)           \
  X(X509_add_ext)                  \
  X(X509_EXTENSION_free)           \
  X(X509_sign)                     \
  X(X509_VERIFY_PARAM_set1_ip)     \
  X(X509_verify_cert_error_string) \
  X(PEM_write_bio_X509)

typedef struct cs_tls_ssl {
  void *library; /* owned */
#define X(name) __typeof__(name) *name;
  CS_TLS_SSL(X)
#undef X
} cs_tls_ssl;

typedef struct cs_tls_crypto {
  void *library; /* owned */
#define X(name) __typeof__(name) *name;
  CS_TLS_CRYPTO(X)
#undef X
} cs_tls_crypto;

#define CS_TLS_LEAVES   128 /* certificates that are kept */
#define CS_TLS_SESSIONS 64  /* sessions with servers that are kept */

typedef struct cs_tls_leaf {
  char name[CS_NAME_MAX + 1];
  SSL_CTX *context; /* owned */
} cs_tls_leaf;

typedef struct cs_tls_session {
  char name[CS_NAME_MAX + 8]; /* "host:port" */
  SSL_SESSION *session;       /* owned */
} cs_tls_session;

typedef struct cs_tls {
  cs_tls_ssl ssl;
  cs_tls_crypto crypto;
  EVP_PKEY *ca_key, *leaf_key; /* owned */
  X509 *ca;                    /* owned */
  SSL_CTX *upstream;           /* owned */
  cs_tls_leaf leaves[CS_TLS_LEAVES];
  cs_tls_session sessions[CS_TLS_SESSIONS];
  size_t next_leaf, next_session; /* which is replaced next */
} cs_tls;

/* Load the libraries and make the authority. */
cs_status cs_tls_open(cs_tls *t, cs_error *err) CS_MUST_CHECK;
/* Read what is trusted upstream: a file of certificates, or NULL: those of the
 * system. */
cs_status cs_tls_trust(cs_tls *t, const char *file,
                       cs_error *err) CS_MUST_CHECK;
void cs_tls_close(cs_tls *t);

/* The authority's certificate as PEM, appended. */
cs_status cs_tls_ca(cs_tls *t, cs_buf *out) CS_MUST_CHECK;

/* The server's side of a connection that the sandbox makes to `name`; NULL: no
 * memory. */
SSL *cs_tls_accept(cs_tls *t, const cs_name *name, int fd);
/* The client's side of a connection to `name`, verified by that name. */
SSL *cs_tls_connect(cs_tls *t, const cs_name *name, uint16_t port, int fd);
/* Keep the session of a connection that was verified, for the next one. */
void cs_tls_remember(cs_tls *t, const cs_name *name, uint16_t port, SSL *s);

#endif
