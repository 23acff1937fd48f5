package launch;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The parts of a class file (JVMS 4) that other sources can see when they are compiled: its ABI as
 * text.
 *
 * <p>It omits private members, members that javac generates and does not read again, code, and
 * attributes that only describe code or nesting. An unknown attribute makes the text unusable for
 * comparison, so that the caller recompiles rather than guesses.
 */
final class ClassFile {
  private static final int PRIVATE = 0x0002;
  private static final int BRIDGE = 0x0040;
  private static final int INTERFACE = 0x0200;
  private static final int SYNTHETIC = 0x1000;
  private static final Set<String> WITHOUT_MEANING =
      new HashSet<>(
          Arrays.asList(
              "Code",
              "SourceDebugExtension",
              "NestHost",
              "NestMembers",
              "EnclosingMethod",
              "BootstrapMethods",
              "MethodParameters"));

  private final DataInputStream in;
  private final StringBuilder frame = new StringBuilder();
  private final List<String> methods = new ArrayList<>();
  private Object[] constants = new Object[0];
  private boolean known = true;
  private String name = "";
  private String source = "";
  private String superclass = "";
  private boolean isInterface;

  private ClassFile(DataInputStream in) {
    this.in = in;
  }

  /** Reads a class file to its end. */
  static ClassFile read(DataInputStream in) throws IOException {
    ClassFile file = new ClassFile(in);
    file.read();
    return file;
  }

  /** The binary name, with slashes. */
  String name() {
    return name;
  }

  /** The simple name of the source file; empty if the compiler did not record it. */
  String source() {
    return source;
  }

  /** The binary name of the superclass, with slashes. */
  String superclass() {
    return superclass;
  }

  /** Whether it is an interface or an annotation type. */
  boolean isInterface() {
    return isInterface;
  }

  /** The ABI as text; null if the file contains something unknown. */
  String abi() {
    return known ? frame + String.join("", methods) : null;
  }

  /** The part of the ABI without methods. */
  String frame() {
    return frame.toString();
  }

  /**
   * The part of the ABI about methods, one text each: {@code method}, flags, name, descriptor,
   * more.
   */
  List<String> methods() {
    return methods;
  }

  /** The number of bytes of a constant after its tag; not for Utf8, whose length varies. */
  static int constantSize(int tag) {
    switch (tag) {
      case 7:
      case 8:
      case 16:
      case 19:
      case 20:
        return 2;
      case 15:
        return 3;
      case 5:
      case 6:
        return 8;
      default:
        return 4;
    }
  }

  private void read() throws IOException {
    in.readInt();
    in.readInt();
    readConstants();
    int access = in.readUnsignedShort();
    name = String.valueOf(constant(in.readUnsignedShort()));
    isInterface = (access & INTERFACE) != 0;
    superclass = String.valueOf(constant(in.readUnsignedShort()));
    frame.append("class ").append(access).append(' ').append(name);
    frame.append(" extends ").append(superclass);
    int interfaces = in.readUnsignedShort();
    for (int i = 0; i < interfaces; i++) {
      frame.append(" implements ").append(constant(in.readUnsignedShort()));
    }
    frame.append('\n');
    List<String> fields = new ArrayList<>();
    readMembers("field", fields);
    readMembers("method", methods);
    fields.forEach(frame::append);
    readAttributes(frame);
  }

