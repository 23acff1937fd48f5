package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.signature.SignatureReader;
import org.objectweb.asm.signature.SignatureVisitor;

/** Reads the generic signatures of class files. */
final class Signatures {
  /** Parameters and return type of a method, the bounds of its type variables, supertypes. */
  static final class Parsed {
    final Map<String, JavaType> bounds = new LinkedHashMap<String, JavaType>();
    final List<JavaType> parameters = new ArrayList<JavaType>();
    final List<JavaType> supertypes = new ArrayList<JavaType>();
    JavaType result;
  }

  private Signatures() {}

  /** Parses a class's or method's signature. */
  static Parsed parse(String signature) {
    Parsed parsed = new Parsed();
    new SignatureReader(signature).accept(new Outer(parsed));
    return parsed;
  }

  /** Parses the signature of a field. */
  static JavaType type(String signature) {
    final JavaType[] found = {null};
    new SignatureReader(signature)
        .acceptType(
            new One() {
              @Override
              void done(JavaType type) {
                found[0] = type;
              }
            });
    return found[0];
  }

  private static final class Outer extends SignatureVisitor {
    private final Parsed parsed;
    private String variable;

    Outer(Parsed parsed) {
      super(Opcodes.ASM9);
      this.parsed = parsed;
    }

    @Override
    public void visitFormalTypeParameter(String name) {
      variable = name;
      parsed.bounds.put(name, null);
    }

    private SignatureVisitor bound() {
      final String name = variable;
      return new One() {
        @Override
        void done(JavaType type) {
          JavaType known = parsed.bounds.get(name);
          if (known == null || known.descriptor.equals(JavaType.OBJECT.descriptor)) {
            parsed.bounds.put(name, type);
          }
        }
      };
    }

    @Override
    public SignatureVisitor visitClassBound() {
      return bound();
    }

    @Override
    public SignatureVisitor visitInterfaceBound() {
      return bound();
    }

    private SignatureVisitor supertype() {
      return new One() {
        @Override
        void done(JavaType type) {
          parsed.supertypes.add(type);
        }
      };
    }

    @Override
    public SignatureVisitor visitSuperclass() {
      return supertype();
    }

    @Override
    public SignatureVisitor visitInterface() {
      return supertype();
    }

    @Override
    public SignatureVisitor visitParameterType() {
      return new One() {
        @Override
        void done(JavaType type) {
          parsed.parameters.add(type);
        }
      };
    }

    @Override
    public SignatureVisitor visitReturnType() {
      return new One() {
        @Override
        void done(JavaType type) {
          parsed.result = type;
        }
      };
    }

    @Override
    public SignatureVisitor visitExceptionType() {
      return new One() {
        @Override
        void done(JavaType type) {}
      };
    }
  }

  /** Reads one type. */
  private abstract static class One extends SignatureVisitor {
    private String name;
    private List<JavaType> arguments = new ArrayList<JavaType>();

    One() {
      super(Opcodes.ASM9);
    }

    abstract void done(JavaType type);

    @Override
    public void visitBaseType(char descriptor) {
      done(new JavaType(String.valueOf(descriptor), Collections.<JavaType>emptyList()));
    }

    @Override
    public void visitTypeVariable(String variable) {
      done(JavaType.variable(variable));
    }

    @Override
    public SignatureVisitor visitArrayType() {
      final One self = this;
      return new One() {
        @Override
        void done(JavaType type) {
          self.done(JavaType.arrayOf(type));
        }
      };
    }

    @Override
    public void visitClassType(String internalName) {
      name = internalName;
    }

    @Override
    public void visitInnerClassType(String inner) {
      name += "$" + inner;
      arguments = new ArrayList<JavaType>();
    }

    @Override
    public void visitTypeArgument() {
      arguments.add(JavaType.OBJECT);
    }

    @Override
    public SignatureVisitor visitTypeArgument(final char wildcard) {
      final List<JavaType> into = arguments;
      return new One() {
        @Override
        void done(JavaType type) {
          into.add(type);
        }
      };
    }

    @Override
    public void visitEnd() {
      done(new JavaType("L" + name + ";", arguments));
    }
  }
}
