/*
 * http.c - libcurl's easy and multi interface behind one small contract.
 *
 * Every request runs in a multi handle, a single one too, so there is one way
 * to wait.  A transfer that moves less than a byte in a second for a minute is
 * given up; nothing else limits its time, because layers are large.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "http/http.h"

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/library.h"

#define CONNECT_MS 10000L
#define STALL_S    60L
#define CREW_MAX   8
#define IGNORED    65536 /* bytes of a body that nobody wants */

#define CURL_LIST(X)          \
  X(curl_global_init)         \
  X(curl_easy_init)           \
  X(curl_easy_setopt)         \
  X(curl_easy_getinfo)        \
  X(curl_easy_cleanup)        \
  X(curl_easy_strerror)       \
  X(curl_slist_append)        \
  X(curl_slist_free_all)      \
  X(curl_multi_init)          \
  X(curl_multi_cleanup)       \
  X(curl_multi_add_handle)    \
  X(curl_multi_remove_handle) \
  X(curl_multi_perform)       \
  X(curl_multi_poll)          \
  X(curl_multi_info_read)

typedef struct curl_table {
  void *library; /* owned */
#define X(name) __typeof__(name) *name;
  CURL_LIST(X)
#undef X
} curl_table;

/* One request under way. */
typedef struct transfer {
  cs_http *h;
  cs_http_request q; /* its texts were copied by libcurl */
  cs_http_response r;
  CURL *easy;                 /* owned */
  struct curl_slist *headers; /* owned */
  char text[CURL_ERROR_SIZE];
  cs_error err;
  cs_status failed; /* of the sink */
  uint64_t sent, ignored;
  bool refused; /* an address was */
  int number;
} transfer;

struct cs_http {
  curl_table lib;
  CURLM *multi;  /* owned */
  char *ca_file; /* owned */
  bool plain;
};

bool cs_http_has_proxy(void) {
  static const char *const names[] = {"https_proxy", "HTTPS_PROXY", "all_proxy",
                                      "ALL_PROXY", "http_proxy"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *value = getenv(names[i]);
    if (value && *value) return true;
  }
  return false;
}

