/*
 * tools.c - tools that run in parallel.
 *
 * The program asks for three temperatures at once; the host answers "pending"
 * to each call, and settles them in another order when it has the results.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <caisson.h>
#include <stdio.h>
#include <string.h>

typedef struct job {
  uint64_t id;
  char city[32];
} job;

/* The first argument of a call, a city. */
static void remember(job *j, const cs_event *ev) {
  cs_wire_in in = cs_wire_read(ev->args, ev->args_len);
  const char *city = "";
  size_t len = 0;
  uint32_t n;
  if (!cs_wire_get_seq(&in, &n) || !cs_wire_get_str(&in, &city, &len)) len = 0;
  j->id = ev->id;
  snprintf(j->city, sizeof j->city, "%.*s", (int)len, city);
}

/* Finish the job that was started last. */
static const cs_event *finish_one(cs_session *s, job *jobs, int *n) {
  job *j = &jobs[--*n];
  printf("host: %s is ready\n", j->city);
  cs_wire w;
  uint8_t memory[32];
  cs_wire_init_fixed(&w, memory, sizeof memory);
  cs_wire_int(&w, 10 + (int64_t)strlen(j->city));
  cs_settled one = {.id = j->id, .value = w.data, .len = w.len};
  cs_reply reply = {.kind = CS_REPLY_SETTLE, .settled = &one, .nsettled = 1};
  return cs_session_resume(s, &reply);
}

int main(void) {
  static const char code[] =
      "import asyncio\n"
      "cities = ['Oslo', 'Rome', 'Helsinki']\n"
      "temps = await asyncio.gather(*map(temperature, cities))\n"
      "', '.join(f'{c} {t}' for c, t in zip(cities, temps))\n";
  job jobs[8];
  int n = 0;
  cs_session *s;
  if (cs_session_open(NULL, &s, NULL) != CS_OK) return 1;
  if (cs_session_add_tool(s, "temperature", "(city: str) -> int",
                          "Degrees in a city.", CS_TOOL_ASYNC) != CS_OK)
    return 1;
  const cs_event *ev = cs_session_run(s, code, strlen(code));
  while (ev->kind == CS_CALL || ev->kind == CS_WAIT) {
    if (ev->kind == CS_WAIT) {
      ev = finish_one(s, jobs, &n);
      continue;
    }
    remember(&jobs[n++], ev);
    printf("host: working on %s\n", jobs[n - 1].city);
    ev = cs_session_resume(s, &(cs_reply){.kind = CS_REPLY_PENDING});
  }
  cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
  const char *text;
  size_t len;
  if (ev->kind == CS_DONE && cs_wire_get_str(&in, &text, &len))
    printf("%.*s\n", (int)len, text);
  else
    printf("%.*s\n", (int)ev->text_len, ev->text);
  cs_session_close(s);
  return 0;
}
