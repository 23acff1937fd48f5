package org.jetbrains.kotlin.com.intellij.navigation;

/** A name without content: lets the JVM verify RefactoringMiner's classes. */
public interface NavigationItem {}
