package com.caoccao.javet.swc4j.ast.program;

class Swc4jAstModule {}
