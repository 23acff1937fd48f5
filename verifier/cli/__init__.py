"""The `refverify` command: one module a command, each loaded when it is called."""
