package org.refverify.prover.compile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.jdt.internal.compiler.ASTVisitor;
import org.eclipse.jdt.internal.compiler.ast.ASTNode;
import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.FieldDeclaration;
import org.eclipse.jdt.internal.compiler.ast.Initializer;
import org.eclipse.jdt.internal.compiler.ast.TypeDeclaration;
import org.eclipse.jdt.internal.compiler.lookup.BlockScope;
import org.eclipse.jdt.internal.compiler.lookup.MethodBinding;
import org.refverify.prover.compare.ReflectionWords;

/**
 * The members whose text is the same in both versions and that do not name any part of the change.
 * Each has the same meaning in both, whatever the missing types are.
 *
 * <p>The declarations with a name decide what the name means, and the declarations that an
 * expression names decide its type; see {@link ChangedNames}. A name of the change is no obstacle
 * if the compiler knows, in both versions, that it means the same unchanged member or a local
 * variable.
 *
 * <p>The code of such a member is unknown except that it is the same in both versions. A member
 * that finds others by name does not count: its targets are looked for in code.
 */
final class UnchangedMembers {
  private UnchangedMembers() {}

  /**
   * A member of a type that is not local.
   *
   * @param made simple names of the classes whose constructors it calls without their names
   * @param ids of the methods of class files that its code makes, with the classes inside it
   */
  record Member(CodeTokens tokens, CertainNames names, Set<String> made, Map<String, String> ids) {}

  /** The members of one file in one version, by a unique key. */
  record Side(String path, Map<String, Member> members) {
    static Side of(PreparedUnit unit, MissingUses uses) {
      Reader reader = new Reader(unit, uses);
      reader.types(unit.parsed().types);
      return new Side(unit.unit().path(), reader.members);
    }
  }

  /**
   * The methods of one version's class files that mean the same in both versions, by class, name
   * and descriptor; the text of each identifies its code.
   */
  static Map<String, String> of(Side here, Side there, ChangedNames changed) {
    Map<String, String> found = new TreeMap<>();
    here.members()
        .forEach(
            (key, member) -> {
              Member other = there.members().get(key);
              if (other != null && isSame(here.path(), member, other, changed)) {
                found.putAll(member.ids());
              }
            });
    return found;
  }

  private static boolean isSame(String path, Member here, Member there, ChangedNames changed) {
    CodeTokens tokens = here.tokens();
    Set<String> words = tokens.words();
    boolean same =
        tokens.text().equals(there.tokens().text())
            && words.stream().noneMatch(word -> changed.isType(path, word))
            && here.made().stream().noneMatch(changed::isMadeOtherwise)
            && words.stream().noneMatch(ReflectionWords.ALL::contains)
            && tokens.namesInStrings().stream().noneMatch(each -> isChanged(path, each, changed));
    return same
        && distinct(tokens.calls()).entrySet().stream()
            .allMatch(each -> isSameCall(each, here.names(), there.names(), changed))
        && distinct(tokens.variables()).entrySet().stream()
            .filter(each -> changed.isField(each.getKey()))
            .allMatch(
                each ->
                    here.names().locals(each.getKey()) == each.getValue()
                        && there.names().locals(each.getKey()) == each.getValue());
  }

  private static boolean isChanged(String path, String word, ChangedNames changed) {
    return changed.isType(path, word) || changed.isField(word) || !changed.owners(word).isEmpty();
  }

  private static Map<String, Integer> distinct(List<String> words) {
    Map<String, Integer> counted = new HashMap<>();
    words.forEach(each -> counted.merge(each, 1, Integer::sum));
    return counted;
  }

  /** Whether every call of a name means the same method, on classes whose method did not change. */
  private static boolean isSameCall(
      Map.Entry<String, Integer> name,
      CertainNames here,
      CertainNames there,
      ChangedNames changed) {
    Set<String> owners = changed.owners(name.getKey());
    if (owners.isEmpty()) {
      return true;
    }
    List<CertainNames.Call> calls = here.calls(name.getKey());
    return calls.size() == name.getValue()
        && calls.equals(there.calls(name.getKey()))
        && calls.stream().flatMap(each -> each.classes().stream()).noneMatch(owners::contains);
  }

  /** Reads the members of one file. */
  private static final class Reader {
    private final PreparedUnit unit;
    private final MissingUses uses;
    private final Map<String, Member> members = new HashMap<>();
    private final Set<String> twice = new HashSet<>();

    Reader(PreparedUnit unit, MissingUses uses) {
      this.unit = unit;
      this.uses = uses;
    }

    void types(TypeDeclaration[] types) {
      for (TypeDeclaration type : types == null ? new TypeDeclaration[0] : types) {
        if (type.binding != null && type.binding.constantPoolName() != null) {
          type(new String(type.binding.constantPoolName()), type);
        }
        types(type.memberTypes);
      }
    }

