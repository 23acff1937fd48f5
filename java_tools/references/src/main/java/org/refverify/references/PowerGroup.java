package org.refverify.references;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.objectweb.asm.Type;

/**
 * Members of libraries that give power over the JVM that runs the tests, over its files or its
 * settings, and members that show that tests are running. A refactoring needs no new one.
 */
enum PowerGroup {
  FILES(
      """
      java/io/(?!(?:[A-Za-z]*(?:Exception|Error)|Serializable|Externalizable|Closeable|Flushable\
      |ByteArray(?:In|Out)putStream|CharArray(?:Reader|Writer)|String(?:Reader|Writer)\
      |StringBufferInputStream|Buffered\\w+|Filter\\w+|Pushback\\w+|SequenceInputStream\
      |Data(?:In|Out)put(?:Stream)?|Object(?:In|Out)put|InputStream|OutputStream|Reader|Writer\
      |InputStreamReader|OutputStreamWriter|PrintStream|PrintWriter|StreamTokenizer\
      |LineNumberReader|LineNumberInputStream|Piped\\w+)$).*
      java/nio/(?:file|channels)/(?!\\w+Exception$).*
      java/util/(?:zip/ZipFile|jar/.*|logging/(?!Level$|Logger$|LogRecord$).*|prefs/.*)
      """,
      """
      java/(?:io/Print(?:Stream|Writer)|util/(?:Formatter|Scanner))#<init>\\(Ljava/(?:lang/String|io/File|nio/file/Path);.*
      java/util/Properties#(?:loadFromXML|storeToXML|save).*
      """),
  REFLECTION(
      """
      java/lang/reflect/(?!(?:\\w+(?:Exception|Error)|Array|Modifier)$).*
      java/lang/invoke/(?!\\w+Exception$).*
      java/lang/(?:Module|ModuleLayer|foreign/.*)
      java/beans/(?!PropertyChange|PropertyVeto|Vetoable|\\w+Exception$).*
      (?:org/objenesis|net/bytebuddy|net/sf/cglib|javassist|org/objectweb/asm|jnr)/.*
      org/apache/commons/(?:lang3?/reflect|beanutils2?)/.*
      org/springframework/(?:util/ReflectionUtils|cglib/.*|objenesis/.*)
      """,
      """
      java/lang/Class#(?!getName|getSimpleName|getCanonicalName|getTypeName|getPackageName|toString\
      |hashCode|equals|isInstance|cast|desiredAssertionStatus|getEnumConstants|isAssignableFrom\
      |getComponentType|componentType|isArray|isEnum|isInterface|isPrimitive|isRecord|isAnnotation\
      |getSuperclass|asSubclass|getModifiers|forName|getClassLoader|getResource).*
      java/util/concurrent/atomic/Atomic\\w+FieldUpdater#newUpdater.*
      """),
  CLASS_LOADING(
      """
      java/lang/(?:ClassLoader|ModuleLayer).*
      java/security/SecureClassLoader
      java/util/ServiceLoader.*
      java/util/spi/.*
      javax/tools/.*
      javax/script/.*
      """,
      """
      java/lang/Class#(?:forName|getClassLoader|getResource).*
      java/util/ResourceBundle#getBundle.*
      """),
  PROCESSES("java/lang/(?:Process|ProcessBuilder|ProcessHandle|Runtime|Shutdown)(?:\\$.*)?", ""),
  SYSTEM(
      "java/lang/(?:SecurityManager|RuntimePermission|Compiler)",
      """
      java/lang/System#(?!arraycopy|identityHashCode|currentTimeMillis|nanoTime|lineSeparator|out|err).*
      java/lang/(?:Boolean#getBoolean|Integer#getInteger|Long#getLong).*
      """),
  THREADS(
      """
      java/lang/(?:Thread|ThreadGroup|ThreadBuilders)(?:\\$.*)?
      java/util/Timer(?:Task)?
      java/util/concurrent/(?:Executors|ThreadPoolExecutor|ScheduledThreadPoolExecutor|ForkJoin\\w+\
      |StructuredTaskScope)(?:\\$.*)?
      java/lang/ref/(?:Cleaner|PhantomReference|Finalizer)(?:\\$.*)?
      """,
      """
      java/util/concurrent/CompletableFuture#(?:\\w+Async|orTimeout|completeOnTimeout)\\(.*
      java/lang/Object#finalize.*
      """),
  CRYPTOGRAPHY("javax/crypto/.*", ""),
  NETWORK(
      """
      java/net/(?!\\w+Exception$).*
      (?:javax/net|javax/naming|java/rmi|javax/rmi|javax/mail)/.*
      java/sql/Driver.*
      java/awt/(?:Desktop|Robot)
      """,
      ""),
  INTERNALS("(?:sun|jdk|com/sun|com/ibm|org/graalvm)/.*", ""),
  MANAGEMENT("(?:java/lang/management|java/lang/instrument|javax/management)/.*", ""),
  ASSERTIONS("", "java/lang/Class#desiredAssertionStatus.*"),
  DEFAULTS("", "java/util/(?:Locale|TimeZone)#(?:get|set)Default.*"),
  SECURITY(
      "java/security/(?:AccessControl\\w*|AccessController|Policy|Security|Provider\\w*|ProtectionDomain|CodeSource|Permission\\w*)",
      ""),
  CALL_STACK(
      "java/lang/(?:StackWalker|StackTraceElement|LiveStackFrame)(?:\\$.*)?",
      "java/lang/Throwable#(?:getStackTrace|setStackTrace|printStackTrace\\(L).*");

  private final Pattern classes;
  private final Pattern members;

  /**
   * A group.
   *
   * @param classes one expression per line: internal names of classes whose members all belong to
   *     the group
   * @param members one expression per line: owner, {@code #}, name and descriptor
   */
  PowerGroup(String classes, String members) {
    this.classes = compiled(classes);
    this.members = compiled(members);
  }

  private static Pattern compiled(String lines) {
    return Pattern.compile(String.join("|", lines.strip().lines().toList()));
  }

  /** The name in reports: {@code class-loading}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The group of a member of a library.
   *
   * <p>A member also belongs to a group if it takes or returns an object of one of its classes.
   */
  static Optional<PowerGroup> of(Member member) {
    return Stream.of(values()).filter(each -> each.holds(member)).findFirst();
  }

  private boolean holds(Member member) {
    if (classes.matcher(member.owner()).matches()) {
      return true;
    }
    if (member.isClass()) {
      return false;
    }
    String signature = member.owner() + "#" + member.name() + member.descriptor();
    return members.matcher(signature).matches()
        || inDescriptor(member).anyMatch(name -> classes.matcher(name).matches());
  }

  private static Stream<String> inDescriptor(Member member) {
    Type type = Type.getType(member.descriptor());
    Stream<Type> types =
        member.isMethod()
            ? Stream.concat(Stream.of(type.getArgumentTypes()), Stream.of(type.getReturnType()))
            : Stream.of(type);
    return types
        .map(each -> each.getSort() == Type.ARRAY ? each.getElementType() : each)
        .filter(each -> each.getSort() == Type.OBJECT)
        .map(Type::getInternalName);
  }
}
