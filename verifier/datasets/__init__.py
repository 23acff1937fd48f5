"""Data from elsewhere: released data sets to import, release histories to build."""