cs_status cs_http_escape(cs_buf *out, const char *text, const char *keep) {
  static const char plain[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
  cs_status st = CS_OK;
  for (; st == CS_OK && *text; text++)
    st = strchr(plain, *text) || strchr(keep, *text)
             ? cs_buf_put(out, text, 1)
             : cs_buf_printf(out, "%%%02X", (unsigned char)*text);
  return st;
}

/* --- client -------------------------------------------------------------- */

cs_status cs_http_new(const cs_http_options *options, cs_http **out,
                      cs_error *err) {
  cs_http *h = calloc(1, sizeof *h);
  cs_status st;
  if (!h) return cs_error_set(err, CS_EOS, "out of memory");
  CS_LIBRARY_LOAD(st, &h->lib, CURL_LIST, "libcurl.so.4", "libcurl4", err);
  if (st == CS_OK && h->lib.curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
    st = cs_error_set(err, CS_EOS, "libcurl cannot be initialized");
  if (st == CS_OK) {
    h->multi = h->lib.curl_multi_init();
    h->plain = options->plain;
    h->ca_file = options->ca_file ? strdup(options->ca_file) : NULL;
    if (!h->multi || (options->ca_file && !h->ca_file))
      st = cs_error_set(err, CS_EOS, "out of memory");
  }
  if (st != CS_OK) {
    cs_http_free(h);
    return st;
  }
  *out = h;
  return CS_OK;
}

void cs_http_free(cs_http *h) {
  if (!h) return;
  if (h->multi) h->lib.curl_multi_cleanup(h->multi);
  /* The library stays loaded: OpenSSL registered functions for exit. */
  free(h->ca_file);
  free(h);
}

/* --- what libcurl calls -------------------------------------------------- */

/* The value of the header `name` in a line, trimmed, into `out`. */
static void take_header(const char *line, size_t n, const char *name, char *out,
                        size_t room) {
  size_t k = strlen(name);
  if (n <= k || strncasecmp(line, name, k) != 0 || line[k] != ':') return;
  line += k + 1;
  n -= k + 1;
  while (n && (*line == ' ' || *line == '\t')) line++, n--;
  while (n && (unsigned char)line[n - 1] <= ' ') n--;
  if (n >= room) return;
  for (size_t i = 0; i < n; i++)
    if ((unsigned char)line[i] < ' ') return;
  memcpy(out, line, n);
  out[n] = '\0';
}

static size_t on_header(char *line, size_t size, size_t n, void *user) {
  transfer *t = user;
  char range[128] = "";
  size_t len = size * n;
  if (len > 5 && memcmp(line, "HTTP/", 5) == 0)
    t->r = (cs_http_response){.length = UINT64_MAX};
  take_header(line, len, "Location", t->r.location, sizeof t->r.location);
  take_header(line, len, "WWW-Authenticate", t->r.challenge,
              sizeof t->r.challenge);
  take_header(line, len, "ETag", t->r.etag, sizeof t->r.etag);
  take_header(line, len, "Content-Type", t->r.type, sizeof t->r.type);
  take_header(line, len, "Docker-Content-Digest", t->r.content_digest,
              sizeof t->r.content_digest);
  take_header(line, len, "Content-Range", range, sizeof range);
  if (range[0]) t->r.ranged = true;
  return len;
}

static void read_status(transfer *t) {
  long status = 0;
  curl_off_t length = -1;
  (void)t->h->lib.curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &status);
  (void)t->h->lib.curl_easy_getinfo(t->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T,
                                    &length);
  t->r.status = (int)status;
  t->r.length = length < 0 ? UINT64_MAX : (uint64_t)length;
}

static size_t on_body(char *bytes, size_t size, size_t n, void *user) {
  transfer *t = user;
  size_t len = size * n;
  if (t->r.status == 0) read_status(t);
  if (!t->q.sink) {
    t->ignored += len;
    return t->ignored > IGNORED ? 0 : len;
  }
  t->failed = t->q.sink(t->q.user, &t->r, bytes, len, &t->err);
  return t->failed == CS_OK ? len : 0;
}

static size_t on_send(char *to, size_t size, size_t n, void *user) {
  transfer *t = user;
  uint64_t left = t->q.body_size - t->sent;
  size_t want = size * n < left ? size * n : (size_t)left;
  if (t->q.body) {
    memcpy(to, (const char *)t->q.body + t->sent, want);
    t->sent += want;
    return want;
  }
  ssize_t got = pread(t->q.body_fd, to, want, (off_t)t->sent);
  if (got < 0 || (got == 0 && want > 0)) return CURL_READFUNC_ABORT;
  t->sent += (uint64_t)got;
  return (size_t)got;
}

static int on_seek(void *user, curl_off_t offset, int origin) {
  transfer *t = user;
  if (origin != SEEK_SET || offset < 0) return CURL_SEEKFUNC_CANTSEEK;
  t->sent = (uint64_t)offset;
  return CURL_SEEKFUNC_OK;
}

/* libcurl has resolved the name once; what it may not dial fails here. */
static curl_socket_t on_socket(void *user, curlsocktype purpose,
                               struct curl_sockaddr *a) {
  transfer *t = user;
  (void)purpose;
  if (t->q.permit && !t->q.permit(t->q.user, &a->addr)) {
    t->refused = true;
    return CURL_SOCKET_BAD;
  }
  return socket(a->family, a->socktype | SOCK_CLOEXEC, a->protocol);
}

/* --- requests ------------------------------------------------------------ */

#define SET(option, value) \
  (good = good &&          \
          t->h->lib.curl_easy_setopt(t->easy, option, (value)) == CURLE_OK)

static bool set_method(transfer *t) {
  bool good = true;
  const cs_http_request *q = &t->q;
  if (strcmp(q->method, "HEAD") == 0) {
    SET(CURLOPT_NOBODY, 1L);
  } else if (strcmp(q->method, "PUT") == 0) {
    SET(CURLOPT_UPLOAD, 1L);
    SET(CURLOPT_INFILESIZE_LARGE, (curl_off_t)q->body_size);
  } else if (strcmp(q->method, "POST") == 0) {
    SET(CURLOPT_POST, 1L);
    SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)q->body_size);
  } else if (strcmp(q->method, "GET") != 0) {
    SET(CURLOPT_CUSTOMREQUEST, q->method);
  }
  return good;
}

