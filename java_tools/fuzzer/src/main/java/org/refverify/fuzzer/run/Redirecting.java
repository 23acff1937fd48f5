package org.refverify.fuzzer.run;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Redirects the calls of one method into {@link World}. */
final class Redirecting {
  private static final String WORLD = Type.getInternalName(World.class);

  /** Types that describe how to open a file: a mode, or options. */
  private static final Set<String> HOW =
      new HashSet<String>(Arrays.asList("Ljava/lang/String;", "[Ljava/nio/file/OpenOption;"));

  private final MethodNode method;
  private final Predicate<String> isThread;

  Redirecting(MethodNode method, Predicate<String> isThread) {
    this.method = method;
    this.isThread = isThread;
  }

  void rewrite() {
    for (AbstractInsnNode insn : method.instructions.toArray()) {
      if (insn instanceof MethodInsnNode) {
        call((MethodInsnNode) insn);
      } else if (insn instanceof InvokeDynamicInsnNode) {
        references((InvokeDynamicInsnNode) insn);
      }
    }
  }

  /**
   * Denies a reference to a denied method where it is created, because its calls are not visible.
   */
  private void references(InvokeDynamicInsnNode dynamic) {
    Object[] arguments = dynamic.bsmArgs;
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i] instanceof Handle) {
        Handle handle = (Handle) arguments[i];
        if (Denials.denies(handle.getOwner(), handle.getName(), handle.getDesc())) {
          method.instructions.insertBefore(
              dynamic, denial(handle.getOwner() + "." + handle.getName()));
        }
        arguments[i] = handle(handle);
      }
    }
  }

  private void call(MethodInsnNode call) {
    String key = call.owner + "." + call.name + call.desc;
    if (Denials.denies(call.owner, call.name, call.desc)) {
      method.instructions.insertBefore(call, denial(call));
    } else if (Redirects.EXTENDED.containsKey(key)) {
      String[] extension = Redirects.EXTENDED.get(key);
      method.instructions.insertBefore(call, toWorld(extension[0], extension[1]));
      call.desc = extension[2];
    } else if (Redirects.FOLLOWED.containsKey(key)) {
      String type = Type.getReturnType(call.desc).getDescriptor();
      method.instructions.insert(
          call, toWorld(Redirects.FOLLOWED.get(key), "(" + type + ")" + type));
    } else {
      replace(call);
    }
  }

  private void replace(MethodInsnNode call) {
    boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
    String to = replacement(call.owner, call.name, call.desc);
    if (to != null && call.getOpcode() != Opcodes.INVOKESPECIAL) {
      String receiver = isStatic ? null : receiver(call.owner, call.name);
      method.instructions.set(call, toWorld(to, withReceiver(receiver, call.desc)));
    } else if (call.name.equals("parallelStream") && call.desc.startsWith("()")) {
      call.name = "stream";
    } else if (call.name.equals("parallel") && call.owner.startsWith("java/util/stream/")) {
      call.name = "sequential";
    }
  }

  private String replacement(String owner, String name, String descriptor) {
    String known = Redirects.REPLACED.get(owner + "." + name + descriptor);
    if (known != null) {
      return known;
    }
    if (name.equals("wait") && descriptor.matches("\\((JI?)?\\)V")) {
      return "await";
    }
    boolean thread = name.equals("start") && descriptor.equals("()V");
    thread |= name.equals("join") && descriptor.matches("\\(J?\\)V");
    thread |= (name.equals("sleep") || name.equals("yield")) && descriptor.matches("\\(J?\\)V");
    if (!thread || !isThread.test(owner)) {
      return null;
    }
    return name.equals("yield") ? "nothing" : name;
  }

  private static String receiver(String owner, String name) {
    switch (name) {
      case "start":
      case "join":
        return "Ljava/lang/Thread;";
      case "wait":
        return "Ljava/lang/Object;";
      default:
        return "L" + owner + ";";
    }
  }

  private static String withReceiver(String receiver, String descriptor) {
    return receiver == null ? descriptor : "(" + receiver + descriptor.substring(1);
  }

  private Handle handle(Handle handle) {
    String to = replacement(handle.getOwner(), handle.getName(), handle.getDesc());
    boolean isStatic = handle.getTag() == Opcodes.H_INVOKESTATIC;
    if (to == null || !isStatic && handle.getTag() != Opcodes.H_INVOKEVIRTUAL) {
      return handle;
    }
    String receiver = isStatic ? null : receiver(handle.getOwner(), handle.getName());
    return new Handle(
        Opcodes.H_INVOKESTATIC, WORLD, to, withReceiver(receiver, handle.getDesc()), false);
  }

  private InsnList denial(MethodInsnNode call) {
    String question = question(call);
    String what = call.owner + "." + call.name;
    return question == null ? denial(what) : questioned(call, question, said(what));
  }

  private static InsnList denial(String what) {
    InsnList list = new InsnList();
    list.add(new LdcInsnNode(said(what)));
    list.add(toWorld("deny", "(Ljava/lang/String;)V"));
    return list;
  }

  private static String said(String what) {
    return what.replace('/', '.').replace(".<init>", "");
  }

  /**
   * The method that may allow the call after a check of the file that it names; null if there is
   * none.
   */
  private static String question(MethodInsnNode call) {
    boolean named =
        call.owner.equals("java/io/File")
            || call.desc.startsWith("(Ljava/io/File;")
            || call.desc.startsWith("(Ljava/nio/file/Path;")
            || call.desc.startsWith("(Ljava/lang/String;");
    boolean told = !call.desc.contains("Ljava/util/Set;") || !call.desc.contains("FileAttribute");
    if (named && told && Denials.isReading(call.owner, call.name)) {
      return "denyUnlessReading";
    }
    return named && Denials.isChanging(call.owner, call.name) ? "denyExisting" : null;
  }

  /**
   * Keeps the later arguments in separate variables while the world checks the file and how it
   * would be opened.
   */
  private InsnList questioned(MethodInsnNode call, String question, String what) {
    Type[] arguments = Type.getArgumentTypes(call.desc);
    int first = call.owner.equals("java/io/File") ? 0 : 1;
    int[] slots = new int[arguments.length];
    int how = -1;
    InsnList list = new InsnList();
    for (int i = arguments.length - 1; i >= first; i--) {
      slots[i] = method.maxLocals;
      method.maxLocals += arguments[i].getSize();
      how = HOW.contains(arguments[i].getDescriptor()) ? slots[i] : how;
      list.add(new VarInsnNode(arguments[i].getOpcode(Opcodes.ISTORE), slots[i]));
    }
    list.add(new InsnNode(Opcodes.DUP));
    list.add(how < 0 ? new InsnNode(Opcodes.ACONST_NULL) : new VarInsnNode(Opcodes.ALOAD, how));
    list.add(new LdcInsnNode(what));
    list.add(toWorld(question, "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/String;)V"));
    for (int i = first; i < arguments.length; i++) {
      list.add(new VarInsnNode(arguments[i].getOpcode(Opcodes.ILOAD), slots[i]));
    }
    return list;
  }

  private static MethodInsnNode toWorld(String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, WORLD, name, descriptor, false);
  }
}
