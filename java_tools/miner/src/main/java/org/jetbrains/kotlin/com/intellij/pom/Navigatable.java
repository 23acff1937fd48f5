package org.jetbrains.kotlin.com.intellij.pom;

/** A name without content: lets the JVM verify RefactoringMiner's classes. */
public interface Navigatable {}
