"""Instances as data sets that others load: licences, duplicates, columns, and the forms of files."""
