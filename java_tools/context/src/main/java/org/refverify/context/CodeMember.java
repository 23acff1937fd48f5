package org.refverify.context;

import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.FieldDeclaration;
import org.eclipse.jdt.internal.compiler.ast.TypeDeclaration;

/**
 * A method, constructor or initialiser of a class that is not local, with its range of text.
 *
 * @param owner its class
 * @param method its declaration; null for an initialiser of fields
 * @param isStatic whether it runs without an object
 * @param start offset of its first character, with its comment
 * @param end offset of its last character
 */
public record CodeMember(
    TypeDeclaration owner, AbstractMethodDeclaration method, boolean isStatic, int start, int end) {
  static CodeMember of(TypeDeclaration owner, AbstractMethodDeclaration method) {
    return new CodeMember(
        owner,
        method,
        method.isStatic(),
        method.declarationSourceStart,
        method.declarationSourceEnd);
  }

  static CodeMember of(TypeDeclaration owner, FieldDeclaration field) {
    return new CodeMember(
        owner, null, field.isStatic(), field.declarationSourceStart, field.declarationSourceEnd);
  }
}
