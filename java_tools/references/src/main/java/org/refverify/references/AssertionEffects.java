package org.refverify.references;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Finds code that behaves differently if assertions are on: tests run with assertions, production
 * does not.
 *
 * <p>The condition of an {@code assert} may write variables and fields, or call code that does; a
 * handler may catch the error; a program may call {@code desiredAssertionStatus}. Effects are
 * counted, so that a refactoring may move an assertion unchanged.
 */
final class AssertionEffects {
  static final String GROUP = "assertions";

  private static final String SWITCH = "$assertionsDisabled";
  private static final String STATUS = "desiredAssertionStatus";
  private static final String ERROR = "java/lang/AssertionError";
  private static final Set<String> CATCHING =
      Set.of(ERROR, "java/lang/Error", "java/lang/Throwable");
  private static final int MOST_METHODS = 2000;

  /** Methods of mutable library objects that change them. */
  private static final Pattern CHANGING =
      Pattern.compile(
          "(?:add|append|clear|close|compareAnd|complete|compute|decrement|delete|drain|fill|flush"
              + "|getAnd|increment|insert|merge|next|offer|poll|pop|print|push|put|read|remove"
              + "|replace|retain|reverse|set|shuffle|skip|sort|swap|take|update|write).*");

  private static final Set<String> UNCHANGING =
      Set.of(
          "java/lang/String", "java/math/BigDecimal", "java/math/BigInteger", "java/util/Optional");

  private final ProjectClasses version;
  private final Map<String, ClassNode> read = new LinkedHashMap<>();
  private final Map<String, List<UsePlace>> found = new LinkedHashMap<>();
  private Map<String, List<String>> ownMethods;

  private AssertionEffects(ProjectClasses version) {
    this.version = version;
  }

  /**
   * Effects that some classes have more often than the others did; each with a place that has it
   * now.
   */
  static List<Finding> added(
      ProjectClasses before,
      Collection<ClassNode> old,
      ProjectClasses after,
      Collection<ClassNode> now) {
    Map<String, List<UsePlace>> then = of(before, old);
    List<Finding> findings = new ArrayList<>();
    of(after, now)
        .forEach(
            (what, places) -> {
              int more = places.size() - then.getOrDefault(what, List.of()).size();
              if (more > 0) {
                UsePlace place = places.get(places.size() - 1);
                findings.add(new Finding(Finding.Kind.REFERENCE, GROUP, what, place));
              }
            });
    return findings;
  }

  private static Map<String, List<UsePlace>> of(
      ProjectClasses version, Collection<ClassNode> classes) {
    AssertionEffects effects = new AssertionEffects(version);
    classes.forEach(node -> node.methods.forEach(method -> effects.read(node, method)));
    return effects.found;
  }

  private void read(ClassNode owner, MethodNode method) {
    int line = UseReader.firstLine(method);
    for (AbstractInsnNode each : method.instructions) {
      if (each instanceof LineNumberNode number) {
        line = number.line;
      } else if (isStatusQuery(each) && !isForSwitch(each)) {
        note("a question whether assertions are on", owner, method, line);
      }
      LabelNode end = endOfAssertion(each);
      if (end != null) {
        assertion(owner, method, each, end, line);
      }
    }
  }

  private static boolean isStatusQuery(AbstractInsnNode each) {
    return each instanceof MethodInsnNode call && call.name.equals(STATUS);
  }

  /** Whether a query is the one that the compiler generates for the assertions of a class. */
  private static boolean isForSwitch(AbstractInsnNode query) {
    AbstractInsnNode each = query;
    for (int steps = 0; each != null && steps < 10; each = each.getNext(), steps++) {
      if (each.getOpcode() == Opcodes.PUTSTATIC) {
        return ((FieldInsnNode) each).name.equals(SWITCH);
      }
    }
    return false;
  }

  /** The end of an assertion that begins here; null if none begins. */
  private static LabelNode endOfAssertion(AbstractInsnNode each) {
    boolean asks =
        each.getOpcode() == Opcodes.GETSTATIC && ((FieldInsnNode) each).name.equals(SWITCH);
    return asks && each.getNext() instanceof JumpInsnNode jump && jump.getOpcode() == Opcodes.IFNE
        ? jump.label
        : null;
  }

  private void assertion(
      ClassNode owner, MethodNode method, AbstractInsnNode start, LabelNode end, int line) {
    if (isCaught(method, start)) {
      note("an assertion whose error is caught", owner, method, line);
    }
    for (AbstractInsnNode each = start; each != end && each != null; each = each.getNext()) {
      if (each instanceof TypeInsnNode made && made.desc.equals(ERROR)) {
        return;
      }
      effect(each).ifPresent(what -> note("an assertion that " + what, owner, method, line));
    }
  }

  private static boolean isCaught(MethodNode method, AbstractInsnNode place) {
    int at = method.instructions.indexOf(place);
    for (TryCatchBlockNode block : method.tryCatchBlocks) {
      if (block.type != null
          && CATCHING.contains(block.type)
          && method.instructions.indexOf(block.start) <= at
          && at < method.instructions.indexOf(block.end)) {
        return true;
      }
    }
    return false;
  }

