"""Renderers: each format is a module that turns a report into text."""
