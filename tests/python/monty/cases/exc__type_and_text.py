int('twelve')
# Raise=ValueError("invalid literal for int() with base 10: 'twelve'")
