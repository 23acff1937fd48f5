package org.jetbrains.kotlin.psi;

/** A name without content: lets the JVM verify RefactoringMiner's classes. */
public interface KtExpression {}
