package org.refverify.prover.compare;

import java.util.Set;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.NamesCalled;

/**
 * Objects of {@code java.lang.reflect.Proxy}. They receive every call of an interface's methods,
 * even of methods with code, and their code need not name the interface.
 */
final class Proxies {
  /** Methods that make proxies or their classes. */
  static final Set<String> MAKERS = Set.of("getProxyClass", "newProxyInstance");

  private Proxies() {}

  /** Whether the own classes of a version make proxies. */
  static boolean in(ClassWorld world) {
    return world.own().stream().anyMatch(node -> NamesCalled.hasAny(node, MAKERS));
  }
}
