package org.refverify.prover.compare;

import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;
import org.objectweb.asm.tree.ClassNode;
import org.refverify.common.WithoutAnnotations;

/** The classes that a class file names outside annotations. */
public final class NamesUsed {
  private NamesUsed() {}

  public static Set<String> by(ClassNode node) {
    Set<String> found = new TreeSet<>();
    Remapper collector =
        new Remapper(Opcodes.ASM9) {
          @Override
          public String map(String internalName) {
            found.add(internalName);
            return internalName;
          }
        };
    node.accept(new WithoutAnnotations(new ClassRemapper(new ClassNode(), collector)));
    return found;
  }
}
