# call-external
# run-async
try:
    await async_fail('ValueError', 'later')
except ValueError as e:
    text = str(e)
text
# Return='later'
