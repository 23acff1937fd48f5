package org.refverify.prover.compile;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jdt.core.compiler.CharOperation;
import org.eclipse.jdt.internal.compiler.classfmt.ClassFileReader;
import org.eclipse.jdt.internal.compiler.classfmt.ClassFormatException;
import org.eclipse.jdt.internal.compiler.env.INameEnvironment;
import org.eclipse.jdt.internal.compiler.env.NameEnvironmentAnswer;

/** Answers the compiler's requests for types: sources first, then libraries, then stand-ins. */
public final class TreeEnvironment implements INameEnvironment {
  private final Sources sources;
  private final Libraries libraries;
  private final MissingTypes missingTypes;
  private final Set<String> handedOut = new HashSet<>();
  private final Set<String> asked = new HashSet<>();

  TreeEnvironment(Sources sources, Libraries libraries, MissingTypes missingTypes) {
    this.sources = sources;
    this.libraries = libraries;
    this.missingTypes = missingTypes;
  }

  /** Only sources and libraries; missing types have no stand-ins. */
  public TreeEnvironment(Sources sources, Libraries libraries) {
    this(sources, libraries, new MissingTypes());
  }

  @Override
  public NameEnvironmentAnswer findType(char[][] compoundName) {
    String packageName =
        CharOperation.toString(CharOperation.subarray(compoundName, 0, compoundName.length - 1));
    return find(packageName, new String(compoundName[compoundName.length - 1]));
  }

  @Override
  public NameEnvironmentAnswer findType(char[] typeName, char[][] packageName) {
    return find(CharOperation.toString(packageName), new String(typeName));
  }

  private NameEnvironmentAnswer find(String packageName, String type) {
    Optional<String> path = sources.declaring(packageName, type);
    if (path.isPresent()) {
      return unit(path.get(), packageName, sources.tree().text(path.get()));
    }
    Optional<byte[]> bytes = libraries.bytes(internalName(packageName, type));
    if (bytes.isPresent()) {
      return binary(bytes.get(), internalName(packageName, type));
    }
    return missingTypes
        .text(packageName, type)
        .map(text -> standIn(packageName, type, text))
        .orElse(null);
  }

  private NameEnvironmentAnswer standIn(String packageName, String type, String text) {
    String name = packageName.isEmpty() ? type : packageName + "." + type;
    if (missingTypes.isOnDemand(name)) {
      asked.add(name);
    }
    return unit(MissingTypes.path(packageName, type), packageName, text);
  }

  /** Types that only a missing package can contain and that the compiler has requested. */
  Set<String> asked() {
    return asked;
  }

  /** Whether a type is known; does not return it to the compiler. */
  boolean has(String packageName, String type) {
    return sources.declaring(packageName, type).isPresent()
        || libraries.bytes(internalName(packageName, type)).isPresent();
  }

  /** Whether sources or libraries have the package; stand-ins do not count. */
  boolean hasPackage(String name) {
    return sources.isPackage(name) || libraries.isPackage(name.replace('.', '/'));
  }

  /**
   * Marks a file as known to the compiler, which must not read it twice; returns whether it was
   * new.
   */
  public boolean handOut(String path) {
    return handedOut.add(path);
  }

  private NameEnvironmentAnswer unit(String path, String packageName, String text) {
    return handOut(path)
        ? new NameEnvironmentAnswer(new SourceUnit(path, packageName, text), null)
        : null;
  }

  private static NameEnvironmentAnswer binary(byte[] bytes, String name) {
    try {
      return new NameEnvironmentAnswer(new ClassFileReader(bytes, name.toCharArray()), null);
    } catch (ClassFormatException e) {
      return null;
    }
  }

  private static String internalName(String packageName, String type) {
    return packageName.isEmpty() ? type : packageName.replace('.', '/') + "/" + type;
  }

  @Override
  public boolean isPackage(char[][] parentPackageName, char[] packageName) {
    String name = CharOperation.toString(CharOperation.arrayConcat(parentPackageName, packageName));
    return hasPackage(name) || missingTypes.isPackage(name);
  }

  @Override
  public void cleanup() {
    // Sources and libraries live longer than one compilation.
  }
}