  private Optional<String> effect(AbstractInsnNode each) {
    int code = each.getOpcode();
    if (code == Opcodes.IINC || code >= Opcodes.ISTORE && code <= Opcodes.ASTORE) {
      return Optional.of("writes a variable");
    }
    if (code == Opcodes.PUTFIELD || code == Opcodes.PUTSTATIC) {
      return Optional.of("writes a field");
    }
    if (isArrayStore(each)) {
      return Optional.of("writes an array");
    }
    return called(each).stream()
        .filter(this::changes)
        .findFirst()
        .map(method -> "calls " + method + ", which changes something");
  }

  private static List<Member> called(AbstractInsnNode each) {
    if (each instanceof MethodInsnNode call) {
      return List.of(new Member(call.owner, call.name, call.desc));
    }
    List<Member> handles = new ArrayList<>();
    if (each instanceof InvokeDynamicInsnNode dynamic) {
      for (Object argument : dynamic.bsmArgs) {
        if (argument instanceof Handle handle && handle.getDesc().startsWith("(")) {
          handles.add(new Member(handle.getOwner(), handle.getName(), handle.getDesc()));
        }
      }
    }
    return handles;
  }

  /** Whether a method, or a method that it calls, makes a lasting change. */
  private boolean changes(Member method) {
    Deque<Member> open = new ArrayDeque<>(List.of(version.declared(method)));
    Set<Member> seen = new HashSet<>(open);
    while (!open.isEmpty() && seen.size() < MOST_METHODS) {
      Member each = open.poll();
      if (!version.isOwn(each.owner())) {
        if (isChanging(each)) {
          return true;
        }
        continue;
      }
      overriders(each).filter(seen::add).forEach(open::add);
      boolean makesArrays = false;
      for (AbstractInsnNode instruction : instructions(each)) {
        if (writesField(instruction, each.isConstructor())) {
          return true;
        }
        makesArrays |= isNewArray(instruction);
        if (isArrayStore(instruction) && !makesArrays) {
          return true;
        }
        for (Member next : called(instruction)) {
          Member declared = version.declared(next);
          if (seen.add(declared)) {
            open.add(declared);
          }
        }
      }
    }
    return false;
  }

  /** The own methods that a call of this one may run instead: all with its name and descriptor. */
  private Stream<Member> overriders(Member method) {
    if (method.isConstructor()) {
      return Stream.empty();
    }
    if (ownMethods == null) {
      ownMethods = new LinkedHashMap<>();
      for (ClassNode node : ProjectClasses.read(version.main(), version.main().keySet()).values()) {
        for (MethodNode each : node.methods) {
          ownMethods.computeIfAbsent(each.name + each.desc, k -> new ArrayList<>()).add(node.name);
        }
      }
    }
    return ownMethods.getOrDefault(method.name() + method.descriptor(), List.of()).stream()
        .filter(owner -> version.isSubtype(owner, method.owner()))
        .map(method::in);
  }

  private static boolean isArrayStore(AbstractInsnNode each) {
    return each.getOpcode() >= Opcodes.IASTORE && each.getOpcode() <= Opcodes.SASTORE;
  }

  /**
   * Whether an instruction creates an array. A method that has created an array before it stores to
   * one usually fills its own.
   */
  private static boolean isNewArray(AbstractInsnNode each) {
    return each.getOpcode() == Opcodes.NEWARRAY
        || each.getOpcode() == Opcodes.ANEWARRAY
        || each.getOpcode() == Opcodes.MULTIANEWARRAY;
  }

  private static boolean writesField(AbstractInsnNode each, boolean inConstructor) {
    return each.getOpcode() == Opcodes.PUTSTATIC
        || each.getOpcode() == Opcodes.PUTFIELD && !inConstructor;
  }

  private static boolean isChanging(Member method) {
    return !UNCHANGING.contains(method.owner()) && CHANGING.matcher(method.name()).matches();
  }

  private Iterable<AbstractInsnNode> instructions(Member method) {
    ClassNode node = read.computeIfAbsent(method.owner(), this::classOf);
    return node.methods.stream()
        .filter(m -> m.name.equals(method.name()) && m.desc.equals(method.descriptor()))
        .findFirst()
        .map(m -> (Iterable<AbstractInsnNode>) m.instructions)
        .orElse(List.of());
  }

  private ClassNode classOf(String name) {
    Map<String, byte[]> files = version.isMain(name) ? version.main() : version.test();
    return ProjectClasses.read(files, new TreeSet<>(Set.of(name))).get(name);
  }

  private void note(String what, ClassNode owner, MethodNode method, int line) {
    UsePlace place = new UsePlace(owner.name, method.name, UseReader.sourceOf(owner), line);
    found.computeIfAbsent(what, key -> new ArrayList<>()).add(place);
  }
}
