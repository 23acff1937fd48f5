package com.github.gumtreediff.gen.jdt;

import org.eclipse.jdt.core.dom.ASTVisitor;

/** A name without content; see {@link org.refverify.miner}. */
public abstract class AbstractJdtVisitor extends ASTVisitor {}
