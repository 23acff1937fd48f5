package org.refverify.prover.verdict;

import java.util.List;

/**
 * What was found about one change. Everything in it is in a stable order.
 *
 * @param outcome the answer
 * @param methods every method of the compared classes
 * @param residue what differs and is no code
 * @param conditions side conditions that do not hold
 * @param assumptions what the answer rests on, to be printed with every `proved`
 * @param compileErrors what does not compile, the errors of the new version alone first; empty
 *     where class files were compared
 * @param names how many names of the changed files lead to a declaration; none of class files
 */
public record Proof(
    Outcome outcome,
    List<MethodResult> methods,
    List<Residue> residue,
    List<Condition> conditions,
    List<String> assumptions,
    List<CompileError> compileErrors,
    NameShare names) {

  public Proof {
    methods = List.copyOf(methods);
    residue = List.copyOf(residue);
    conditions = List.copyOf(conditions);
    assumptions = List.copyOf(assumptions);
    compileErrors = List.copyOf(compileErrors);
  }

  /** A proof of what compiles. */
  public Proof(
      Outcome outcome,
      List<MethodResult> methods,
      List<Residue> residue,
      List<Condition> conditions,
      List<String> assumptions) {
    this(outcome, methods, residue, conditions, assumptions, List.of(), NameShare.NONE);
  }

  /** The same with another outcome. */
  public Proof with(Outcome other) {
    return new Proof(other, methods, residue, conditions, assumptions, compileErrors, names);
  }

  /** The same with what does not compile. */
  public Proof with(List<CompileError> errors) {
    return new Proof(outcome, methods, residue, conditions, assumptions, errors, names);
  }

  /** The same with the names of the changed files. */
  public Proof with(NameShare share) {
    return new Proof(outcome, methods, residue, conditions, assumptions, compileErrors, share);
  }

  /** The first difference that was met; null if there is none. */
  public FirstDifference firstDifference() {
    return methods.stream()
        .map(MethodResult::difference)
        .filter(found -> found != null)
        .findFirst()
        .orElse(null);
  }

  /** One JSON object; keys never change their meaning. */
  public String toJson() {
    return ProofJson.write(
        ProofJson.object(
            "outcome",
            outcome.word(),
            "methods",
            methods.stream().map(MethodResult::toMap).toList(),
            "residue",
            residue.stream().map(Residue::toMap).toList(),
            "conditions",
            conditions.stream().map(Condition::toMap).toList(),
            "assumptions",
            assumptions,
            "compileErrors",
            compileErrors.stream().map(CompileError::toMap).toList(),
            "names",
            names.toMap()));
  }
}
