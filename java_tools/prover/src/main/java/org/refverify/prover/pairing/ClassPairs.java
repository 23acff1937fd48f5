package org.refverify.prover.pairing;

import java.util.List;
import java.util.Map;
import org.objectweb.asm.tree.ClassNode;

/** Old classes that have another name in the new version. */
public final class ClassPairs {
  private final Map<String, ClassNode> renamed;
  private final List<String> assumptions;

  private ClassPairs(Map<String, ClassNode> renamed, List<String> assumptions) {
    this.renamed = renamed;
    this.assumptions = assumptions;
  }

  public static ClassPairs find(Map<String, ClassNode> before, Map<String, ClassNode> after) {
    return new ClassPairs(after, List.of());
  }

  /** The new version's classes under the old one's names. */
  public Map<String, ClassNode> renamed() {
    return renamed;
  }

  /** What must hold so that nobody sees the new names. */
  public List<String> assumptions() {
    return assumptions;
  }
}
