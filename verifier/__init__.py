"""refactoring-verifier: is a Java refactoring real, pure and behaviour-preserving?

The package is layered; imports point downwards only (the contract is in `pyproject.toml`):

    cli                      commands, one module each; the only layer that prints results
    workflows                whole jobs beside verification: imports, rule scores, rule proposals
    pipeline                 one run: instances x predictions -> ledger of verdicts
    checks, reports          judge one prediction; summarise many verdicts
    residue                  what a candidate edited outside its refactorings
    mining, predictions, datasets, builds, rules, fuzzing
    sandbox, analysis        where hostile code runs; the analysis JVM's workers
    tools                    one adapter per external program
    java_text                Java source as text: tokens, names, declarations, encodings
    domain                   the vocabulary; standard library only
    errors                   one tree, an exit code a class
"""

__version__ = "0.1.0"
