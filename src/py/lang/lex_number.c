/*
 * lex_number.c - the shape of number literals.
 *
 * Only the extent is decided here, with CPython's complaints about malformed
 * ones; values are computed by the parser (literal.c).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "py/lang/lexer.h"

static bool is_digit(char c) {
  return cs_lex_is(c, CS_CH_DIGIT);
}

/* Does `word` stand at `s`, not followed by more of an identifier? */
static bool is_word(const char *s, const char *word) {
  size_t n = strlen(word);
  return strncmp(s, word, n) == 0 && !cs_lex_is(s[n], CS_CH_PART);
}

/* Keywords may follow a number directly (`1if x else 2`). */
static bool is_keyword_tail(const char *s) {
  switch (*s) {
    case 'a': return is_word(s, "and");
    case 'e': return is_word(s, "else");
    case 'f': return is_word(s, "for");
    case 'i': return s[1] == 'f' || s[1] == 'n' || s[1] == 's';
    case 'n': return is_word(s, "not");
    case 'o': return is_word(s, "or");
    default: return false;
  }
}

static bool check_end(cs_lexer *lx, const char *kind) {
  if (!cs_lex_is(*lx->at, CS_CH_PART)) return true;
  if (!is_keyword_tail(lx->at))
    return cs_lex_fail(lx, "invalid %s literal", kind);
  uint32_t col = (uint32_t)(lx->at - lx->line_start) - 1;
  cs_warning *w =
      cs_unit_warn(lx->u, (cs_text_range){lx->line, col, lx->line, col},
                   "invalid %s literal", kind);
  if (w) w->shows_line = true;
  return true;
}

/* Digits with single underscores between them; `at` is on a digit. */
static bool decimal_tail(cs_lexer *lx) {
  for (;;) {
    while (is_digit(*lx->at)) lx->at++;
    if (*lx->at != '_') return true;
    lx->at++;
    if (!is_digit(*lx->at)) return cs_lex_fail(lx, "invalid decimal literal");
  }
}

static bool hexadecimal(cs_lexer *lx) {
  do {
    if (*lx->at == '_') lx->at++;
    if (!cs_lex_is(*lx->at, CS_CH_HEX))
      return cs_lex_fail(lx, "invalid hexadecimal literal");
    while (cs_lex_is(*lx->at, CS_CH_HEX)) lx->at++;
  } while (*lx->at == '_');
  return check_end(lx, "hexadecimal");
}

static bool bad_digit(cs_lexer *lx, const char *kind) {
  char c = *lx->at++;
  return cs_lex_fail(lx, "invalid digit '%c' in %s literal", c, kind);
}

static bool small_base(cs_lexer *lx, char last, const char *kind) {
  do {
    if (*lx->at == '_') lx->at++;
    if (*lx->at < '0' || *lx->at > last) {
      if (is_digit(*lx->at)) return bad_digit(lx, kind);
      return cs_lex_fail(lx, "invalid %s literal", kind);
    }
    while (*lx->at >= '0' && *lx->at <= last) lx->at++;
  } while (*lx->at == '_');
  if (is_digit(*lx->at)) return bad_digit(lx, kind);
  return check_end(lx, kind);
}

static bool imaginary_or_end(cs_lexer *lx) {
  if ((*lx->at | 0x20) != 'j') return check_end(lx, "decimal");
  lx->at++;
  return check_end(lx, "imaginary");
}

/* `at` is behind the integer part and the point, if there is one. */
static bool exponent_and_end(cs_lexer *lx) {
  if ((*lx->at | 0x20) != 'e') return imaginary_or_end(lx);
  const char *e = lx->at++;
  if (*lx->at == '+' || *lx->at == '-') {
    lx->at++;
    if (!is_digit(*lx->at)) return cs_lex_fail(lx, "invalid decimal literal");
  } else if (!is_digit(*lx->at)) {
    lx->at = e;
    return check_end(lx, "decimal");
  }
  return decimal_tail(lx) && imaginary_or_end(lx);
}

static bool fraction(cs_lexer *lx) {
  lx->at++; /* the point */
  if (is_digit(*lx->at) && !decimal_tail(lx)) return false;
  return exponent_and_end(lx);
}

static bool fail_leading_zeros(cs_lexer *lx, const char *start,
                               const char *nonzero) {
  int32_t line = (int32_t)lx->line;
  int32_t col = (int32_t)cs_unit_chars(lx->u, lx->line,
                                       (uint32_t)(start - lx->line_start));
  int32_t pos[4] = {line, col + 1, line, col + (int32_t)(nonzero - start) + 1};
  return cs_lex_fail_at(lx, CS_ERROR_SYNTAX, pos,
                        "leading zeros in decimal integer literals are not "
                        "permitted; use an 0o prefix for octal integers");
}

/* A zero not followed by a base letter: 0, 00, 0_0, or a float or imaginary
 * that may begin with zeros. */
static bool after_zero(cs_lexer *lx) {
  const char *start = lx->at;
  for (;;) {
    if (*lx->at == '_') {
      lx->at++;
      if (!is_digit(*lx->at)) return cs_lex_fail(lx, "invalid decimal literal");
    }
    if (*lx->at != '0') break;
    lx->at++;
  }
  const char *nonzero = lx->at;
  if (is_digit(*lx->at) && !decimal_tail(lx)) return false;
  char c = (char)(*lx->at | 0x20);
  if (*lx->at == '.') return fraction(lx);
  if (c == 'e') return exponent_and_end(lx);
  if (c == 'j') return imaginary_or_end(lx);
  if (nonzero != lx->at) return fail_leading_zeros(lx, start, nonzero);
  return check_end(lx, "decimal");
}

static bool scan(cs_lexer *lx) {
  if (*lx->at == '.') return fraction(lx);
  if (*lx->at == '0') {
    char c = (char)(lx->at[1] | 0x20);
    if (c == 'x') return lx->at += 2, hexadecimal(lx);
    if (c == 'o') return lx->at += 2, small_base(lx, '7', "octal");
    if (c == 'b') return lx->at += 2, small_base(lx, '1', "binary");
    return after_zero(lx);
  }
  if (!decimal_tail(lx)) return false;
  if (*lx->at == '.') return fraction(lx);
  return exponent_and_end(lx);
}

bool cs_lex_number(cs_lexer *lx) {
  const char *start = lx->at;
  return scan(lx) && cs_lex_push(lx, CS_TOKEN_NUMBER, start);
}
