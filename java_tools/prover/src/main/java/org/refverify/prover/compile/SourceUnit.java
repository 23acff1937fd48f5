package org.refverify.prover.compile;

import org.eclipse.jdt.core.compiler.CharOperation;
import org.eclipse.jdt.internal.compiler.env.ICompilationUnit;
import org.eclipse.jdt.internal.compiler.lookup.LookupEnvironment;
import org.eclipse.jdt.internal.compiler.lookup.ModuleBinding;

/**
 * A source text in the form that the compiler expects.
 *
 * @param path its file; class files contain its last part
 * @param packageName with dots
 */
public record SourceUnit(String path, String packageName, String text) implements ICompilationUnit {
  @Override
  public char[] getContents() {
    return text.toCharArray();
  }

  @Override
  public char[] getMainTypeName() {
    String name = path.substring(path.lastIndexOf('/') + 1);
    return name.substring(0, name.length() - ".java".length()).toCharArray();
  }

  @Override
  public char[][] getPackageName() {
    return packageName.isEmpty() ? null : CharOperation.splitOn('.', packageName.toCharArray());
  }

  /** Both versions are compiled as one unnamed module. */
  @Override
  public ModuleBinding module(LookupEnvironment environment) {
    return environment.UnNamedModule;
  }

  @Override
  public char[] getFileName() {
    return path.toCharArray();
  }
}
