"""A project's description, independent of the build tool: modules, requests, prepared bases."""
