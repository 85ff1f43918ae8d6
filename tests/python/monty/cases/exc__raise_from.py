try:
    try:
        {}['k']
    except KeyError as e:
        raise ValueError('wrapped') from e
except ValueError as e:
    cause = e.__cause__
repr(cause)
# Return.str=KeyError('k')
