"""unittest._log - listening to a logger for assertLogs().

SPDX-License-Identifier: Apache-2.0
"""

import logging
from collections import namedtuple

__unittest = True

Heard = namedtuple("_LoggingWatcher", "records output")


class Listener(logging.Handler):
    """Keeps every record, and its text, in `heard`."""

    def __init__(self, level):
        super().__init__(level)
        self.heard = Heard([], [])
        self.setFormatter(
            logging.Formatter("%(levelname)s:%(name)s:%(message)s"))

    def emit(self, record):
        self.heard.records.append(record)
        self.heard.output.append(self.format(record))

    def flush(self):
        """Nothing is pending."""


class LogsContext:
    """The block in which a logger must say something, or nothing."""

    def __init__(self, test_case, logger, level, silent):
        self.test_case = test_case
        self.silent = silent
        self.source = logger
        if not level:
            level = logging.INFO
        elif isinstance(level, str):
            number = logging.getLevelName(level)
            level = number if isinstance(number, int) else level
        self.level = level

    def __enter__(self):
        logger = self.source
        if not isinstance(logger, logging.Logger):
            logger = logging.getLogger(logger)
        self.logger = logger
        listener = Listener(self.level)
        self.heard = listener.heard
        self.before = logger.handlers, logger.propagate, logger.level
        logger.handlers, logger.propagate = [listener], False
        logger.setLevel(self.level)
        return None if self.silent else self.heard

    def __exit__(self, exc_type, exc_value, tb):
        logger = self.logger
        logger.handlers, logger.propagate, level = self.before
        logger.setLevel(level)
        if exc_type is not None:
            return False
        if self.silent and self.heard.records:
            text = f"Unexpected logs found: {self.heard.output!r}"
        elif self.silent or self.heard.records:
            return None
        else:
            text = (f"no logs of level {logging.getLevelName(self.level)} "
                    f"or higher triggered on {logger.name}")
        raise self.test_case.failureException(
            self.test_case._formatMessage(None, text))