static bool set_headers(transfer *t) {
  bool good = true;
  static const char *const none[] = {"Expect:"};
  for (size_t i = 0; i < t->q.nheaders + 1; i++) {
    const char *line = i < t->q.nheaders ? t->q.headers[i] : none[0];
    void *more = t->h->lib.curl_slist_append(t->headers, line);
    if (!more) return false;
    t->headers = more;
  }
  SET(CURLOPT_HTTPHEADER, t->headers);
  return good;
}

static bool set_callbacks(transfer *t) {
  bool good = true;
  SET(CURLOPT_HEADERFUNCTION, on_header);
  SET(CURLOPT_HEADERDATA, t);
  SET(CURLOPT_WRITEFUNCTION, on_body);
  SET(CURLOPT_WRITEDATA, t);
  SET(CURLOPT_READFUNCTION, on_send);
  SET(CURLOPT_READDATA, t);
  SET(CURLOPT_SEEKFUNCTION, on_seek);
  SET(CURLOPT_SEEKDATA, t);
  SET(CURLOPT_OPENSOCKETFUNCTION, on_socket);
  SET(CURLOPT_OPENSOCKETDATA, t);
  SET(CURLOPT_PRIVATE, t);
  SET(CURLOPT_ERRORBUFFER, t->text);
  return good;
}

static bool set_all(transfer *t) {
  bool good = true;
  SET(CURLOPT_URL, t->q.url);
  SET(CURLOPT_PROTOCOLS_STR, t->h->plain ? "http,https" : "https");
  SET(CURLOPT_FOLLOWLOCATION, 0L);
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_CONNECTTIMEOUT_MS, CONNECT_MS);
  SET(CURLOPT_LOW_SPEED_LIMIT, 1L);
  SET(CURLOPT_LOW_SPEED_TIME, STALL_S);
  SET(CURLOPT_BUFFERSIZE, 131072L);
  SET(CURLOPT_USERAGENT, "caisson");
  SET(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);
  SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  if (t->h->ca_file) SET(CURLOPT_CAINFO, t->h->ca_file);
  return good && set_method(t) && set_headers(t) && set_callbacks(t);
}

static void end_transfer(transfer *t) {
  if (t->easy) {
    (void)t->h->lib.curl_multi_remove_handle(t->h->multi, t->easy);
    t->h->lib.curl_easy_cleanup(t->easy);
  }
  if (t->headers) t->h->lib.curl_slist_free_all(t->headers);
  free(t);
}

static cs_status begin_transfer(cs_http *h, const cs_http_request *q,
                                int number, transfer **out, cs_error *err) {
  transfer *t = calloc(1, sizeof *t);
  if (!t) return cs_error_set(err, CS_EOS, "out of memory");
  t->h = h;
  t->q = *q;
  t->number = number;
  t->r.length = UINT64_MAX;
  t->easy = h->lib.curl_easy_init();
  if (t->easy && set_all(t) &&
      h->lib.curl_multi_add_handle(h->multi, t->easy) == CURLM_OK) {
    *out = t;
    return CS_OK;
  }
  end_transfer(t);
  return cs_error_set(err, CS_EOS, "libcurl refused a request");
}

/* What libcurl says about the end, in our terms.  The error buffer names hosts
 * and certificates, never headers. */
