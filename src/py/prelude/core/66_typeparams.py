"""Type parameters in brackets and type statements: typing makes the objects."""


def _type_params():
    return _x_import_('_type_params', {}, ('make_var',), 0)


def _module_name():
    return _caller_globals().get('__name__')


def _x_type_var(name, lazy=None, constrained=False):
    return _type_params().make_var(name, lazy, constrained, _module_name())


def _x_param_spec(name):
    return _type_params().make_spec(name, _module_name())


def _x_type_var_tuple(name):
    return _type_params().make_tuple(name, _module_name())


def _x_generic_bases(bases, params):
    return _type_params().with_generic(bases, params)


def _x_type_alias(name, lazy, params):
    return _type_params().TypeAliasType._make(name, lazy, params, _module_name())
