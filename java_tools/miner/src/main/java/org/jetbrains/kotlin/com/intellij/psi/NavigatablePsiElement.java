package org.jetbrains.kotlin.com.intellij.psi;

/** A name without content: lets the JVM verify RefactoringMiner's classes. */
public interface NavigatablePsiElement {}