static cs_status outcome_of(transfer *t, CURLcode code) {
  if (t->failed != CS_OK) return t->failed;
  if (t->refused && code != CURLE_OK)
    return cs_error_set(&t->err, CS_EOS,
                        "the server's address is not one that may be used "
                        "(private, link-local or reserved)");
  if (code == CURLE_OK) {
    read_status(t);
    return CS_OK;
  }
  return cs_error_set(
      &t->err, CS_EOS, "%.150s",
      t->text[0] ? t->text : t->h->lib.curl_easy_strerror(code));
}

/* --- waiting ------------------------------------------------------------- */

typedef struct crowd {
  cs_http *h;
  const cs_http_crew *crew;
  transfer *at[CREW_MAX];
  size_t running;
} crowd;

static cs_status start_more(crowd *c, cs_error *err) {
  size_t most = c->crew->most < CREW_MAX ? c->crew->most : CREW_MAX;
  while (c->running < most) {
    cs_http_request q = {.body_fd = -1};
    int number = c->crew->start(c->crew->user, &q);
    if (number < 0) return CS_OK;
    transfer *t = NULL;
    cs_status st = begin_transfer(c->h, &q, number, &t, err);
    if (st != CS_OK) return st;
    c->at[c->running++] = t;
  }
  return CS_OK;
}

static cs_status finish_one(crowd *c, transfer *t, CURLcode code,
                            cs_error *err) {
  size_t i = 0;
  while (c->at[i] != t) i++;
  c->at[i] = c->at[--c->running];
  cs_status got = outcome_of(t, code);
  cs_status st =
      c->crew->finish(c->crew->user, t->number, got, &t->r, &t->err, err);
  end_transfer(t);
  return st;
}

static cs_status collect(crowd *c, cs_error *err) {
  CURLMsg *m;
  int left;
  cs_status st = CS_OK;
  while (st == CS_OK &&
         (m = c->h->lib.curl_multi_info_read(c->h->multi, &left))) {
    transfer *t = NULL;
    if (m->msg != CURLMSG_DONE) continue;
    CURLcode code = m->data.result;
    (void)c->h->lib.curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, &t);
    st = finish_one(c, t, code, err);
  }
  return st;
}

cs_status cs_http_run(cs_http *h, const cs_http_crew *crew, cs_error *err) {
  crowd c = {.h = h, .crew = crew};
  int running;
  cs_status st = start_more(&c, err);
  while (st == CS_OK && c.running > 0) {
    if (h->lib.curl_multi_perform(h->multi, &running) != CURLM_OK)
      st = cs_error_set(err, CS_EOS, "libcurl failed");
    if (st == CS_OK) st = collect(&c, err);
    if (st == CS_OK) st = start_more(&c, err);
    if (st == CS_OK && c.running > 0)
      (void)h->lib.curl_multi_poll(h->multi, NULL, 0, 500, NULL);
  }
  while (c.running > 0) end_transfer(c.at[--c.running]);
  return st;
}

/* A crew of one. */
typedef struct single {
  const cs_http_request *q;
  cs_http_response *r;
  bool started;
} single;

static int start_single(void *user, cs_http_request *q) {
  single *s = user;
  if (s->started) return -1;
  s->started = true;
  *q = *s->q;
  return 0;
}

static cs_status finish_single(void *user, int number, cs_status outcome,
                               const cs_http_response *r, const cs_error *why,
                               cs_error *err) {
  single *s = user;
  (void)number;
  *s->r = *r;
  if (outcome != CS_OK && err) *err = *why;
  return outcome;
}

cs_status cs_http_perform(cs_http *h, const cs_http_request *q,
                          cs_http_response *r, cs_error *err) {
  single s = {.q = q, .r = r};
  cs_http_crew crew = {
      .most = 1, .start = start_single, .finish = finish_single, .user = &s};
  return cs_http_run(h, &crew, err);
}

cs_status cs_http_into_buf(void *user, const cs_http_response *response,
                           const void *bytes, size_t n, cs_error *err) {
  cs_status st = cs_buf_put(user, bytes, n);
  (void)response;
  return st == CS_OK
             ? CS_OK
             : cs_error_set(err, CS_ELIMIT, "the server's answer is too long");
}
