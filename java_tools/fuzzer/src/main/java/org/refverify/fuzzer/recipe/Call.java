package org.refverify.fuzzer.recipe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.objectweb.asm.Type;

/** A call with its arguments: a constructor ({@code <init>}), a factory or a later call. */
public final class Call {
  /** Binary name of the class that declares the method. */
  public final String owner;

  /** The method's name; {@code <init>} for a constructor. */
  public final String name;

  /** JVM descriptor, generics erased. */
  public final String descriptor;

  /** One recipe per parameter; the receiver comes first if it is part of the call. */
  public final List<Recipe> arguments;

  /** Copies the list. */
  public Call(String owner, String name, String descriptor, List<? extends Recipe> arguments) {
    this.owner = owner;
    this.name = name;
    this.descriptor = descriptor;
    this.arguments = Collections.unmodifiableList(new ArrayList<Recipe>(arguments));
  }

  /** Whether the first argument is the receiver of the call, such as a builder. */
  public boolean isOnFirst() {
    return !arguments.isEmpty() && arguments.size() == Type.getArgumentTypes(descriptor).length + 1;
  }
}
