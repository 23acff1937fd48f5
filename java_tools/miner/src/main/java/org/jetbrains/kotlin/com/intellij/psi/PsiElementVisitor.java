package org.jetbrains.kotlin.com.intellij.psi;

/** A name without content; see {@link org.refverify.miner}. */
public abstract class PsiElementVisitor {}
