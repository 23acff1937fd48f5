package org.refverify.prover.pairing;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** The exceptions of the platform whose messages name a class, and the code that throws them. */
final class NamingExceptions {
  private static final String CAST = "java/lang/ClassCastException";
  private static final String STORE = "java/lang/ArrayStoreException";
  private static final String ARGUMENT = "java/lang/IllegalArgumentException";
  private static final String STATE = "java/lang/IllegalStateException";
  private static final String REJECTED = "java/util/concurrent/RejectedExecutionException";
  private static final String TIME = "java/time/DateTimeException";
  private static final String CLONE = "java/lang/CloneNotSupportedException";
  private static final String ACCESS = "java/lang/IllegalAccessException";
  private static final String INSTANCE = "java/lang/InstantiationException";
  private static final String MEMBER = "java/lang/NoSuchMethodException";

  private static final List<String> UNCHECKED =
      List.of(CAST, STORE, ARGUMENT, STATE, REJECTED, TIME);
  private static final List<String> REFLECTIVE = List.of(ACCESS, INSTANCE, MEMBER);

  /** The exceptions that name a class, by their own type or a supertype. */
  private static final Map<String, List<String>> BELOW =
      Map.of(
          "java/lang/Throwable",
          all(),
          "java/lang/Exception",
          all(),
          "java/lang/RuntimeException",
          UNCHECKED,
          "java/lang/ReflectiveOperationException",
          REFLECTIVE);

  /** Collections that compare their elements with each other. */
  private static final Set<String> ORDERED =
      Set.of(
          "java/util/TreeMap",
          "java/util/TreeSet",
          "java/util/PriorityQueue",
          "java/util/concurrent/ConcurrentSkipListMap",
          "java/util/concurrent/ConcurrentSkipListSet",
          "java/util/concurrent/PriorityBlockingQueue");

  private static final Set<String> COMPARE =
      Set.of("binarySearch", "max", "min", "parallelSort", "sort", "sorted");
  private static final Set<String> FILL_ARRAYS =
      Set.of("arraycopy", "copyOf", "copyOfRange", "fill", "setAll", "toArray");

  /** Code that catches one of these by its own type expects it from the guarded code. */
  private static final Set<String> EXPECTED =
      Set.of(
          CAST,
          STORE,
          "java/io/InvalidClassException",
          "java/io/NotSerializableException",
          "java/io/ObjectStreamException");

  private NamingExceptions() {}

  private static List<String> all() {
    return Stream.of(UNCHECKED, REFLECTIVE, List.of(CLONE)).flatMap(List::stream).toList();
  }

  /** The exceptions that a handler of a type catches; empty if there are none. */
  static Set<String> takenBy(String caught) {
    return Set.copyOf(
        BELOW.getOrDefault(caught, all().contains(caught) ? List.of(caught) : List.of()));
  }

  static boolean isExpected(String caught) {
    return caught != null && EXPECTED.contains(caught);
  }

  /** Whether a class of collections compares its elements or checks their class. */
  static boolean demands(String owner, String name) {
    return ORDERED.contains(owner) || name.startsWith("checked");
  }

  /**
   * The exceptions that a method of the platform may throw, except for {@code clone}.
   *
   * @param demanding whether some collection may compare or check its elements
   */
  static Set<String> of(String owner, String name, String descriptor, boolean demanding) {
    if (owner.startsWith("java/lang/reflect/")) {
      return Set.of(ARGUMENT, ACCESS, INSTANCE);
    }
    if (owner.startsWith("java/lang/invoke/")) {
      return Set.of(CAST, ACCESS, MEMBER);
    }
    Set<String> found = new HashSet<>();
    if (owner.equals("java/lang/Class")) {
      add(found, CAST, name.equals("cast") || name.equals("asSubclass"));
      add(found, MEMBER, name.endsWith("Method") || name.endsWith("Constructor"));
      add(found, ACCESS, name.equals("newInstance"));
      add(found, INSTANCE, name.equals("newInstance"));
    }
    add(found, TIME, owner.startsWith("java/time/") && descriptor.contains("/temporal/"));
    boolean util = owner.startsWith("java/util/");
    boolean takesObject = descriptor.substring(0, descriptor.indexOf(')')).contains("/Object;");
    boolean updates = owner.startsWith("java/util/concurrent/atomic/") && owner.endsWith("Updater");
    boolean compares = COMPARE.contains(name) || demanding && takesObject;
    add(found, CAST, util && (compares || updates && takesObject));
    add(found, STORE, (util || owner.equals("java/lang/System")) && FILL_ARRAYS.contains(name));
    add(found, ARGUMENT, util && Set.of("of", "ofEntries", "toUnmodifiableMap").contains(name));
    add(
        found,
        STATE,
        util && Set.of("toMap", "toConcurrentMap", "toUnmodifiableMap").contains(name));
    add(found, REJECTED, util && runsTasks(name));
    return found;
  }

  private static boolean runsTasks(String name) {
    return name.equals("execute") || name.startsWith("submit") || name.startsWith("schedule");
  }

  private static void add(Set<String> found, String exception, boolean thrown) {
    if (thrown) {
      found.add(exception);
    }
  }

  /** The exception of {@code clone} for an object that is not {@code Cloneable}. */
  static Set<String> ofClone() {
    return Set.of(CLONE);
  }

  /** The exception of an instruction other than a call; empty if there is none. */
  static Set<String> of(MethodNode method, AbstractInsnNode instruction) {
    return switch (instruction.getOpcode()) {
      case Opcodes.CHECKCAST -> Set.of(CAST);
      case Opcodes.AASTORE -> fillsNewArray(method, instruction) ? Set.of() : Set.of(STORE);
      default -> Set.of();
    };
  }

  /**
   * Whether a store puts an element of an array initialiser into its new array, as for variable
   * arguments; the compiler has then checked the types.
   */
  private static boolean fillsNewArray(MethodNode method, AbstractInsnNode store) {
    int open = 0;
    for (AbstractInsnNode each : method.instructions) {
      boolean dup = each.getNext() != null && each.getNext().getOpcode() == Opcodes.DUP;
      boolean stores = each.getOpcode() == Opcodes.AASTORE;
      if (each == store) {
        return open > 0;
      }
      if (each.getOpcode() == Opcodes.ANEWARRAY && dup) {
        open++;
      } else if (stores && open > 0 && !dup) {
        open--;
      }
    }
    return false;
  }
}
