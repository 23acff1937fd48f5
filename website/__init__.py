"""The website: Sphinx makes it from the pages of docs/ (see docs/adr/0024-website.md)."""
