package org.refverify.prover.compile;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.prover.verdict.MethodId;
import org.refverify.prover.world.ClassReading;
import org.refverify.prover.world.CompiledVersion;

/**
 * A method as sources name it.
 *
 * @param className binary name with dots; nested classes follow a dollar sign
 * @param name {@code <init>} for a constructor
 * @param parameterTypes erased, as written; a type variable without a bound keeps its name
 */
public record SourceMethod(String className, String name, List<String> parameterTypes) {
  /** Copies the parameter types. */
  public SourceMethod {
    parameterTypes = List.copyOf(parameterTypes);
  }

  /** The methods of a version that it can mean: usually one, or none. */
  Stream<MethodId> in(CompiledVersion version) {
    String owner = className.replace('.', '/');
    byte[] bytes = version.classes().get(owner);
    if (bytes == null) {
      return Stream.empty();
    }
    int parsing = ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG;
    ClassNode node = ClassReading.node(owner, bytes, parsing);
    return node.methods.stream()
        .filter(this::fits)
        .map(method -> new MethodId(owner, method.name, method.desc));
  }

  private boolean fits(MethodNode method) {
    List<String> types =
        Arrays.stream(Type.getArgumentTypes(method.desc)).map(SourceMethod::written).toList();
    List<String> variables = TypeVariables.ofParameters(method.signature);
    int hidden = types.size() - parameterTypes.size();
    if (!method.name.equals(name) || hidden < 0 || (hidden > 0 && !name.equals("<init>"))) {
      return false;
    }
    for (int i = 0; i < parameterTypes.size(); i++) {
      String wanted = simple(parameterTypes.get(i));
      int at = variables.size() - parameterTypes.size() + i;
      // Sources alone do not show the erasure of a variable without a bound: it keeps its name.
      boolean variable = at >= 0 && wanted.equals(variables.get(at));
      if (!variable && !wanted.equals(types.get(hidden + i))) {
        return false;
      }
    }
    return true;
  }

  private static String written(Type type) {
    return simple(type.getClassName());
  }

  private static String simple(String type) {
    return type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
  }
}
