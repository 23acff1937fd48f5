"""refactoring-verifier: is a Java refactoring real, pure and behaviour-preserving?

The package is layered; imports point downwards only (the contract is in `pyproject.toml`):

    cli                      commands, one module each; the only layer that prints results
    pipeline                 one run: instances x predictions -> ledger of verdicts
    checks, reports          judge one prediction; summarise many verdicts
    mining, predictions, datasets, builds
    sandbox, analysis        where hostile code runs; the analysis JVM's workers
    tools                    one adapter per external program
    domain                   the vocabulary; standard library only
    errors                   one tree, an exit code a class
"""

__version__ = "0.1.0"
