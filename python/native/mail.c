/*
 * mail.c - caisson._native.Mail: an event loop is told of jobs that are done.
 *
 * A descriptor becomes readable when there is news; take() reads it.  So many
 * sessions compute while the loop does other things, and nobody else ever has
 * the interpreter's lock.
 *
 * A mail that goes cancels its jobs and waits for them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "job.h"

struct cs_py_mail {
  PyObject_HEAD int fd;
  pid_t owner; /* a child of fork has none of the jobs */
  pthread_mutex_t lock;
  pthread_cond_t told;
  cs_py_job *going;         /* in any order */
  cs_py_job *done, **after; /* in theirs */
};

static void chain(cs_py_job **list, cs_py_job *job) {
  job->next = *list;
  job->at = list;
  if (job->next) job->next->at = &job->next;
  *list = job;
}

static void unchain(cs_py_job *job) {
  *job->at = job->next;
  if (job->next) job->next->at = job->at;
  job->next = NULL;
}

/* --- the thread's side ---------------------------------------------------- */

void cs_mail_opened(cs_py_job *job, cs_session *s) {
  pthread_mutex_lock(&job->mail->lock);
  job->session->s = s;
  if (job->cancel) cs_session_cancel(s);
  pthread_mutex_unlock(&job->mail->lock);
}

cs_session *cs_mail_closing(cs_py_job *job) {
  pthread_mutex_lock(&job->mail->lock);
  cs_session *s = job->session->s;
  job->session->s = NULL;
  pthread_mutex_unlock(&job->mail->lock);
  return s;
}

void cs_mail_told(cs_py_job *job) {
  cs_py_mail *mail = job->mail;
  uint64_t one = 1;
  pthread_mutex_lock(&mail->lock);
  unchain(job);
  bool news = !mail->done;
  *mail->after = job;
  mail->after = &job->next;
  if (news && write(mail->fd, &one, sizeof one) < 0) news = false;
  pthread_cond_signal(&mail->told);
  pthread_mutex_unlock(&mail->lock);
}

/* --- the loop's side ------------------------------------------------------ */

bool cs_mail_send(cs_py_mail *mail, cs_py_job *job) {
  job->mail = mail;
  pthread_mutex_lock(&mail->lock);
  chain(&mail->going, job);
  pthread_mutex_unlock(&mail->lock);
  if (cs_threads_do(&job->base)) return true;
  pthread_mutex_lock(&mail->lock);
  unchain(job);
  pthread_mutex_unlock(&mail->lock);
  PyErr_SetString(PyExc_RuntimeError, "can't start new thread");
  return false;
}

void cs_mail_cancel(cs_py_job *job) {
  pthread_mutex_lock(&job->mail->lock);
  if (job->session->s)
    cs_session_cancel(job->session->s);
  else
    job->cancel = true;
  pthread_mutex_unlock(&job->mail->lock);
}

/* The next that is done, or NULL; with the last of them the news is read. */
static cs_py_job *next_done(cs_py_mail *mail) {
  uint64_t n;
  pthread_mutex_lock(&mail->lock);
  cs_py_job *job = mail->done;
  if (job) mail->done = job->next;
  if (!mail->done) mail->after = &mail->done;
  if (job && !mail->done && read(mail->fd, &n, sizeof n) < 0) n = 0;
  pthread_mutex_unlock(&mail->lock);
  return job;
}

/* take(most): [(token, good, value or exception), ...] */
static PyObject *take(cs_py_mail *mail, PyObject *args) {
  int most;
  if (!PyArg_ParseTuple(args, "i:take", &most)) return NULL;
  PyObject *list = PyList_New(0);
  for (cs_py_job *job; list && most > 0 && (job = next_done(mail)); most--) {
    PyObject *news = cs_job_end(job);
    if (!news || PyList_Append(list, news) < 0) Py_CLEAR(list);
    Py_XDECREF(news);
  }
  return list;
}

static PyObject *fileno_of(cs_py_mail *mail, PyObject *unused) {
  (void)unused;
  return PyLong_FromLong(mail->fd);
}

/* --- life ----------------------------------------------------------------- */

static void wait_for_all(cs_py_mail *mail) {
  pthread_mutex_lock(&mail->lock);
  for (cs_py_job *j = mail->going; j; j = j->next) {
    j->cancel = true;
    if (j->session->s) cs_session_cancel(j->session->s);
  }
  while (mail->going) pthread_cond_wait(&mail->told, &mail->lock);
  pthread_mutex_unlock(&mail->lock);
}

/* Ends what goes on; whoever waits for it is not told. */
static PyObject *finish(cs_py_mail *mail, PyObject *unused) {
  (void)unused;
  if (mail->owner != getpid()) Py_RETURN_NONE;
  CS_PY_UNLOCKED(wait_for_all(mail));
  for (cs_py_job *job; (job = next_done(mail));) Py_XDECREF(cs_job_end(job));
  PyErr_Clear();
  Py_RETURN_NONE;
}

static PyObject *mail_new(PyTypeObject *type, PyObject *args,
                          PyObject *kwargs) {
  (void)args;
  (void)kwargs;
  allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
  cs_py_mail *mail = (cs_py_mail *)alloc(type, 0);
  if (!mail) return NULL;
  mail->owner = getpid();
  mail->after = &mail->done;
  pthread_mutex_init(&mail->lock, NULL);
  pthread_cond_init(&mail->told, NULL);
  mail->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (mail->fd >= 0) return (PyObject *)mail;
  PyErr_SetFromErrno(PyExc_OSError);
  Py_DECREF(mail);
  return NULL;
}

static void mail_dealloc(cs_py_mail *mail) {
  PyTypeObject *type = Py_TYPE(mail);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  PyObject *error, *value, *trace;
  PyErr_Fetch(&error, &value, &trace);
  Py_XDECREF(finish(mail, NULL));
  PyErr_Restore(error, value, trace);
  if (mail->fd >= 0) close(mail->fd);
  pthread_cond_destroy(&mail->told);
  pthread_mutex_destroy(&mail->lock);
  release(mail);
  Py_DECREF(type);
}

static PyMethodDef methods[] = {
    {"fileno", (PyCFunction)(void (*)(void))fileno_of, METH_NOARGS, NULL},
    {"take", (PyCFunction)(void (*)(void))take, METH_VARARGS, NULL},
    {"finish", (PyCFunction)(void (*)(void))finish, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_new, mail_new},
    {Py_tp_dealloc, mail_dealloc},
    {Py_tp_methods, methods},
    {Py_tp_doc, (void *)"Tells an event loop what sessions have done."},
    {0, NULL},
};

PyType_Spec cs_mail_spec = {
    .name = "caisson._native.Mail",
    .basicsize = sizeof(cs_py_mail),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = slots,
};
