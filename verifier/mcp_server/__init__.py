"""The MCP server: agents ask about a change over standard input and output.

server      the protocol: the only module that knows the SDK
tools       the table of tools: arguments, answer, where the work is done
requests    the arguments of a tool; answers: its results
allowed     which folders an agent may name
jobs        one folder per question; any process can read its progress
workers     manages the worker processes; worker: such a process
work        what a worker does with a question
plans, advice   what an edit needs; what a reason means
clients     the configuration with which a host starts the server
"""
