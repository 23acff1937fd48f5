"""A report in the forms that people and other programs read, one file a form."""
