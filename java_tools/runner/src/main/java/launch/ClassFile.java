package launch;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * What of a class file (JVMS 4) other sources can see when they are compiled: its ABI as text.
 *
 * <p>Left out are private members, code, and attributes that only describe code or nesting. An
 * attribute that is not known here makes the text unusable for comparison, so that whoever compares
 * recompiles rather than guesses.
 */
final class ClassFile {
  private static final int PRIVATE = 0x0002;
  private static final Set<String> WITHOUT_MEANING =
      new HashSet<>(
          Arrays.asList(
              "Code",
              "SourceDebugExtension",
              "InnerClasses",
              "NestHost",
              "NestMembers",
              "EnclosingMethod",
              "BootstrapMethods",
              "MethodParameters"));

  private final DataInputStream in;
  private final StringBuilder abi = new StringBuilder();
  private Object[] constants = new Object[0];
  private boolean known = true;
  private String name = "";
  private String source = "";

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

  /** The simple name of the source file; empty where the compiler did not record it. */
  String source() {
    return source;
  }

  /** The ABI as text, or null where the file holds something that is not understood. */
  String abi() {
    return known ? abi.toString() : null;
  }

  /** Bytes of a constant after its tag; not for Utf8, whose length varies. */
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
    abi.append("class ").append(access).append(' ').append(name);
    abi.append(" extends ").append(constant(in.readUnsignedShort()));
    int interfaces = in.readUnsignedShort();
    for (int i = 0; i < interfaces; i++) {
      abi.append(" implements ").append(constant(in.readUnsignedShort()));
    }
    abi.append('\n');
    readMembers("field");
    readMembers("method");
    readAttributes(abi);
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

  private void readMembers(String kind) throws IOException {
    int count = in.readUnsignedShort();
    for (int i = 0; i < count; i++) {
      int access = in.readUnsignedShort();
      StringBuilder text = new StringBuilder(kind).append(' ').append(access);
      text.append(' ').append(constant(in.readUnsignedShort()));
      text.append(' ').append(constant(in.readUnsignedShort()));
      boolean before = known;
      readAttributes(text);
      if ((access & PRIVATE) == 0) {
        abi.append(text).append('\n');
      } else {
        known = before;
      }
    }
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
