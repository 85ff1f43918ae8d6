# call-external
raise_error('KeyError', 'lost')
# Raise=KeyError('lost')
