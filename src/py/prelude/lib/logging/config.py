# logging/config.py - configuring logging from a dictionary.
#
# SPDX-License-Identifier: Apache-2.0
"""Configuration functions for the logging package."""
import logging
import logging.handlers
import re
import sys

__all__ = ["dictConfig", "dictConfigClass"]

_identifier = re.compile("^[a-z_][a-z0-9_]*$", re.I)
_reference = re.compile(r"^(?P<prefix>[a-z]+)://(?P<suffix>.*)$")
_EXTERNAL = {"sys.stdout": lambda: sys.stdout,
             "sys.stderr": lambda: sys.stderr,
             "sys.stdin": lambda: sys.stdin}


def valid_ident(s):
    if not _identifier.match(s):
        raise ValueError("Not a valid Python identifier: %r" % s)
    return True


class DictConfigurator(object):
    """Configures logging as a dictionary says."""

    def __init__(self, config):
        self.config = config

    def resolve(self, s):
        """The object that a dotted name means."""
        if s in _EXTERNAL:
            return _EXTERNAL[s]()
        names = s.split(".")
        try:
            found = __import__(names[0])
            for count, name in enumerate(names[1:], 2):
                if not hasattr(found, name):  # perhaps a module
                    __import__(".".join(names[:count]))
                found = getattr(found, name)
        except ImportError as exc:
            raise ValueError(f"Cannot resolve {s!r}: {exc}") from exc
        return found

    def convert(self, value):
        """Resolve ext:// and cfg:// values, also inside containers."""
        if isinstance(value, dict):
            return {k: self.convert(v) for k, v in value.items()}
        if isinstance(value, list):
            return [self.convert(v) for v in value]
        if isinstance(value, tuple) and not hasattr(value, "_fields"):
            return tuple(self.convert(v) for v in value)
        if isinstance(value, str):
            m = _reference.match(value)
            if m and m["prefix"] == "ext":
                return self.resolve(m["suffix"])
            if m and m["prefix"] == "cfg":
                return self._lookup(m["suffix"])
        return value

    def _lookup(self, text):
        found = self.config
        for part in re.findall(r"[^.\[\]]+", text):
            found = found[int(part) if part.isdigit() and isinstance(
                found, (list, tuple)) else part]
        return found

    def _custom(self, config):
        """Build an object from a "()" entry."""
        config = dict(config)
        c = config.pop("()")
        if not callable(c):
            c = self.resolve(c)
        props = config.pop(".", None)
        kwargs = {k: self.convert(v) for k, v in config.items()
                  if valid_ident(k)}
        result = c(**kwargs)
        if props:
            for name, value in props.items():
                setattr(result, name, value)
        return result

    def configure(self):
        """Do the configuration."""
        config = self.config
        if "version" not in config:
            raise ValueError("dictionary doesn't specify a version")
        if config["version"] != 1:
            raise ValueError("Unsupported version: %s" % config["version"])
        if config.pop("incremental", False) if isinstance(
                config, dict) else False:
            self._incremental(config)
            return
        formatters = self._section("formatters", self._formatter)
        filters = self._section("filters", self._filter)
        if not config.get("incremental"):
            logging._handlers.clear()
        handlers = self._handlers(config, formatters, filters)
        self._loggers(config, handlers, filters)

    def _incremental(self, config):
        named = logging._handlers
        for name, c in config.get("handlers", {}).items():
            if name not in named:
                raise ValueError("No handler found with name %r" % name)
            if c.get("level") is not None:
                named[name].setLevel(logging._checkLevel(c["level"]))
        for name, c in config.get("loggers", {}).items():
            self._common(logging.getLogger(name), c, None, None, True)
        if config.get("root"):
            self._common(logging.getLogger(), config["root"], None, None,
                         True)

    def _section(self, kind, make):
        out = {}
        for name, config in self.config.get(kind, {}).items():
            try:
                out[name] = make(config)
            except Exception as e:
                raise ValueError("Unable to configure %s %r"
                                 % (kind[:-1], name)) from e
        return out

    def _formatter(self, config):
        if "()" in config:
            return self._custom(config)
        cls = config.get("class")
        cls = logging.Formatter if not cls else self.resolve(cls)
        args = (config.get("format"), config.get("datefmt"),
                config.get("style", "%"))
        if "validate" in config:
            return cls(*args, config["validate"])
        return cls(*args)

    def _filter(self, config):
        if "()" in config:
            return self._custom(config)
        return logging.Filter(config.get("name", ""))

    def _handlers(self, config, formatters, filters):
        out = {}
        deferred = []
        wanted = config.get("handlers", {})
        for name in sorted(wanted):
            try:
                handler = self._handler(wanted[name], formatters, filters,
                                        out)
                handler.name = name
                out[name] = handler
            except Exception as e:
                if "target not configured yet" in str(e.__cause__):
                    deferred.append(name)
                else:
                    raise ValueError("Unable to configure handler %r"
                                     % name) from e
        for name in deferred:
            try:
                handler = self._handler(wanted[name], formatters, filters,
                                        out)
                handler.name = name
                out[name] = handler
            except Exception as e:
                raise ValueError("Unable to configure handler %r"
                                 % name) from e
        return out

    def _handler(self, config, formatters, filters, handlers):
        config = dict(config)
        formatter = config.pop("formatter", None)
        if formatter:
            try:
                formatter = formatters[formatter]
            except Exception as e:
                raise ValueError("Unable to set formatter %r"
                                 % formatter) from e
        level = config.pop("level", None)
        names = config.pop("filters", None)
        if "()" in config:
            c = config.pop("()")
            factory = c if callable(c) else self.resolve(c)
        else:
            cname = config.pop("class")
            factory = cname if callable(cname) else self.resolve(cname)
            if issubclass(factory, logging.handlers.MemoryHandler) and (
                    "target" in config):
                try:
                    config["target"] = handlers[config["target"]]
                except Exception as e:
                    raise ValueError("Unable to set target handler %r"
                                     % config["target"]) from TypeError(
                        "target not configured yet")
        props = config.pop(".", None)
        kwargs = {k: self.convert(v) for k, v in config.items()
                  if valid_ident(k)}
        result = factory(**kwargs)
        if formatter:
            result.setFormatter(formatter)
        if level is not None:
            result.setLevel(logging._checkLevel(level))
        if names:
            self._add_filters(result, names, filters)
        if props:
            for name, value in props.items():
                setattr(result, name, value)
        return result

    def _add_filters(self, filterer, names, filters):
        for f in names:
            try:
                if callable(f) or callable(getattr(f, "filter", None)):
                    filterer.addFilter(f)
                else:
                    filterer.addFilter(filters[f])
            except Exception as e:
                raise ValueError("Unable to add filter %r" % f) from e

    def _loggers(self, config, handlers, filters):
        disable = config.get("disable_existing_loggers", True)
        root = logging.getLogger()
        existing = sorted(root.manager.loggerDict)
        kept = []
        for name, c in config.get("loggers", {}).items():
            if name in existing:
                i = existing.index(name) + 1
                prefix = name + "."
                while i < len(existing) and existing[i].startswith(prefix):
                    kept.append(existing[i])
                    i += 1
                existing.remove(name)
            try:
                logger = logging.getLogger(name)
                self._common(logger, c, handlers, filters)
                logger.disabled = False
                if c.get("propagate") is not None:
                    logger.propagate = c["propagate"]
            except Exception as e:
                raise ValueError("Unable to configure logger %r"
                                 % name) from e
        for name in existing:
            logger = root.manager.loggerDict[name]
            if name in kept:
                if not isinstance(logger, logging.PlaceHolder):
                    logger.setLevel(logging.NOTSET)
                    logger.handlers = []
                    logger.propagate = True
            else:
                logger.disabled = disable
        if config.get("root"):
            try:
                self._common(root, config["root"], handlers, filters)
            except Exception as e:
                raise ValueError("Unable to configure root logger") from e

    def _common(self, logger, config, handlers, filters, incremental=False):
        level = config.get("level")
        if level is not None:
            logger.setLevel(logging._checkLevel(level))
        if incremental:
            return
        for h in logger.handlers[:]:
            logger.removeHandler(h)
        for h in config.get("handlers", ()):
            try:
                logger.addHandler(handlers[h])
            except Exception as e:
                raise ValueError("Unable to add handler %r" % h) from e
        self._add_filters(logger, config.get("filters", ()), filters)


dictConfigClass = DictConfigurator


def dictConfig(config):
    """Configure logging using a dictionary."""
    dictConfigClass(config).configure()
