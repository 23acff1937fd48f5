package com.github.gumtreediff.gen.jdt;

/** A name without content; see {@link org.refverify.miner}. */
public class JdtVisitor extends AbstractJdtVisitor {}
