/*
 * serve.h - the worker's side: an engine that obeys frames.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DEPTH_SERVE_H
#define CS_DEPTH_SERVE_H

/* For main() of the worker program; see worker/inside.h. */
int cs_serve_main(int argc, char *const *argv);

#endif
