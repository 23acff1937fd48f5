package org.refverify.fuzzer.run;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.fuzzer.entry.ClassFiles;

/** Inserts probes and redirected calls into the classes of one version. */
final class Instrumenter {
  private static int hitIds;
  private static int lineIds;
  private static int siteIds;
  private static int loopIds;

  private final ClassFiles classes;
  private final SortedMap<String, SortedSet<Integer>> changed;
  private final Map<String, byte[]> done = new HashMap<String, byte[]>();
  private final Map<String, Integer> lines = new HashMap<String, Integer>();
  private final boolean loops;
  private final Map<String, Boolean> threads = new HashMap<String, Boolean>();

  Instrumenter(ClassFiles classes, SortedMap<String, SortedSet<Integer>> changed) {
    this(classes, changed, false);
  }

  private Instrumenter(
      ClassFiles classes, SortedMap<String, SortedSet<Integer>> changed, boolean loops) {
    this.loops = loops;
    this.classes = classes;
    this.changed = changed;
  }

  /** The same, for runs in which loops also report their state. */
  Instrumenter watchingLoops() {
    return new Instrumenter(classes, changed, true);
  }

  /** Changed lines that ran, as {@code pkg.Class:12}. */
  Set<String> reachedLines() {
    Set<String> reached = new HashSet<String>();
    for (Map.Entry<String, Integer> line : lines.entrySet()) {
      if (Probe.reached(line.getValue())) {
        reached.add(line.getKey());
      }
    }
    return reached;
  }

  /** The class file with probes; null if there is no such class. */
  byte[] classFile(String name) {
    byte[] known = done.get(name);
    if (known == null) {
      byte[] original = classes.bytes(name);
      if (original == null) {
        return null;
      }
      known = instrument(name, original);
      done.put(name, known);
    }
    return known;
  }

  /** Other byte code of a class of this version, with probes. */
  byte[] instrument(String name, byte[] original) {
    try {
      return instrument(name, original, classes.owns(name));
    } catch (MethodTooLargeException tooLarge) {
      // Still redirected and stopped in time; only its coverage is unknown.
      return instrument(name, original, false);
    }
  }

  private byte[] instrument(String name, byte[] original, boolean own) {
    ClassNode node = new ClassNode();
    new ClassReader(original).accept(node, ClassReader.EXPAND_FRAMES);
    SortedSet<Integer> changedLines = own ? changed.get(name) : null;
    Predicate<String> isThread = this::isThread;
    for (MethodNode method : node.methods) {
      if ((method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0) {
        if (own && loops) {
          new LoopProbing(method, Instrumenter::nextLoop).probe();
        }
        new Redirecting(method, isThread).rewrite();
        new Probing(method, own ? Instrumenter::nextHit : null).probe();
        if (changedLines != null) {
          new LineProbing(method, changedLines, line -> lineId(name, line)).probe();
        }
        if (own) {
          new ComparisonProbing(method, Instrumenter::nextSite).probe();
        }
        Handlers.guard(method);
        NewObjects.label(method);
      }
    }
    // Frames are kept: to recompute them, common superclasses would have to be loaded.
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    node.accept(writer);
    Probe.reserve(hitIds + 1, lineIds + 1);
    Compared.reserve(siteIds + 1);
    return writer.toByteArray();
  }

  private static int nextHit() {
    return ++hitIds;
  }

  private static int nextLoop() {
    return ++loopIds;
  }

  private static int nextSite() {
    return ++siteIds;
  }

  private int lineId(String name, int line) {
    String key = name + ":" + line;
    Integer id = lines.get(key);
    if (id == null) {
      id = ++lineIds;
      lines.put(key, id);
    }
    return id;
  }

  private boolean isThread(String internalName) {
    if (internalName.equals("java/lang/Thread")) {
      return true;
    }
    Boolean known = threads.get(internalName);
    if (known == null) {
      known = extendsThread(internalName.replace('/', '.'));
      threads.put(internalName, known);
    }
    return known;
  }

  private boolean extendsThread(String name) {
    Set<String> seen = new HashSet<String>();
    byte[] bytes = classes.bytes(name);
    while (bytes != null) {
      String above = new ClassReader(bytes).getSuperName();
      if ("java/lang/Thread".equals(above)) {
        return true;
      }
      bytes = above == null || !seen.add(above) ? null : classes.bytes(above.replace('/', '.'));
    }
    return false;
  }
}
