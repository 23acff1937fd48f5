package org.refverify.prover.compare;

import java.util.Set;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.NamesCalled;

/**
 * Objects of {@code java.lang.reflect.Proxy}: they take every call of an interface's methods, also
 * of one with code, and need not name the interface.
 */
final class Proxies {
  /** Make them, or their classes. */
  static final Set<String> MAKERS = Set.of("getProxyClass", "newProxyInstance");

  private Proxies() {}

  /** Whether the own classes of a version make any. */
  static boolean in(ClassWorld world) {
    return world.own().stream().anyMatch(node -> NamesCalled.hasAny(node, MAKERS));
  }
}
