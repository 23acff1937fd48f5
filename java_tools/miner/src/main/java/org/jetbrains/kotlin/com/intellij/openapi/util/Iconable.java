package org.jetbrains.kotlin.com.intellij.openapi.util;

/** A name without content: lets the JVM verify RefactoringMiner's classes. */
public interface Iconable {}
