/*
 * tls.c - OpenSSL, loaded at run time, and what we make of it.
 *
 * All leaves of a sandbox share one key: signing a certificate costs 0.2 ms, a
 * key of its own would double that and protect nothing, since both ends of
 * these connections are on this machine.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "egress/tls.h"

#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/library.h"
#include "base/weaken.h"

#define DAYS    30
#define SECONDS (24 * 3600)

static cs_status load(cs_tls *t, cs_error *err) {
  cs_status st;
  CS_LIBRARY_LOAD(st, &t->crypto, CS_TLS_CRYPTO, "libcrypto.so.3", "libssl3",
                  err);
  if (st == CS_OK)
    CS_LIBRARY_LOAD(st, &t->ssl, CS_TLS_SSL, "libssl.so.3", "libssl3", err);
  if (st == CS_OK &&
      t->ssl.OPENSSL_init_ssl(OPENSSL_INIT_NO_LOAD_CONFIG, NULL) != 1)
    return cs_error_set(err, CS_EOS, "OpenSSL does not start");
  return st;
}

/* --- certificates -------------------------------------------------------- */

static bool add_extension(cs_tls *t, X509 *x, X509V3_CTX *c, int nid,
                          const char *value) {
  X509_EXTENSION *e = t->crypto.X509V3_EXT_conf_nid(NULL, c, nid, value);
  bool added = e && t->crypto.X509_add_ext(x, e, -1) == 1;
  t->crypto.X509_EXTENSION_free(e);
  return added;
}

static bool add_extensions(cs_tls *t, X509 *x, const cs_name *name) {
  X509V3_CTX c;
  char names[CS_NAME_MAX + 8];
  t->crypto.X509V3_set_ctx(&c, name ? t->ca : x, x, NULL, NULL, 0);
  if (!add_extension(t, x, &c, NID_subject_key_identifier, "hash"))
    return false;
  if (!name)
    return add_extension(t, x, &c, NID_basic_constraints,
                         "critical,CA:TRUE,pathlen:0") &&
           add_extension(t, x, &c, NID_key_usage,
                         "critical,keyCertSign,cRLSign");
  snprintf(names, sizeof names, "%s:%s", name->address.family ? "IP" : "DNS",
           name->text);
  return add_extension(t, x, &c, NID_basic_constraints, "critical,CA:FALSE") &&
         add_extension(t, x, &c, NID_authority_key_identifier,
                       "keyid:always") &&
         add_extension(t, x, &c, NID_key_usage, "critical,digitalSignature") &&
         add_extension(t, x, &c, NID_ext_key_usage, "serverAuth") &&
         add_extension(t, x, &c, NID_subject_alt_name, names);
}

static bool fill(cs_tls *t, X509 *x, const cs_name *name) {
  const cs_tls_crypto *c = &t->crypto;
  uint64_t serial = 0;
  /* A common name has at most 64 characters; the names above count. */
  const char *common = !name            ? "Caisson sandbox CA"
                       : name->len > 60 ? "sandbox"
                                        : name->text;
  if (getrandom(&serial, sizeof serial, 0) != (ssize_t)sizeof serial)
    return false;
  X509_NAME *subject = c->X509_get_subject_name(x);
  return c->X509_set_version(x, 2) == 1 &&
         c->ASN1_INTEGER_set_uint64(c->X509_get_serialNumber(x), serial >> 1) ==
             1 &&
         c->X509_gmtime_adj(c->X509_getm_notBefore(x), -3600) &&
         c->X509_gmtime_adj(c->X509_getm_notAfter(x), DAYS * SECONDS) &&
         c->X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                                       (const unsigned char *)common, -1, -1,
                                       0) == 1 &&
         c->X509_set_issuer_name(
             x, name ? c->X509_get_subject_name(t->ca) : subject) == 1 &&
         c->X509_set_pubkey(x, name ? t->leaf_key : t->ca_key) == 1 &&
         add_extensions(t, x, name) &&
         c->X509_sign(x, t->ca_key, c->EVP_sha256()) > 0;
}

/* A certificate for `name`, or the authority's own; NULL: no memory. */
static X509 *make_certificate(cs_tls *t, const cs_name *name) {
  X509 *x = t->crypto.X509_new();
  if (x && fill(t, x, name)) return x;
  t->crypto.X509_free(x);
  return NULL;
}

/* --- contexts ------------------------------------------------------------ */

