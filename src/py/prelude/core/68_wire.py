"""The end of building a value that the host sent (engine_decode.c).

`fixes` is a flat list of steps that need Python code: what to do, to which
object, with which two values.
"""


def _x_wire_fix(value, fixes):
    for i in range(0, len(fixes), 4):
        step, target, key, item = fixes[i:i + 4]
        if step == 0:
            target[key] = item
        elif step == 1:
            _x_set_add(target, key)
        else:
            zone = _x_import_('zoneinfo', {}, ('ZoneInfo',), 0).ZoneInfo(key)
            target.__dict__.update(zone.__dict__)
    return value
