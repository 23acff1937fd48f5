package org.refverify.prover.compile;

import java.util.List;
import java.util.stream.Stream;
import org.refverify.prover.pairing.PairHints;
import org.refverify.prover.verdict.MethodId;
import org.refverify.prover.world.CompiledVersion;

/**
 * Hints in terms of the sources.
 *
 * @param before old methods
 * @param after the method that each of them is believed to have become
 * @param refactored methods of either version that contain the wanted refactorings
 */
public record Beliefs(
    List<SourceMethod> before, List<SourceMethod> after, List<SourceMethod> refactored) {
  /** No hints. */
  public static final Beliefs NONE = new Beliefs(List.of(), List.of(), List.of());

  /** Copies the lists. */
  public Beliefs {
    before = List.copyOf(before);
    after = List.copyOf(after);
    refactored = List.copyOf(refactored);
  }

  /** The same hints for the class files; methods that are not found there are omitted. */
  PairHints in(CompiledVersion old, CompiledVersion now) {
    Stream<PairHints.MethodPair> pairs =
        java.util.stream.IntStream.range(0, before.size())
            .boxed()
            .flatMap(
                at ->
                    before
                        .get(at)
                        .in(old)
                        .flatMap(
                            from ->
                                after
                                    .get(at)
                                    .in(now)
                                    .map(to -> new PairHints.MethodPair(from, to))));
    List<List<MethodId>> wanted =
        refactored.stream()
            .map(each -> Stream.concat(each.in(old), each.in(now)).distinct().toList())
            .toList();
    return new PairHints(
        pairs.toList(),
        wanted.stream().flatMap(List::stream).distinct().toList(),
        wanted.stream().noneMatch(List::isEmpty));
  }
}
