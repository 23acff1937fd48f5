package com.caoccao.javet.swc4j.span;

class Swc4jSpan {}