  private void readConstants() throws IOException {
    int count = in.readUnsignedShort();
    constants = new Object[count];
    for (int i = 1; i < count; i++) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case 1:
          constants[i] = in.readUTF();
          break;
        case 3:
          constants[i] = in.readInt();
          break;
        case 4:
          constants[i] = Float.floatToRawIntBits(in.readFloat());
          break;
        case 5:
          constants[i++] = in.readLong();
          break;
        case 6:
          constants[i++] = Double.doubleToRawLongBits(in.readDouble());
          break;
        case 7:
        case 8:
          constants[i] = new int[] {in.readUnsignedShort()};
          break;
        default:
          in.readFully(new byte[constantSize(tag)]);
      }
    }
  }

  private Object constant(int index) {
    Object value = constants[index];
    return value instanceof int[] ? constants[((int[]) value)[0]] : value;
  }

  private void readMembers(String kind, List<String> members) throws IOException {
    int count = in.readUnsignedShort();
    for (int i = 0; i < count; i++) {
      int access = in.readUnsignedShort();
      Object member = constant(in.readUnsignedShort());
      StringBuilder text = new StringBuilder(kind).append(' ').append(access);
      text.append(' ').append(member);
      text.append(' ').append(constant(in.readUnsignedShort()));
      boolean before = known;
      readAttributes(text);
      if (isSeen(access) && !"<clinit>".equals(member)) {
        members.add(text.append('\n').toString());
      } else {
        known = before;
      }
    }
  }

  /**
   * Whether javac reads the member. It ignores generated members except bridges, which take part in
   * overriding.
   */
  private static boolean isSeen(int access) {
    boolean made = (access & SYNTHETIC) != 0 && (access & BRIDGE) == 0;
    return (access & PRIVATE) == 0 && !made;
  }

  private void readAttributes(StringBuilder text) throws IOException {
    int count = in.readUnsignedShort();
    for (int i = 0; i < count; i++) {
      String attribute = String.valueOf(constant(in.readUnsignedShort()));
      int length = in.readInt();
      if (attribute.equals("SourceFile")) {
        source = String.valueOf(constant(in.readUnsignedShort()));
        continue;
      }
      if (attribute.equals("InnerClasses")) {
        readNesting(text);
        continue;
      }
      if (WITHOUT_MEANING.contains(attribute)) {
        in.readFully(new byte[length]);
        continue;
      }
      text.append(" @").append(attribute).append(' ');
      readAttribute(attribute, length, text);
    }
  }

  private void readAttribute(String attribute, int length, StringBuilder text) throws IOException {
    switch (attribute) {
      case "Deprecated":
      case "Synthetic":
        break;
      case "ConstantValue":
      case "Signature":
        text.append(constant(in.readUnsignedShort()));
        break;
      case "Exceptions":
      case "PermittedSubclasses":
        readNames(text);
        break;
      case "RuntimeVisibleAnnotations":
      case "RuntimeInvisibleAnnotations":
        readAnnotations(text);
        break;
      case "RuntimeVisibleParameterAnnotations":
      case "RuntimeInvisibleParameterAnnotations":
        int parameters = in.readUnsignedByte();
        for (int i = 0; i < parameters; i++) {
          readAnnotations(text);
        }
        break;
      case "AnnotationDefault":
        readElement(text);
        break;
      default:
        in.readFully(new byte[length]);
        known = false;
    }
  }

  /**
   * Reads the access in the source of a nested class; the class's own flags do not distinguish
   * private from package-private.
   */
  private void readNesting(StringBuilder text) throws IOException {
    int count = in.readUnsignedShort();
    for (int i = 0; i < count; i++) {
      Object nested = constant(in.readUnsignedShort());
      in.readInt();
      int access = in.readUnsignedShort();
      if (name.equals(nested)) {
        text.append(" nested ").append(access);
      }
    }
  }

  private void readNames(StringBuilder text) throws IOException {
    int count = in.readUnsignedShort();
    for (int i = 0; i < count; i++) {
      text.append(constant(in.readUnsignedShort())).append(' ');
    }
  }

  private void readAnnotations(StringBuilder text) throws IOException {
    int count = in.readUnsignedShort();
    for (int i = 0; i < count; i++) {
      readAnnotation(text);
    }
    text.append(';');
  }

  private void readAnnotation(StringBuilder text) throws IOException {
    text.append(constant(in.readUnsignedShort())).append('(');
    int pairs = in.readUnsignedShort();
    for (int i = 0; i < pairs; i++) {
      text.append(constant(in.readUnsignedShort())).append('=');
      readElement(text);
    }
    text.append(')');
  }

  private void readElement(StringBuilder text) throws IOException {
    int tag = in.readUnsignedByte();
    text.append((char) tag);
    switch (tag) {
      case 'e':
        text.append(constant(in.readUnsignedShort())).append('.');
        text.append(constant(in.readUnsignedShort())).append(' ');
        break;
      case '@':
        readAnnotation(text);
        break;
      case '[':
        int count = in.readUnsignedShort();
        for (int i = 0; i < count; i++) {
          readElement(text);
        }
        break;
      default:
        text.append(constant(in.readUnsignedShort())).append(' ');
    }
  }
}
