package org.jetbrains.kotlin.psi;

import org.jetbrains.kotlin.com.intellij.psi.PsiElementVisitor;

/** A name without content: lets the JVM verify RefactoringMiner's classes. */
public class KtVisitor extends PsiElementVisitor {}
