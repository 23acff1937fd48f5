package com.caoccao.javet.swc4j.ast.ts;

class Swc4jAstTsQualifiedName {}

class Swc4jAstTsTypeAnn {}

class Swc4jAstTsTypeLit {}
