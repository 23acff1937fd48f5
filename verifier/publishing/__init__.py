"""Publish instances as data sets: licences, duplicates, columns, and file formats."""
