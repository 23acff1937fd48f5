package org.refverify.prover.compare;

import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.refverify.prover.pairing.FoundByName;

/** The words of sources that find members by name or list them. */
public final class ReflectionWords {
  /** Names of methods, and simple names of classes. */
  public static final Set<String> ALL =
      Stream.of(
              FoundByName.FINDERS,
              Beans.MANAGERS,
              Beans.INTROSPECTORS,
              ParameterNames.READERS,
              Proxies.MAKERS,
              UnusedMethods.LISTS)
          .flatMap(Collection::stream)
          .map(each -> each.substring(each.lastIndexOf('/') + 1))
          .collect(Collectors.toUnmodifiableSet());

  private ReflectionWords() {}
}
