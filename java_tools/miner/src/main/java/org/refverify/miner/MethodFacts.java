package org.refverify.miner;

import java.util.List;

/** A method's name ({@code <init>} for constructors) and its erased parameter types. */
record MethodFacts(String name, List<String> parameterTypes) {}
