package org.refverify.prover.world;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.refverify.prover.verdict.MethodId;
import org.refverify.prover.verdict.SourcePlace;

/** A method with code, and the properties that are computed from the code once. */
public final class Method {
  /** The start of the text of the error that ECJ generates for code that it could not compile. */
  public static final String PROBLEM = "Unresolved compilation";

  private final ClassNode owner;
  private final MethodNode node;
  private final String sourceName;
  private final AbstractInsnNode[] code;
  private final BitSet loopHeads = new BitSet();
  private final List<Handler> handlers = new ArrayList<>();

  /**
   * An entry of the exception table.
   *
   * @param from index of the first protected instruction
   * @param to index after the last one
   * @param target index of the handler
   * @param type internal name of the exception that it catches; null for any
   */
  public record Handler(int from, int to, int target, String type) {

    /** Whether the instruction is protected by this entry. */
    public boolean covers(int index) {
      return from <= index && index < to;
    }
  }

  /**
   * @param sourceName the internal name of the class in the source
   */
  Method(ClassNode owner, MethodNode node, String sourceName) {
    this.owner = owner;
    this.node = node;
    this.sourceName = sourceName;
    this.code = node.instructions.toArray();
    for (int i = 0; i < code.length; i++) {
      for (LabelNode target : targets(code[i])) {
        if (index(target) <= i) {
          loopHeads.set(index(target));
        }
      }
    }
    for (TryCatchBlockNode block : node.tryCatchBlocks) {
      handlers.add(
          new Handler(index(block.start), index(block.end), index(block.handler), block.type));
    }
  }

  public ClassNode owner() {
    return owner;
  }

  /** The internal name of the class in the source. */
  public String sourceName() {
    return sourceName;
  }

  public MethodNode node() {
    return node;
  }

  public MethodId id() {
    return idOf(owner, node);
  }

  /** The name of any method of any class. */
  public static MethodId idOf(ClassNode owner, MethodNode node) {
    return new MethodId(owner.name, node.name, node.desc);
  }

  public boolean is(int flag) {
    return (node.access & flag) != 0;
  }

  public boolean isConstructor() {
    return node.name.equals("<init>");
  }

  /** Whether the method is abstract or native and so has no code. */
  public boolean hasNoCode() {
    return is(Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE);
  }

  public AbstractInsnNode at(int index) {
    return code[index];
  }

  /** Number of instructions, labels and line marks. */
  public int length() {
    return code.length;
  }

  public int index(LabelNode label) {
    return node.instructions.indexOf(label);
  }

  /**
   * Whether some jump leads back to this index: every loop without events contains such a place.
   */
  public boolean isLoopHead(int index) {
    return loopHeads.get(index);
  }

  public List<Handler> handlers() {
    return handlers;
  }

  /** The name of a parameter, the receiver is number 0; empty without debug information. */
  public String nameOf(int parameter) {
    int slot = Arrays.stream(slots(), 0, parameter).mapToInt(Type::getSize).sum();
    List<LocalVariableNode> variables = node.localVariables;
    return (variables == null ? List.<LocalVariableNode>of() : variables)
        .stream().filter(each -> each.index == slot).map(each -> each.name).findFirst().orElse("");
  }

  /** Types of the parameters, the receiver first. */
  public Type[] slots() {
    return slots(owner.name, node);
  }

  private static Type[] slots(String owner, MethodNode node) {
    Type[] declared = Type.getArgumentTypes(node.desc);
    if ((node.access & Opcodes.ACC_STATIC) != 0) {
      return declared;
    }
    Type[] all = new Type[declared.length + 1];
    all[0] = Type.getObjectType(owner);
    System.arraycopy(declared, 0, all, 1, declared.length);
    return all;
  }

  /** Whether the method replaces code that could not be compiled or is unknown. */
  public boolean isUnresolved() {
    for (AbstractInsnNode instruction : code) {
      if (instruction instanceof LdcInsnNode constant
          && constant.cst instanceof String text
          && text.startsWith(PROBLEM)) {
        return true;
      }
    }
    return false;
  }

  /** Whether this is the body of a lambda expression. */
  public boolean isLambdaBody() {
    return is(Opcodes.ACC_SYNTHETIC) && node.name.startsWith("lambda$");
  }

  /** The place of an instruction in the source. */
  public SourcePlace place(int index) {
    String file = owner.sourceFile == null ? "" : owner.sourceFile;
    return new SourcePlace(sourceName, node.name + node.desc, file, line(index));
  }

  private int line(int index) {
    for (int i = Math.min(index, code.length - 1); i >= 0; i--) {
      if (code[i] instanceof LineNumberNode line) {
        return line.line;
      }
    }
    return 0;
  }

  private static List<LabelNode> targets(AbstractInsnNode instruction) {
    if (instruction instanceof JumpInsnNode jump) {
      return List.of(jump.label);
    }
    List<LabelNode> all = new ArrayList<>();
    if (instruction instanceof TableSwitchInsnNode table) {
      all.addAll(table.labels);
      all.add(table.dflt);
    } else if (instruction instanceof LookupSwitchInsnNode lookup) {
      all.addAll(lookup.labels);
      all.add(lookup.dflt);
    }
    return all;
  }

  @Override
  public String toString() {
    return id().toString();
  }
}
