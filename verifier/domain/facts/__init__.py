"""The data of each check, as one frozen record per check.

The JSON, the schema and the pages are generated from it.
"""
