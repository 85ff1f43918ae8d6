# locale.py - the C locale, the only one there is.
#
# SPDX-License-Identifier: Apache-2.0
"""locale - conventions of countries; only those of C are known."""
__all__ = ["getlocale", "getdefaultlocale", "getpreferredencoding", "Error",
           "setlocale", "localeconv", "strcoll", "strxfrm", "str", "atof",
           "atoi", "format_string", "currency", "delocalize", "localize",
           "normalize", "LC_CTYPE", "LC_COLLATE", "LC_MESSAGES", "LC_TIME",
           "LC_MONETARY", "LC_NUMERIC", "LC_ALL", "CHAR_MAX", "getencoding",
           "resetlocale"]

LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE = 0, 1, 2, 3
LC_MONETARY, LC_MESSAGES, LC_ALL = 4, 5, 6
CHAR_MAX = 127
CODESET = 14


class Error(Exception):
    pass


def localeconv():
    """How numbers and money are written."""
    out = {name: CHAR_MAX for name in (
        "int_frac_digits", "frac_digits", "p_cs_precedes", "p_sep_by_space",
        "n_cs_precedes", "n_sep_by_space", "p_sign_posn", "n_sign_posn")}
    out.update(dict.fromkeys((
        "int_curr_symbol", "currency_symbol", "mon_decimal_point",
        "mon_thousands_sep", "positive_sign", "negative_sign",
        "thousands_sep"), ""))
    out.update(decimal_point=".", grouping=[], mon_grouping=[])
    return out


def setlocale(category, locale=None):
    """Choose conventions: C, by one of its names."""
    if locale is None or locale in ("", "C", "POSIX", "C.UTF-8", "C.utf8"):
        return "C"
    if isinstance(locale, tuple) and locale[0] in (None, "C"):
        return "C"
    raise Error("unsupported locale setting")


def getlocale(category=LC_CTYPE):
    """The conventions in use."""
    return None, None


def getdefaultlocale(envvars=("LC_ALL", "LC_CTYPE", "LANG", "LANGUAGE")):
    return None, None


def resetlocale(category=LC_ALL):
    pass


def getpreferredencoding(do_setlocale=True):
    """The encoding of text."""
    return "utf-8"


def getencoding():
    return "utf-8"


def nl_langinfo(key):
    return "UTF-8" if key == CODESET else ""


def normalize(localename):
    """The usual spelling of a name of the C locale; others stay."""
    return "C" if localename.lower() in ("c", "posix") else localename


def strcoll(a, b):
    """Order of two texts as a number."""
    return (a > b) - (a < b)


def strxfrm(s):
    """A key that sorts like strcoll()."""
    return s


def format_string(f, val, grouping=False, monetary=False):
    """Formatting with %, by the conventions."""
    return f % val


def currency(val, symbol=True, grouping=False, international=False):
    """An amount of money as text."""
    raise ValueError("Currency formatting is not possible using the 'C' "
                     "locale.")


def str(val):
    """A number as text."""
    return "%.12g" % val


def delocalize(string):
    """The text of a number as Python would write it."""
    return string


def localize(string, grouping=False, monetary=False):
    return string


def atof(string, func=float):
    """Read a number with a fraction."""
    return func(string)


def atoi(string):
    """Read a whole number."""
    return int(string)
