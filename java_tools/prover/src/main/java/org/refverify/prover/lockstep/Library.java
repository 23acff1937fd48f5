package org.refverify.prover.lockstep;

import java.util.Set;
import org.objectweb.asm.tree.MethodInsnNode;

/** Known methods of the JDK. A method that is in no list may do anything. */
final class Library {
  /** Constructors that create an empty object unnoticed and never throw. */
  private static final Set<String> HARMLESS =
      Set.of(
          "java/lang/Object.<init>()V",
          "java/lang/StringBuilder.<init>()V",
          "java/lang/StringBuffer.<init>()V",
          "java/util/ArrayList.<init>()V",
          "java/util/LinkedList.<init>()V",
          "java/util/HashMap.<init>()V",
          "java/util/LinkedHashMap.<init>()V",
          "java/util/TreeMap.<init>()V",
          "java/util/HashSet.<init>()V",
          "java/util/LinkedHashSet.<init>()V",
          "java/util/TreeSet.<init>()V",
          "java/util/ArrayDeque.<init>()V",
          "java/util/concurrent/ConcurrentHashMap.<init>()V",
          "java/util/concurrent/atomic/AtomicBoolean.<init>()V",
          "java/util/concurrent/atomic/AtomicInteger.<init>()V",
          "java/util/concurrent/atomic/AtomicLong.<init>()V",
          "java/util/concurrent/atomic/AtomicReference.<init>()V",
          "java/io/ByteArrayOutputStream.<init>()V",
          "java/io/StringWriter.<init>()V");

  /**
   * Methods whose result depends only on their immutable arguments; they throw only for a null
   * receiver.
   */
  private static final Set<String> PURE =
      Set.of(
          "java/lang/String.length()I",
          "java/lang/String.isEmpty()Z",
          "java/lang/String.equals(Ljava/lang/Object;)Z",
          "java/lang/String.hashCode()I",
          "java/lang/Math.max(II)I",
          "java/lang/Math.min(II)I",
          "java/lang/Math.max(JJ)J",
          "java/lang/Math.min(JJ)J",
          "java/lang/Math.max(FF)F",
          "java/lang/Math.min(FF)F",
          "java/lang/Math.max(DD)D",
          "java/lang/Math.min(DD)D",
          "java/lang/Math.abs(I)I",
          "java/lang/Math.abs(J)J",
          "java/lang/Math.abs(F)F",
          "java/lang/Math.abs(D)D",
          "java/lang/Math.sqrt(D)D",
          "java/lang/Integer.compare(II)I",
          "java/lang/Long.compare(JJ)I",
          "java/lang/Double.compare(DD)I",
          "java/lang/Double.isNaN(D)Z",
          "java/util/Objects.isNull(Ljava/lang/Object;)Z",
          "java/util/Objects.nonNull(Ljava/lang/Object;)Z",
          "java/lang/Character.isDigit(C)Z",
          "java/lang/Character.isLetter(C)Z",
          "java/lang/Character.isWhitespace(C)Z",
          "java/lang/Integer.intValue()I",
          "java/lang/Boolean.booleanValue()Z",
          "java/lang/Long.longValue()J",
          "java/lang/Double.doubleValue()D",
          "java/lang/Float.floatValue()F",
          "java/lang/Short.shortValue()S",
          "java/lang/Byte.byteValue()B",
          "java/lang/Character.charValue()C",
          "java/lang/Object.getClass()Ljava/lang/Class;");

  /** Methods that inspect the class of their caller, with any descriptor. */
  private static final Set<String> CALLER_SENSITIVE =
      Set.of(
          "java/lang/Class.forName",
          "java/lang/Class.newInstance",
          "java/lang/Class.getClassLoader",
          "java/lang/Class.getResource",
          "java/lang/Class.getResourceAsStream",
          "java/lang/ClassLoader.getSystemClassLoader",
          "java/lang/ClassLoader.getPlatformClassLoader",
          "java/lang/ClassLoader.getParent",
          "java/lang/ClassLoader.registerAsParallelCapable",
          "java/lang/Module.addReads",
          "java/lang/Module.addExports",
          "java/lang/Module.addOpens",
          "java/lang/Module.addUses",
          "java/lang/Module.getResourceAsStream",
          "java/lang/Package.getPackage",
          "java/lang/Package.getPackages",
          "java/lang/Runtime.load",
          "java/lang/Runtime.loadLibrary",
          "java/lang/System.load",
          "java/lang/System.loadLibrary",
          "java/lang/System.getLogger",
          "java/lang/StackWalker.getInstance",
          "java/lang/StackWalker.getCallerClass",
          "java/lang/Thread.getContextClassLoader",
          "java/lang/foreign/SymbolLookup.loaderLookup",
          "java/lang/invoke/MethodHandles.lookup",
          "java/lang/invoke/MethodHandleProxies.asInterfaceInstance",
          "java/lang/reflect/AccessibleObject.setAccessible",
          "java/lang/reflect/AccessibleObject.trySetAccessible",
          "java/lang/reflect/AccessibleObject.canAccess",
          "java/lang/reflect/Constructor.newInstance",
          "java/lang/reflect/Constructor.setAccessible",
          "java/lang/reflect/Constructor.trySetAccessible",
          "java/lang/reflect/Field.setAccessible",
          "java/lang/reflect/Field.trySetAccessible",
          "java/lang/reflect/Method.invoke",
          "java/lang/reflect/Method.setAccessible",
          "java/lang/reflect/Method.trySetAccessible",
          "java/lang/reflect/Proxy.getInvocationHandler",
          "java/lang/reflect/Proxy.getProxyClass",
          "java/lang/reflect/Proxy.newProxyInstance",
          "java/sql/DriverManager.deregisterDriver",
          "java/sql/DriverManager.getConnection",
          "java/sql/DriverManager.getDriver",
          "java/sql/DriverManager.getDrivers",
          "java/sql/DriverManager.drivers",
          "java/util/ResourceBundle.getBundle",
          "java/util/ResourceBundle.clearCache",
          "java/util/ServiceLoader.load",
          "java/util/ServiceLoader.loadInstalled",
          "java/util/concurrent/atomic/AtomicIntegerFieldUpdater.newUpdater",
          "java/util/concurrent/atomic/AtomicLongFieldUpdater.newUpdater",
          "java/util/concurrent/atomic/AtomicReferenceFieldUpdater.newUpdater",
          "java/util/logging/Logger.getLogger",
          "java/util/logging/Logger.getAnonymousLogger",
          "sun/misc/Unsafe.getUnsafe");

  private static final String REFLECTED_FIELD = "java/lang/reflect/Field";

  private Library() {}

  static boolean isHarmless(MethodInsnNode call) {
    return HARMLESS.contains(call.owner + "." + call.name + call.desc);
  }

  /** Whether a static method returns its argument and throws if and only if it is null. */
  static boolean demandsNotNull(String owner, String name, String descriptor) {
    return (owner + "." + name + descriptor)
        .equals("java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object;");
  }

  /** Whether a method of the class is pure. */
  static boolean isPure(String owner, MethodInsnNode call) {
    return PURE.contains(owner + "." + call.name + call.desc);
  }

  static boolean isCallerSensitive(String owner, String name) {
    boolean access = name.startsWith("get") || name.startsWith("set");
    return CALLER_SENSITIVE.contains(owner + "." + name) || owner.equals(REFLECTED_FIELD) && access;
  }
}
