package launch;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Creates a canary class in memory: the template's byte code under another name, with the secret in
 * place of the marker. It writes nothing to disk, so the code under test finds no file of it.
 */
final class Canary extends ClassLoader {
  private static final String MARKER = "CANARY-SECRET";

  private Canary(ClassLoader parent) {
    super(parent);
    // Uses the current status for the test classes, so that changes to it affect the canary too.
    setDefaultAssertionStatus(Canary.class.desiredAssertionStatus());
  }

  static Class<?> of(Class<?> template, String name, String secret) throws IOException {
    String oldName = template.getName().replace('.', '/');
    try (InputStream in = template.getResourceAsStream(template.getSimpleName() + ".class")) {
      byte[] code = rename(new DataInputStream(in), oldName, name.replace('.', '/'), secret);
      return new Canary(template.getClassLoader()).defineClass(name, code, 0, code.length);
    }
  }

  private static byte[] rename(DataInputStream in, String oldName, String newName, String secret)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(in.readInt());
    out.writeInt(in.readInt());
    int count = in.readUnsignedShort();
    out.writeShort(count);
    for (int i = 1; i < count; i++) {
      int tag = in.readUnsignedByte();
      out.writeByte(tag);
      if (tag == 1) {
        String text = in.readUTF();
        out.writeUTF(text.replace(oldName, newName).replace(MARKER, secret));
      } else {
        copy(in, out, ClassFile.constantSize(tag));
      }
      i += tag == 5 || tag == 6 ? 1 : 0;
    }
    byte[] buffer = new byte[4096];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      out.write(buffer, 0, read);
    }
    return bytes.toByteArray();
  }

  private static void copy(DataInputStream in, DataOutputStream out, int size) throws IOException {
    byte[] buffer = new byte[size];
    in.readFully(buffer);
    out.write(buffer);
  }
}
