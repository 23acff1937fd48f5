package org.refverify.prover.lockstep;

import java.util.Set;
import org.objectweb.asm.tree.MethodInsnNode;

/** JDK code that an initialiser may run without other code noticing, see {@link QuietCode}. */
final class QuietLibrary {
  private static final Set<String> ROOTS =
      Set.of("java/lang/Object", "java/lang/Record", "java/lang/Enum");

  /** Classes whose constructors without arguments only store the object itself. */
  private static final Set<String> STREAMS =
      Set.of("java/io/InputStream", "java/io/OutputStream", "java/io/Reader", "java/io/Writer");

  private static final Set<String> COLLECTIONS =
      Set.of(
          "java/lang/Object",
          "java/util/ArrayList",
          "java/util/LinkedList",
          "java/util/HashMap",
          "java/util/LinkedHashMap",
          "java/util/TreeMap",
          "java/util/HashSet",
          "java/util/LinkedHashSet",
          "java/util/TreeSet",
          "java/util/concurrent/ConcurrentHashMap",
          "java/util/concurrent/atomic/AtomicInteger",
          "java/util/concurrent/atomic/AtomicLong",
          "java/util/concurrent/atomic/AtomicBoolean");

  private static final Set<String> BOXES =
      Set.of(
          "java/lang/Boolean",
          "java/lang/Byte",
          "java/lang/Character",
          "java/lang/Short",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Float",
          "java/lang/Double");

  /** Methods that return the same empty collection each time. */
  private static final Set<String> EMPTY =
      Set.of(
          "java/util/Collections.emptyList()Ljava/util/List;",
          "java/util/Collections.emptySet()Ljava/util/Set;",
          "java/util/Collections.emptyMap()Ljava/util/Map;");

  private QuietLibrary() {}

  /** Whether the constructor without arguments creates an empty object. */
  static boolean isEmptyWhenMade(String type) {
    return COLLECTIONS.contains(type);
  }

  /** Whether a class is a root of the hierarchy: its finalizer, if it has one, does nothing. */
  static boolean isRoot(String type) {
    return ROOTS.contains(type);
  }

  /** Whether a quiet constructor may call this constructor of its superclass. */
  static boolean isQuietAbove(MethodInsnNode call) {
    return isRoot(call.owner) || call.desc.equals("()V") && STREAMS.contains(call.owner);
  }

  /** Whether a static method always returns a value and has no effect. */
  static boolean isQuiet(MethodInsnNode call) {
    return isBoxing(call) || EMPTY.contains(call.owner + "." + call.name + call.desc);
  }

  /** Whether a static method boxes a primitive value. */
  static boolean isBoxing(MethodInsnNode call) {
    return BOXES.contains(call.owner)
        && call.name.equals("valueOf")
        && !call.desc.startsWith("(Ljava/lang/String;");
  }
}