static void set_version(cs_tls *t, SSL_CTX *c) {
  t->ssl.SSL_CTX_ctrl(c, SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_2_VERSION, NULL);
  t->ssl.SSL_CTX_ctrl(
      c, SSL_CTRL_MODE,
      SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER,
      NULL);
}

/* HTTP/1.1 or nothing: what we cannot read we do not offer. */
static int choose_protocol(SSL *s, const unsigned char **out,
                           unsigned char *len, const unsigned char *in,
                           unsigned n, void *user) {
  (void)s;
  (void)user;
  for (unsigned i = 0; i < n && i + 1u + in[i] <= n; i += 1u + in[i])
    if (in[i] == 8 && memcmp(in + i + 1, "http/1.1", 8) == 0) {
      *out = in + i + 1;
      *len = 8;
      return SSL_TLSEXT_ERR_OK;
    }
  return SSL_TLSEXT_ERR_NOACK;
}

static SSL_CTX *make_leaf(cs_tls *t, const cs_name *name) {
  SSL_CTX *c = t->ssl.SSL_CTX_new(t->ssl.TLS_server_method());
  X509 *x = c ? make_certificate(t, name) : NULL;
  bool good = x && t->ssl.SSL_CTX_use_certificate(c, x) == 1 &&
              t->ssl.SSL_CTX_use_PrivateKey(c, t->leaf_key) == 1;
  t->crypto.X509_free(x);
  if (!good) {
    t->ssl.SSL_CTX_free(c);
    return NULL;
  }
  set_version(t, c);
  t->ssl.SSL_CTX_set_options(c, SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION);
  t->ssl.SSL_CTX_ctrl(c, SSL_CTRL_SET_SESS_CACHE_MODE, SSL_SESS_CACHE_OFF,
                      NULL);
  t->ssl.SSL_CTX_set_alpn_select_cb(c, choose_protocol, NULL);
  return c;
}

static SSL_CTX *find_leaf(cs_tls *t, const cs_name *name) {
  for (size_t i = 0; i < CS_TLS_LEAVES; i++)
    if (t->leaves[i].context && strcmp(t->leaves[i].name, name->text) == 0)
      return t->leaves[i].context;
  SSL_CTX *c = make_leaf(t, name);
  if (!c) return NULL;
  cs_tls_leaf *slot = &t->leaves[t->next_leaf++ % CS_TLS_LEAVES];
  t->ssl.SSL_CTX_free(slot->context); /* connections hold their own count */
  slot->context = c;
  memcpy(slot->name, name->text, name->len + 1);
  return c;
}

SSL *cs_tls_accept(cs_tls *t, const cs_name *name, int fd) {
  SSL_CTX *c = find_leaf(t, name);
  SSL *s = c ? t->ssl.SSL_new(c) : NULL;
  if (!s) return NULL;
  if (t->ssl.SSL_set_fd(s, fd) != 1) {
    t->ssl.SSL_free(s);
    return NULL;
  }
  t->ssl.SSL_set_accept_state(s);
  return s;
}

/* --- upstream ------------------------------------------------------------ */

static cs_tls_session *find_session(cs_tls *t, const char *key) {
  for (size_t i = 0; i < CS_TLS_SESSIONS; i++)
    if (t->sessions[i].session && strcmp(t->sessions[i].name, key) == 0)
      return &t->sessions[i];
  return NULL;
}

static void make_key(const cs_name *name, uint16_t port, char *out,
                     size_t room) {
  snprintf(out, room, "%s:%u", name->text, port);
}

/* redteam: H25 - verified by chain and by name, without exception. */
static bool expect_name(cs_tls *t, SSL *s, const cs_name *name) {
  if (!name->address.family)
    return t->ssl.SSL_set1_host(s, name->text) == 1 &&
           t->ssl.SSL_ctrl(s, SSL_CTRL_SET_TLSEXT_HOSTNAME,
                           TLSEXT_NAMETYPE_host_name,
                           (void *)(uintptr_t)name->text) == 1;
  return t->crypto.X509_VERIFY_PARAM_set1_ip(
             t->ssl.SSL_get0_param(s), name->address.bytes,
             name->address.family == 4 ? 4 : 16) == 1;
}