    private void type(String owner, TypeDeclaration type) {
      List<ASTNode> ofObjects = new ArrayList<>();
      List<ASTNode> ofClass = new ArrayList<>();
      for (FieldDeclaration each : type.fields == null ? new FieldDeclaration[0] : type.fields) {
        (each.isStatic() ? ofClass : ofObjects).add(each);
      }
      List<MethodBinding> constructors = new ArrayList<>();
      boolean known = true;
      for (AbstractMethodDeclaration each :
          type.methods == null ? new AbstractMethodDeclaration[0] : type.methods) {
        if (each.isConstructor()) {
          known &= each.binding != null;
          constructors.add(each.binding);
          if (!each.isDefaultConstructor()) {
            ofObjects.add(each);
          }
        } else if (!each.isClinit() && each.binding != null) {
          String id = id(owner, each.binding);
          put(id, type, List.of(each), List.of(id));
        }
      }
      if (known) {
        List<String> ids = new ArrayList<>(List.of(owner + ".<init>"));
        constructors.forEach(each -> ids.add(id(owner, each)));
        put(owner + ".<init>", type, ofObjects, ids);
      }
      String initialiser = owner + ".<clinit>";
      put(initialiser, type, ofClass, List.of(initialiser, initialiser + "()V"));
    }

    private static String id(String owner, MethodBinding method) {
      String name = method.isConstructor() ? "<init>" : new String(method.selector);
      return owner + "." + name + new String(method.signature());
    }

    /** Whose constructors a member calls with {@code super} or {@code this}, or as a constant. */
    private static Set<String> made(String key, TypeDeclaration type) {
      Set<String> found = new HashSet<>();
      boolean makes = key.endsWith(".<init>") || key.endsWith(".<clinit>");
      if (makes) {
        found.add(new String(type.name));
      }
      if (makes && type.superclass != null) {
        found.add(new String(type.superclass.getLastToken()));
      }
      return found;
    }

    private void put(String key, TypeDeclaration type, List<ASTNode> parts, List<String> own) {
      StringBuilder text = new StringBuilder();
      Map<String, Integer> places = new TreeMap<>();
      for (ASTNode each : parts) {
        text.append(text(each)).append('\n');
        LocalTypes inside = new LocalTypes();
        traverse(each, inside, type);
        inside.ids.forEach(id -> places.put(id, places.size()));
      }
      Optional<CodeTokens> tokens = CodeTokens.of(text.toString());
      if (tokens.isEmpty() || !twice.add(key)) {
        members.remove(key);
        return;
      }
      CertainNames names = new CertainNames(uses, type.binding);
      boolean certain =
          !uses.mayInherit(type.binding)
              && tokens.get().variables().stream().noneMatch(uses::mayBeImported);
      if (certain) {
        parts.forEach(each -> traverse(each, names, type));
      }
      Map<String, String> ids = new TreeMap<>();
      String code = tokens.get().text();
      own.forEach(id -> ids.put(id, code));
      places.forEach((id, place) -> ids.put(id, place + " in " + key + " " + code));
      members.put(key, new Member(tokens.get(), names, made(key, type), ids));
    }

    private static void traverse(ASTNode node, ASTVisitor visitor, TypeDeclaration type) {
      if (node instanceof FieldDeclaration field) {
        field.traverse(
            visitor, field.isStatic() ? type.staticInitializerScope : type.initializerScope);
      } else if (node instanceof AbstractMethodDeclaration method) {
        method.traverse(visitor, type.scope);
      }
    }

    private String text(ASTNode node) {
      String source = unit.unit().text();
      int start;
      int end;
      if (node instanceof AbstractMethodDeclaration method) {
        start = method.declarationSourceStart;
        end = method.declarationSourceEnd;
      } else {
        FieldDeclaration field = (FieldDeclaration) node;
        start = Math.min(field.declarationSourceStart, field.sourceStart);
        end = Math.max(field.declarationSourceEnd, field.sourceEnd);
        if (field instanceof Initializer initializer) {
          end = Math.max(end, initializer.bodyEnd);
        }
      }
      boolean known = 0 <= start && start <= end && end < source.length();
      // Code with an escape is not read here.
      return known ? source.substring(start, end + 1) : "\\u";
    }
  }

  /** The methods of the classes inside a member, in their order. */
  private static final class LocalTypes extends ASTVisitor {
    private final List<String> ids = new ArrayList<>();

    @Override
    public boolean visit(TypeDeclaration type, BlockScope scope) {
      char[] name = type.binding == null ? null : type.binding.constantPoolName();
      if (name != null) {
        String owner = new String(name);
        ids.add(owner + ".<init>");
        ids.add(owner + ".<clinit>");
        ids.add(owner + ".<clinit>()V");
        Arrays.stream(type.methods == null ? new AbstractMethodDeclaration[0] : type.methods)
            .filter(each -> each.binding != null && !each.isClinit())
            .forEach(each -> ids.add(Reader.id(owner, each.binding)));
      }
      return true;
    }
  }
}
