"""json.scanner: kept for programs that import it."""

from .decoder import _NUMBER as NUMBER_RE
from .decoder import _Scanner

__all__ = ['make_scanner']


def make_scanner(context):
    return _Scanner(context).scan_once
