package com.caoccao.javet.swc4j.ast.expr.lit;

class Swc4jAstObjectLit {}

class Swc4jAstStr {}
