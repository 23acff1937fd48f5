package org.refverify.context;

import static org.refverify.common.JsonWriter.object;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.eclipse.jdt.internal.compiler.CompilationResult;
import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.lookup.CompilationUnitScope;
import org.eclipse.jdt.internal.compiler.lookup.FieldBinding;
import org.eclipse.jdt.internal.compiler.lookup.MethodBinding;
import org.eclipse.jdt.internal.compiler.lookup.SourceTypeBinding;
import org.eclipse.jdt.internal.compiler.lookup.TypeBinding;
import org.eclipse.jdt.internal.compiler.util.Util;
import org.refverify.prover.compile.SourceTree;

/** Converts bindings to records for the answer; all texts share one limit. */
final class Telling {
  private final SourceTree tree;
  private final int most;
  private int left;

  Telling(SourceTree tree, ReadingLimits limits) {
    this.tree = tree;
    this.most = limits.characters();
    this.left = limits.allCharacters();
  }

  Map<String, Object> method(MethodBinding method) {
    AbstractMethodDeclaration written = written(method);
    Map<String, Object> told =
        object(
            "class_name", TypeNames.of(method.declaringClass),
            "name", new String(method.selector),
            "descriptor", TypeNames.descriptor(method),
            "file", TypeNames.file(method.declaringClass).orElse(null));
    if (written == null) {
      told.putAll(nowhere());
    } else {
      told.putAll(
          place(
              written.compilationResult,
              written.declarationSourceStart,
              written.declarationSourceEnd));
    }
    return told;
  }

  /** Its declaration; null for a method that the compiler adds. */
  private static AbstractMethodDeclaration written(MethodBinding method) {
    boolean here =
        method.declaringClass instanceof SourceTypeBinding source && source.scope != null;
    AbstractMethodDeclaration found = here ? method.sourceMethod() : null;
    return found == null || found.isDefaultConstructor() ? null : found;
  }

  Map<String, Object> member(CodeMember member) {
    if (member.method() != null && member.method().binding != null) {
      return method(member.method().binding);
    }
    TypeBinding owner = member.owner().binding;
    Map<String, Object> told =
        object(
            "class_name",
            owner == null ? new String(member.owner().name) : TypeNames.of(owner),
            "name",
            member.isStatic() ? "<clinit>" : "<init>",
            "descriptor",
            "",
            "file",
            new String(member.owner().compilationResult.getFileName()));
    told.putAll(place(member.owner().compilationResult, member.start(), member.end()));
    return told;
  }

  private static Map<String, Object> nowhere() {
    return object("start_line", null, "end_line", null, "source", "", "source_left_out", 0);
  }

  private Map<String, Object> place(CompilationResult file, int from, int end) {
    int[] lines = file.getLineSeparatorPositions();
    String whole = tree.text(new String(file.getFileName()));
    int start = Math.min(LeadingComments.without(whole, from), end);
    String text = whole.substring(start, end + 1);
    String kept = cut(text, Math.min(most, left));
    left -= kept.length();
    return object(
        "start_line",
        Util.getLineNumber(start, lines, 0, lines.length - 1),
        "end_line",
        Util.getLineNumber(end, lines, 0, lines.length - 1),
        "source",
        kept,
        "source_left_out",
        text.length() - kept.length());
  }

  /** The beginning of a text; never splits a surrogate pair. */
  private static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    boolean halves = most > 0 && Character.isHighSurrogate(text.charAt(most - 1));
    return text.substring(0, halves ? most - 1 : most);
  }

  Map<String, Object> call(Map<String, Object> other, Collection<Integer> lines, String through) {
    other.put("lines", List.copyOf(lines));
    other.put("through", through);
    return other;
  }

  Map<String, Object> field(FieldBinding field, Collection<Integer> lines) {
    return object(
        "class_name", TypeNames.of(field.declaringClass),
        "name", new String(field.name),
        "type", TypeNames.of(field.type),
        "file", TypeNames.file(field.declaringClass).orElseThrow(),
        "lines", List.copyOf(lines));
  }

  Map<String, Object> type(TypeBinding type, CompilationUnitScope scope) {
    return object("name", TypeNames.of(type, scope), "file", TypeNames.file(type).orElse(null));
  }
}