SSL *cs_tls_connect(cs_tls *t, const cs_name *name, uint16_t port, int fd) {
  static const unsigned char protocol[] = "\x08http/1.1";
  char key[CS_NAME_MAX + 8];
  if (cs_weaken("egress.upstream"))
    t->ssl.SSL_CTX_set_verify(t->upstream, SSL_VERIFY_NONE, NULL);
  SSL *s = t->ssl.SSL_new(t->upstream);
  if (!s) return NULL;
  if (!expect_name(t, s, name) || t->ssl.SSL_set_fd(s, fd) != 1 ||
      t->ssl.SSL_set_alpn_protos(s, protocol, sizeof protocol - 1) != 0) {
    t->ssl.SSL_free(s);
    return NULL;
  }
  make_key(name, port, key, sizeof key);
  cs_tls_session *known = find_session(t, key);
  if (known) (void)t->ssl.SSL_set_session(s, known->session);
  t->ssl.SSL_set_connect_state(s);
  return s;
}

void cs_tls_remember(cs_tls *t, const cs_name *name, uint16_t port, SSL *s) {
  char key[CS_NAME_MAX + 8];
  make_key(name, port, key, sizeof key);
  cs_tls_session *slot = find_session(t, key);
  SSL_SESSION *session = t->ssl.SSL_get1_session(s);
  if (!session) return;
  if (!slot) slot = &t->sessions[t->next_session++ % CS_TLS_SESSIONS];
  if (slot->session) t->ssl.SSL_SESSION_free(slot->session);
  slot->session = session;
  memcpy(slot->name, key, strlen(key) + 1);
}

/* Where systems keep what they trust, in one file: all of it is read before the
 * process is locked. */
static const char *const bundles[] = {
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"};

cs_status cs_tls_trust(cs_tls *t, const char *file, cs_error *err) {
  t->upstream = t->ssl.SSL_CTX_new(t->ssl.TLS_client_method());
  if (!t->upstream) return cs_error_set(err, CS_EOS, "no memory for TLS");
  set_version(t, t->upstream);
  t->ssl.SSL_CTX_set_verify(t->upstream, SSL_VERIFY_PEER, NULL);
  /* The framing of HTTP finds what was cut off. */
  t->ssl.SSL_CTX_set_options(
      t->upstream, SSL_OP_NO_RENEGOTIATION | SSL_OP_IGNORE_UNEXPECTED_EOF);
  t->ssl.SSL_CTX_ctrl(t->upstream, SSL_CTRL_SET_SESS_CACHE_MODE,
                      SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL, NULL);
  for (size_t i = 0; i < sizeof bundles / sizeof *bundles; i++)
    if (!file && access(bundles[i], R_OK) == 0) file = bundles[i];
  if (file && t->ssl.SSL_CTX_load_verify_file(t->upstream, file) == 1)
    return CS_OK;
  return cs_error_set(err, CS_EOS, "cannot read the certificates in %.120s",
                      file ? file : "the system's trust store");
}

/* --- life ---------------------------------------------------------------- */

cs_status cs_tls_open(cs_tls *t, cs_error *err) {
  memset(t, 0, sizeof *t);
  cs_status st = load(t, err);
  if (st != CS_OK) return st;
  t->ca_key = t->crypto.EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256");
  t->leaf_key = t->crypto.EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256");
  if (t->ca_key && t->leaf_key) t->ca = make_certificate(t, NULL);
  if (t->ca) return CS_OK;
  return cs_error_set(err, CS_EOS, "cannot make a certificate authority");
}

void cs_tls_close(cs_tls *t) {
  for (size_t i = 0; i < CS_TLS_LEAVES; i++)
    if (t->leaves[i].context) t->ssl.SSL_CTX_free(t->leaves[i].context);
  for (size_t i = 0; i < CS_TLS_SESSIONS; i++)
    if (t->sessions[i].session) t->ssl.SSL_SESSION_free(t->sessions[i].session);
  if (t->upstream) t->ssl.SSL_CTX_free(t->upstream);
  if (t->crypto.library) {
    t->crypto.X509_free(t->ca);
    t->crypto.EVP_PKEY_free(t->ca_key);
    t->crypto.EVP_PKEY_free(t->leaf_key);
  }
  /* The libraries stay: they register functions that run at exit. */
  memset(t, 0, sizeof *t);
}

cs_status cs_tls_ca(cs_tls *t, cs_buf *out) {
  char *bytes = NULL;
  BIO *b = t->crypto.BIO_new(t->crypto.BIO_s_mem());
  cs_status st = CS_EOS;
  if (b && t->crypto.PEM_write_bio_X509(b, t->ca) == 1) {
    long n = t->crypto.BIO_ctrl(b, BIO_CTRL_INFO, 0, &bytes);
    if (n > 0) st = cs_buf_put(out, bytes, (size_t)n);
  }
  t->crypto.BIO_free(b);
  return st;
}
