package com.caoccao.javet.swc4j.ast.clazz;

class Swc4jAstAutoAccessor {}

class Swc4jAstClass {}

class Swc4jAstClassProp {}

class Swc4jAstPrivateProp {}
