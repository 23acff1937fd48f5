package org.refverify.prover.compile;

import org.eclipse.jdt.core.compiler.CharOperation;
import org.eclipse.jdt.internal.compiler.env.ICompilationUnit;

/**
 * A source text as the compiler wants it.
 *
 * @param path its file; class files name its last part
 * @param packageName with dots
 */
record SourceUnit(String path, String packageName, String text) implements ICompilationUnit {
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

  @Override
  public char[] getFileName() {
    return path.toCharArray();
  }
}
