# call-external
out = []
for name in ('ValueError', 'TypeError', 'KeyError', 'RuntimeError'):
    try:
        raise_error(name, 'no')
    except (ValueError, TypeError) as e:
        out.append(type(e).__name__)
    except (KeyError, RuntimeError) as e:
        out.append(str(e))
    finally:
        out.append('.')
out
# Return=['ValueError', '.', 'TypeError', '.', "'no'", '.', 'no', '.']
