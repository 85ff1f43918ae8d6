# locale.py - the C locale, the only one there is.
#
# SPDX-License-Identifier: Apache-2.0
"""Locale support module."""
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
    """Returns numeric and monetary locale-specific parameters."""
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
    """Set the locale for the given category: only C and its names."""
    if locale is None or locale in ("", "C", "POSIX", "C.UTF-8", "C.utf8"):
        return "C"
    if isinstance(locale, tuple) and locale[0] in (None, "C"):
        return "C"
    raise Error("unsupported locale setting")


def getlocale(category=LC_CTYPE):
    """Returns the current setting for the given locale category."""
    return None, None


def getdefaultlocale(envvars=("LC_ALL", "LC_CTYPE", "LANG", "LANGUAGE")):
    return None, None


def resetlocale(category=LC_ALL):
    pass


def getpreferredencoding(do_setlocale=True):
    """Return the charset that the user is likely using."""
    return "utf-8"


def getencoding():
    return "utf-8"


def nl_langinfo(key):
    return "UTF-8" if key == CODESET else ""


def normalize(localename):
    """Returns a normalized locale code for the given locale name."""
    return localename


def strcoll(a, b):
    """Compares two strings according to the locale."""
    return (a > b) - (a < b)


def strxfrm(s):
    """Returns a string usable as key for locale-aware comparisons."""
    return s


def format_string(f, val, grouping=False, monetary=False):
    """Formats a string in the same way that the % formatting would use."""
    return f % val


def currency(val, symbol=True, grouping=False, international=False):
    """Formats val according to the currency settings in the current
    locale."""
    raise ValueError("Currency formatting is not possible using the 'C' "
                     "locale.")


def str(val):
    """Convert float to string, taking the locale into account."""
    return "%.12g" % val


def delocalize(string):
    """Parses a string as a normalized number according to the locale
    settings."""
    return string


def localize(string, grouping=False, monetary=False):
    return string


def atof(string, func=float):
    """Parses a string as a float according to the locale settings."""
    return func(string)


def atoi(string):
    """Converts a string to an integer according to the locale settings."""
    return int(string)
