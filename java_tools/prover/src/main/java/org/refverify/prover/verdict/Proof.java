package org.refverify.prover.verdict;

import java.util.ArrayList;
import java.util.List;
import org.refverify.common.JsonWriter;

/**
 * The result for one change. Everything in it has a stable order.
 *
 * @param outcome the answer
 * @param methods every method of the compared classes
 * @param residue differences outside code
 * @param conditions side conditions that do not hold
 * @param assumptions what the answer relies on; to be printed with every `proved`
 * @param compileErrors what does not compile, with the errors of only the new version first; empty
 *     if class files were compared
 * @param names how many names of the changed files resolve to a declaration; none for class files
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

  /** A proof of code that compiles. */
  public Proof(
      Outcome outcome,
      List<MethodResult> methods,
      List<Residue> residue,
      List<Condition> conditions,
      List<String> assumptions) {
    this(outcome, methods, residue, conditions, assumptions, List.of(), NameShare.NONE);
  }

  /** The same proof with another outcome. */
  public Proof with(Outcome other) {
    return new Proof(other, methods, residue, conditions, assumptions, compileErrors, names);
  }

  /** The same methods without a proof, if side conditions fail that the proof did not check. */
  public Proof without(List<Condition> failed) {
    if (failed.isEmpty()) {
      return this;
    }
    List<Condition> all = new ArrayList<>(failed);
    all.addAll(conditions);
    return new Proof(Outcome.NOT_PROVED, methods, residue, all, assumptions, compileErrors, names);
  }

  /** The same proof with compile errors. */
  public Proof with(List<CompileError> errors) {
    return new Proof(outcome, methods, residue, conditions, assumptions, errors, names);
  }

  /** The same proof with the names of the changed files. */
  public Proof with(NameShare share) {
    return new Proof(outcome, methods, residue, conditions, assumptions, compileErrors, share);
  }

  /** The first difference that the proof met; null if there is none. */
  public FirstDifference firstDifference() {
    return methods.stream()
        .map(MethodResult::difference)
        .filter(found -> found != null)
        .findFirst()
        .orElse(null);
  }

  /** One JSON object; the meaning of its keys never changes. */
  public String toJson() {
    return JsonWriter.write(
        JsonWriter.object(
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
