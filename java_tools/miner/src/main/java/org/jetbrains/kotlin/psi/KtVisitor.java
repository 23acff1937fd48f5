package org.jetbrains.kotlin.psi;

import org.jetbrains.kotlin.com.intellij.psi.PsiElementVisitor;

/** A name without content; see {@link org.refverify.miner}. */
public class KtVisitor extends PsiElementVisitor {}
