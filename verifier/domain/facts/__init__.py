"""What each check found, as one frozen record a check; the JSON, the schema and the pages follow from it."""
