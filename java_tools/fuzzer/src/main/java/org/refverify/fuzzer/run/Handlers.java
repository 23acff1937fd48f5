package org.refverify.fuzzer.run;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Makes handlers that catch everything let a {@link Stop} pass. The check is outside every guarded
 * range, so that the handler itself cannot catch it.
 */
final class Handlers {
  private static final Set<String> BROAD = new HashSet<String>();

  static {
    BROAD.add("java/lang/Throwable");
    BROAD.add("java/lang/Error");
  }

  private Handlers() {}

  static void guard(MethodNode method) {
    Map<LabelNode, LabelNode> stubs = new HashMap<LabelNode, LabelNode>();
    for (TryCatchBlockNode block : method.tryCatchBlocks) {
      if (block.type != null && BROAD.contains(block.type)) {
        LabelNode stub = stubs.get(block.handler);
        if (stub == null) {
          stub = stub(method, block.handler);
          stubs.put(block.handler, stub);
        }
        block.handler = stub;
      }
    }
  }

  private static LabelNode stub(MethodNode method, LabelNode handler) {
    LabelNode stub = new LabelNode();
    method.instructions.add(stub);
    FrameNode frame = frameAt(handler);
    if (frame != null) {
      method.instructions.add(copy(frame));
    }
    method.instructions.add(Probing.call("caught", "()V"));
    method.instructions.add(new JumpInsnNode(Opcodes.GOTO, handler));
    return stub;
  }

  static FrameNode copy(FrameNode frame) {
    return new FrameNode(
        Opcodes.F_NEW,
        frame.local.size(),
        frame.local.toArray(),
        frame.stack.size(),
        frame.stack.toArray());
  }

  /** The frame at a label; null if the class file has none. */
  static FrameNode frameAt(LabelNode label) {
    for (AbstractInsnNode at = label; at != null && at.getOpcode() < 0; at = at.getNext()) {
      if (at instanceof FrameNode) {
        return (FrameNode) at;
      }
    }
    return null;
  }
}
