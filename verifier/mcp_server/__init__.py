"""The MCP server: what an agent may ask of a change, over standard input and output.

server      the protocol: the only module that knows the SDK
tools       the table of tools: arguments, answer, where the work is done
requests    what a tool is asked; answers: what it says
allowed     which folders an agent may name
jobs        one folder a question; any process can read how far it is
workers     the server's hold on its worker processes; worker: such a process
work        what a worker does with a question
plans, advice   what is known before an edit, and of a reason
clients     the lines that make a host start the server
"""
