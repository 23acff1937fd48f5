"""Changes in some modules of a project, and the modules that depend on them."""
