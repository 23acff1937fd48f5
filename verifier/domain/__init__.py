"""The vocabulary of the field, as frozen data.

It uses only the standard library and does no input or output.
"""
